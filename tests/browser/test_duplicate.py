"""A board of a duplicate evening on a phone: few taps, and without a network. What other tables
write is sent without a browser, with the same cookies."""

import re
import time
from collections.abc import Callable, Mapping
from typing import Any
from urllib.parse import urlencode

import pytest
from playwright.sync_api import APIRequestContext, expect
from werkzeug.datastructures import Headers

from tests.browser.line import Line
from tests.browser.phone import NewPhone, Phone
from tests.web import phones
from tests.web.duplicates import first_board, play, set_up

pytestmark = pytest.mark.browser


class Sender(phones.Phone):
    """The same phone, without a page of its own."""

    def __init__(self, phone: Phone) -> None:
        self.request: APIRequestContext = phone.context.request

    def ask(self, method: str, address: str, data: Any, headers: Mapping[str, str]) -> phones.Page:
        """Ask the server."""
        form = {"Content-Type": "application/x-www-form-urlencoded"} if method == "POST" else {}
        answer = self.request.fetch(
            address,
            method=method,
            data=urlencode(data or {}, doseq=True) if method == "POST" else None,
            headers={**headers, **form},
            max_redirects=0,
        )
        return phones.Page(answer.status, Headers([*answer.headers.items()]), answer.body())


def saved(phone: Phone, words: str) -> None:
    """Wait until the page says this."""
    expect(phone.page.locator("#message")).to_have_text(re.compile(words))


def test_line_without_network_arrives_once(new_phone: NewPhone) -> None:
    phone = new_phone()
    sender = Sender(phone)
    duplicate = set_up(sender, phone.found(), 8, "howell", 21)
    board = first_board(sender, duplicate, 1)
    phone.go(f"{duplicate}/table/1/board/{board}?round=1")
    before = phone.taps
    phone.tap("contract.0-4", "contract.1-S", "declarer-0", "tricks-10")

    phone.context.set_offline(True)
    phone.touch(phone.button("save"))
    assert phone.taps - before == 5
    expect(phone.page.locator(".bar .unsent")).to_be_visible()
    phone.context.set_offline(False)

    saved(phone, "East-West: check the contract")
    phone.forgive("Failed to fetch")  # told by now, however slow the console is
    told = sender.get(f"{duplicate}/director").text
    assert told.count(f"Board {board} at table 1: 4 ♠ by North") == 1


def test_key_is_ready_without_network_and_without_a_lead(new_phone: NewPhone) -> None:
    phone = new_phone()
    sender = Sender(phone)
    duplicate = set_up(sender, phone.found(), 8, "howell", 21, lead="y")
    phone.go(f"{duplicate}/table/1/board/{first_board(sender, duplicate, 1)}?round=1")
    phone.tap("contract.0-4", "contract.1-S", "declarer-0")
    expect(phone.page.get_by_text("Lead")).to_be_visible()
    pale = phone.page.locator("button.main[data-wait]")
    phone.context.set_offline(True)

    expect(pale).to_have_count(1)
    phone.touch(phone.key("passed_out-yes"))
    expect(pale).to_have_count(0)
    phone.touch(phone.key("passed_out-yes"))
    expect(pale).to_have_count(1)
    phone.touch(phone.key("tricks-10"))
    expect(pale).to_have_count(0)
    saved(phone, r"Offline\. Save keeps the board on this phone\.")
    phone.forgive("Failed to fetch")


@pytest.mark.parametrize("closed", [False, True], ids=["same-page", "page-closed"])
def test_agreement_without_network_arrives_once(new_phone: NewPhone, closed: bool) -> None:
    phone = new_phone()
    sender = Sender(phone)
    duplicate = set_up(sender, phone.found(), 8, "howell", 21)
    board = first_board(sender, duplicate, 1)
    phone.go(f"{duplicate}/table/1")
    phone.context.set_offline(True)
    phone.touch(phone.page.locator("button.main"))  # everybody sits here
    phone.touch(phone.page.locator("button.main"))
    expect(phone.page.locator(".bar .unsent")).to_contain_text("1 unsent")
    phone.context.set_offline(False)
    expect(phone.page.locator("a.main")).to_have_text(f"Enter board {board}")

    play(sender, duplicate, (1, 1, board), "4S N")
    phone.go(f"{duplicate}/table/1/board/{board}?round=1")
    phone.context.set_offline(True)
    phone.touch(phone.page.locator("button.main"))
    expect(phone.page.locator(".bar .unsent")).to_be_visible()
    phone.touch(phone.page.locator("button.main"))
    if closed:
        phone.page.goto("about:blank")
    phone.context.set_offline(False)
    if closed:
        phone.go(f"{duplicate}/table/1/board/{board}?round=1")
    saved(phone, "East-West agreed")
    phone.forgive("Failed to fetch")  # told by now, however slow the console is

    told = sender.get(f"{duplicate}/director").text
    assert told.count(f"East-West agreed to board {board}") == 1
    assert told.count("Table 1 began round 1") == 1


