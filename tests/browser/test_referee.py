"""The referee's three questions on the phone, asked from a deal in progress."""

from collections.abc import Mapping, Sequence
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.looks import faults
from tests.browser.phone import NAMES, NewPhone, Phone

pytestmark = pytest.mark.browser


def four_spades(phone: Phone) -> str:
    """A table with four spades by Ann on the pad, not yet played."""
    table = phone.start("bridge")
    phone.tap("contract.0-4", "contract.1-S", "declarer-0")
    return table


def tapping(phone: Phone, *taps: str) -> None:
    """Tap these keys of a referee's page."""
    for tap in taps:
        key = tap_key(phone, tap)
        if phone.live:
            phone.touch(key)
        else:
            phone.follow(key)
        phone.settle()


def tap_key(phone: Phone, tap: str) -> Locator:
    """The key of a referee's page that this tap is of."""
    what, _, suit = tap.partition(".")
    if what == "suit":
        return phone.page.locator("label", has=phone.page.locator(f'[name=pick][value="{suit}"]'))
    return phone.page.locator(f'button[name="tap"][value="{tap}"]').first


def verdict(phone: Phone) -> Locator:
    """Return what the referee says."""
    return phone.page.locator(".verdict")


# --- who takes it? ------------------------------------------------------------------------------


def test_six_taps_tell_who_wins_a_trick(phone: Phone) -> None:
    four_spades(phone)
    phone.menu("Who wins this trick?")
    seen, scrolled = phone.taps, phone.scrolls

    tapping(phone, "suit.H", "rank.A", "rank.K")
    expect(verdict(phone)).to_contain_text("So far Ben's ace of hearts is winning.")
    assert faults(phone.page) == []
    tapping(phone, "suit.S", "rank.2", "rank.3")

    expect(verdict(phone)).to_contain_text("Dan wins the trick")
    expect(verdict(phone)).to_contain_text("The 2 of spades is the highest trump.")
    assert (phone.taps - seen, phone.scrolls - scrolled) == (6, 0)
    assert phone.address.endswith("/trick?plays=AH.KH.2S.3H")
    assert faults(phone.page) == []
    tapping(phone, "into.doubt", "doubt.3")
    expect(verdict(phone)).to_contain_text("Ann may play 3♥")


@pytest.mark.hard
def test_taps_faster_than_the_line_all_count(phone: Phone) -> None:
    table = four_spades(phone)
    phone.go(f"{table}/trick")
    phone.slow(600)

    for tap in ("suit.H", "rank.A", "suit.C", "rank.K", "back", "rank.3", "suit.S", "rank.4"):
        tap_key(phone, tap).tap()
    phone.settle()

    expect(verdict(phone)).to_contain_text("Which card did Ann play?")
    assert phone.address.partition("?")[2].startswith("plays=AH.3H.4S&")
    expect(phone.page.get_by_role("radio", name="hearts")).to_be_checked()


def test_a_trick_is_told_by_keyboard(phone: Phone) -> None:
    table = four_spades(phone)
    phone.go(f"{table}/trick")

    phone.page.locator("form[data-htmx-powered]").wait_for(state="attached")
    for key in ("h", "a", "s", "1", "Backspace", "k", "s", "2", "3"):
        phone.page.keyboard.press(key)
        phone.settle()

    expect(verdict(phone)).to_contain_text("Dan wins the trick")
    assert phone.address.endswith("/trick?plays=AH.KH.2S.3H")


