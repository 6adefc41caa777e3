"""Something went wrong: six mishaps in four games, from the menu to the ruling, by the thumb."""

import re
from typing import Any, Final, NamedTuple

import pytest

from tests.browser.phone import Phone

pytestmark = pytest.mark.browser


class Mishap(NamedTuple):
    """A deal of a game that is saved, the keys that are tapped, the sentence, and the totals once
    it is recorded."""

    game: str
    deal: dict[str, Any]
    taps: tuple[str, ...]
    ruling: str
    totals: list[int]


FOUR_SPADES: Final = {"contract": "4S", "declarer": 0, "tricks": 10}
MISHAPS: Final = {
    "tricks go over": Mishap(
        "whist",
        {"side_tricks": [4, 9]},
        ("Deal 1", "Revoke", "Ben", "Yes", "Three tricks"),
        "Ben & Dan give Ann & Cat three tricks.",
        [1, 0],
    ),
    "a score is disputed": Mishap(
        "whist",
        {"side_tricks": [9, 4]},
        ("Disputed", "A written score", "No"),
        "The score stands as it is written.",
        [3, 0],
    ),
    "a pack is not cut": Mishap(
        "bridge",
        FOUR_SPADES,
        ("Deal 1", "Wrong cards", "Not cut", "Not yet"),
        "The pack is shuffled and cut, and the same player deals again.",
        [0, 0],
    ),
    "two tricks go over": Mishap(
        "bridge",
        FOUR_SPADES,
        ("Deal 1", "Revoke", "Ben", "Later", "The revoker", "Yes"),
        "Ben & Dan give Ann & Cat two tricks.",
        [180, 0],
    ),
    "a defender pays for all": Mishap(
        "solo-whist",
        {"contract": "misere", "declarers": [1], "made": False},
        ("Deal 1", "Revoke", "Ann", "Yes"),
        "The contract counts as made, and Ann pays for all defenders.",
        [-6, 6, 0, 0],
    ),
    "a deal is played again": Mishap(
        "trex",
        {"contract": "diamonds", "counts": [4, 3, 3, 3]},
        ("Deal 1", "Revoke", "Ann", "Yes"),
        "The deal is void, and Ann loses 130 points.",
        [-130, 0, 0, 0],
    ),
}


@pytest.mark.parametrize("name", MISHAPS)
def test_a_mishap_is_ruled_and_recorded(phone: Phone, name: str) -> None:
    game, deal, taps, ruling, totals = MISHAPS[name]
    table = phone.bring(game, deal)
    before = phone.totals()
    phone.menu("Something went wrong")

    for label in taps:
        key = phone.page.get_by_role("link", name=re.compile(f"^{label}"))
        phone.follow(phone.page.locator("main").locator(key).last)
    assert phone.page.locator(".ruling h2").inner_text() == ruling
    record = phone.page.get_by_role("button", name=re.compile("^Record"))
    with phone.page.expect_navigation():
        phone.touch(record)

    assert phone.address == table
    assert phone.totals() == totals
    phone.undo()
    assert phone.totals() == before
