"""The plain pad by a keyboard: Enter goes on, the last one saves, no number counts twice."""

import pytest

from tests.browser.looks import faults
from tests.browser.phone import NewPhone, Phone, let_in
from tests.browser.test_keyboard import focused

pytestmark = pytest.mark.browser


def enter(phone: Phone, *numbers: str) -> None:
    """Write these, one after the other, with Enter after each."""
    for number in numbers:
        phone.page.keyboard.type(number)
        phone.page.keyboard.press("Enter")
    phone.settle()


def test_enter_goes_to_next_field_and_saves(phone: Phone) -> None:
    phone.start("tally")
    phone.field("points.0").focus()

    enter(phone, "12", "11")

    assert focused(phone) == "points.2"
    assert phone.sheet()["entries"] == []
    enter(phone, "7", "0")
    phone.page.locator(".deal").wait_for()
    phone.settle()
    assert phone.totals() == [12, 11, 7, 0]
    assert phone.sheet()["entries"] == [{"points": [12, 11, 7, 0]}]


def test_no_number_counts_twice(phone: Phone) -> None:
    phone.start("tally")
    phone.field("points.0").focus()
    enter(phone, "1", "2", "3", "4")
    phone.page.locator(".deal").wait_for()
    phone.settle()

    values = [phone.field(f"points.{seat}").input_value() for seat in range(4)]
    assert values == ["", "", "", ""]
    phone.save()
    assert phone.faults() == ["Ann’s points?"]
    assert phone.sheet()["entries"] == [{"points": [1, 2, 3, 4]}]


def test_empty_field_is_asked_for_and_focused(phone: Phone) -> None:
    phone.start("tally")
    phone.field("points.0").focus()

    enter(phone, "12", "", "7", "0")
    phone.page.locator(".fault").first.wait_for()
    phone.settle()

    assert phone.message() == "Ben’s points?"
    assert focused(phone) == "points.1"
    assert phone.sheet()["entries"] == []
    assert [phone.field(f"points.{seat}").input_value() for seat in (0, 2, 3)] == ["12", "7", "0"]
    assert faults(phone.page) == []


def test_lone_winner_takes_one_field_and_key(phone: Phone) -> None:
    phone.start("tally")

    def winner_only() -> None:
        phone.write("points.2", "12+11+7")
        phone.press("rest")

    assert phone.counting(winner_only) == 2  # as many as when a blank was a zero
    assert phone.totals() == [0, 0, 30, 0]
    assert [phone.field(f"points.{seat}").input_value() for seat in range(4)] == [""] * 4


@pytest.mark.hard
def test_a_sum_shows_its_result(phone: Phone) -> None:
    phone.start("tally")

    phone.write("points.0", "12+11+7")
    phone.page.keyboard.press("Enter")
    phone.settle()

    assert phone.page.locator(".row", has=phone.field("points.0")).inner_text().split("\n")[0] == (
        "Ann = 30"
    )
    phone.touch(phone.page.locator(".stepper", has=phone.field("points.0")).locator("button").last)
    phone.settle()
    assert phone.field("points.0").input_value() == "31"
    assert faults(phone.page) == []


@pytest.mark.hard
def test_enter_without_script_keeps_typed_text(phone: Phone, new_phone: NewPhone) -> None:
    phone.start("tally")
    without = let_in(phone, new_phone(script=False), "Scorer")

    without.field("points.0").fill("12")
    with without.page.expect_navigation():
        without.page.keyboard.press("Enter")

    assert without.field("points.0").input_value() == "12"
    assert without.sheet()["entries"] == []
    for seat in (1, 2, 3):
        without.field(f"points.{seat}").fill(str(seat))
    with without.page.expect_navigation():
        without.page.keyboard.press("Enter")
    assert without.totals() == [12, 1, 2, 3]
    assert [without.field(f"points.{seat}").input_value() for seat in range(4)] == [""] * 4
