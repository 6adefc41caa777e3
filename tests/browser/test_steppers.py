"""Numbers that are written with the phone's digits, stepped, and turned to their other sign."""

import pytest
from playwright.sync_api import Locator

from tests.browser.phone import NewPhone, Phone, let_in

pytestmark = pytest.mark.browser

SIGN, LESS, MORE = "", "-1", "1"
"""The keys beside a number, by their step."""


def key(phone: Phone, name: str, step: str) -> Locator:
    """A key beside the number of this name."""
    stepper = phone.page.locator(".stepper", has=phone.field(name))
    return stepper.locator(f'[data-step="{step}"]')


def press(phone: Phone, name: str, *steps: str) -> None:
    """Press these keys, one after the other."""
    for step in steps:
        phone.touch(key(phone, name, step))
        phone.settle()


def test_a_number_is_stepped_and_turned(phone: Phone) -> None:
    phone.start("tally")

    press(phone, "points.0", MORE, MORE)
    press(phone, "points.1", LESS)
    phone.write("points.2", "15")
    press(phone, "points.2", SIGN)
    press(phone, "points.3", LESS, SIGN)

    assert phone.main_key() == "Save deal 1 Ann +2 Ben −1 Cat −15 Dan +1"
    phone.save()
    assert phone.totals() == [2, -1, -15, 1]


def test_a_sum_is_turned_and_stepped_as_a_whole(phone: Phone) -> None:
    phone.start("tally")
    phone.write("points.0", "12 + 11 − 3")
    phone.write("points.1", "2+3")

    press(phone, "points.0", MORE)
    press(phone, "points.1", SIGN)

    values = [phone.field(f"points.{seat}").input_value() for seat in range(4)]
    assert values == ["21", "-5", "", ""]


@pytest.mark.hard
def test_minus_comes_first_in_an_empty_field(phone: Phone) -> None:
    phone.start("tally")

    press(phone, "points.0", SIGN, SIGN)
    assert phone.field("points.0").input_value() == ""
    press(phone, "points.0", SIGN)
    assert phone.field("points.0").input_value() == "-"
    assert not phone.faults()
    phone.page.keyboard.type("120")
    phone.write("points.1", "40")
    press(phone, "points.1", MORE)
    press(phone, "points.2", MORE, LESS)
    press(phone, "points.3", MORE)

    assert phone.main_key() == "Save deal 1 Ann −120 Ben +41 Cat 0 Dan +1"


def test_sign_key_lets_digit_keyboard_open(phone: Phone, new_phone: NewPhone) -> None:
    phone.start("tally")
    without = let_in(phone, new_phone(script=False), "Scorer")

    for one, mode in ((phone, "tel"), (without, "text")):
        modes = one.page.locator('[id^="points"]').evaluate_all("all => all.map(i => i.inputMode)")
        assert modes == [mode] * 4
    assert not key(without, "points.0", SIGN).is_visible()
