"""A game of one's own from the front page to a finished evening, and on to a second phone."""

import os
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.phone import Phone

pytestmark = pytest.mark.browser

MOST_TAPS = 40
"""From the front page to the first deal, fields that are typed in included: three minutes at four
seconds each."""


def key(phone: Phone, words: str) -> None:
    """Tap a key or link that says this."""
    phone.touch(phone.page.get_by_role("button", name=words, exact=True))


def follow(phone: Phone, words: str) -> None:
    """Press a key, or tap a link, that leads to another page."""
    phone.taps += 1
    there = phone.page.locator(f":is(button, a):has-text('{words}'):visible").last
    address = phone.address
    there.click()
    phone.page.wait_for_function("was => location.href !== was", arg=address)
    phone.page.wait_for_load_state()


def next_step(phone: Phone) -> None:
    """Press the wide key."""
    phone.taps += 1
    address = phone.address
    phone.page.locator(".act .main").click()
    phone.page.wait_for_function("was => location.href !== was", arg=address)
    phone.page.wait_for_load_state()


def choose(phone: Phone, words: str) -> None:
    """Tap a key that is chosen."""
    phone.taps += 1
    phone.page.locator(f"label:has-text('{words}')").first.click()


def write(phone: Phone, label: str, text: str) -> None:
    """Tap a field and type."""
    phone.taps += 1
    phone.page.get_by_label(label, exact=True).first.fill(text)


def shot(phone: Phone, name: str) -> None:
    if folder := os.environ.get("SHOTS"):
        phone.page.screenshot(path=Path(folder) / f"{name}.png")


def event(phone: Phone, words: str) -> None:
    follow(phone, "Another event")
    write(phone, "What do you call it?", words)
    choose(phone, "one of them")
    next_step(phone)


def hearts(phone: Phone) -> None:
    """Make hearts with the jack of diamonds, up to the last step."""
    phone.go("/")
    follow(phone, "New game") if phone.page.get_by_text("New game").count() else phone.go("/new")
    follow(phone, "Your own game")
    write(phone, "What is it called?", "Hearts with the jack")
    phone.taps += 1
    phone.page.locator("[name=suit][value='♥']").check(force=True)
    shot(phone, "1")
    next_step(phone)
    shot(phone, "2a")
    phone.taps += 1
    follow(phone, "Points")
    write(phone, "What do you call it?", "Hearts")
    phone.taps += 1
    phone.page.locator("[name='a.total']").fill("13")
    shot(phone, "2b")
    next_step(phone)
    event(phone, "Queen of spades")
    event(phone, "Jack of diamonds")
    shot(phone, "2c")
    next_step(phone)
    shot(phone, "3")
    for field, points in (("a.1.points", "13"), ("a.2.points", "-10")):
        phone.taps += 1
        phone.page.locator(f"[name='{field}']").fill(points)
    expect(phone.page.locator(".eg").last).to_contain_text("−10")
    shot(phone, "3b")
    next_step(phone)
    phone.taps += 1
    phone.page.locator("[name=reach]").fill("100")
    choose(phone, "fewest points")
    shot(phone, "4")
    next_step(phone)
    shot(phone, "5")


def test_hearts_with_the_jack(phone: Phone) -> None:
    hearts(phone)
    print("taps", phone.taps)
    phone.page.locator(".slip").scroll_into_view_if_needed()
    shot(phone, "5b")
    next_step(phone)
    shot(phone, "6")
    assert phone.taps <= MOST_TAPS
