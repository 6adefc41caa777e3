"""Undo on the phone: the deal lies open in the form, one wrong digit is one tap and a save."""

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.evenings import enter
from tests.browser.looks import faults
from tests.browser.phone import Phone

pytestmark = pytest.mark.browser

SPADES = {"bids": [4, 3, 2, 3], "side_tricks": [7, 6]}
BRIDGE = {"contract": "4S", "declarer": 0, "doubled": 0, "tricks": 10}


@pytest.mark.parametrize(
    ("game", "deal", "slip", "totals"),
    [
        ("bridge", BRIDGE, "tricks-11", [150, 0]),
        ("bridge", BRIDGE, "contract.1-H", [120, 0]),
        ("spades", SPADES, "bids.2-3", [70, 60]),
        ("spades", SPADES, "side_tricks.0-6", [60, 61]),
    ],
)
def test_wrong_digit_is_undo_one_tap_and_save(
    phone: Phone, game: str, deal: dict[str, Any], slip: str, totals: list[int]
) -> None:
    phone.start(game)
    enter(phone, game, deal, 0)
    phone.save()

    def put_right() -> None:
        phone.undo()
        phone.tap(slip)
        phone.save()

    assert phone.counting(put_right) == 3
    assert phone.totals() == totals


def test_undone_deal_is_seen_from_its_result_on(phone: Phone) -> None:
    phone.start("spades")
    enter(phone, "spades", SPADES, 0)
    phone.save()

    phone.undo()

    expect(phone.page.locator("#pad .row").last).to_be_in_viewport()
    expect(phone.page.locator(".preview")).to_be_in_viewport()
    assert phone.page.evaluate("scrollY") > 0  # the bids are above


@pytest.mark.hard
@pytest.mark.parametrize("width", [320, 360])
def test_redo_stands_beside_undo(phone: Phone, width: int) -> None:
    phone.page.set_viewport_size({"width": width, "height": 740})
    phone.start("spades")
    for _ in range(2):
        enter(phone, "spades", SPADES, phone.page.locator(".deal").count())
        phone.save()

    phone.undo()

    assert phone.button("undo").is_visible()
    assert phone.button("redo").is_visible()
    assert faults(phone.page) == []
    phone.press("redo")
    assert phone.totals() == [122, 120]
