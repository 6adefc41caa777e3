"""Oh Hell! on the phone: what the hook leaves the dealer, tricks shown as bid, hands told."""

import pytest

from tests.browser.evenings import EVENINGS, bring, enter, start
from tests.browser.phone import Phone

pytestmark = [pytest.mark.browser, pytest.mark.hard]

THREE, SEVEN = "oh-hell-3", "oh-hell-7"


def offered(phone: Phone, seat: int) -> list[str]:
    """Return what this seat may bid."""
    keys = phone.page.locator(f'input[name="bids.{seat}"]')
    return [str(key.get_attribute("value")) for key in keys.all()]


def line(phone: Phone, list_: str, name: str) -> str:
    """Return what a player's line says that is folded, in one of the lists."""
    row = phone.page.locator(f'.row:has(input[name^="{list_}."])', has_text=name)
    return " ".join(row.locator("button.said").inner_text().split())


# --- the bids -----------------------------------------------------------------------------------


def test_dealer_is_offered_what_the_hook_leaves(phone: Phone) -> None:
    start(phone, THREE)

    phone.tap("bids.1-3", "bids.2-4")

    assert offered(phone, 0) == [str(bid) for bid in range(4, 11)]


# --- the tricks ---------------------------------------------------------------------------------


def test_tricks_are_shown_as_bid_until_missed(phone: Phone) -> None:
    start(phone, THREE)
    phone.tap("bids.1-3", "bids.2-4", "bids.0-4")
    shown = [line(phone, "tricks", name) for name in ("Ann", "Ben", "Cat")]
    assert shown == ["Ann 4", "Ben 3", "Cat 4"]

    assert phone.counting(lambda: phone.tap("tricks.1-2")) == 2

    assert line(phone, "tricks", "Ben") == "Ben 2"
    assert phone.main_key() == "Save deal 1 Ann +40 Ben −10 Cat +40"


# --- the hands ----------------------------------------------------------------------------------


def test_ladder_tells_hands_and_one_more_per_tie(phone: Phone) -> None:
    bring(phone, THREE, 19)
    rungs = phone.page.locator(".ladder li")
    assert rungs.count() == 20
    assert phone.page.locator(".ladder [aria-current]").inner_text() == "1"

    enter(phone, "oh-hell", EVENINGS[THREE]["sheet"]["entries"][19], 19)
    phone.save()

    assert phone.totals() == [270, 100, 270]
    assert phone.end() == ""
    assert rungs.count() == 21
