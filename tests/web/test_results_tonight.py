"""The results of an evening: entered at its tables' cards, corrected there, and who has won."""

import re

import pytest

from tests.web.phones import Page, Phone
from tests.web.test_evenings import EIGHT, finished, opened, planned, standing

pytestmark = pytest.mark.long


def in_pairs(phone: Phone, league: str) -> str:
    """An evening of two rounds for four fixed pairs, the first round on; its address."""
    evening = planned(phone, league, names=EIGHT, kind="pairs", rounds=2)
    opened(phone, evening)
    return evening


def result_keys(page: Page) -> list[tuple[str, str]]:
    """The keys that enter or correct the result of a table: what each says, where it leads."""
    found = re.findall(r'<a [^>]*href="([^"]+)">([^<]+)<span class="visually-hidden">', page.html)
    return [(words, href.replace("&amp;", "&")) for href, words in found]


def test_results_are_entered_from_the_evening(phone: Phone, league: str) -> None:
    evening = in_pairs(phone, league)
    for address in (evening, league):
        said = [words for words, _ in result_keys(phone.get(address))]
        assert said == ["Enter result"] * 2

    for _ in range(2):
        keys = result_keys(phone.get(evening))
        href = next(href for words, href in keys if words == "Enter result")
        page = phone.do(href, {"finish.points.0": "7", "finish.points.1": "3"})
        assert page.message == "Result saved."
        assert "Tonight's standings" in page.text

    for address in (evening, league):
        keys = result_keys(phone.get(address))
        assert [words for words, _ in keys] == ["Correct"] * 2
        assert "Correct it" in phone.get(keys[0][1]).text


def test_next_round_waits_for_the_tables(phone: Phone, league: str) -> None:
    evening = in_pairs(phone, league)
    page = phone.get(evening)
    assert re.search(r'class="main" href="#table-\d+">2 tables still playing', page.html)
    assert 'class="quiet" name="do" value="open.2">Start round 2 anyway' in page.html

    for table in page.tables:
        finished(phone, table, 7, 3)

    page = phone.get(evening)
    assert 'class="main" name="do" value="open.2">Start round 2<' in page.html
    assert "anyway" not in page.html


def test_the_evening_says_which_pair_won(phone: Phone, league: str) -> None:
    evening = in_pairs(phone, league)
    for table in phone.get(evening).tables:
        finished(phone, table, 7, 3)
    assert "won the evening" not in phone.get(evening).text
    for scored, table in enumerate(opened(phone, evening)[:2], 4):
        finished(phone, table, scored, 9)

    page = phone.get(evening)
    rows = standing(page)
    assert len(rows) == 4
    assert all(" & " in pair for pair in rows)
    won = " and ".join(pair for pair, figures in rows.items() if figures == "2 2 2")
    for address in (evening, f"{league}/wall", league):
        assert f"{won or next(iter(rows))} won the evening." in phone.get(address).text


def test_a_swiss_leader_has_not_won_yet(phone: Phone, league: str) -> None:
    evening = planned(phone, league, names=EIGHT, kind="swiss", game="whist")
    for table in opened(phone, evening):
        finished(phone, table, 7, 3)

    page = phone.get(evening).text
    assert "In the lead after round 1: " in page
    assert "won the evening" not in page
