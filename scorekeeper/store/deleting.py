"""Tables and leagues that are deleted: marked first, and a day later their rows are removed.

SQLite gives the highest number of a table out again once its row is gone, and records of a league
name games and tables by number. So a row with the highest number stays, emptied, until a higher
one is there.
"""

from typing import Any, Final, NamedTuple

from sqlalchemy import Connection, Table, delete, exists, func, or_, select, update

from scorekeeper.store.access.devices import devices_in_role, devices_of, maker_of
from scorekeeper.store.access.links import LEAGUE
from scorekeeper.store.league.state import ORGANISER
from scorekeeper.store.schema.league import (
    IS_IN,
    STILL_HOLDS,
    LeagueAccess,
    LeagueGame,
    LeaguePerson,
    LeagueRow,
)
from scorekeeper.store.schema.table import Access, Base, GameTable, Person, SamePlayerRow

DAY: Final = 24 * 60 * 60 * 1000
"""Milliseconds in which what was deleted can be restored."""

SUSPENDED: Final = 2**53 - 1
"""The moment of deletion of what is suspended: it is found by nobody, and never removed."""

_ALL = Base.metadata.tables
_TABLE, _LEAGUE = _ALL["game_table"], _ALL["league"]
_OF_A_TABLE: Final = ("scored", "draft", "pencil_step", "agreement", "access", "link", "record")
"""What hangs on a table, in the order in which it may go."""
_OF_A_LEAGUE: Final = (
    *("result", "player_sum", "pair_sum", "rating", "rated_to", "webhook_post", "league_game"),
    *("duplicate_record", "contact", "league_person", "league_access", "league_link"),
    "league_record",
)


class Deleted(NamedTuple):
    """A table or a league that can still be restored, and when it was deleted."""

    id: int
    public_id: str
    deleted: int


def mark_table(connection: Connection, table_id: int, at: int | None) -> None:
    """Mark a table as deleted at that moment, or (None) as not deleted."""
    connection.execute(update(_TABLE).where(_TABLE.c.id == table_id).values(deleted=at))


def mark_league(connection: Connection, league_id: int, at: int) -> None:
    """Mark a league as deleted, with all its tables that are not yet."""
    here = (_TABLE.c.league_id == league_id) & _TABLE.c.deleted.is_(None)
    connection.execute(update(_LEAGUE).where(_LEAGUE.c.id == league_id).values(deleted=at))
    connection.execute(update(_TABLE).where(here).values(deleted=at))


def unmark_league(connection: Connection, league_id: int, at: int) -> None:
    """Restore a league that was deleted then, with the tables that were deleted with it."""
    here = (_TABLE.c.league_id == league_id) & (_TABLE.c.deleted == at)
    connection.execute(update(_LEAGUE).where(_LEAGUE.c.id == league_id).values(deleted=None))
    connection.execute(update(_TABLE).where(here).values(deleted=None))


def tables_deleted(connection: Connection, device: str, since: int) -> list[Deleted]:
    """Return the tables that the device may restore, the last one first: those it writes to; in a
    league, those of the leagues that it organises."""
    alone = exists().where(
        Access.table_id == GameTable.id,
        Access.device == device,
        Access.role == "scorer",
        GameTable.league_id.is_(None),
        STILL_HOLDS,
    )
    organises = exists().where(
        LeagueAccess.league_id == GameTable.league_id,
        LeagueAccess.device == device,
        LeagueAccess.role == ORGANISER,
        IS_IN,
        LeagueRow.id == GameTable.league_id,
        LeagueRow.deleted.is_(None),
    )
    query = select(GameTable.id, GameTable.public_id, GameTable.deleted).where(
        GameTable.deleted > since,
        GameTable.deleted < SUSPENDED,
        or_(alone.correlate(GameTable), organises.correlate(GameTable)),
    )
    rows: Any = connection.execute(query.order_by(GameTable.deleted.desc()))
    return [Deleted(*row) for row in rows]


