"""A game that is a document: imported on one phone, played, given on by a link, played on there."""

import json
import zlib
from base64 import urlsafe_b64encode
from collections.abc import Callable, Iterator, Mapping
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
    expect(other.page.locator("main")).to_contain_text("as its author saved it")
    play(other)


BOMB = urlsafe_b64encode(zlib.compress(b'"' + b"a" * 10_000_000 + b'"', 9)).decode().rstrip("=")


@pytest.mark.parametrize("fragment", [f"g={BOMB}", "g=AAAA", "g=" + "_" * 9])
def test_a_damaged_link_says_so(phone: Phone, fragment: str) -> None:
    phone.go(f"/own#{fragment}")

    expect(phone.page.locator("#message")).to_have_text("This link is damaged. Ask for it again.")
    expect(phone.page.locator("#brought button")).to_be_hidden()


def in_order(document: Mapping[str, Any], entry: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """Yield what is entered of a deal, each with its place, in the order in which it is asked: what
    may be left out comes last."""
    for field in sorted(document["fields"], key=lambda field: "usually" in field):
        value = entry.get(field["name"])
        for at, one in enumerate(value) if isinstance(value, list) else [("", value)]:
            if one is not None or "none" in field and field["name"] in entry:
                yield f"{field['name']}.{at}".rstrip("."), one


def key_of(place: str, value: Any) -> str:
    """The key that enters this value there."""
    words = {"true": "yes", "false": "no", "null": "none"}
    return f"{place}-{words.get(json.dumps(value), value)}"


def answer(phone: Phone, place: str, value: Any) -> None:
    """Answer one question, whether a page comes or not."""
    if phone.field(place).count():
        phone.field(place).fill(str(value))
    else:
        tap(phone, key_of(place, value))


ALIKE = [slug for slug, game in games().items() if game.own and game.asks_same]


@pytest.mark.parametrize("slug", ALIKE)
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
        for place, value in in_order(own.document, entry):
            answer(phone, place, value)
        press(phone)
        deal_is(phone, number + 1)
        waits_for(phone, number)
        # of the deal before nothing stands there, as if it were answered
        expect(phone.page.locator("#pad .done, #pad .said b:not(:empty)")).to_have_count(0)
        press(phone)
        deal_is(phone, number + 1)
        expect(phone.page.locator(".here")).to_have_count(1)
    phone.context.set_offline(False)

    all_sent(phone)
    saved = phone.sheet()["entries"]
    assert [
        {name: one[name] for name in entry} for entry, one in zip(entries, saved, strict=True)
    ] == entries


def test_a_passed_out_deal_needs_no_network(cut_off: Callable[..., Phone], line: Line) -> None:
    phone = cut_off()
    phone.start("gin-rummy", names=["Ann", "Ben"])
    gone(phone, line, "offline")

    tap(phone, "passed_out-yes")
    press(phone)
    deal_is(phone, 2)
    waits_for(phone, 1)
    phone.context.set_offline(False)

    all_sent(phone)
    assert phone.sheet()["entries"] == [{"passed_out": True}]


@pytest.mark.parametrize("slug", [slug for slug, game in games().items() if game.own])
def test_each_question_comes_up(phone: Phone, slug: str) -> None:
    own = games()[slug].own
    assert own
    deals = [(len(one["entries"][0]), one["entries"][0], one) for one in own.document["examples"]]
    _, entry, example = max(deals, key=lambda deal: deal[0])
    phone.start(slug, names=example["players"])

    for place, value in in_order(own.document, entry):
        if phone.field(place).count():
            phone.write(place, str(value))
            phone.field(place).blur()
            phone.settle()
        else:
            phone.tap(key_of(place, value))
    phone.save()

    expect(phone.page.locator("#pad .fault")).to_have_count(0)
    saved = phone.sheet()["entries"]
    assert {name: saved[0][name] for name in entry} == entry


def test_a_step_is_one_tap(phone: Phone) -> None:
    phone.start("phase-10", names=["Ann", "Ben"])

    more = phone.page.get_by_role("group", name="Points left").get_by_label("More").first
    more.tap()
    more.tap()

    expect(phone.field("left.0")).to_have_value("10")
