"""The menu behind the three dots: it opens over the pad, and closes without touching it."""

import pytest
from playwright.sync_api import expect

from tests.browser import looks
from tests.browser.evenings import bring
from tests.browser.phone import NewPhone, Phone, let_in

pytestmark = pytest.mark.browser


def test_tap_beside_menu_only_closes_it(phone: Phone) -> None:
    phone.start("spades")
    table = phone.table
    total = phone.page.locator(".totals output a").first.bounding_box()
    assert total
    phone.page.set_viewport_size({"width": 360, "height": 1200})  # there is room above the tray
    phone.touch(phone.page.locator(".menu > summary"))

    phone.page.touchscreen.tap(total["x"] + 10, total["y"] + 10)
    phone.settle()

    assert phone.page.locator(".menu[open]").count() == 0
    assert phone.address == table
    phone.tap("bids.1-nil")
    assert phone.page.locator("#pad :checked").count() == 1


def test_menu_has_ten_entries_below_the_totals(phone: Phone) -> None:
    bring(phone, "spades-nil", 1)
    page = phone.page
    totals = page.locator(".totals").bounding_box()

    phone.touch(page.locator(".menu > summary"))

    tray = page.locator("#menu").bounding_box()
    assert totals
    assert tray
    assert totals["y"] + totals["height"] <= tray["y"]
    assert page.locator("#menu .cap:visible").count() == 3
    assert page.locator("#menu a:visible").count() == 10
    assert page.locator("#menu a").last.get_attribute("href") == f"{phone.table}/delete"
    phone.touch(page.locator("#menu details > summary"))
    expect(page.locator("#menu a").last).to_be_visible()
    assert looks.faults(page) == []
    page.keyboard.press("Escape")
    assert page.locator(".menu[open]").count() == 0


def test_order_by_rank_is_kept_and_shown_at_once(phone: Phone) -> None:
    bring(phone, "nap", 3)
    phone.touch(phone.page.locator(".menu > summary"))
    phone.touch(phone.page.locator("#menu details > summary"))
    phone.touch(phone.page.locator("label:has(#ranked)"))

    assert phone.page.locator(".menu[open]").count() == 0
    phone.page.reload()
    assert phone.page.locator("#ranked").is_checked()
    bring(phone, "spades-nil", 1)  # a pad of two sides has no such order


def offered(phone: Phone) -> set[str]:
    """Return what the menu offers to write."""
    return set(phone.page.locator('#menu a[href*="/write/"]').all_text_contents())


def test_the_menu_offers_what_can_be_written_now(phone: Phone) -> None:
    names = {"Adjust score", "Change player", "End game", "Enter result"}
    deals = [{"declarer": seat, "bid": n, "tricks": n} for seat, n in ((1, 4), (2, 4), (3, 3))]
    phone.bring("sharp-nullo", *deals)
    assert offered(phone) == names

    phone.tap("declarer-0", "bid-2", "tricks-2")
    phone.save()
    assert offered(phone) == names | {"Declare a draw"}

    phone.menu("End game")
    phone.save()
    assert offered(phone) == set()
    phone.undo()
    assert offered(phone) == names | {"Declare a draw"}
    phone.undo()
    assert offered(phone) == names


@pytest.mark.hard
def test_the_menu_of_another_phone_follows(phone: Phone, new_phone: NewPhone) -> None:
    phone.bring("euchre", {"maker": 0, "alone": True, "tricks": 5})
    other = let_in(phone, new_phone(), "Scorer")

    phone.tap("maker-0", "tricks-5")
    phone.save()
    assert phone.end()

    expect(other.page.locator("#menu a", has_text="Adjust score")).to_have_count(0)
