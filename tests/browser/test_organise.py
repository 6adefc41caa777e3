"""The organiser's pages in the hand: readable, in the frame, keys for thumbs, scripts or none."""

import re
from collections.abc import Callable

import pytest

from tests.browser.looks import faults
from tests.browser.phone import NewPhone, Phone

pytestmark = [pytest.mark.browser, pytest.mark.hard]

LONG = "Bartholomäus Maximilian von Hohenzollern"
NAMES = ("Ann", "Ben", LONG, "W" * 40)
ANN, BEN = 2, 3


def send(phone: Phone, key: str) -> None:
    """Press a key that leads to another page."""
    with phone.page.expect_navigation():
        phone.page.locator(key).first.tap()


def found_league(phone: Phone) -> str:
    """The address of a new league with players, two of them with long names."""
    return phone.found(NAMES)


def at(part: str) -> Callable[[Phone, str], None]:
    """Open this page of the league."""

    def visit(phone: Phone, league: str) -> None:
        phone.go(league + part)

    return visit


def shared(phone: Phone, league: str) -> None:
    phone.go(f"{league}/organise")
    send(phone, '[value="make.member"]')
    phone.page.fill("[name=passphrase]", "short")
    send(phone, '[value="passphrase"]')


def unfold(phone: Phone, *parts: str) -> None:
    """Open these parts of a season's settings."""
    for part in parts:
        phone.touch(phone.page.locator(f"#{part} > summary"))


def refused(phone: Phone, league: str) -> None:
    phone.go(f"{league}/season/1/rules")
    phone.page.fill("[name=name]", "")
    unfold(phone, "counted", "scheme")
    phone.page.locator('label:has([name="scheme"][value="place-points"])').tap()
    phone.page.wait_for_selector('[name="set.table"]')
    phone.page.fill('[name="set.best"]', "0")
    phone.page.locator('[name="set.table"]').first.fill("99999")
    send(phone, '[value="save"]')


def not_sure(phone: Phone, league: str) -> None:
    phone.go(f"{league}/player/{ANN}/forget")
    send(phone, "button.main")


def give(phone: Phone, league: str) -> None:
    """Give two players points, and strike the first bonus."""
    for player, reason in ((ANN, "made the coffee"), (4, "x" * 200)):
        phone.go(f"{league}/bonus")
        phone.page.select_option("[name=player]", str(player))
        phone.page.fill("[name=points]", "2.5")
        phone.page.fill("[name=reason]", reason)
        send(phone, '[value="give"]')
    send(phone, '[value^="strike."]')


def decided(phone: Phone, league: str) -> None:
    give(phone, league)
    phone.go(f"{league}/history")
    send(phone, '[value^="undo."]')


def of_a_game(part: str) -> Callable[[Phone, str], None]:
    """The league's games, or one of them, struck."""

    def visit(phone: Phone, league: str) -> None:
        phone.go(f"{league}/new")
        tally = phone.page.locator('a[href*="tally"]').first.get_attribute("href")
        phone.go(tally or "")
        phone.name_seats(NAMES[:2])
        send(phone, '[value="start"]')
        phone.go(f"{league}/games")
        rule = phone.page.locator('a[href*="/game/"]').first.get_attribute("href")
        if part == "one":
            phone.go(rule or "")
            phone.page.fill("[name=reason]", "played twice")
            send(phone, '[value="strike"]')

    return visit


PAST = """date;game;players;scores
30.12.2025;Score pad;Ann / Ben;10 / 7
31.02.2025;Score pad;Ben / Zoe;5 / 5
31.12.2025;Fizzbin;Ben / Bem / Ann;5 / 5 / 7
"""


def past_results(phone: Phone, league: str) -> None:
    """A file of which a part is right, and a game in it is unknown here."""
    phone.go(f"{league}/import")
    phone.page.fill("[name=text]", PAST)
    send(phone, "button.main")


def kept_in_part(phone: Phone, league: str) -> None:
    past_results(phone, league)
    send(phone, '[value="part"]')
    assert phone.page.locator('[value="file"]').is_visible()


