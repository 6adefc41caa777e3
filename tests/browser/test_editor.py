"""A game of one's own from the front page to a finished evening, and on to a second phone."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.line import Line
from tests.browser.looks import faults
from tests.browser.phone import NewPhone, Phone
from tests.browser.test_league_tables import standings
from tests.browser.test_offline import all_sent, gone, press, says, tap
from tests.browser.test_offline_deals import deal_is, waits_for

pytestmark = pytest.mark.browser

MOST_TAPS = 30
"""From the front page to a table of it, where a field that is typed in counts as one: with three
minutes that is six seconds each."""


def go_on(phone: Phone, key: str = ".act .main") -> None:
    """Press a key, or tap a link, that leads to another page."""
    there, address = phone.page.locator(key), phone.address
    phone.settle()
    there.scroll_into_view_if_needed()
    phone.touch(there)
    phone.page.wait_for_function("was => !location.href.endsWith(was)", arg=address)
    phone.page.wait_for_load_state()


def type_in(phone: Phone, field: str, text: str) -> None:
    """Tap a field, and type."""
    phone.taps += 1
    phone.page.locator(f"[name='{field}']").fill(text)


def choose(phone: Phone, name: str, value: str) -> None:
    """Tap a key that is chosen."""
    phone.touch(phone.page.locator(f"label:has([name='{name}'][value='{value}'])"))
    phone.settle()


def seen(phone: Phone, name: str) -> None:
    """Look at a page: readable to all, in the frame; as a picture where one is asked for."""
    phone.settle()
    assert faults(phone.page) == []
    if folder := os.environ.get("SHOTS"):
        phone.page.screenshot(path=Path(folder) / f"{name}.png")


def event(phone: Phone, words: str) -> None:
    """Write down whose card it was."""
    go_on(phone, "button[value='add.event']")
    type_in(phone, "a.label", words)
    choose(phone, "a.whom", "one")
    go_on(phone)


def hearts(phone: Phone, name: str) -> None:
    """Make hearts with the jack of diamonds, from the front page to the last step."""
    phone.go("/")
    go_on(phone, "a[href='/new']:visible >> nth=0")
    go_on(phone, "a[href='/own/edit']")
    type_in(phone, "name", name)
    choose(phone, "suit", "♥")
    seen(phone, "1-name")
    go_on(phone)
    seen(phone, "2-write")
    go_on(phone, "button[value='thing.scored']")
    type_in(phone, "a.label", "Hearts")
    type_in(phone, "a.total", "13")
    seen(phone, "2-thing")
    go_on(phone)
    event(phone, "Queen of spades")
    event(phone, "Jack of diamonds")
    seen(phone, "2-written")
    go_on(phone)
    type_in(phone, "a.1.points", "13")
    type_in(phone, "a.2.points", "-10")
    expect(phone.page.locator(".eg").last).to_contain_text("−10")
    seen(phone, "3-worth")
    go_on(phone)
    type_in(phone, "reach", "30")
    choose(phone, "wins", "least")
    expect(phone.page.locator("#message")).to_have_text("Over at 30; the fewest points win.")
    seen(phone, "4-end")
    go_on(phone)
    expect(phone.page.locator(".slip")).to_contain_text("Queen of spades")
    seen(phone, "5-try")


NAMES = ("Ann", "Ben", "Cat")
DEALS = ((0, 13, 0), (6, 7, 0))
"""The hearts of each; the queen of spades is Ben's both times, the jack of diamonds Cat's."""
SHEET = [{"scored": [*hearts_], "event": 1, "event_2": 2} for hearts_ in DEALS]


def begin(phone: Phone) -> None:
    """Name the seats, and start."""
    for seat, name in enumerate(NAMES):
        phone.page.fill(f"#name-{seat}", name)
    phone.press("start")


def play(phone: Phone) -> None:
    """Play it to the end, in two deals."""
    for hearts_ in DEALS:
        for seat, points in enumerate(hearts_):
            phone.write(f"scored.{seat}", str(points))
        phone.tap("event-1", "event_2-2")
        phone.save()
    expect(phone.page.locator("main")).to_contain_text("Cat won with −20")


def play_offline(phone: Phone, line: Line) -> None:
    """Play it to the end without a network; back there, each deal arrives once."""
    gone(phone, line, "offline")
    for number, hearts_ in enumerate(DEALS, 1):
        for seat, points in enumerate(hearts_):
            phone.field(f"scored.{seat}").fill(str(points))
        tap(phone, "event-1", "event_2-2")
        press(phone)
        deal_is(phone, number + 1)
        waits_for(phone, number)
    assert phone.sheet()["entries"] == []
    phone.context.set_offline(False)

    all_sent(phone)
    says(phone, "Back online. All sent.")
    expect(phone.page.locator("main")).to_contain_text("Cat won with −20")
    assert phone.sheet()["entries"] == SHEET


def test_hearts_with_the_jack_goes_round(
    phone: Phone, cut_off: Callable[..., Phone], line: Line
) -> None:
    hearts(phone, "Hearts with the jack")
    go_on(phone)
    assert phone.taps <= MOST_TAPS
    begin(phone)
    play(phone)

    phone.go("/own")
    phone.follow(phone.page.get_by_role("link", name="Hearts with the jack").last)
    seen(phone, "6-one")
    link = phone.page.locator("[aria-label=Link]").input_value()
    other = cut_off()
    other.page.goto(link.replace(phone.base, other.base))
    other.follow(other.page.locator("#brought button:visible"))
    expect(other.page.locator("main")).to_contain_text("as its author saved it")
    other.follow(other.page.locator(".act .main"))
    begin(other)
    play_offline(other, line)


def test_a_league_plays_a_game_of_its_own(phone: Phone) -> None:
    hearts(phone, "Hearts of the club")
    go_on(phone)
    league = phone.found(NAMES)
    phone.go(f"{league}/season/1/rules")
    phone.touch(phone.page.locator("summary", has_text="Games that count"))
    phone.touch(phone.page.locator("label", has_text="Hearts of the club"))
    seen(phone, "7-season")
    phone.press("save")

    phone.go(league)
    phone.follow(phone.page.get_by_role("link", name="New game in this league"))
    phone.follow(phone.page.locator(".games a", has_text="Hearts of the club"))
    begin(phone)
    play(phone)
    phone.follow(phone.page.get_by_role("link", name="Standings of Tuesday club"))
    assert [row.split()[1] for row in standings(phone)] == ["Cat", "Ann", "Ben"]


def test_what_is_seldom_asked_is_accessible(phone: Phone) -> None:
    phone.go("/own/edit")
    go_on(phone)
    go_on(phone)
    go_on(phone, "button[value='card.0']")
    for recipe in ("bags", "table", "formula"):
        go_on(phone, f"button[value='recipe.{recipe}']")
        seen(phone, f"card-{recipe}")
    go_on(phone)
    phone.touch(phone.page.locator("details > summary"))
    go_on(phone, "button[value='add.values']")
    seen(phone, "part")


def test_a_key_waits_for_the_network(cut_off: Callable[..., Phone]) -> None:
    phone = cut_off()
    phone.go("/own/edit")
    type_in(phone, "name", "Made on a train")
    phone.context.set_offline(True)
    phone.page.locator(".act .main").click()
    expect(phone.page.locator(".act .message")).to_contain_text("and goes on when it is back.")
    assert faults(phone.page) == []
    assert phone.page.locator("[name=name]").input_value() == "Made on a train"

    phone.context.set_offline(False)
    phone.page.wait_for_url("**/2")
    phone.page.go_back()
    expect(phone.page.locator("[name=name]")).to_have_value("Made on a train")


def test_back_and_a_reload_find_what_was_typed(phone: Phone) -> None:
    phone.go("/own/edit")
    go_on(phone)
    go_on(phone)
    type_in(phone, "a.0.worth", "3")
    expect(phone.page.locator(".eg")).to_contain_text("× 3")  # noqa: RUF001
    assert "token" not in phone.address
    phone.page.reload()
    type_in(phone, "a.0.worth", "5")
    go_on(phone)
    phone.page.go_back()
    expect(phone.page.locator("[name='a.0.worth']")).to_have_value("5")


def test_a_number_ticks_when_the_game_is_over(phone: Phone) -> None:
    phone.go("/own/edit/new/4")
    ticked = phone.page.locator("#ends-deals")
    expect(ticked).not_to_be_checked()
    type_in(phone, "deals", "12")
    expect(ticked).to_be_checked()
    phone.page.locator("[name='deals']").press("Tab")
    phone.settle()
    expect(phone.page.locator("#message")).to_contain_text("or after 12 deals")

    phone.touch(ticked)
    phone.settle()
    go_on(phone)

    phone.page.go_back()
    expect(ticked).not_to_be_checked()


def test_five_taps_make_a_game_without_a_script(new_phone: NewPhone) -> None:
    phone = new_phone(script=False)
    phone.page.goto("/own/edit")
    for _ in range(5):
        with phone.page.expect_navigation():
            phone.page.locator(".act .main").click()

    assert phone.address.startswith("/new/own-")
