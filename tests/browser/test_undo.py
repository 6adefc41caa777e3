"""Undo on the phone: the deal stands in the form again, its result open, what led to it folded."""

from typing import Any

import pytest

from tests.browser.evenings import enter
from tests.browser.looks import faults
from tests.browser.phone import NewPhone, Phone

pytestmark = pytest.mark.browser

SPADES = {"bids": [4, 3, 2, 3], "side_tricks": [7, 6]}
BRIDGE = {"contract": "4S", "declarer": 0, "doubled": 0, "tricks": 10}
PLAIN = {"points": [12, 7, 5, 1]}


@pytest.mark.parametrize(
    ("game", "deal", "slip", "taps", "totals"),
    [
        ("bridge", BRIDGE, "tricks-11", 3, [150, 0]),
        ("bridge", BRIDGE, "contract.1-H", 4, [120, 0]),
        ("spades", SPADES, "bids.2-3", 4, [70, 60]),
        ("spades", SPADES, "side_tricks.0-6", 3, [60, 61]),
    ],
)
def test_one_wrong_digit_is_undo_one_tap_or_two_and_a_save(
    phone: Phone, game: str, deal: dict[str, Any], slip: str, taps: int, totals: list[int]
) -> None:
    """One tap in what was asked last; what was asked before is opened by a tap more."""
    phone.start(game)
    enter(phone, game, deal, 0)
    phone.save()

    def put_right() -> None:
        phone.undo()
        phone.tap(slip)
        phone.save()

    assert phone.counting(put_right) == taps
    assert phone.totals() == totals


def test_one_wrong_number_of_the_plain_pad_is_rewritten(phone: Phone) -> None:
    phone.start("tally")
    enter(phone, "tally", PLAIN, 0)
    phone.save()

    phone.undo()
    assert [phone.field(f"points.{seat}").input_value() for seat in range(4)] == [
        "12",
        "7",
        "5",
        "1",
    ]
    phone.write("points.3", "2")
    phone.save()

    assert phone.totals() == [12, 7, 5, 2]


def test_an_undone_deal_fits_the_screen_with_its_bids_folded(phone: Phone) -> None:
    phone.start("spades")
    enter(phone, "spades", SPADES, 0)
    phone.save()

    phone.undo()

    assert phone.page.locator(".row:not(.done)").count() == 1
    assert phone.page.locator(".row.done").count() == 5
    fits = "() => document.querySelector('.preview').offsetTop < innerHeight"
    assert phone.page.evaluate(fits)


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
    assert phone.message() == "Deal 2 restored."
    assert phone.totals() == [122, 120]


def test_undo_and_redo_without_a_script(phone: Phone, new_phone: NewPhone) -> None:
    phone.bring("spades", SPADES)
    without = new_phone(script=False)
    without.enter(phone.link("Scorer"))

    without.undo()
    without.tap("bids.2-3")
    without.save()
    assert without.totals() == [70, 60]
    without.undo()
    without.press("redo")

    assert without.totals() == [70, 60]
