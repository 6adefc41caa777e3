"""A club for tests: its league, games that are played in it, what the database holds of it."""

import itertools
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from sqlalchemy import select

from scorekeeper.leagues.decisions import DecisionRequest
from scorekeeper.leagues.lifecycle import PLACES, create_league
from scorekeeper.leagues.links import accept_invitation, links_of_league, make_link
from scorekeeper.leagues.membership import add_members
from scorekeeper.leagues.results.standings import standings_of
from scorekeeper.leagues.tables import open_table
from scorekeeper.leagues.visit import LeagueVisit, visit_league
from scorekeeper.store.access.league_access import PLAYS_ANYWHERE
from scorekeeper.store.access.links import hash_secret
from scorekeeper.store.league.state import Season
from scorekeeper.store.schema.table import Base
from scorekeeper.store.sql.database import reading
from scorekeeper.store.table.rows import WriteRequest
from scorekeeper.tables.loading import LoadedTable

PHONE = "organiser"
_keys = itertools.count()


def new_key() -> str:
    """A request key of its own."""
    return f"key-{next(_keys)}"


def order(visit: LeagueVisit | None = None) -> DecisionRequest:
    """A key of its own, for the league as it was found."""
    return DecisionRequest(new_key(), visit.info.version if visit else None, PHONE)


def sent(table: LoadedTable) -> WriteRequest:
    """A write typed against the table as it is."""
    return WriteRequest(new_key(), table.row.version, PHONE)


def create_club(names: Sequence[str]) -> str:
    """A league of these players, scored by places; its public id."""
    public_id = create_league("Tuesday club", key=new_key(), device=PHONE, scoring=PLACES)
    visit = visit_league(public_id, PHONE)
    add_members(visit, order(visit), names)
    return public_id


def link_to(visit: LeagueVisit, role: str, key: bytes) -> str:
    """The secret of the link for a role, which is made now."""
    make_link(visit, order(), role, key)
    return next(one.secret or "" for one in links_of_league(visit, key) if one.role == role)


def enter(secret: str, device: str, name: str = "") -> str | None:
    """Let a device in by a link's secret, under that name; the league's public id."""
    return accept_invitation(hash_secret(secret), device, name)


def plays(
    club: str,
    players: Sequence[str],
    points: Sequence[int],
    finish: bool = True,
    device: str = PHONE,
) -> str:
    """A score pad of the league with one deal, opened by that phone; its id."""
    visit = visit_league(club, device)
    entries = [{"points": [*points]}, *([{"finish": {}}] if finish else [])]
    sheet = {"format": "scorekeeper/1", "game": "tally", "players": [*players], "entries": entries}
    return open_table(visit, sheet, key=new_key(), device=device)


def visit_season(club: str) -> tuple[LeagueVisit, Season]:
    """The league as its organiser sees it, and the season that it shows."""
    visit = visit_league(club, PHONE)
    assert visit.season_shown
    return visit, visit.season_shown


def table_of(club: str) -> dict[str, tuple[int | None, Fraction | int, int]]:
    """Place, total and games of everybody in the standings."""
    visit, season = visit_season(club)
    return {
        visit.names[one.player]: (one.place, one.total, one.sums.games)
        for one in standings_of(visit, season)
    }


def numbers(club: str) -> dict[str, int]:
    """The number of each player by name."""
    return {name: player for player, name in visit_league(club, PHONE).names.items()}


def rows_of(table: str, *columns: str) -> list[tuple[Any, ...]]:
    """Return what a table of the database holds in these columns (or all), in the order of its
    key."""
    held = Base.metadata.tables[table]
    query = select(*([held.c[name] for name in columns] or held.c)).order_by(*held.primary_key)
    with reading() as connection:
        return [tuple(row) for row in connection.execute(query)]


def in_any_league(device: str) -> bool:
    """Return whether the device is a member or organiser of any league."""
    with reading() as connection:
        return bool(connection.scalar(select(PLAYS_ANYWHERE), {"device": device}))
