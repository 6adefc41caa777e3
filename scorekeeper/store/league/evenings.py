"""The tables of a league's evening."""

from collections import Counter
from collections.abc import Container
from typing import Any, Final, NamedTuple

from sqlalchemy import Connection, bindparam, select

from scorekeeper.store.league.league_games import DELETED, games_of_evening
from scorekeeper.store.schema.league import LeagueGame
from scorekeeper.store.schema.table import GameTable
from scorekeeper.store.table.rows import TableRow

NEWEST: Final = 60
"""Of so many tables that were not planned the day's are looked for."""


class PlacedTable(NamedTuple):
    """A table of the league: its game's id, where it was planned (None: it was not), the row, and
    the day that was said when it was opened."""

    game: int
    round: int | None
    place: int | None
    row: TableRow
    day: str | None = None


_COLUMNS = (
    LeagueGame.id,
    LeagueGame.round,
    LeagueGame.place,
    LeagueGame.day,
    *(getattr(GameTable, name) for name in TableRow._fields),
)
_IN_LEAGUE = (
    select(*_COLUMNS)
    .join(GameTable, GameTable.id == LeagueGame.table_id)
    .where(LeagueGame.league_id == bindparam("league"), GameTable.deleted.is_(None))
)
_PLANNED = _IN_LEAGUE.where(LeagueGame.evening == bindparam("evening")).order_by(
    LeagueGame.round, LeagueGame.place, LeagueGame.id
)
_UNPLANNED = (
    _IN_LEAGUE.where(LeagueGame.evening.is_(None)).order_by(LeagueGame.id.desc()).limit(NEWEST)
)
_MOVES = tuple(
    query.with_only_columns(GameTable.version, GameTable.drafted, GameTable.updated)
    for query in (_PLANNED, _UNPLANNED)
)


def planned_tables(connection: Connection, league_id: int, evening: int) -> list[PlacedTable]:
    """Return the tables that were opened for an evening, round by round."""
    rows = connection.execute(_PLANNED, {"league": league_id, "evening": evening})
    return [_placed(row) for row in rows]


def _placed(row: Any) -> PlacedTable:
    game, round, place, day, *table = row
    return PlacedTable(game, round, place, TableRow(*table), day)


def tables_gone(
    connection: Connection, league_id: int, evening: int, removed: Container[int]
) -> Counter[tuple[int | None, int | None]]:
    """Return how many tables were started at each place of an evening, by round and place, whose
    game is one of those ``removed`` or was deleted."""
    # a new table's key has this number: else the deleted one was found, and none was started
    return Counter(
        (one.round, one.place)
        for one in games_of_evening(connection, league_id, evening)
        if one.counts == DELETED or one.id in removed
    )


def unplanned_tables(
    connection: Connection, league_id: int, day: str, since: int, until: int
) -> list[PlacedTable]:
    """Return the tables of a day that were opened without a plan, the first of them first: for that
    day, or within these times and for none."""
    rows = connection.execute(_UNPLANNED, {"league": league_id})
    found = [_placed(row) for row in rows]
    return [
        one
        for one in reversed(found)
        if (since <= one.row.created < until if one.day is None else one.day == day)
    ]


def fingerprint(connection: Connection, league_id: int, evening: int) -> str:
    """Return a text that changes with each change of these tables, and with each new one."""
    asked = {"league": league_id, "evening": evening}
    rows = [row for query in _MOVES for row in connection.execute(query, asked)]
    moves = sum(version + drafted for version, drafted, _ in rows)
    return f"{len(rows)}.{moves}.{max((updated for *_, updated in rows), default=0)}"
