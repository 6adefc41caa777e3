"""A club's season, from its founding to the champion: 24 players, members on phones, the organiser
on a laptop, the wall on a television, and a stranger; on either database."""

from collections import Counter
from collections.abc import Iterator
from contextlib import nullcontext
from datetime import date, timedelta
from pathlib import Path

import pytest
from playwright.sync_api import Browser, ViewportSize, expect

from tests.browser.looks import faults
from tests.browser.phone import NewPhone, Phone
from tests.browser.serving import serving
from tests.browser.test_club import announced
from tests.browser.test_league_evenings import SCREEN, WALL, press
from tests.browser.test_told import joined, replies
from tests.postgres import cluster

pytestmark = [pytest.mark.browser, pytest.mark.hard]

PLAYERS = [f"{first}{last}" for first in "ABCDEF" for last in "lmno"]
EVENINGS = 2
LAPTOP: ViewportSize = WALL


@pytest.fixture(params=["sqlite", "postgres"])
def club(request: pytest.FixtureRequest, tmp_path: Path, browser: Browser) -> Iterator[NewPhone]:
    """Makes phones that look at a server of this test's own."""
    phones: list[Phone] = []
    with cluster() if request.param == "postgres" else nullcontext() as server:
        config = {"SQLALCHEMY_DATABASE_URI": server.url} if server else {}
        with serving(tmp_path, **config) as address:

            def make(**kind: object) -> Phone:
                phones.append(Phone(browser, address, **kind))  # type: ignore[arg-type]
                return phones[-1]

            yield make
            complaints = [complaint for phone in phones for complaint in phone.complaints]
            for phone in phones:
                phone.context.close()
            assert complaints == []


def test_a_club_plays_a_season(club: NewPhone) -> None:
    organiser = club()
    organiser.page.set_viewport_size(LAPTOP)
    league = organiser.found(PLAYERS)
    organiser.go(f"{league}/organise")
    for key in ("make.member", "publish", "wall"):
        organiser.follow(organiser.button(key))
    invited = organiser.page.locator("input[readonly]").first.input_value()
    members = [joined(club(), invited, name) for name in PLAYERS[:3]]
    television = club()
    television.page.set_viewport_size(SCREEN)
    television.go(organiser.page.get_by_label("Link for a screen on the wall").input_value())
    won = Counter[str]()
    points = Counter[str]()

    for evening in range(EVENINGS):
        day = date.today() + timedelta(days=7 * (evening + 1))
        announced(organiser, league, day.isoformat(), f"Evening {evening + 1}")
        for member in members:
            replies(member, league, "coming")
        tables = begun(organiser, league)
        assert len(tables) == 6
        expect(television.page.locator(".hall-tables > li")).to_have_count(6)
        members[0].go(league)
        assert members[0].page.locator("a[href^='/t/']").count()
        assert faults(members[0].page) == []
        for number, table in enumerate(tables):
            sides, score = played(organiser, table, 7 + (number + evening) % 4)
            for names, scored, against in zip(sides, score, score[::-1], strict=True):
                won.update(dict.fromkeys(names, int(scored > against)))
                points.update(dict.fromkeys(names, scored - against))

    places = sorted(PLAYERS, key=lambda one: (-won[one], -points[one]))
    champions = [one for one in places if (won[one], points[one]) == _best(won, points, places)]
    assert standing(organiser, league) == {one: won[one] for one in PLAYERS}
    ended(organiser, league)
    for phone in (organiser, *members):
        phone.go(f"{league}/season/1/review")
        for name in champions:
            expect(phone.page.locator(".champion")).to_contain_text(name)
    assert faults(organiser.page) == []
    stranger = club()
    stranger.go(league.replace("/l/", "/club/"))
    expect(stranger.page.locator("main")).to_contain_text(champions[0])
    assert stranger.go(league) == 403
    stranger.forgive("403")


def _best(won: Counter[str], points: Counter[str], places: list[str]) -> tuple[int, int]:
    return won[places[0]], points[places[0]]


def begun(phone: Phone, league: str) -> list[str]:
    """Plan an evening of one round for everybody, and start it; the addresses of its tables."""
    phone.go(f"{league}/evening/new")
    phone.page.fill("input[name=names]", ", ".join(PLAYERS))
    phone.page.select_option("select[name=game]", "whist")
    phone.settle()
    phone.touch(phone.page.locator("label.card", has_text="Rotating partners").first)
    phone.settle()
    phone.page.fill("input[name=rounds]", "1")
    for _ in range(3):  # look, save the plan, start round 1
        press(phone)
    found = phone.page.locator(".attable > a").evaluate_all("all => all.map(one => one.href)")
    return [str(one) for one in found]


def played(phone: Phone, table: str, tricks: int) -> tuple[list[list[str]], list[int]]:
    """Play a deal at a table and end its game; the sides' players and their totals."""
    phone.page.goto(table)
    phone.tap(f"side_tricks.0-{tricks}")
    phone.save()
    sheet, totals = phone.sheet(), phone.totals()
    phone.go(f"{table.removeprefix(phone.base)}/write/finish")
    phone.save()
    north, east, south, west = sheet["players"]
    return [[north, south], [east, west]], totals


def standing(phone: Phone, league: str) -> dict[str, int]:
    """The games that each player has won, as the standings say."""
    phone.go(f"{league}/season/1")
    rows = phone.page.locator("table.standings tbody tr")
    told = rows.evaluate_all(
        "all => all.map(row => [row.querySelector('th a').innerText.trim(),"
        " [...row.querySelectorAll('td')].map(one => one.innerText)])"
    )
    return {name: int(cells[2]) for name, cells in told}


def ended(phone: Phone, league: str) -> None:
    """End the season from the tab of that name."""
    phone.go(f"{league}/season")
    phone.touch(phone.page.locator("summary", has_text="End the season"))
    phone.follow(phone.button("end"))
    assert phone.address.endswith("/season/1/review")
