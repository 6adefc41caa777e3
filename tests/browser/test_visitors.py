"""What each visitor of a table is shown: the scorer a pad, a player whose bid is asked its keys
alone, a watcher where the deal stands and how the last one was scored."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser import looks
from tests.browser.evenings import bring
from tests.browser.phone import NewPhone, Phone, let_in

pytestmark = [pytest.mark.browser, pytest.mark.hard]

LARGEST = 25_000
"""Bytes of a page on its way."""


def sent(phone: Phone) -> int:
    """Return how many bytes the page takes."""
    answer = phone.context.request.get(phone.page.url, headers={"Accept-Encoding": "gzip"})
    return int(answer.headers["content-length"])


def test_watcher_sees_bids_deal_and_chart(phone: Phone, new_phone: NewPhone) -> None:
    bring(phone, "spades-nil", 3)
    watcher = let_in(phone, new_phone(), "Watch")
    seen = watcher.page.locator(".seen")
    assert seen.count() == 0

    phone.tap("bids.0-4", "bids.1-3")

    expect(seen).to_contain_text("Ben 3")
    assert re.split(r"\s+", seen.inner_text().casefold().strip()) == (
        ["bids", "ann", "4", "ben", "3", "cat", "…", "dan", "–"]
    )
    assert watcher.page.locator(".lines:visible").count() == 1
    assert watcher.page.locator(".slip").get_by_role("heading", name="Deal 3").is_visible()
    assert watcher.page.locator("#main > .chart svg").is_visible()
    assert watcher.page.locator("#now .live").inner_text() == "live"
    assert watcher.page.locator(".main").count() == 0
    assert watcher.page.get_by_role("link", name="I play here").is_visible()
    assert watcher.page.locator("#pad").count() == 0
    assert looks.faults(watcher.page) == []
    assert sent(watcher) < LARGEST


def test_asked_player_sees_only_the_bid_keys(phone: Phone, new_phone: NewPhone) -> None:
    bring(phone, "spades-nil", 3)
    cat = let_in(phone, new_phone(), "Cat")
    assert not cat.page.locator("#main > #pad:first-child").count()  # others bid before
    phone.tap("bids.0-4", "bids.1-3")

    heading = cat.page.get_by_role("heading", name="Your bid")
    expect(cat.page.locator("#main > :first-child")).to_have_id("pad")
    assert heading.is_visible()
    for bid in range(1, 14):
        box = cat.key(f"bids.2-{bid}").bounding_box()
        assert box
        assert box["height"] >= 64
        assert box["y"] + box["height"] < 740
    assert looks.faults(cat.page) == []
    assert sent(cat) < LARGEST

    cat.tap("bids.2-3")
    cat.press("keep")

    assert "Cat 3" in " ".join(cat.page.locator(".seen").inner_text().split())
    assert not cat.button("keep").is_visible()
    assert looks.faults(cat.page) == []
    cat.touch(cat.page.locator("summary", has_text="Change my bid"))
    cat.tap("bids.2-4")
    cat.press("keep")
    expect(phone.page.locator("button.said", has_text="Cat")).to_have_text(re.compile("4"))


def test_pencil_goes_to_a_player_and_back(phone: Phone, new_phone: NewPhone) -> None:
    table = bring(phone, "spades-nil", 3)
    ben, watcher = (let_in(phone, new_phone(), title) for title in ("Ben", "Watch"))
    phone.go(f"{table}/phones")
    assert looks.faults(phone.page) == []

    phone.touch(phone.page.get_by_role("button", name="Hand over to Ben"))
    phone.page.get_by_text("Pencil handed over.").wait_for()

    expect(watcher.page.locator(".slip")).to_contain_text("Ben scores.")
    expect(ben.page.locator(".act button.main")).to_contain_text("Next: Ann bids")
    ben.tap("bids.0-4")
    expect(watcher.page.locator(".seen")).to_contain_text("Ann 4")
    assert looks.faults(phone.page) == []
    phone.touch(phone.page.get_by_role("button", name="Take back from Ben"))
    phone.page.get_by_text("You have the pencil.").wait_for()
    phone.go(table)
    phone.tap("bids.1-3")
    expect(ben.page.get_by_text("Change my bid")).to_be_visible()


def test_six_phones_bid_at_one_table(phone: Phone, new_phone: NewPhone) -> None:
    names = ("Ann", "Ben", "Cat", "Dan", "Eve", "Fay")
    table = phone.start("oh-hell", names=names)
    others = {name: let_in(phone, new_phone(), name) for name in names[1:]}
    phone.go(table)
    assert "Ann deals" in phone.page.locator("#now").inner_text()
    for seat, name in enumerate(names[1:], start=1):
        other = others[name]
        # the keys move up once it is this player's turn, which another phone's bid decides
        other.page.locator("#pad ~ .totals").wait_for()
        if seat == 1:
            other.press("keep")
            assert other.message()
        other.tap(f"bids.{seat}-0")
        other.press("keep")
    phone.key("bids.0-9").wait_for()
    phone.tap("bids.0-9")

    for other in others.values():
        expect(other.page.locator(".seen dd b")).to_have_text([*"000009"])
