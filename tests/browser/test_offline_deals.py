"""Deals saved without a network: each is an entry of its own, in order, whatever the phone does
meanwhile; and the page never says more of them than is true."""

import re
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import pytest
from playwright.sync_api import Error, Page, expect

from tests.browser.line import Line
from tests.browser.looks import unreadable
from tests.browser.phone import PATIENCE_MS, NewPhone, Phone
from tests.browser.test_offline import all_sent, gone, other_scorer, says, stored, tap

pytestmark = pytest.mark.browser

DEALS = ([5, -3, 7, 2], [1, 1, 1, 1], [0, 20, 0, -20], [9, 8, 7, 6])


def type_in(phone: Phone, points: list[int], page: Page | None = None) -> None:
    """Type a deal's numbers; the last field keeps the focus."""
    for seat, number in enumerate(points):
        (page or phone.page).locator(f'[id="points.{seat}"]').fill(str(number))


def press_wide_key(phone: Phone, rest_ms: int = 0) -> None:
    """Press the wide key on its lower line, with a mouse button that stays down so long."""
    x, bottom = phone.page.locator(".act .main").evaluate(
        "key => { const {x, width, bottom} = (key.lastElementChild ?? key).getBoundingClientRect();"
        " return [x + width / 2, bottom]; }"
    )
    phone.page.mouse.move(x, bottom - 8)
    phone.page.mouse.down()
    phone.page.wait_for_timeout(rest_ms)
    phone.page.mouse.up()


def deal_is(phone: Phone, number: int) -> None:
    """Wait until the pad asks for this deal."""
    expect(phone.page.locator("#pad")).to_have_attribute("data-deal", str(number))


def save_deals(phone: Phone, *deals: list[int]) -> None:
    """Enter the first deals of a game, though no answer comes."""
    for number, points in enumerate(deals, 1):
        type_in(phone, points)
        press_wide_key(phone)
        deal_is(phone, number + 1)


def points_of(phone: Phone, table: str = "") -> list[list[int]]:
    return [entry["points"] for entry in phone.sheet(table)["entries"]]


def waits_for(phone: Phone, deals: int, and_begun: int = 0) -> None:
    """Wait until the page says that so many deals are not sent, besides one that is begun."""
    expect(phone.page.locator(".unsent")).to_have_text(re.compile(f"{deals + and_begun} unsent$"))
    noun = "deal" if deals == 1 else "deals"
    expect(phone.page.locator(".not-in-totals")).to_have_text(f"{deals} {noun} not sent yet")


@pytest.mark.parametrize("way", ["offline", "cut"])
@pytest.mark.parametrize("rest_ms", [0, 400])
def test_deals_saved_offline_are_there_in_order(
    cut_off: Callable[..., Phone], line: Line, way: str, rest_ms: int
) -> None:
    phone = cut_off()
    phone.start("tally")
    gone(phone, line, way)

    for number, points in enumerate(DEALS, 1):
        type_in(phone, points)
        press_wide_key(phone, rest_ms)
        deal_is(phone, number + 1)
        waits_for(phone, number)
    assert phone.field("points.0").input_value() == ""
    assert phone.page.locator(".totals .chip:visible").count() == 0  # whose deal is not known here
    assert phone.main_key() == "Save deal 5 saved on this phone, sent when back online"
    assert [*unreadable(phone.page)] == []
    phone.context.set_offline(False)
    line.become("open")

    all_sent(phone)
    says(phone, "Back online. All sent.")
    expect(phone.page.locator(".deals .no").first).to_have_text("4")
    assert points_of(phone) == [*DEALS]
    expect(phone.page.locator(".not-in-totals")).to_have_count(0)


def test_slow_server_gets_each_deal_once(cut_off: Callable[..., Phone], line: Line) -> None:
    phone = cut_off()
    phone.start("tally")
    line.become("silent")

    type_in(phone, DEALS[0])
    press_wide_key(phone)
    deal_is(phone, 2)  # before the request gives up
    type_in(phone, DEALS[1])
    press_wide_key(phone)
    deal_is(phone, 3)
    line.become("open")

    all_sent(phone)
    assert points_of(phone) == [*DEALS[:2]]


def test_lost_answer_doubles_no_later_deal(cut_off: Callable[..., Phone], line: Line) -> None:
    phone = cut_off()
    table = phone.start("tally")
    lost = []

    def lose(route: Any) -> None:
        with suppress(Error):  # the line may be cut by now
            if "do=save" in (route.request.post_data or ""):
                lost.append(route.fetch().status)
            route.abort()

    phone.page.route(f"**{table}", lose)
    save_deals(phone, DEALS[0])
    while 200 not in lost:
        phone.page.wait_for_timeout(20)
    phone.page.unroute_all()
    line.become("cut")
    type_in(phone, DEALS[1])
    press_wide_key(phone)
    deal_is(phone, 3)
    line.become("open")

    all_sent(phone)
    assert points_of(phone) == [*DEALS[:2]]


