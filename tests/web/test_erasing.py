"""Erasing a name: every place is shown, what is ticked is blackened, everywhere it is kept."""

import itertools
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import MetaData

from scorekeeper.leagues.tables import add_table
from scorekeeper.leagues.visit import visit_league
from scorekeeper.store.sql.database import reading
from scorekeeper.tables.changes import add_entry
from scorekeeper.tables.loading import load_table
from scorekeeper.tables.starting import rematch_sheet, start_table
from tests.leagues.clubs import sent
from tests.web.phones import NewPhone, Page, Phone, create_league, league_table, points

pytestmark = pytest.mark.long

_NUMBERS = itertools.count(1)


@pytest.fixture
def zeb() -> str:
    """A name that nobody else has."""
    return f"Zebedee{next(_NUMBERS)}"


def reason(zeb: str) -> dict[str, Any]:
    """An adjustment with the name in its reason, twice."""
    told = f"{zeb}'s revoke, said {zeb.upper()}"
    return {"adjust": {"side": 0, "points": -5, "reason": told}}


@pytest.fixture
def table(phone: Phone, zeb: str) -> str:
    """A table with Zebedee, whose name stands in a reason and a ruling too."""
    deals = [{"points": [5, 1, 1, 1]}, reason(zeb)]
    players = [zeb, "Ben", "Cat", "Dan"]
    here = phone.starts("tally", *deals, players=players, options={"target": 50})
    said = {"about": 1, "what": "other", "happened": f"Rose led, {zeb} did not"}
    said["decided"] = "nothing"
    phone.do(f"{here}/write/ruling", {**said, "agreed": [0, 1]})
    return here


@pytest.fixture
def stored(app: Flask) -> Callable[[], str]:
    """Everything that is in the database."""

    def read() -> str:
        found: list[str] = []
        with app.app_context(), reading() as connection:
            schema = MetaData()
            schema.reflect(connection)
            for one in schema.sorted_tables:
                found += [str(tuple(row)) for row in connection.execute(one.select())]
        return "\n".join(found).casefold()

    return read


def listed(page: Page) -> dict[str, bool]:
    """The places that a page lists, and whether they are ticked."""
    found = re.findall(
        r'name="place" value="\w+"( checked)?><span><b>(.*?)</b><small>(.*?)</small>', page.html
    )
    return {
        f"{re.sub('<[^>]*>', '', text)} ({where})": bool(ticked) for ticked, text, where in found
    }


def test_erasing_removes_the_name_everywhere(
    app: Flask, phone: Phone, table: str, zeb: str, stored: Callable[[], str]
) -> None:
    assert "/erase" in phone.get("/tables").links("/erase")
    (link,) = [one for one in phone.get("/erase").links("/erase?name=") if zeb in one]
    page = phone.get(link)
    assert listed(page) == {
        f"{zeb} (Score pad: player)": True,
        f"{zeb}&#39;s revoke, said {zeb.upper()} (Score pad: reason or ruling)": True,
        f"Rose led, {zeb} did not (Score pad: reason or ruling)": True,
    }

    phone.follow(phone.send(link, page.form("erase"), {"sure": "yes"}, "erase"))

    assert zeb.casefold() not in stored()
    for address in ("", "/paper", "/history", "/why/0", "/sheet.json", "/sheet.csv", "/figures"):
        assert zeb.casefold() not in phone.get(f"{table}{address}").html.casefold(), address
    pad = phone.get(table)
    assert pad.totals == [0, 1, 1, 1]
    assert "███'s revoke, said ███" in phone.sheet(table)["entries"][1]["adjust"]["reason"]
    assert phone.play(table, points(3, 0, 0, 0)).totals == [3, 1, 1, 1]


def test_erased_name_leaves_no_bytes_in_file(
    phone: Phone, table: str, zeb: str, app: Flask
) -> None:
    address = app.config["SQLALCHEMY_DATABASE_URI"]
    if not address.startswith("sqlite"):
        return  # PostgreSQL keeps what was overwritten until it vacuums, as docs/hosting.md says
    page = phone.get(f"/erase?name={zeb}")
    phone.follow(phone.send("/erase", page.form("erase"), {"sure": "yes"}, "erase"))

    path = Path(address.removeprefix("sqlite:///"))
    assert zeb.casefold().encode() not in path.read_bytes().lower()
    log = path.with_name(f"{path.name}-wal")
    assert not log.exists() or zeb.casefold().encode() not in log.read_bytes().lower()


def test_a_place_without_a_tick_is_left(phone: Phone) -> None:
    flower = {"adjust": {"side": 0, "points": 1, "reason": "A rose for the winner"}}
    mine = {"adjust": {"side": 0, "points": 1, "reason": "Rose was late"}}
    here = phone.starts("tally", flower, mine, players=["Rose", "Ben", "Cat", "Dan"])
    page = phone.get("/erase?name=rose")
    form = page.form("erase")
    kept = [
        value
        for value, text in re.findall(r'value="(\w{18})" checked><span><b>(.*?)</b>', page.html)
        if "winner" not in text
    ]

    phone.follow(phone.send("/erase", form, {"place": kept, "sure": "yes"}, "erase"))

    reasons = [one["adjust"]["reason"] for one in phone.sheet(here)["entries"]]
    assert reasons == ["A rose for the winner", "███ was late"]


