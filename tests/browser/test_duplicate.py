"""A duplicate evening from its announcement to its file: several phones at the tables, two
directors, a line that is saved without a network. What other tables write is sent without a
browser, with the same cookies."""

import re
from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode

import pytest
from playwright.sync_api import APIRequestContext, expect
from werkzeug.datastructures import Headers

from scorekeeper.duplicate.exchange.reading import read_file
from scorekeeper.duplicate.result import score
from tests.browser.looks import faults
from tests.browser.phone import NewPhone, Phone
from tests.web import phones
from tests.web.duplicates import first_board, play, set_up

pytestmark = pytest.mark.browser

CALLED = (("4S N", 0), ("3NT S", -1), ("2H E", 1), ("5DX W", -2), ("1NT N", 0))


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


@pytest.mark.hard
def test_evening_from_announcement_to_file(new_phone: NewPhone) -> None:
    ann, bob, table = new_phone(), new_phone(), new_phone()
    sender = Sender(ann)
    league = ann.found()
    duplicate = set_up(sender, league, 17, "mitchell", 27, switched=True)
    for phone, role in ((bob, "organiser"), (table, "member")):
        Sender(phone).enter(link_of(sender, league, role), role.title())
    director = f"{duplicate}/director"

    # the table's phone enters and East-West agree there
    board = first_board(sender, duplicate, 1)
    table.go(f"{duplicate}/table/1")
    table.follow(table.page.locator("button.main"))
    table.follow(table.page.locator("a.main"))
    table.tap("contract.0-4", "contract.1-S", "declarer-0", "tricks-10")
    table.touch(table.button("save"))
    saved(table, "Board .* saved")
    assert faults(table.page) == []
    table.follow(table.page.locator("button.main"))
    saved(table, "East-West agreed")
    assert faults(table.page) == []

    # two directors rule on the same result at once: the second is asked to look again
    for phone in (ann, bob):
        phone.go(f"{director}/1/1/{board}")
    given = [Sender(phone).get(phone.address).form("look") for phone in (ann, bob)]
    ruled = {"kind": "artificial", "ns_award": "A+", "ew_award": "A-", "note": "turned"}
    answers = [
        Sender(phone).send(phone.address, form, ruled, "save").status
        for phone, form in zip((ann, bob), given, strict=True)
    ]
    assert answers == [303, 409]

    play_all(sender, duplicate)
    sender.do(director, {"board": str(board), "played": "2.2"}, do="foul")
    sender.do(director, do="end")
    for page in ("ranking", "paper", "paper/travellers", f"board/{board}", "hands", "director"):
        ann.go(f"{duplicate}/{page}")
        assert faults(ann.page) == [], page
    files = sender.get(f"{duplicate}/paper").links("session.xml")
    result = score(read_file(sender.get(files[0]).body).session)
    shown = sender.get(f"{duplicate}/ranking").text
    (ranking,) = (one["ranking"] for one in result["fields"])
    assert len(ranking) == 17
    assert all(f"{one['percent']:.2f}" in shown for one in ranking)


def link_of(sender: Sender, league: str, role: str) -> str:
    """The address of a league's link."""
    page = sender.get(f"{league}/organise")
    key = next(one for one in phones.keys(page) if one == f"make.{role}")
    page = sender.do(f"{league}/organise", do=key)
    found = re.findall(r"/s/[\w.-]+", page.html)
    assert found
    return str(found[-1])


def play_all(sender: Sender, duplicate: str) -> None:
    """Write what is missing, round by round."""
    director = f"{duplicate}/director"
    while True:
        marks = sender.get(director).html
        late = re.findall(r'class="missing" href="[^"]*/director/(\d+)/(\d+)/(\d+)"', marks)
        for round, table, board in (map(int, one) for one in late):
            called = CALLED[(round + table + board) % len(CALLED)]
            played = play(sender, duplicate, (round, table, board), *called)
            if played.status == 422:  # it is unlike all other results: saved all the same
                played = sender.send("", played.form("save"), {}, "save")
            assert played.status == 303, played.text
        if not sender.get(director).key("round."):
            return
        sender.do(director, do="round.")
