"""How a pad is laid out: where a fault stands, what is folded away, what comes in which row; and
that the lines of a chart can be told apart."""

import re
from itertools import pairwise

from scorekeeper.web.shared.chart import MOST_LINES
from tests.web.phones import HTMX, Page, Phone, Typed, each

BID = {"declarer": 0, "bid": 8}
BIDS = each("bids", [3, 3, 2, 3])


def tapped(phone: Phone, table: str, answers: Typed) -> Page:
    """The part of the pad that comes back while this is being tapped."""
    return phone.fill(table, answers, "keep", HTMX)


def laid_out(page: Page) -> list[str]:
    """Questions and faults as they follow on the pad, a question once."""
    pad = page.html.partition('id="pad"')[2]
    found = re.findall(r'id="([\w.]+)-\w+" name="|class="fault">([^<]*)<', pad)
    return list(dict.fromkeys(question or fault for question, fault in found))


def test_a_missing_answer_is_marked_on_its_line(phone: Phone) -> None:
    table = phone.starts("noms")
    phone.do(table, BID, "keep")

    page = phone.fill(table, {"partner": 2, "tricks.0": 5, "tricks.1": 3}, "save")

    places = laid_out(page)
    fault = places.index("Missing: Tricks.")
    assert places[fault - 1 : fault + 2 : 2] == ["tricks.2", "tricks.3"]


def test_a_wrong_sum_is_reported_below_the_list(phone: Phone) -> None:
    table = phone.starts("noms")
    phone.do(table, BID, "keep")

    page = phone.fill(table, {"partner": 2, **each("tricks", [5, 3, 4, 2])}, "save")

    fault = "The tricks add up to 14; this deal has 13."
    assert page.status == 422
    assert fault in page.text
    places = laid_out(page)
    assert places[places.index(fault) - 1] == "tricks.3"


def test_refused_bids_keep_the_play_away(phone: Phone) -> None:
    table = phone.starts("oh-hell")

    page = tapped(phone, table, {**BIDS, "bids.0": 1})

    assert "so Ann as dealer must bid at least 3" in page.text
    assert not [place for place in laid_out(page) if place.startswith("tricks")]


def test_optional_steps_follow_required_ones(phone: Phone) -> None:
    table = phone.starts("noms")

    page = tapped(phone, table, BID)

    assert laid_out(page) == [
        *("declarer", "bid", "partner", "tricks.0", "tricks.1", "tricks.2", "tricks.3"),
        *("trump", "nominated.0", "nominated.1", "exposed_by"),
    ]


def test_no_two_lines_of_a_chart_look_alike(phone: Phone) -> None:
    names = [*"ABCDEFGHIJKL"]
    table = phone.starts("tally", *[{"points": [*range(12)]}] * 2, players=names)

    page = phone.get(f"{table}/chart")

    looks = re.findall(r'<polyline class="(\w+)" stroke-dasharray="([^"]+)"', page.html)
    assert len(looks) == len({*looks}) == MOST_LINES
    assert all(one != other for one, other in pairwise(dash for _, dash in looks))
