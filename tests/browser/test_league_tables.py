"""A league's tables in the hand: from the league to a table, to its end, to the standings; past
results brought in."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.looks import faults
from tests.browser.phone import NewPhone, Phone

pytestmark = [pytest.mark.browser, pytest.mark.hard]

MEMBERS = ("Ann", "Ben", "Cat", "Dan", "Eve")
LONG = "Bartholomäus Maximilian von Hohenzollern"


def standings(phone: Phone) -> list[str]:
    """The rows of the standings, in words."""
    rows = phone.page.locator(".standings tbody tr").all_inner_texts()
    return [" ".join(row.split()) for row in rows]


def sits(phone: Phone, *names: str) -> None:
    """Tap who plays."""
    for name in names:
        key = phone.page.get_by_role("group", name="Members").get_by_text(name, exact=True)
        if phone.live:
            phone.touch(key)
        else:
            phone.follow(key)


def typed(phone: Phone) -> list[str]:
    """The names in the seats."""
    return [one.input_value() for one in phone.page.locator("[data-seats] input").all()]


@pytest.mark.parametrize("script", [True, False])
def test_league_leads_to_table_and_standings(new_phone: NewPhone, script: bool) -> None:
    phone = new_phone(script=script)
    league = phone.found(MEMBERS)
    phone.go(league)

    phone.follow(phone.page.get_by_role("link", name="New game in this league"))
    phone.follow(phone.page.locator(".games a", has_text="Score pad"))
    sits(phone, "Dan", "Ann", "Cat", "Ann", "Eve")
    assert typed(phone)[:3] == ["Dan", "Eve", "Cat"]
    phone.press("start")

    expect(phone.page.locator("#main").get_by_text("League: Tuesday club")).to_be_visible()
    phone.deal(5, 9, 1)
    phone.menu("End game")
    phone.save()
    phone.follow(phone.page.get_by_role("link", name="Standings of Tuesday club"))

    assert phone.address == league
    assert [row.split()[1] for row in standings(phone)] == ["Eve", "Dan", "Cat"]


def choose(phone: Phone) -> None:
    """The games of the season."""
    phone.go(f"{phone.found(MEMBERS)}/new")


def set_up(phone: Phone) -> None:
    """A table of the league, half set up."""
    public_id = phone.found(MEMBERS).rpartition("/")[2]
    phone.go(f"/new/spades?league={public_id}")
    sits(phone, "Ann", "Dan")


def pad(phone: Phone) -> None:
    """A table of the league."""
    set_up(phone)
    phone.press("start")


def menu(phone: Phone) -> None:
    """What is behind the dots at a table of the league."""
    pad(phone)
    phone.page.locator(".menu > summary").tap()


def ruling(phone: Phone) -> None:
    """A ruling that goes for all tables of the league."""
    pad(phone)
    table = phone.table
    phone.go(f"{table}/write/ruling?rule=misdeal")
    phone.tap("decided-nothing")
    phone.save()
    phone.go(f"{table}/ruling/1")
    phone.press("all")


def rules(phone: Phone) -> None:
    """The rules of a table with that ruling."""
    ruling(phone)
    phone.go(f"/rules/spades?table={phone.table[3:]}#misdeal")


def names(phone: Phone) -> None:
    """Two names that are one player."""
    for name in ("Ann", "Annie"):
        phone.bring("tally", {"points": [1, 2]}, players=[name, "Ben"])
    phone.go("/figures/names")
    for field, name in (("name", "Annie"), ("other", "Ann")):
        phone.page.locator(f"select[name={field}]").select_option(name)
    phone.press("same")


def mine(phone: Phone) -> None:
    """Two leagues of this phone."""
    phone.found(MEMBERS)
    phone.found(MEMBERS, LONG)
    phone.go("/leagues")


def take_in(phone: Phone) -> None:
    """A table that could be one of two leagues'."""
    mine(phone)
    phone.go(f"{phone.bring('spades')}/league")


PAGES = {
    "mine": mine,
    "taken in": take_in,
    "games": choose,
    "set-up": set_up,
    "pad": pad,
    "menu": menu,
    "ruling": ruling,
    "rules": rules,
    "names": names,
}


@pytest.mark.parametrize("visit", PAGES.values(), ids=PAGES)
def test_a_page_is_readable_and_in_the_frame(
    phone: Phone, visit: Callable[[Phone], object]
) -> None:
    visit(phone)

    assert faults(phone.page) == []
