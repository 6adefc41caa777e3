"""Oh Hell! on the phone: the table of bids and tricks, what the hook leaves, hands told."""

import pytest
from playwright.sync_api import Locator

from tests.browser.evenings import EVENINGS, bring, enter, start
from tests.browser.phone import NewPhone, Phone

pytestmark = [pytest.mark.browser, pytest.mark.hard]

THREE, SEVEN = "oh-hell-3", "oh-hell-7"


def offered(phone: Phone, seat: int) -> list[str]:
    """Return what this seat may bid."""
    keys = phone.page.locator(f'input[name="bids.{seat}"]:enabled')
    return [str(key.get_attribute("value")) for key in keys.all()]


def row(phone: Phone, name: str) -> Locator:
    """A player's row in the table."""
    return phone.page.get_by_role("table", name="Bids").get_by_role("row", name=name)


def rows_of_keys(phone: Phone) -> list[Locator]:
    """The keys of the bids, a row a player, in the order of bidding."""
    return phone.page.locator('#pad .row[id^="bids."]').all()


def cells(phone: Phone, name: str) -> list[str]:
    """Return a player's bid, tricks and total."""
    told = row(phone, name).locator("td").all_inner_texts()
    return [" ".join(cell.split()).removeprefix(f"{name} ") for cell in told]


def sums(phone: Phone) -> list[str]:
    """Return what the bids and the tricks in the table add up to."""
    return phone.page.locator("tfoot td").all_inner_texts()[:2]


# --- the bids -----------------------------------------------------------------------------------


def test_dealer_is_offered_what_the_hook_leaves(phone: Phone) -> None:
    start(phone, THREE)

    phone.tap("bids.1-3", "bids.2-4")

    assert offered(phone, 0) == [str(bid) for bid in range(4, 11)]
    struck = phone.page.locator('input[name="bids.0"]:disabled')
    assert struck.count() == 4
    assert phone.page.locator("#message").inner_text() == "7 of 10 bid: Ann must bid 4 or more."


def test_barred_bid_is_struck_and_named(phone: Phone) -> None:
    phone.bring("oh-hell", players=["Ann", "Ben", "Cat"], options={"hook": "not_equal"})
    first, second, last = (one.get_attribute("id") for one in rows_of_keys(phone))

    phone.tap(f"{first}-3", f"{second}-4")

    assert offered(phone, int(str(last)[-1])) == [str(bid) for bid in range(11) if bid != 3]
    assert "may not bid 3." in phone.page.locator("#message").inner_text()
    assert "anything but 3" in phone.page.locator(f'[id="{last}"]').inner_text()


def test_table_is_in_the_order_of_bidding(phone: Phone) -> None:
    start(phone, THREE)

    names = phone.page.locator("tbody tr th").all_inner_texts()
    assert [name.split()[-1] for name in names[:2]] == ["Ben", "Cat"]
    asked = phone.page.locator("tbody tr:has([aria-current=step])")
    assert "Ben" in asked.inner_text()
    phone.tap("bids.1-3")
    assert "Cat" in asked.inner_text()
    assert sums(phone) == ["3", ""]


def test_a_tap_on_a_row_opens_and_shuts_it(phone: Phone) -> None:
    start(phone, THREE)
    phone.tap("bids.1-3", "bids.2-4", "bids.0-4")

    for name, seat in (("Ann", 0), ("Ben", 1)):
        phone.touch(row(phone, name).locator("th"))
        opened = phone.page.locator("#pad .row:visible")
        assert opened.count() == 1
        assert opened.get_attribute("id") == f"tricks.{seat}"
    phone.touch(row(phone, "Ben").locator("th"))
    assert opened.count() == 0

    phone.touch(row(phone, "Ben").get_by_role("link", name="Ben 3").first)
    assert opened.get_attribute("id") == "bids.1"
    phone.tap("bids.1-5")
    assert cells(phone, "Ben")[:2] == ["5", "5"]


def test_a_deal_with_one_misser_takes_seven_taps(phone: Phone) -> None:
    phone.bring("oh-hell", options={"hook": "none", "hand_sizes": [5, 5]}, dealer=3)

    def play() -> None:
        phone.tap("bids.0-1", "bids.1-2", "bids.2-1", "bids.3-2", "tricks.3-1")
        phone.save()

    assert phone.counting(play) == 7
    assert phone.totals() == [10, 20, 10, -10]


def test_seven_players_fit_a_phone(phone: Phone) -> None:
    bring(phone, SEVEN, 0)

    keys = phone.page.locator("#pad .row:visible .key").last.bounding_box()
    act = phone.page.locator(".act").bounding_box()
    head = phone.page.locator(".hill").bounding_box()
    assert keys
    assert act
    assert head
    assert keys["y"] + keys["height"] <= act["y"]
    assert head["y"] >= 0


def test_one_hand_of_bids_without_javascript(new_phone: NewPhone) -> None:
    phone = new_phone(script=False)
    phone.bring("oh-hell", options={"hook": "none", "hand_sizes": [5, 5]}, dealer=3)

    phone.tap("bids.0-1", "bids.1-2", "bids.2-1", "bids.3-2")
    phone.save()
    assert [cells(phone, name)[0] for name in ("Ann", "Ben", "Cat", "Dan")] == ["1", "2", "1", "2"]
    assert phone.page.locator('input[name="tricks.3"]').count() == 6


def test_a_watcher_sees_the_same_table(phone: Phone, new_phone: NewPhone) -> None:
    start(phone, THREE)
    watcher = new_phone()
    watcher.enter(phone.link("Watch"))
    phone.tap("bids.1-3", "bids.2-4")

    watcher.page.locator("tfoot b", has_text="7").wait_for()

    names = ("Ann", "Ben", "Cat")
    assert [cells(watcher, name) for name in names] == [cells(phone, name) for name in names]
    assert sums(watcher) == sums(phone) == ["7", ""]
    assert row(watcher, "Ben").get_by_role("link").count() == 1  # why the total


# --- the tricks ---------------------------------------------------------------------------------


def test_tricks_are_shown_as_bid_until_missed(phone: Phone) -> None:
    start(phone, THREE)
    phone.tap("bids.1-3", "bids.2-4", "bids.0-4")
    shown = [cells(phone, name)[:2] for name in ("Ann", "Ben", "Cat")]
    assert shown == [["4", "4"], ["3", "3"], ["4", "4"]]
    assert sums(phone) == ["11", "11"]

    assert phone.counting(lambda: phone.tap("tricks.1-2")) == 2

    assert cells(phone, "Ben") == ["3", "2", "0 → −10"]
    assert sums(phone) == ["11", "10"]
    assert phone.main_key() == "Save deal 1 Ann +40 Ben −10 Cat +40"


# --- the hands ----------------------------------------------------------------------------------


def test_hill_tells_hands_and_one_more_per_tie(phone: Phone) -> None:
    bring(phone, THREE, 19)
    hill = phone.page.get_by_role("img", name="Deal 20 of 20: 1 card each.")
    assert hill.locator("rect").count() == 20
    assert hill.locator("rect.was").count() == 19

    enter(phone, "oh-hell", EVENINGS[THREE]["sheet"]["entries"][19], 19)
    phone.save()

    assert phone.totals() == [270, 100, 270]
    assert phone.end() == ""
    bars = phone.page.locator(".hill rect")
    assert bars.count() == 21
