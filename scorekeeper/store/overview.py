"""Counts of what is in the database, and its largest, newest and unused parts."""

from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Connection, func, select

from scorekeeper.store.deleting import SUSPENDED
from scorekeeper.store.league import leagues
from scorekeeper.store.schema.league import LeaguePerson, LeagueRow
from scorekeeper.store.schema.table import Draft, GameTable, PhoneRow, RecordRow

_TABLE = GameTable.metadata.tables["game_table"]
_LEAGUE = LeagueRow.metadata.tables["league"]
_RECORD = RecordRow.metadata.tables["record"]
_THERE = _TABLE.c.version >= 0
"""Of a table: it is no emptied row of one that was removed (`deleting.py`)."""


class GameOrLeague(NamedTuple):
    """A game or a league; ``marked``: when it was deleted, or that it is suspended."""

    id: int
    of_league: bool
    marked: int | None


class Overview(NamedTuple):
    """Counts. ``active`` are games changed since a moment, ``phones`` those seen since then."""

    games: int
    finished: int
    suspended: int
    deleted: int
    never_played: int
    leagues: int
    records: int
    active: int
    phones: int


class GameSize(NamedTuple):
    """A game: its records are all that was written, corrections too."""

    public_id: str
    game: str
    status: str
    records: int
    changed: int
    marked: int | None
    league: str | None


class LeagueSize(NamedTuple):
    """A league; ``changed`` is when one of its games was."""

    name: str
    public_id: str
    games: int
    players: int
    decisions: int
    changed: int | None
    marked: int | None
    has_passphrase: bool


def subject(connection: Connection, public_id: str) -> GameOrLeague | None:
    """Return the game or the league with this public id."""
    for table in (_TABLE, _LEAGUE):
        query = select(table.c.id, table.c.deleted).where(table.c.public_id == public_id)
        if row := connection.execute(query.where(table.c.version >= 0)).first():
            return GameOrLeague(row.id, table is _LEAGUE, row.deleted)
    return None


def overview(connection: Connection, since: int) -> Overview:
    """Return how much there is; ``since`` is the moment from which on a game counts as active."""

    def games(*conditions: Any) -> int:
        query = select(func.count()).select_from(_TABLE).where(_THERE, *conditions)
        return connection.scalar(query) or 0

    def rows(table: Any, *conditions: Any) -> int:
        return connection.scalar(select(func.count()).select_from(table).where(*conditions)) or 0

    here = _TABLE.c.deleted.is_(None)
    return Overview(
        games(here),
        games(here, _TABLE.c.status == "finished"),
        games(_TABLE.c.deleted == SUSPENDED),
        games(_TABLE.c.deleted < SUSPENDED),
        games(here, _TABLE.c.version == 0),
        rows(_LEAGUE, _LEAGUE.c.deleted.is_(None)),
        rows(_RECORD),
        games(here, _TABLE.c.updated >= since),
        rows(PhoneRow.metadata.tables["phone"], PhoneRow.seen >= since),
    )


def largest_games(
    connection: Connection, most: int, *, public_id: str | None = None
) -> list[GameSize]:
    """Return the games with the most records, the largest first; with a public id that one."""
    query = (
        select(
            *(_TABLE.c.public_id, _TABLE.c.game, _TABLE.c.status, _TABLE.c.version + 1),
            *(_TABLE.c.updated, _TABLE.c.deleted, _LEAGUE.c.public_id),
        )
        .join(_LEAGUE, _LEAGUE.c.id == _TABLE.c.league_id, isouter=True)
        .where(_THERE, *_with_id(_TABLE, public_id))
        .order_by(_TABLE.c.version.desc(), _TABLE.c.id)
        .limit(most)
    )
    return [GameSize(*row) for row in connection.execute(query)]


def largest_leagues(
    connection: Connection, most: int | None = None, *, public_id: str | None = None
) -> list[LeagueSize]:
    """Return the leagues with the most games, the largest first; with a public id that one."""
    players = (
        select(func.count(LeaguePerson.player.distinct()))
        .where(LeaguePerson.league_id == _LEAGUE.c.id)
        .scalar_subquery()
    )
    games = func.count(_TABLE.c.id)
    query = (
        select(
            *(_LEAGUE.c.id, _LEAGUE.c.public_id, games, players, _LEAGUE.c.version + 1),
            *(func.max(_TABLE.c.updated), _LEAGUE.c.deleted, _LEAGUE.c.passphrase.is_not(None)),
        )
        .join(_TABLE, _TABLE.c.league_id == _LEAGUE.c.id, isouter=True)
        .where(_LEAGUE.c.version >= 0, *_with_id(_LEAGUE, public_id))
        .group_by(_LEAGUE.c.id)
        .order_by(games.desc(), _LEAGUE.c.id)
        .limit(most)
    )
    return [
        LeagueSize(leagues.read(connection, leagues.by_id(connection, league)).name, *row)
        for league, *row in connection.execute(query).all()
    ]


def _with_id(table: Any, public_id: str | None) -> list[ColumnElement[bool]]:
    return [] if public_id is None else [table.c.public_id == public_id]


def never_played(connection: Connection, before: int) -> list[Any]:
    """Return id and public id of the games of no league that were begun before a moment and in
    which nothing was entered since, not even half a deal."""
    drafted = select(Draft.table_id).where(Draft.table_id == _TABLE.c.id).exists()
    query = select(_TABLE.c.id, _TABLE.c.public_id).where(
        *(_TABLE.c.version == 0, _TABLE.c.created < before, _TABLE.c.updated < before),
        *(_TABLE.c.league_id.is_(None), _TABLE.c.deleted.is_(None), ~drafted),
    )
    return [*connection.execute(query)]