@pytest.mark.parametrize("typed", [{}, {"place": [], "sure": "yes"}, {"seen": "x", "sure": "yes"}])
def test_a_refused_request_erases_nothing(
    phone: Phone, table: str, zeb: str, typed: dict[str, Any]
) -> None:
    form = phone.get(f"/erase?name={zeb}").form("erase")

    assert phone.send("/erase", form, typed, "erase").status == 422
    assert zeb in phone.get(table).text


def test_other_spellings_are_found_when_typed(phone: Phone, zeb: str) -> None:
    late = {"adjust": {"side": 0, "points": 1, "reason": "Zeb was late"}}
    here = phone.starts("tally", late, players=[zeb, "Ben", "Cat", "Dan"])
    assert "Zeb was" not in phone.get(f"/erase?name={zeb}").text

    page = phone.get(f"/erase?name={zeb}&also=Zeb,%20Z.")
    phone.follow(phone.send("/erase", page.form("erase"), {"sure": "yes"}, "erase"))

    assert "███ was late" in phone.get(here).text


def rematch(app: Flask, phone: Phone, table: str, device: str) -> str:
    """A game of the same players as at a table, begun on another device; its public id."""
    with app.app_context():
        previous = load_table(table.removeprefix("/t/"))
        sheet = rematch_sheet(previous)
        key = f"again-{table[3:]}"
        return start_table(sheet, key=key, device=device, previous=previous)


def seated(app: Flask, public_id: str) -> set[str]:
    """Return who sits at a table, as this process shows it."""
    with app.app_context():
        return {name for name in load_table(public_id).pad.seats if name}


@pytest.mark.parametrize("over", [True, False])
def test_erasing_outside_leaves_league_players(
    app: Flask, phone: Phone, zeb: str, over: bool
) -> None:
    deals = [{"points": [5, 1]}, *([{"finish": {}}] if over else [])]
    here = phone.starts("tally", *deals, players=[zeb, "Ben"])
    also = phone.starts("tally", reason(zeb), players=[zeb, "Ben"])
    other = rematch(app, phone, here, "another phone")
    league = create_league(phone)
    with app.app_context():
        visit = visit_league(league.rpartition("/")[2], "")
        add_table(visit, load_table(other))
        if over:
            opened = load_table(other)
            add_entry(opened, {"points": [2, 1]}, sent(opened))
            opened = load_table(other)
            add_entry(opened, {"finish": {}}, sent(opened))

    page = phone.get(f"/erase?name={zeb}")
    assert f"{zeb} is a league player in 1 game." in page.text
    assert [one for one in listed(page) if "player" in one] == [f"{zeb} (Score pad: player)"]
    phone.follow(phone.send("/erase", page.form("erase"), {"sure": "yes"}, "erase"))

    assert seated(app, other) == {zeb, "Ben"}
    assert zeb in phone.get(here).text
    assert zeb not in phone.get(also).text
    left = phone.get(f"/erase?name={zeb}")
    assert f"{zeb} is a league player in 1 game." in left.text
    assert not listed(left)
    assert not left.html.count('value="erase"')


def test_every_game_drops_erased_name_at_once(
    app: Flask, phone: Phone, table: str, zeb: str
) -> None:
    other = rematch(app, phone, table, "another phone")
    assert zeb in seated(app, other)

    page = phone.get(f"/erase?name={zeb}")
    phone.follow(phone.send("/erase", page.form("erase"), {"sure": "yes"}, "erase"))

    assert zeb not in seated(app, other)
    assert any(name.startswith("Forgotten player") for name in seated(app, other))


def test_phone_that_cannot_write_erases_nothing(new_phone: NewPhone, table: str, zeb: str) -> None:
    assert zeb not in new_phone().get("/erase").text
    assert "player)" not in str(listed(new_phone().get(f"/erase?name={zeb}")))


def test_erasing_that_is_sent_twice_is_done_once(
    phone: Phone, table: str, zeb: str, stored: Callable[[], str]
) -> None:
    form = phone.get(f"/erase?name={zeb}").form("erase")
    for _ in range(2):
        page = phone.follow(phone.send("/erase", form, {"sure": "yes"}, "erase"))
        assert "bad" not in page.html.partition('id="message"')[0][-40:]

    assert zeb.casefold() not in stored()


def test_erasing_blackens_every_reason_and_note(
    phone: Phone, zeb: str, stored: Callable[[], str]
) -> None:
    league = create_league(phone, players=f"{zeb}\nBen")
    here = league_table(phone, league, zeb, "Ben")
    typed = {f"adjust.{name}": value for name, value in reason(zeb)["adjust"].items()}
    phone.do(f"{here}/write/adjust", typed)
    bonus = {"player": 2, "points": "1", "reason": f"{zeb} swept up"}
    phone.follow(phone.fill(f"{league}/bonus", bonus, "give"))
    at = f"{league}/player/2/forget"
    page = phone.get(at)
    assert listed(page) == {
        f"{zeb} swept up (Written by an organiser)": True,
        f"{zeb}&#39;s revoke, said {zeb.upper()} (Score pad: reason or ruling)": True,
    }

    phone.follow(phone.send(at, page.form("erase"), {"sure": "yes"}, "erase"))

    assert zeb.casefold() not in stored()
    for address in ("", "/history", "/players", "/league.json", "/players.csv"):
        assert zeb.casefold() not in phone.get(f"{league}{address}").html.casefold(), address
    assert "███ swept up" in phone.get(f"{league}/history").text