def test_correction_without_network_arrives_once(new_phone: NewPhone) -> None:
    phone = new_phone()
    sender = Sender(phone)
    duplicate = set_up(sender, phone.found(), 8, "howell", 21)
    board = first_board(sender, duplicate, 1)
    play(sender, duplicate, (1, 1, board), "4S N")
    phone.go(f"{duplicate}/table/1/board/{board}?round=1")
    phone.follow(phone.page.locator("a.quiet", has_text="Edit"))
    phone.page.locator(".said").last.click()
    phone.tap("tricks-9")
    phone.context.set_offline(True)
    phone.touch(phone.button("save"))
    expect(phone.page.locator(".bar .unsent")).to_be_visible()
    phone.context.set_offline(False)

    saved(phone, "East-West: check the contract")
    phone.forgive("Failed to fetch")  # told by now, however slow the console is
    told = sender.get(f"{duplicate}/director").text
    assert told.count(f"Board {board} at table 1: 4 ♠ by North, made, now") == 1


@pytest.mark.parametrize("htmx", ["served", "blocked"])
def test_next_board_is_opened_and_typed_without_network(
    cut_off: Callable[..., Phone], line: Line, htmx: str
) -> None:
    phone = cut_off(workers=True, cdn=htmx)
    sender = Sender(phone)
    duplicate = set_up(sender, phone.found(), 8, "howell", 21)
    phone.go(f"{duplicate}/table/1")
    phone.page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    phone.follow(phone.page.locator("button.main"))
    board = first_board(sender, duplicate, 1)
    until = time.monotonic() + 20
    address = f"{duplicate}/table/1/board"
    kept = "async path => Boolean(await caches.match(path))"
    while not phone.page.evaluate(kept, f"{address}/{board + 2}"):
        assert time.monotonic() < until
        phone.page.wait_for_timeout(50)

    line.become("cut")
    for at, level, result in ((board, 4, "0"), (board + 1, 3, "-1")):
        phone.follow(phone.page.locator("a:visible", has_text=f"Board {at}").first)
        pale = phone.page.locator("button.main[data-wait]")
        for key in (f"contract.0-{level}", "contract.1-S", "declarer-0", f"away.over-{result}"):
            expect(pale).to_have_count(1)
            phone.touch(phone.key(key))
        expect(pale).to_have_count(0)
        phone.touch(phone.button("save"))
        expect(phone.page.locator(".bar .unsent")).to_contain_text(f"{at - board + 1} unsent")
        if at == board:
            phone.page.go_back()
    line.become("open")

    expect(phone.page.locator(".bar .unsent")).to_have_count(0)
    told = sender.get(f"{duplicate}/director").text
    assert told.count(f"Board {board} at table 1: 4 ♠ by North, made") == 1
    assert told.count(f"Board {board + 1} at table 1: 3 ♠ by North, 1 down") == 1
    phone.go(f"{address}/{board + 1}")
    assert "3 ♠ by North" in phone.page.inner_text("main")


def test_board_is_entered_in_five_taps(new_phone: NewPhone) -> None:
    phone = new_phone()
    sender = Sender(phone)
    duplicate = set_up(sender, phone.found(), 8, "howell", 21)
    board = first_board(sender, duplicate, 1)
    for at, taps, keys in (
        (board, 5, ("contract.0-3", "contract.1-NT", "declarer-2", "tricks-8")),
        (board + 1, 2, ("passed_out-yes",)),
    ):
        phone.go(f"{duplicate}/table/1/board/{at}?round=1")
        before = phone.taps
        phone.tap(*keys)
        phone.touch(phone.button("save"))
        assert phone.taps - before == taps
        saved(phone, f"Board {at} saved")
