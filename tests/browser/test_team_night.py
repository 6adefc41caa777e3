"""A night of teams of four in the hand: planned with a tap a team, played, and read by a member."""

import pytest
from playwright.sync_api import expect

from tests.browser.looks import faults
from tests.browser.phone import Phone

pytestmark = [pytest.mark.browser, pytest.mark.hard]

TEAMS = {
    "Red lions": "Ann, Ben, Cat, Dan",
    "Kings": "Eve, Fay, Gus, Hal",
    "Aces": "Ivy, Jim, Kit, Lou",
    "Blue moons": "May, Ned, Oda, Pip",
}


def league_of(phone: Phone, teams: int) -> str:
    """A league of so many teams, whose season ranks them."""
    chosen = dict([*TEAMS.items()][:teams])
    league = phone.found(", ".join(chosen.values()).split(", "))
    phone.go(f"{league}/teams")
    phone.page.fill("textarea", "\n".join(f"{name}: {own}" for name, own in chosen.items()))
    phone.page.select_option("select[name=game]", "whist")
    phone.follow(phone.button("start"))
    phone.go(f"{league}/season/1/rules")
    phone.touch(phone.page.locator("label.key", has_text="teams"))
    assert faults(phone.page) == []
    phone.follow(phone.button("save"))
    return league


@pytest.mark.parametrize("teams", [2, 4])
def test_a_night_of_fours(phone: Phone, teams: int) -> None:
    league = league_of(phone, teams)
    phone.go(f"{league}/evening/new")
    phone.page.select_option("select[name=game]", "whist")
    phone.settle()
    phone.touch(phone.page.locator("label.card", has_text="Fixed teams"))
    phone.settle()
    before = phone.taps
    for name in [*TEAMS][:teams]:
        phone.touch(phone.page.locator("#units label.key", has_text=name))
    assert phone.taps - before == teams  # a tap a team, however many players
    phone.page.fill("input[name=rounds]", "1")
    phone.follow(phone.page.locator(".act .main"))
    assert faults(phone.page) == []
    phone.follow(phone.page.locator(".act .main"))
    evening = phone.address
    phone.follow(phone.page.locator(".act .main"))
    expect(phone.page.locator(".match")).to_have_count(teams // 2)
    tables = phone.page.locator(".attable > a").evaluate_all("all => all.map(one => one.href)")
    assert len(tables) == teams
    for number, table in enumerate(tables):
        phone.page.goto(table)
        phone.tap(f"side_tricks.0-{8 + number}")
        phone.save()
        phone.go(f"{table.removeprefix(phone.base)}/write/finish")
        phone.save()

    phone.go(evening)
    expect(phone.page.locator(".standing tbody tr")).to_have_count(teams)
    assert faults(phone.page) == []
    for page in ("/season/1", "/season/1/review", "/ratings"):
        phone.go(league + page)
        expect(phone.page.get_by_text("Red lions").first).to_be_visible()
        assert faults(phone.page) == []


def test_sixteen_in_pairs_are_eight_taps(phone: Phone) -> None:
    league = phone.found(", ".join(TEAMS.values()).split(", "))
    phone.go(f"{league}/evening/new")
    _in_pairs(phone)
    phone.follow(phone.button("all"))
    phone.follow(phone.button("draw"))  # their first evening as pairs
    phone.follow(phone.page.locator(".act .main"))
    phone.follow(phone.page.locator(".act .main"))

    phone.go(f"{league}/evening/new")
    _in_pairs(phone)
    pairs = phone.page.locator("#units label.key")
    expect(pairs).to_have_count(8)
    before = phone.taps
    for number in range(8):
        phone.touch(pairs.nth(number))
    assert phone.taps - before == 8
    phone.follow(phone.page.locator(".act .main"))
    expect(phone.page.locator("#plan li li").first).to_be_visible()
    assert phone.page.locator("#plan > .plan > li").first.locator("li").count() == 4


def _in_pairs(phone: Phone) -> None:
    phone.page.select_option("select[name=game]", "whist")
    phone.settle()
    phone.touch(phone.page.locator("label.card", has_text="Fixed pairs"))
    phone.settle()
