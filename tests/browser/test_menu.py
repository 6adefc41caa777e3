"""What is behind the three dots: it opens over the pad, and closes without touching it."""

import pytest

from tests.browser.evenings import bring
from tests.browser.phone import Phone

pytestmark = pytest.mark.browser


def test_a_tap_beside_the_menu_closes_it_and_presses_nothing(phone: Phone) -> None:
    phone.start("spades")
    phone.touch(phone.page.locator(".menu > summary"))
    key = phone.key("bids.1-nil").bounding_box()
    assert key

    phone.page.touchscreen.tap(key["x"] + 10, key["y"] + 10)
    phone.settle()

    assert phone.page.locator(".menu[open]").count() == 0
    assert phone.page.locator("#pad :checked").count() == 0
    phone.tap("bids.1-nil")
    assert phone.page.locator("#pad :checked").count() == 1


def test_the_order_by_rank_is_kept_and_shown_at_once(phone: Phone) -> None:
    bring(phone, "oh-hell-7", 3)
    phone.touch(phone.page.locator(".menu > summary"))
    phone.touch(phone.page.locator("label.sort"))

    assert phone.page.locator(".menu[open]").count() == 0
    phone.page.reload()
    assert phone.page.locator("#ranked").is_checked()
    bring(phone, "spades-nil", 1)  # a pad of two sides has no such order
