"""Names that are written from right to left, in the sentences of the pages and outside them."""

import pytest

from scorekeeper.web.interview.coins import isolated
from tests.web.phones import Phone

SERVANT = "عبد الرحمن"
APART = f"\u2068{SERVANT}\u2069"
NAMES = ["Ann", "Ben", SERVANT, "Dan"]


def test_only_right_to_left_names_are_isolated() -> None:
    others = ["Ann", "Zoë", "Ольга", "李"]

    assert [isolated(name) for name in [*others, SERVANT]] == [*others, APART]


def test_the_words_after_such_a_name_stay_behind_it(phone: Phone) -> None:
    deal = {"bids": [3, 3, 3, 3], "side_tricks": [6, 7]}
    table = phone.starts("spades", deal, players=NAMES)

    pad = phone.get(table)

    assert f"Ann & {APART}" in pad.text
    assert SERVANT not in pad.text.replace(APART, "")


@pytest.mark.parametrize("page", ["trick", "auction", "what-if/1"])
def test_the_referee_isolates_right_to_left_names(phone: Phone, page: str) -> None:
    deal = {"declarer": 2, "bid": "nap", "made": True}
    table = phone.starts("nap", deal, players=NAMES)

    text = phone.get(f"{table}/{page}").text

    assert APART in text
    assert SERVANT not in text.replace(APART, "")


def test_sentences_isolate_right_to_left_names_on_pages_only(phone: Phone) -> None:
    deal = {"declarer": 2, "bid": "nap", "made": True}
    table = phone.starts("nap", deal, players=NAMES)

    assert f"nap by {APART}, made" in phone.get(f"{table}/paper").text
    for kept in ("sheet.json", "sheet.csv"):
        body = phone.get(f"{table}/{kept}").body.decode("utf-8-sig")
        assert SERVANT in body
        assert "\u2068" not in body
