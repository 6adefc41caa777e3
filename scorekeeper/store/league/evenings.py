"""The tables of a league's evening, and the results of their games."""

from collections import Counter
from collections.abc import Container, Sequence
from typing import Any, Final, NamedTuple

from sqlalchemy import Connection, bindparam, select

from scorekeeper.store.league.results import DELETED
from scorekeeper.store.schema.league import LeagueGame, ResultRow
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


class Score(NamedTuple):
    """A player's score in a game of an evening; as in ``ResultRow``. The game was played, or given
    as a walkover, at that ``table`` of the ``round`` (None: it was not planned, or is a bye)."""

    game_id: int
    player: int
    side: int
    place: int
    won: int
    deals: int
    points: int
    worth: int
    byes: int
    walkovers: int
    given: int
    averaged: int
    round: int | None
    table: int | None


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
_BYES = select(LeagueGame.id, LeagueGame.round).where(
    LeagueGame.league_id == bindparam("league"),
    LeagueGame.evening == bindparam("evening"),
    LeagueGame.table_id.is_(None),
    LeagueGame.imported.is_(None),
)
_WALKOVERS = select(LeagueGame.id).where(
    LeagueGame.league_id == bindparam("league"),
    LeagueGame.evening == bindparam("evening"),
    LeagueGame.round >= bindparam("first"),
    LeagueGame.imported.is_not(None),
)
_OF_RESULT = [name for name in Score._fields if name not in ("round", "table")]
_SCORES = (
    select(
        *(getattr(ResultRow, name) for name in _OF_RESULT),
        LeagueGame.round,
        LeagueGame.place.label("table"),
    )
    .join(LeagueGame, LeagueGame.id == ResultRow.game_id)
    .where(LeagueGame.league_id == bindparam("league"), LeagueGame.evening == bindparam("evening"))
    .order_by(ResultRow.game_id, ResultRow.player)
)


def planned_tables(connection: Connection, league_id: int, evening: int) -> list[PlacedTable]:
    """Return the tables that were opened for an evening, round by round."""
    rows = connection.execute(_PLANNED, {"league": league_id, "evening": evening})
    return [_placed(row) for row in rows]


def byes(connection: Connection, league_id: int, evening: int, round: int) -> list[int]:
    """Return the byes that were given in a round, by the game's id, removed ones too."""
    rows = connection.execute(_BYES, {"league": league_id, "evening": evening})
    return [game for game, given in rows if given == round]


def walkovers(connection: Connection, league_id: int, evening: int, first: int) -> list[int]:
    """Return the walkovers that were given from the ``first`` of these rounds on, by the game's id,
    removed ones too."""
    asked = {"league": league_id, "evening": evening, "first": first}
    return [*connection.execute(_WALKOVERS, asked).scalars()]


def _placed(row: Any) -> PlacedTable:
    game, round, place, day, *table = row
    return PlacedTable(game, round, place, TableRow(*table), day)


def tables_gone(
    connection: Connection, league_id: int, evening: int, removed: Container[int]
) -> Counter[tuple[int, int]]:
    """Return how many tables were started at each place of an evening, by round and place, whose
    game is one of those ``removed`` or was deleted."""
    of = (LeagueGame.league_id == league_id, LeagueGame.evening == evening)
    query = select(LeagueGame.id, LeagueGame.round, LeagueGame.place, LeagueGame.counts).where(*of)
    return Counter(
        (row.round, row.place)
        for row in connection.execute(query)
        if row.counts == DELETED or row.id in removed
    )


class PlannedAt(NamedTuple):
    """The place a table was planned for: the evening's number, the round and the place there."""

    evening: int
    round: int
    place: int


def planned_at(
    connection: Connection, league_id: int, *, table: int | None = None, game: int | None = None
) -> PlannedAt | None:
    """Return where a game of the league was planned, by its table's id or its own; None where it
    was not."""
    of = LeagueGame.id == game if table is None else LeagueGame.table_id == table
    query = select(LeagueGame.evening, LeagueGame.round, LeagueGame.place).where(
        LeagueGame.league_id == league_id, of
    )
    evening, round, place = connection.execute(query).first() or (None, None, None)
    if evening is None or round is None or place is None:
        return None
    return PlannedAt(evening, round, place)


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


def scores(connection: Connection, league_id: int, evening: int) -> Sequence[Score]:
    """Return the players' scores in the games of an evening that count."""
    rows = connection.execute(_SCORES, {"league": league_id, "evening": evening})
    return [Score._make(row) for row in rows]
