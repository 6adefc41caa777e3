"""A game that is a document: imported on one phone, played, given on by a link, played on there."""

import json
import zlib
from base64 import urlsafe_b64encode
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from scorekeeper.games import games
from tests.browser.line import Line
from tests.browser.phone import NewPhone, Phone
from tests.browser.test_offline import all_sent, gone, press, tap
from tests.browser.test_offline_deals import deal_is, waits_for
from tests.web.test_own_games import DOCUMENT

pytestmark = pytest.mark.browser

GAME = {**DOCUMENT, "name": "Ten a trick, at ours"}


def look_at(phone: Phone, document: object) -> None:
    """Import a text, up to the page that shows what it brings."""
    phone.go("/import")
    phone.page.fill("[name=text]", json.dumps(document))
    phone.follow(phone.page.locator("button.main"))


def play(phone: Phone) -> None:
    """Begin a table from the page that shows the game, and enter a deal."""
    phone.follow(phone.page.locator(".act .main"))
    for seat, name in enumerate(("Ann", "Ben")):
        phone.page.fill(f"#name-{seat}", name)
    phone.press("start")
    for seat, tricks in enumerate((3, 1)):
        phone.write(f"tricks.{seat}", str(tricks))
    phone.save()
    expect(phone.page.locator(".totals output").first).to_have_text("30")


def test_a_game_goes_from_phone_to_phone(phone: Phone, new_phone: NewPhone) -> None:
    look_at(phone, GAME)
    phone.press("keep")
    link = phone.page.locator("[aria-label=Link]").input_value()
    play(phone)

    other = new_phone()
    asked: list[str] = []
    other.page.on("request", lambda request: asked.append(request.url))
    other.page.goto(link)
    expect(other.page.locator("#message")).to_have_text(
        "This link brings a game: Ten a trick, at ours."
    )
    assert not any("g=" in address for address in asked)
    other.follow(other.page.locator("#brought button"))
    expect(other.page.locator("main")).to_contain_text("as its author worked it out")
    play(other)


BOMB = urlsafe_b64encode(zlib.compress(b'"' + b"a" * 10_000_000 + b'"', 9)).decode().rstrip("=")


@pytest.mark.parametrize("fragment", [f"g={BOMB}", "g=AAAA", "g=" + "_" * 9])
def test_a_damaged_link_says_so(phone: Phone, fragment: str) -> None:
    phone.go(f"/own#{fragment}")

    expect(phone.page.locator("#message")).to_have_text("This link is damaged. Ask for it again.")
    expect(phone.page.locator("#brought button")).to_be_hidden()


def answer(phone: Phone, place: str, value: Any) -> None:
    """Answer one question, whether a page comes or not."""
    if phone.field(place).count():
        phone.field(place).fill(str(value))
        return
    words = {"true": "yes", "false": "no", "null": "none"}
    tap(phone, f"{place}-{words.get(json.dumps(value), value)}")


@pytest.mark.parametrize("slug", ["phase-10", "durak", "golf-cards", "five-crowns", "gin-rummy"])
def test_deals_that_ask_the_same_need_no_network(
    cut_off: Callable[..., Phone], line: Line, slug: str
) -> None:
    own = games()[slug].own
    assert own
    example = own.document["examples"][0]
    entries = [*example["entries"], *example["entries"]][:2]
    phone = cut_off()
    phone.start(slug, names=example["players"])
    gone(phone, line, "offline")

    for number, entry in enumerate(entries, 1):
        for name, value in entry.items():
            items = enumerate(value) if isinstance(value, list) else [("", value)]
            for at, one in items:
                answer(phone, f"{name}.{at}".rstrip("."), one)
        press(phone)
        deal_is(phone, number + 1)
        waits_for(phone, number)
    phone.context.set_offline(False)

    all_sent(phone)
    saved = phone.sheet()["entries"]
    assert [
        {name: one[name] for name in entry} for entry, one in zip(entries, saved, strict=True)
    ] == entries
