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
    return phone.page.locator(f'button[name="tap"][value="{tap}"]').first


def verdict(phone: Phone) -> Locator:
    """Return what the referee says."""
    return phone.page.locator(".verdict")


# --- who takes it? ------------------------------------------------------------------------------


def test_the_trick_page_names_the_winner(phone: Phone) -> None:
    four_spades(phone)
    phone.menu("Who wins this trick?")
    seen, scrolled = phone.taps, phone.scrolls

    tapping(phone, "card.AH", "card.KC", "card.2S", "card.3S")

    expect(verdict(phone)).to_contain_text("Ann wins it")
    expect(verdict(phone)).to_contain_text("The 3 of spades is the highest trump.")
    assert (phone.taps - seen, phone.scrolls - scrolled) == (4, 0)
    assert phone.address.endswith("/trick?plays=AH.KC.2S.3S")
    assert faults(phone.page) == []


@pytest.mark.hard
def test_taps_faster_than_the_line_all_count(phone: Phone) -> None:
    table = four_spades(phone)
    phone.go(f"{table}/trick")
    phone.slow(600)

    for card in ("AH", "KC", "2S", "2S", "3H", "4S"):
        tap_key(phone, f"card.{card}").tap()
    phone.settle()

    expect(verdict(phone)).to_contain_text("Ann wins it")
    assert phone.address.endswith("?plays=AH.KC.3H.4S")


@pytest.mark.hard
def test_the_trick_page_without_javascript(new_phone: NewPhone) -> None:
    phone = new_phone(script=False)
    table = phone.bring("whist")
    phone.go(f"{table}/trick")

    tapping(phone, "card.AH", "card.KH", "card.2C", "card.3S", "trump.C")

    assert "Dan wins it" in verdict(phone).inner_text()


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

    phone.page.locator("summary", has_text="Try other choices").tap()
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