def sent_again(phone: Phone, league: str) -> None:
    """A file of games that were imported before."""
    kept_in_part(phone, league)
    phone.go(f"{league}/import")
    phone.page.fill("[name=text]", "".join(PAST.splitlines(keepends=True)[:2]))
    send(phone, "button.main")
    assert phone.page.locator('[value="again"]').is_visible()


def on_another_day(phone: Phone, league: str) -> None:
    """A game of the league that is said to be of a day to come."""
    phone.go(f"/new/tally?league={league.rpartition('/')[2]}")
    phone.page.locator("summary", has_text="Played on another day").tap()
    phone.page.fill("[name=day]", "2099-01-01")
    send(phone, '[value="start"]')
    assert phone.page.locator("#day-fault").is_visible()


def all_are_there(phone: Phone, league: str) -> None:
    phone.go(f"{league}/evening/new")
    send(phone, '[value="all"]')
    assert phone.page.locator("[name=player]:checked").count() == len(NAMES)


PAGES: dict[str, Callable[[Phone, str], None]] = {
    "organise": at("/organise"),
    "shared, and a passphrase refused": shared,
    "phones": at("/phones"),
    "more players": at("/players/add"),
    "a player": at(f"/player/{ANN}/edit"),
    "two players to merge": at(f"/player/4/edit?into={BEN}"),
    "a player to forget": at(f"/player/{ANN}/forget"),
    "a player not forgotten": not_sure,
    "a new season": at("/season/new"),
    "rules of a season": at("/season/1/rules"),
    "rules refused": refused,
    "house rules to pin": at("/season/1/game/spades"),
    "handicaps at one game": at("/season/1/handicaps/spades"),
    "lots": at("/season/1/lots"),
    "an evening announced": at("/evening/announce"),
    "a season looked back on": at("/season/1/review"),
    "feeds and tokens": at("/feeds"),
    "standings to embed": at("/embed"),
    "a bonus": at("/bonus"),
    "bonuses given": give,
    "what was decided": decided,
    "games to rule on": of_a_game("all"),
    "a game ruled on": of_a_game("one"),
    "past results": past_results,
    "past results kept in part": kept_in_part,
    "past results sent again": sent_again,
    "a game of another day": on_another_day,
    "all are there": all_are_there,
}


@pytest.mark.parametrize("name", PAGES)
def test_organiser_pages_are_accessible(phone: Phone, name: str) -> None:
    PAGES[name](phone, found_league(phone))

    assert faults(phone.page) == []


@pytest.mark.parametrize("script", [True, False])
def test_season_by_places_works_without_scripts(new_phone: NewPhone, script: bool) -> None:
    phone = new_phone(script=script)
    league = found_league(phone)
    phone.go(f"{league}/season/1/rules")
    unfold(phone, "scheme")
    phone.page.locator('label:has([name="scheme"][value="place-points"])').tap()
    if not script:
        send(phone, '[value="look"]')
    phone.page.wait_for_selector('[name="set.table"]')

    unfold(phone, "counted")
    phone.page.fill('[name="set.best"]', "3")
    send(phone, '[value="save"]')

    phone.go(f"{league}/season/1")
    assert "Points by finishing place" in phone.page.inner_text("main")


def test_organisers_link_asks_for_passphrase(phone: Phone, new_phone: NewPhone) -> None:
    league, other = found_league(phone), new_phone()
    phone.go(f"{league}/organise")
    phone.page.fill("[name=passphrase]", "the green door")
    send(phone, '[value="passphrase"]')
    send(phone, '[value="make.organiser"]')
    other.enter(phone.page.locator('input[aria-label="For organisers"]').input_value())
    assert re.search(r"/enter$", other.address)
    assert faults(other.page) == []

    other.page.fill("[name=passphrase]", "the red door")
    send(other, "button.main")
    assert faults(other.page) == []
    other.page.fill("[name=passphrase]", "the green door")
    send(other, "button.main")

    assert other.address == league
    other.go(f"{league}/organise")
    assert other.page.locator('[value="rename"]').is_visible()