@pytest.mark.parametrize("players", [3, 4, 5, 6, 7])
def test_places_on_the_felt_never_overlap(phone: Phone, players: int) -> None:
    game, most = ("oh-hell", players) if players > 3 else ("nap", 3)
    cards = ["AH", "KH", "TH", "9H", "QH", "JH"][: most - 1]

    for width, height in ((320, 640), (360, 740), (820, 1180), (1280, 800)):
        phone.page.set_viewport_size({"width": width, "height": height})
        phone.go(f"/rules/{game}/trick?players={most}&leader=1&plays={'.'.join(cards)}")
        boxes = phone.page.locator(".trick > li").evaluate_all(
            """all => all.map(one => [...one.children].map(part => part.getBoundingClientRect()))
              .map(parts => [
                Math.min(...parts.map(one => one.left)), parts[0].top,
                Math.max(...parts.map(one => one.right)), parts.at(-1).bottom])"""
        )
        felt = phone.page.locator(".felt").bounding_box()
        assert felt
        assert len(boxes) == most
        for at, (left, top, right, bottom) in enumerate(boxes):
            assert felt["x"] <= left
            assert right <= felt["x"] + felt["width"]
            assert felt["y"] <= top
            assert bottom <= felt["y"] + felt["height"]
            for other in boxes[:at]:
                apart = left >= other[2] or other[0] >= right
                assert apart or top >= other[3] or other[1] >= bottom, (width, at)


@pytest.mark.parametrize("width", [820, 1280])
def test_felt_and_bar_share_their_edges(phone: Phone, width: int) -> None:
    phone.page.set_viewport_size({"width": width, "height": 1180 if width < 1000 else 800})
    phone.go("/rules/spades/trick?leader=1&plays=AH.KH.2H.3H")

    felt = phone.page.locator(".felt").bounding_box()
    icon = phone.page.locator(".bar .back svg").bounding_box()
    key = phone.page.locator(".act").bounding_box()
    assert felt
    assert icon
    assert key
    assert abs(felt["x"] - icon["x"]) <= 1
    beside = key["x"] > felt["x"] + felt["width"]
    assert beside is (width == 1280)
    assert key["y"] + key["height"] <= (1180 if width < 1000 else 800)


@pytest.mark.hard
def test_the_trick_page_without_javascript(new_phone: NewPhone) -> None:
    phone = new_phone(script=False)
    table = phone.bring("whist")
    phone.go(f"{table}/trick")

    for card in ("AH", "KH", "2C", "3S"):
        tap_key(phone, f"suit.{card[1]}").tap()
        tapping(phone, f"rank.{card[0]}")
    tapping(phone, "trump.C")

    assert "Dan wins the trick" in verdict(phone).inner_text()


# --- may he call that? --------------------------------------------------------------------------


@pytest.mark.hard
def test_bidding_kept_from_the_start_fills_pad(phone: Phone) -> None:
    phone.start("bridge")
    phone.follow(phone.page.get_by_role("link", name="Record the bidding"))

    tapping(phone, "call.1H", "call.pass", "call.2H", "call.XX")
    assert "Dan can't call XX" in verdict(phone).inner_text()
    assert faults(phone.page) == []
    tapping(phone, "call.pass", "back", "call.X", "call.4H", "call.pass", "call.pass", "call.pass")
    phone.save()

    phone.tap("tricks-10")
    phone.save()
    assert phone.totals() == [120, 0]
    assert phone.sheet()["entries"][0]["contract"] == "4H"


def test_no_page_shows_sealed_numbers_too_early(phone: Phone) -> None:
    table = phone.bring("sharp-nullo")
    phone.go(f"{table}/auction")

    tapping(phone, *["call.11"] * 7)

    assert "Cat, downtown left" in verdict(phone).inner_text()
    assert phone.page.locator("td", has_text="11").count() == 0
    assert "calls=%7E" in phone.address
    assert "11.11" not in phone.page.content()
    tapping(phone, "call.3")
    assert phone.address.endswith("&calls=11.11.11.11.11.11.11.3")


@pytest.mark.parametrize(
    ("game", "calls"),
    [("bridge", ["2H", "1S"]), ("nap", ["two", "blucher"]), ("twenty-eight", ["15", "14"])],
)
def test_illegal_call_moves_no_key(phone: Phone, game: str, calls: list[str]) -> None:
    phone.go(f"{phone.bring(game)}/auction")
    *made, refused = [f"call.{call}" for call in calls]
    tapping(phone, *made)
    before = tap_key(phone, refused).bounding_box()

    tapping(phone, refused)

    expect(verdict(phone)).to_contain_text("can't call")
    assert tap_key(phone, refused).bounding_box() == before
    assert faults(phone.page) == []