def leagues_deleted(connection: Connection, device: str, since: int) -> list[Deleted]:
    """Return the leagues that the device may restore, the last one first."""
    query = select(LeagueRow.id, LeagueRow.public_id, LeagueRow.deleted).where(
        LeagueRow.deleted > since,
        LeagueRow.deleted < SUSPENDED,
    )
    rows: Any = connection.execute(query.order_by(LeagueRow.deleted.desc()))
    return [found for row in rows if owns_league(connection, (found := Deleted(*row)).id, device)]


def owns_league(connection: Connection, league_id: int, device: str) -> bool:
    """Return whether the device made the league; if that one is in no more, whether it organises
    it."""
    devices = devices_of(connection, LEAGUE, league_id)
    organisers, maker = devices_in_role(devices, ORGANISER), maker_of(devices)
    return device == maker if maker in organisers else device in organisers


# --- gone ---------------------------------------------------------------------------------------


def deletion_due(connection: Connection, before: int, most: int) -> tuple[list[int], list[int]]:
    """Tables, and leagues without tables, by id, that were deleted before that moment."""
    tables = select(_TABLE.c.id).where(_TABLE.c.deleted <= before, _TABLE.c.version >= 0)
    empty = ~exists().where(_TABLE.c.league_id == _LEAGUE.c.id, _TABLE.c.version >= 0)
    leagues = select(_LEAGUE.c.id).where(_LEAGUE.c.deleted <= before, _LEAGUE.c.version >= 0, empty)
    return (
        list(connection.scalars(tables.order_by(_TABLE.c.id).limit(most))),
        list(connection.scalars(leagues.limit(most))),
    )


def remove_table(connection: Connection, table_id: int) -> None:
    """Remove a table and all that hangs on it; its players, if they play nowhere else."""
    played = select(LeagueGame.id).where(LeagueGame.table_id == table_id)
    games = list(connection.scalars(played))
    for name in ("result", "rating"):
        connection.execute(delete(_ALL[name]).where(_ALL[name].c.game_id.in_(games)))
    connection.execute(
        # the game's own row stays: the league's records name it by its number
        update(_ALL["league_game"])
        .where(_ALL["league_game"].c.id.in_(games))
        .values(table_id=None, played=None, counts="deleted", rulings=0)
    )
    for name in _OF_A_TABLE:
        table = _ALL[name]
        connection.execute(delete(table).where(table.c.table_id == table_id))
    _remove_row(connection, _TABLE, table_id, {"summary": {}, "options": {}, "variant": None})


def remove_league(connection: Connection, league_id: int) -> None:
    """Remove a league whose tables are gone, and all that hangs on it."""
    for name in _OF_A_LEAGUE:
        table = _ALL[name]
        connection.execute(delete(table).where(table.c.league_id == league_id))
    connection.execute(update(_TABLE).where(_TABLE.c.league_id == league_id).values(league_id=None))
    _remove_row(connection, _LEAGUE, league_id, {"passphrase": None})


def _remove_row(connection: Connection, table: Table, row: int, emptied: dict[str, Any]) -> None:
    highest = connection.scalar(select(func.max(table.c.id)))
    if row == highest:
        connection.execute(update(table).where(table.c.id == row).values(version=-1, **emptied))
        return
    connection.execute(delete(table).where(table.c.id == row))
    # one emptied before is no longer the highest, or will come up again
    shells = (table.c.version < 0) & (table.c.id < highest)
    connection.execute(delete(table).where(shells))


def persons_of_league(connection: Connection, league_id: int) -> set[int]:
    """Return everybody who ever played in a league, each under every name they had."""
    query = select(LeaguePerson.person_id).where(LeaguePerson.league_id == league_id)
    return {*connection.scalars(query)}


def remove_persons(connection: Connection, persons: set[int]) -> None:
    """Remove these persons, as far as no league knows them."""
    known = select(LeaguePerson.person_id).where(LeaguePerson.person_id.in_(persons))
    gone = persons - {*connection.scalars(known)}
    same = delete(SamePlayerRow).where(
        or_(SamePlayerRow.person.in_(gone), SamePlayerRow.other.in_(gone))
    )
    connection.execute(same)
    connection.execute(delete(Person).where(Person.id.in_(gone)))
