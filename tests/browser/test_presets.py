"""Presets on the set-up page: one tap, and what was typed stays."""

import pytest

from tests.browser.phone import NewPhone, Phone

pytestmark = pytest.mark.browser


def chosen(phone: Phone, name: str) -> str:
    """Tap a preset; what the line of the folded house rules says then."""
    phone.touch(phone.page.locator(f'label:has(input[name="variant"][value="{name}"])'))
    phone.settle()
    return phone.page.locator("details.rules > summary > small").inner_text()


def test_a_tap_applies_a_preset_and_keeps_the_names(phone: Phone) -> None:
    phone.go("/new/spades")
    phone.name_seats(["Ann", "Ben", "Cat", "Dan"])

    assert "a side bids at least 4" in chosen(phone, "american")
    assert not phone.page.locator("details.rules").get_attribute("open")
    assert phone.page.locator(".option.changed").count() == 6
    assert chosen(phone, "nil") == "none changed"
    chosen(phone, "american")
    phone.press("start")
    assert phone.page.locator(".totals").inner_text().count("Ann") == 1


def test_rules_are_compared_and_found_again(phone: Phone) -> None:
    phone.go("/new/euchre")
    phone.name_seats(["Ann", "Ben", "Cat", "Dan"])
    chosen(phone, "pub")
    phone.page.locator("details.rules > summary").tap()
    phone.page.fill("#target", "7")
    phone.press("compare")

    assert phone.page.locator(".compared").inner_text().startswith("This table\t")
    phone.follow(phone.page.get_by_role("link", name="Canadian Euchre").last)
    assert "With a joker" in phone.page.locator(".compared").inner_text()
    phone.follow(phone.page.locator("a.back"))
    assert phone.page.locator("#target").input_value() == "7"
    assert phone.page.locator("#name-3").input_value() == "Dan"
    phone.press("start")


def test_without_scripts_a_preset_starts_the_game(new_phone: NewPhone) -> None:
    phone = new_phone(script=False)
    phone.go("/new/whist")
    phone.touch(phone.page.locator('label:has(input[name="variant"][value="drive"])'))
    phone.press("start")
    phone.go(f"{phone.table}/rules")
    assert "every trick scores" in phone.page.locator("main").inner_text()
