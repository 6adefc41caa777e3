"""Narrow screens: what has to fit side by side on a phone, upright and turned."""

from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.evenings import bring
from tests.browser.looks import SEEING
from tests.browser.phone import SCREEN, Phone

pytestmark = pytest.mark.browser

LONG = ["Bartholomaeusmaximilianus", "Ben", "Cat", "Dan"]


def box(thing: Locator) -> dict[str, Any]:
    """Return where it is on the page."""
    found = thing.bounding_box()
    assert found
    return {**found}


def cut_off(phone: Phone) -> int:
    """Return how far a table of the page reaches beyond what is seen of it."""
    hidden = "all => Math.max(...all.map(one => one.scrollWidth - one.clientWidth))"
    found: int = phone.page.locator(".scroll").evaluate_all(hidden)
    return found


def test_the_whole_sheet_of_four_is_seen_whole(phone: Phone) -> None:
    bring(phone, "nap", 4)
    phone.go(f"{phone.table}/paper")

    assert cut_off(phone) == 0
    points = phone.page.locator(".whole td.num").first
    assert box(points.locator("small"))["y"] > box(points)["y"] + 20


def test_house_rules_stand_side_by_side_in_full(phone: Phone) -> None:
    table = phone.start("trex")
    for page in (f"{table}/rules", "/rules/trex", f"/rules/trex?table={table[3:]}"):
        phone.go(page)
        assert cut_off(phone) == 0, page
        rule = phone.page.locator("tbody tr:has(.differs)").last
        assert box(rule.locator("> :first-child"))["width"] > 300, page


def test_long_name_does_not_push_figures_out(phone: Phone) -> None:
    deal = {"points": [1, 2, 3, 4]}
    phone.bring("tally", *[deal] * 3, players=LONG)
    phone.go(f"{phone.table}/figures")

    for figure in phone.page.locator(".tables .num").all():
        place = box(figure)
        assert place["x"] + place["width"] <= SCREEN["width"]
    assert len(phone.page.locator(".tables .num").all()) > len(LONG)


WIDE = """all => all.map(one => {
  const letters = [...one.textContent], size = parseFloat(getComputedStyle(one).fontSize);
  const width = size * letters.reduce((sum, letter) => sum + (letter === "−" ? 0.84 : 0.64), 0);
  return [one.textContent, width, one.parentElement.getBoundingClientRect().width];
})"""
"""Each total, how wide it is in a font with figures as wide as any, and the room that it has."""


@pytest.mark.parametrize("sides", range(2, 8))
def test_five_figure_totals_stand_apart(phone: Phone, sides: int) -> None:
    points = [-12345, 99999, -150, 1234, -1234, 9999, 55][:sides]
    phone.bring("tally", {"points": points}, players=[*"ABCDEFG"[:sides]])

    for total, width, room in phone.page.locator(".totals output").evaluate_all(WIDE):
        assert width < room, total


def test_landscape_shows_totals_beside_questions(phone: Phone) -> None:
    bring(phone, "oh-hell-7", 1)
    phone.page.set_viewport_size({"width": 740, "height": 360})
    phone.page.wait_for_function(
        "getComputedStyle(document.querySelector('main')).display === 'grid'"
    )

    totals, pad = box(phone.page.locator(".totals")), box(phone.page.locator("#pad"))
    act = box(phone.page.locator(".act"))

    assert totals["x"] + totals["width"] <= pad["x"]
    assert act["x"] + act["width"] <= pad["x"]
    assert totals["y"] + totals["height"] <= act["y"]


def test_wide_screens_have_tiles_on_the_pad(phone: Phone) -> None:
    bring(phone, "spades-nil", 1)
    tiles = phone.page.locator("#pad .tiles")
    expect(tiles).to_be_hidden()

    phone.page.set_viewport_size({"width": 1280, "height": 800})

    expect(tiles.get_by_role("link")).to_have_count(4)
    phone.follow(tiles.get_by_role("link", name="Who wins this trick?"))
    assert phone.address.endswith("/trick")


def test_verdict_covers_cards_passing_under_it(phone: Phone) -> None:
    phone.go("/rules/spades/trick")

    verdict, board = box(phone.page.locator(".verdict")), box(phone.page.locator(".ranks").first)

    assert verdict["x"] <= board["x"]
    assert verdict["x"] + verdict["width"] >= board["x"] + board["width"]


def test_missing_name_of_rules_is_scrolled_to(phone: Phone) -> None:
    phone.start("trex")
    phone.go(f"{phone.table}/rules")

    phone.press("keep")

    expect(phone.page.locator("[name=rules_name]")).to_be_in_viewport()
    expect(phone.page.locator("[name=rules_name]")).to_be_focused()
    expect(phone.page.locator(".fault")).to_be_in_viewport()
    phone.forgive("422")


def test_doubled_text_breaks_no_short_word(phone: Phone) -> None:
    table = bring(phone, "trex", 3)
    phone.page.set_viewport_size({"width": 320, "height": 640})
    for page in ("/settings", "/choose", "/", "/tables", f"{table}/share"):
        phone.go(page)
        phone.page.evaluate("document.documentElement.style.fontSize = '200%'")
        assert phone.page.evaluate(f"() => {{{SEEING} return broken()}}") == [], page


ODD = [*["Bartholomew Featherstonehaugh-Cholmonde"] * 2, "Benjamin", "Jean-Pierre", "Bo", "B"]
BEYOND = "all => all.filter(one => one.getBoundingClientRect().right > innerWidth + 1).length"


@pytest.mark.parametrize("players", [3, 4, 5, 6, 7, 8, 10])
def test_deal_points_stand_below_long_names(phone: Phone, players: int) -> None:
    names = [f"{n}{ODD[n % len(ODD)]}"[:40] for n in range(players)]
    phone.bring("tally", {"points": [-100] * players}, players=names)

    assert phone.page.locator(".deals .scores > *").evaluate_all(BEYOND) == 0
    assert phone.page.evaluate("document.documentElement.scrollWidth") == 360


def test_big_screen_of_ten_breaks_no_number(phone: Phone) -> None:
    phone.bring("tally", {"points": [-100] * 10}, players=[f"Player {n}" for n in range(10)])
    phone.go(f"{phone.table}/wall")

    heights = {box(score)["height"] for score in phone.page.locator(".latest td.num").all()}

    assert len(heights) == 1
    assert heights.pop() < 50
