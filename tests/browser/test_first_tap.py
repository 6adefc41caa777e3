"""The first tap of a phone that was never here, on a slow network and in a hurry."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.phone import IN_REACH, NewPhone, Phone

pytestmark = pytest.mark.browser

LATENCY_MS = 300


def start(phone: Phone) -> str:
    phone.go("/new/tally")
    for seat, name in enumerate(("Ann", "Ben")):
        phone.page.fill(f"#name-{seat}", name)
    return 'button[value="start"]'


def bring(phone: Phone) -> str:
    phone.go("/import")
    sheet = '{"format": "scorekeeper/1", "game": "tally", "players": ["Ann", "Ben"], "entries": []}'
    phone.page.fill("textarea", sheet)
    return "main button.main"


def found(phone: Phone) -> str:
    phone.go("/leagues")
    phone.page.fill('[name="name"]', "Tuesday club")
    return "main button.main"


@pytest.mark.hard
@pytest.mark.parametrize("script", [True, False], ids=["htmx", "no script"])
@pytest.mark.parametrize("fill", [start, bring, found])
def test_double_tap_on_start_makes_one_game(
    new_phone: NewPhone, fill: Callable[[Phone], str], script: bool
) -> None:
    phone = new_phone(script=script)
    key = phone.page.locator(fill(phone))
    key.scroll_into_view_if_needed()
    middle = key.evaluate_all(IN_REACH)
    form = phone.page.url
    phone.slow(LATENCY_MS)

    for _ in range(2):
        phone.page.touchscreen.tap(*middle)
    expect(phone.page).not_to_have_url(form)
    phone.page.wait_for_load_state("networkidle")

    assert phone.go(phone.address) == 200
    phone.go("/leagues" if fill is found else "/tables")
    expect(phone.page.locator(".tables li")).to_have_count(1)
