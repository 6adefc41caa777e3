"""What is behind the three dots: it opens over the pad, and closes without touching it."""

import pytest

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
