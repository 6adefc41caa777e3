"""The plain pad: a blank is no zero, who is missing is asked for, a sum will do for a number."""

import re

import pytest

from scorekeeper.web.table.summary import sides_of
from tests.games import pads
from tests.web.phones import HTMX, Phone, create_league, keys, points


@pytest.fixture
def tally(phone: Phone) -> str:
    """A table of the plain pad."""
    return phone.starts("tally")


def test_enter_key_does_what_the_wide_key_says(phone: Phone, tally: str) -> None:
    form = phone.get(tally).form("save")

    page = phone.send(tally, form, {"points.0": 12}, form.buttons[0])
    assert page.status == 422
    page = phone.follow(phone.send(tally, form, points(1, 2, 3, 4), form.buttons[0]))
    assert page.totals == [1, 2, 3, 4]


def test_one_after_another_is_asked_for(phone: Phone, tally: str) -> None:
    form = phone.get(tally).form("save")
    for seat, asked in enumerate(["Ben’s points?", "Cat’s points?", "Dan’s points?"]):
        page = phone.send(tally, form, {f"points.{seat}": seat}, "save")
        assert (page.status, page.message) == (422, asked)
        assert phone.get(tally).totals == [0, 0, 0, 0]
        form = page.form("save")
    page = phone.follow(phone.send(tally, form, {"points.3": 3}, "save"))
    assert page.totals == [0, 1, 2, 3]
    assert [page.form()[f"points.{seat}"] for seat in range(4)] == [""] * 4


def test_one_key_gives_others_zero_and_saves(phone: Phone, tally: str) -> None:
    assert phone.fill(tally, {}, "rest").status == 422  # not for all
    page = phone.do(tally, {"points.2": 30}, "rest")

    assert page.totals == [0, 0, 30, 0]


def test_zero_for_others_is_offered_if_missing(phone: Phone, tally: str) -> None:
    page = phone.fill(tally, points(1, 2, 3, 4), headers=HTMX)
    assert "rest" not in keys(page)
    assert "rest" not in keys(phone.get(phone.starts("tally", players=["Ann"])))
    assert "rest" not in keys(phone.get(phone.starts("spades")))


def test_zero_for_the_others_skips_an_empty_seat(phone: Phone) -> None:
    leaves = {"seat": {"number": 1, "name": None}}
    table = phone.starts("tally", {"points": [1, 2, 3, 4]}, leaves)

    assert phone.do(table, {"points.0": 5}, "rest").totals == [6, 2, 3, 4]


def test_zero_for_others_sent_again_is_one_deal(phone: Phone, tally: str) -> None:
    form = phone.get(tally).form("rest")

    pages = [phone.follow(phone.send(tally, form, {"points.0": 5}, "rest")) for _ in range(2)]

    assert [page.totals for page in pages] == [[5, 0, 0, 0]] * 2


@pytest.mark.parametrize(
    ("typed", "points"),
    [
        ("12+11+7", 30),
        ("12 + 11 − 7", 16),
        ("-5", -5),
        ("+5", 5),
        ("−5-6", -11),
        ("100000-1", 99_999),
        ("0", 0),
    ],
)
def test_a_sum_will_do_for_a_number(phone: Phone, tally: str, typed: str, points: int) -> None:
    assert phone.do(tally, {"points.0": typed}, "rest").totals[0] == points


@pytest.mark.parametrize(
    "typed", ["12+", "+", "1 2", "12++7", "12*7", "1.5", "1,5", "9" * 12, "+".join(["1"] * 99)]
)
def test_what_is_no_sum_is_refused_and_stays(phone: Phone, tally: str, typed: str) -> None:
    page = phone.fill(tally, {"points.0": typed}, "rest")

    assert page.status == 422
    assert page.form()["points.0"] == typed
    assert phone.get(tally).totals == [0, 0, 0, 0]


def test_earlier_deal_is_corrected_by_a_sum(phone: Phone, tally: str) -> None:
    phone.play(tally, points(1, 2, 3, 4))

    assert phone.do(f"{tally}/e/1", {"points.0": "10+10"}).totals == [20, 2, 3, 4]
    page = phone.fill(f"{tally}/e/1", {"points.1": ""}, "save")
    assert page.status == 422


def test_digits_of_other_scripts_are_read(phone: Phone) -> None:
    league = create_league(phone, players="Ann\nBen")
    new = f"/new/tally?league={league.rpartition('/')[2]}"
    started = phone.fill(new, {"name": ["Ann", "Ben"], "target": "٢٠", "dealer": "١"}, "start")
    pad = phone.do(started.location, {"points.0": "−١٢", "points.1": "९+１"})
    phone.do(f"{league}/bonus", {"player": 2, "points": "٢٫٥", "reason": "late"}, "give")
    announced = phone.do(f"{league}/evening/announce", {"places": "۸"}, "announce")
    rules = f"{league}/season/1/rules"
    phone.do(rules, {"set.table": ["۷", "٣"], "set.least": "２", "handicap.2": "−٤"}, "save")
    ladder = phone.do(f"{league}/ladder", {"reach": "３"}, "start")

    sheet = phone.sheet(started.location)
    assert pad.status == 200
    assert (sheet["options"], sheet["dealer"]) == ({"target": 20}, 1)
    assert sheet["entries"] == [{"points": [-12, 10]}]
    assert "2.5" in phone.get(f"{league}/history").text
    evening = re.search(r"/evening/\d+", announced.html)
    assert evening
    assert "of 8" in phone.get(league + evening[0]).text
    form = phone.get(rules).form("save")
    assert (form["set.least"], form["handicap.2"]) == ("2", "-4")
    assert "3 places" in ladder.text


def test_non_number_is_refused_at_its_field(phone: Phone) -> None:
    league = create_league(phone, players="Ann\nBen")

    announced = phone.fill(f"{league}/evening/announce", {"places": "many"}, "announce")
    ladder = phone.fill(f"{league}/ladder", {"reach": "two"}, "start")

    assert (announced.status, ladder.status) == (422, 422)
    assert announced.form("announce")["places"] == "many"
    assert ladder.form("start")["reach"] == "two"


def test_lowest_total_ranks_first_where_it_wins() -> None:
    deal = {"points": [3, 1, 2, 9]}
    for lowest, ranks in ((True, [3, 1, 2, 4]), (False, [2, 4, 3, 1])):
        pad = pads.played("tally", deal, lowest_wins=lowest)

        assert [side.rank for side in sides_of([pad])] == ranks