def test_offline_deals_survive_a_reload(cut_off: Callable[..., Phone], line: Line) -> None:
    phone = cut_off(workers=True)
    table = phone.start("tally")
    phone.page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    phone.write("points.0", "5")
    phone.field("points.0").blur()
    has_copy(phone, table)
    phone.context.set_offline(True)
    save_deals(phone, DEALS[0])
    phone.field("points.1").fill("1")

    phone.page.reload()
    deal_is(phone, 2)
    waits_for(phone, 1, and_begun=1)
    values = [phone.field(f"points.{seat}").input_value() for seat in range(4)]
    assert values == ["", "1", "", ""]
    type_in(phone, DEALS[1])
    press_wide_key(phone)
    deal_is(phone, 3)
    phone.context.set_offline(False)

    all_sent(phone)
    assert points_of(phone, table) == [*DEALS[:2]]


def has_copy(phone: Phone, table: str) -> None:
    until = time.monotonic() + PATIENCE_MS / 1000
    while not phone.page.evaluate("table => caches.match(table).then(Boolean)", table):
        assert time.monotonic() < until
        phone.page.wait_for_timeout(50)


def test_two_tabs_save_deals_behind_each_other(cut_off: Callable[..., Phone], line: Line) -> None:
    phone = cut_off()
    table = phone.start("tally")
    mine = phone.page
    phone.new_tab()
    phone.go(table)
    other, phone.page = phone.page, mine
    line.become("cut")
    save_deals(phone, DEALS[0])

    expect(other.locator("#pad")).to_have_attribute("data-deal", "2")
    type_in(phone, DEALS[1], other)
    other.locator(".act .main").click()
    deal_is(phone, 3)
    type_in(phone, DEALS[2])
    press_wide_key(phone)
    deal_is(phone, 4)
    line.become("open")

    all_sent(phone)
    other.close()
    assert points_of(phone) == [*DEALS[:3]]


def test_unsent_deal_is_corrected_and_sent_once(cut_off: Callable[..., Phone], line: Line) -> None:
    phone = cut_off()
    phone.start("tally")
    line.become("cut")
    save_deals(phone, *DEALS[:2])

    phone.page.locator(".act .undo").click()
    deal_is(phone, 2)
    waits_for(phone, 1, and_begun=1)
    phone.page.locator(".act .undo").click()
    deal_is(phone, 1)
    assert phone.field("points.1").input_value() == "-3"
    phone.field("points.1").fill("-4")
    press_wide_key(phone)
    deal_is(phone, 2)
    assert phone.field("points.3").input_value() == "1"
    press_wide_key(phone)
    deal_is(phone, 3)
    line.become("open")

    all_sent(phone)
    assert points_of(phone) == [[5, -4, 7, 2], DEALS[1]]


def test_unsent_deals_are_edited_and_discarded(cut_off: Callable[..., Phone], line: Line) -> None:
    phone = cut_off()
    phone.start("tally")
    line.become("cut")
    save_deals(phone, *DEALS[:3])
    phone.field("points.0").fill("9")

    phone.page.locator(".unsent").click()
    lines = phone.page.locator("dialog.kept li")
    expect(lines).to_have_count(4)  # and the number of deal 4
    expect(lines.nth(1)).to_contain_text("Score pad, deal 2")
    assert [*unreadable(phone.page)] == []
    lines.nth(1).get_by_role("button", name="Discard").click()
    phone.page.get_by_role("button", name="Close").click()
    deal_is(phone, 3)
    assert phone.field("points.0").input_value() == "9"
    phone.page.locator(".unsent").click()
    expect(lines.nth(1)).to_contain_text("Score pad, deal 2")
    lines.nth(0).get_by_role("button", name="Edit").click()
    deal_is(phone, 1)
    phone.field("points.3").fill("3")
    press_wide_key(phone)
    deal_is(phone, 3)
    assert phone.field("points.0").input_value() == "9"
    line.become("open")

    all_sent_but_taps(phone)
    assert points_of(phone) == [[5, -3, 7, 3], DEALS[2]]


def all_sent_but_taps(phone: Phone) -> None:
    until = time.monotonic() + PATIENCE_MS / 1000
    while kept := stored(phone, "deal "):
        assert time.monotonic() < until, kept
        phone.page.wait_for_timeout(50)