# --- what if? -----------------------------------------------------------------------------------


def results(phone: Phone) -> list[str]:
    """The rows of results, each in one line."""
    rows = phone.page.locator(".results tbody tr").all_inner_texts()
    return [" ".join(row.split()) for row in rows]


@pytest.mark.hard
def test_what_if(phone: Phone) -> None:
    four_spades(phone)
    phone.menu("What if?")
    assert "= 10 +120 → 120 vulnerable 0 → 0" in results(phone)

    phone.tap("contract.0-6")

    assert "= 12 +680 → 680 vulnerable 0 → 0" in results(phone)
    phone.page.locator("summary", has_text="Every bid").tap()
    expect(phone.page.locator("#all tbody tr")).to_have_count(35)
    assert faults(phone.page) == []


SEVEN = ["Ann", "Ben", "Cat", "Dan", "Eve", "Konstantin", "Gus"]
ALL_ONE = {"bids": [2, 1, 1, 1, 1, 1, 1], "tricks": [1, 1, 1, 1, 1, 1, 1]}
NINE = {"declarer": 1, "bid": 9, "partner": 2, "tricks": [2, 6, 3, 2]}


@pytest.mark.hard
@pytest.mark.parametrize(
    ("game", "entry", "names"), [("oh-hell", ALL_ONE, SEVEN), ("noms", NINE, NAMES)]
)
def test_what_if_of_many_players_fits_the_phone(
    phone: Phone, game: str, entry: Mapping[str, Any], names: Sequence[str]
) -> None:
    table = phone.bring(game, entry, players=names)
    phone.go(f"{table}/what-if/1?all=1")

    for region in phone.page.locator(".scroll").all():
        assert region.evaluate("one => one.scrollWidth <= one.clientWidth")
    cut = "all => all.filter(one => one.scrollWidth > one.clientWidth).length"
    assert phone.page.locator(".results td.num").evaluate_all(cut) == 0
    in_two_lines = r"all => all.every(one => one.innerText.split('\n').length === 2)"
    assert phone.page.locator(".results td.num").evaluate_all(in_two_lines)
    assert faults(phone.page) == []


# --- room ---------------------------------------------------------------------------------------

LETTERS_IN_A_LINE = """all => Math.max(...all.map(one => {
  const range = document.createRange();
  range.selectNodeContents(one);
  const lines = new Set([...range.getClientRects()].map(box => Math.round(box.bottom / 12)));
  return one.innerText.length / lines.size;
}))"""


@pytest.mark.parametrize("width", [820, 1280])
def test_rules_use_the_width(phone: Phone, width: int) -> None:
    phone.page.set_viewport_size({"width": width, "height": 1180 if width < 1000 else 800})
    phone.go("/rules/bridge")

    chapters = phone.page.get_by_role("navigation", name="Chapters").bounding_box()
    rules = phone.page.locator("article").bounding_box()
    icon = phone.page.locator(".bar .back svg").bounding_box()
    assert chapters
    assert rules
    assert icon
    assert chapters["x"] + chapters["width"] <= rules["x"]
    assert abs(chapters["x"] - icon["x"]) <= 1
    assert phone.page.locator("article > p").evaluate_all(LETTERS_IN_A_LINE) <= 70
    assert faults(phone.page, [width]) == []


@pytest.mark.parametrize(("page", "left"), [("auction", ".rounds"), ("what-if/1", ".results")])
def test_referee_has_two_columns_on_a_laptop(phone: Phone, page: str, left: str) -> None:
    phone.page.set_viewport_size({"width": 1280, "height": 800})
    table = phone.bring("bridge", {"contract": "4S", "declarer": 0, "tricks": 10})
    phone.go(f"{table}/{page}")

    first = phone.page.locator(left).first.bounding_box()
    keys = phone.page.locator("form .keys").last.bounding_box()
    icon = phone.page.locator(".bar .back svg").bounding_box()
    assert first
    assert keys
    assert icon
    assert first["x"] + first["width"] < keys["x"]
    assert abs(first["x"] - icon["x"]) <= 1
    assert faults(phone.page, [1280]) == []