def test_undone_deal_on_the_pad_is_not_sent(cut_off: Callable[..., Phone], line: Line) -> None:
    phone = cut_off()
    phone.start("tally")
    line.become("cut")
    save_deals(phone, DEALS[0])
    phone.page.locator(".act .undo").click()
    deal_is(phone, 1)
    line.become("open")

    # or, where the answers have come by then, what the deal would bring
    says(phone, re.compile("Back online|Cat leads by 2|^$"))
    assert phone.sheet()["entries"] == []
    phone.field("points.0").fill("6")
    phone.save()
    assert points_of(phone) == [[6, -3, 7, 2]]
    assert stored(phone, "deal ") == []


THEIRS = [10, 0, 5, -5]
DECIDED = {
    "Use theirs": [THEIRS, DEALS[1]],
    "Replace with mine": [DEALS[0], DEALS[1]],
    "Save mine as next deal": [THEIRS, DEALS[0], DEALS[1]],
}


@pytest.mark.parametrize("key", DECIDED)
def test_other_phones_deal_is_shown_first(
    cut_off: Callable[..., Phone], new_phone: NewPhone, line: Line, key: str
) -> None:
    phone = cut_off()
    phone.start("tally")
    other = other_scorer(phone, new_phone)
    line.become("cut")
    save_deals(phone, *DEALS[:2])
    type_in(other, THEIRS)
    other.save()
    line.become("open")

    says(phone, "Deal 1 is already saved with other figures. Which ones count?")
    assert points_of(other, other.table) == [THEIRS]
    assert len(stored(phone, "deal ")) == 2
    assert [*unreadable(phone.page)] == []
    phone.page.get_by_role("button", name=key).click()

    all_sent(phone)
    assert points_of(other, other.table) == DECIDED[key]


def test_game_that_needs_its_engine_waits(cut_off: Callable[..., Phone], line: Line) -> None:
    phone = cut_off()
    phone.start("bridge")
    phone.tap("contract.0-4", "contract.1-S", "declarer-0", "tricks-10")
    line.become("cut")

    press_wide_key(phone)
    waits_for(phone, 1)
    key = phone.page.locator(".act .main")
    expect(key).to_be_disabled()
    expect(key).to_have_text(re.compile("^Deal 1 is saved.*the next one needs the network$"))
    assert [*unreadable(phone.page)] == []
    phone.page.locator(".act .undo").click()
    expect(key).to_be_enabled()
    tap(phone, "tricks-11")
    press_wide_key(phone)
    expect(key).to_be_disabled()
    line.become("open")

    all_sent(phone)
    says(phone, "Back online. All sent.")
    assert [entry["tricks"] for entry in phone.sheet()["entries"]] == [11]


def test_unsaved_deal_is_not_called_sent(cut_off: Callable[..., Phone], line: Line) -> None:
    phone = cut_off()
    phone.start("euchre")
    line.become("cut")
    tap(phone, phone.page.locator("#pad .key input").first.get_attribute("id") or "")
    expect(phone.page.locator(".unsent")).to_have_text("offline, 1 unsent")
    line.become("open")

    says(phone, "Back online. Deal 1 isn’t saved yet.")
    all_sent(phone)
    assert phone.sheet()["entries"] == []


INSECURE = "Object.defineProperty(window, 'isSecureContext', { value: false })"


def test_plain_http_promises_only_what_is_true(cut_off: Callable[..., Phone], line: Line) -> None:
    phone = cut_off()
    phone.context.add_init_script(INSECURE)
    phone.start("tally")
    line.become("cut")

    for number, points in enumerate(DEALS[:2], 1):
        type_in(phone, points)
        press_wide_key(phone)
        deal_is(phone, number + 1)
        expect(phone.page.locator("#message")).not_to_have_text(re.compile("sent[.]$"))
    says(phone, re.compile("[.] Saved on this phone, sent when back online[.]$"))
    line.become("open")

    all_sent(phone)
    assert points_of(phone) == [*DEALS[:2]]


@pytest.mark.parametrize("way", ["cut", "offline"])
def test_unreachable_server_gets_the_deal_later(
    cut_off: Callable[..., Phone], line: Line, way: str
) -> None:
    phone = cut_off(cdn="blocked")
    table = phone.start("tally")
    type_in(phone, DEALS[0])
    gone(phone, line, way)
    phone.page.locator(".act .main").click()
    if way == "offline":
        deal_is(phone, 2)
        type_in(phone, DEALS[1])
        phone.page.locator(".act .main").click()
        deal_is(phone, 3)
    else:
        phone.page.wait_for_url("chrome-error://**")
    phone.page.goto("about:blank")
    phone.context.set_offline(False)
    line.become("open")

    phone.go(table)
    all_sent_but_taps(phone)
    expect(phone.page.locator(".deals .no").first).to_have_text("2" if way == "offline" else "1")
    assert points_of(phone, table) == [*DEALS[: 2 if way == "offline" else 1]]
