"""The games of a league: added, found and listed; and when they ended, no two at one moment."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import count
from typing import Any, Final, NamedTuple

from sqlalchemy import Connection, func, insert, or_, select, update

from scorekeeper.store.schema.league import RULED_ON, LeagueGame
from scorekeeper.store.schema.table import GameTable, Json


class GameRow(NamedTuple):
    """A game of a league; columns as in ``LeagueGame``, and of its table (None where it has none):
    the public id, the rules, when it was deleted."""

    id: int
    league_id: int
    table_id: int | None
    imported: int | None
    season: int
    game: str
    evening: int | None
    round: int | None
    place: int | None
    day: str | None
    first_ended: int | None
    ended: int | None
    played: Json | None
    counts: str
    table: str | None
    variant: str | None
    options: Json | None
    deleted: int | None


_GAME = LeagueGame.metadata.tables["league_game"]
_TABLE = GameTable.metadata.tables["game_table"]
_GAMES = select(
    *(_GAME.c[name] for name in GameRow._fields if name in _GAME.c),
    *(_TABLE.c.public_id, _TABLE.c.variant, _TABLE.c.options, _TABLE.c.deleted),
).select_from(_GAME.outerjoin(_TABLE, _TABLE.c.id == _GAME.c.table_id))

COUNTS: Final = ""
UNFINISHED: Final = "open"
"""Why a game does not count that is in progress, or again so after its end was undone."""
DELETED: Final = "deleted"
"""Why a game does not count whose table is deleted; nobody is shown it."""
NEVER: Final = 2**62
"""A moment after all others."""


# --- writing ------------------------------------------------------------------------------------


def add_games(connection: Connection, games: Sequence[Mapping[str, Any]]) -> None:
    """New games of a league, of tables or an import, all with the same columns."""
    usual = {"counts": UNFINISHED, "rulings": 0}
    rows = [{**usual, "first_ended": one.get("ended"), **one} for one in games]
    connection.execute(insert(_GAME), rows)


def save_game(connection: Connection, game: GameRow) -> None:
    """Save what was played in a game, and when it ended."""
    ends = {"first_ended": game.first_ended, "ended": game.ended}
    here = update(_GAME).where(_GAME.c.id == game.id)
    connection.execute(here.values(played=game.played, **ends))


def set_reason_not_counted(connection: Connection, counts: str, games: Sequence[int]) -> None:
    """Set the reason why these games, by id, do not count; empty: they do."""
    connection.execute(update(_GAME).where(_GAME.c.id.in_(games)).values(counts=counts))


def mark_has_ruling(connection: Connection, table_id: int) -> None:
    """Mark a table's game as one with a ruling."""
    # counted in the game, so that tables with rulings are found by an index
    here = update(_GAME).where(_GAME.c.table_id == table_id)
    connection.execute(here.values(rulings=_GAME.c.rulings + 1))


# --- finding ------------------------------------------------------------------------------------


def game_of_table(connection: Connection, table_id: int) -> GameRow | None:
    """Return the game that is played at a league's table."""
    row = connection.execute(_GAMES.where(_GAME.c.table_id == table_id)).first()
    return None if row is None else GameRow._make(row)


def games_by_id(connection: Connection, league_id: int, ids: Collection[int]) -> list[GameRow]:
    """Return the league's games of these ids, by id."""
    # the league is checked here, or its index would be preferred to the ids
    rows = map(GameRow._make, connection.execute(_GAMES.where(_GAME.c.id.in_(ids))))
    return sorted((one for one in rows if one.league_id == league_id), key=lambda one: one.id)


def games_of_evening(connection: Connection, league_id: int, evening: int) -> list[GameRow]:
    """Return the games of an evening or of a league of teams: those of its tables, byes and
    walkovers, removed and deleted ones too."""
    of = (_GAME.c.league_id == league_id, _GAME.c.evening == evening)
    return _rows(connection, _GAMES.where(*of).order_by(_GAME.c.id))


def ids_where(connection: Connection, league_id: int, **columns: int | str) -> list[int]:
    """Return the games of a league that have these values: of a season (wherever they count now),
    of an import, or those that do not count for a reason."""
    same = (_GAME.c[name] == value for name, value in columns.items())
    query = select(_GAME.c.id).where(_GAME.c.league_id == league_id, *same)
    return list(connection.scalars(query))


def ids_of_all(connection: Connection, league_id: int) -> list[int]:
    """Return all games of the league whose tables are not deleted, in order."""
    query = select(_GAME.c.id).where(_GAME.c.league_id == league_id, _GAME.c.counts != DELETED)
    return list(connection.scalars(query.order_by(_GAME.c.id)))


def tables_with_rulings(connection: Connection, league_id: int, game: str, most: int) -> list[int]:
    """Return the tables of a league where something was noted in a game (its slug), by id, the
    newest first."""
    query = select(_GAME.c.table_id).where(
        _GAME.c.league_id == league_id, _GAME.c.game == game, RULED_ON, _GAME.c.counts != DELETED
    )
    return list(connection.scalars(query.order_by(_GAME.c.id.desc()).limit(most)))


def played_since(connection: Connection, league_id: int, at: int) -> bool:
    """Return whether a game of the league is going on, or has ended since that moment."""
    late = _GAME.c.first_ended.is_(None) | (_GAME.c.first_ended >= at)
    query = select(_GAME.c.id).where(_GAME.c.league_id == league_id, late).limit(1)
    return connection.scalar(query) is not None


def count_ended(connection: Connection, league_id: int, season: int) -> int:
    """Return how many games of a season have ended."""
    of = (_GAME.c.league_id == league_id) & (_GAME.c.season == season)
    query = select(func.count()).select_from(_GAME).where(of, _GAME.c.ended.is_not(None))
    return connection.scalar(query) or 0


# --- listing ------------------------------------------------------------------------------------


def newest_games(
    connection: Connection,
    league_id: int,
    most: int,
    before: int | None = None,
    season: int | None = None,
    game: str | None = None,
    moved_in: Collection[int] = (),
    moved_out: Collection[int] = (),
) -> list[GameRow]:
    """Return the games that ended last, before the moment ``before``, the newest first.

    Of a season those that were played for it but ``moved_out``, and those ``moved_in`` (ids).
    """
    alike = [] if game is None else [_GAME.c.game == game]
    earlier = [] if before is None else [_GAME.c.ended < before]
    query = _ended(league_id).where(*alike, *earlier).order_by(_GAME.c.ended.desc()).limit(most)
    if season is None:
        return _rows(connection, query)
    own = query.where(_GAME.c.season == season, _GAME.c.id.not_in(moved_out))
    moved = [
        one
        for one in listed_games(connection, league_id, moved_in)
        if one.ended and one.ended < (before or NEVER) and one.counts != UNFINISHED
        if game in (None, one.game)
    ]
    found = {one.id: one for one in (*_rows(connection, own), *moved)}
    return sorted(found.values(), key=newest_first)[:most]


def games_in_progress(connection: Connection, league_id: int) -> list[GameRow]:
    """Return the games that have not ended, or whose end was undone."""
    going_on = or_(_GAME.c.ended.is_(None), _GAME.c.counts == UNFINISHED)
    of_league = (_GAME.c.league_id == league_id, _GAME.c.counts != DELETED)
    return _rows(connection, _GAMES.where(*of_league, going_on).order_by(_GAME.c.id))


def listed_games(connection: Connection, league_id: int, ids: Collection[int]) -> list[GameRow]:
    """Return the league's games of these ids without deleted ones, the newest first."""
    found = games_by_id(connection, league_id, ids)
    return sorted((one for one in found if one.counts != DELETED), key=newest_first)


def all_games(connection: Connection, league_id: int) -> Iterator[GameRow]:
    """Yield all games that have ended, the oldest first."""
    yield from map(GameRow._make, connection.execute(_ended(league_id).order_by(_GAME.c.ended)))


def newest_first(row: Any) -> int:
    """The key by which what ended last comes first."""
    return -int(row.ended or 0)


def _ended(league_id: int) -> Any:
    over = (_GAME.c.ended.is_not(None), _GAME.c.counts.not_in((UNFINISHED, DELETED)))
    return _GAMES.where(_GAME.c.league_id == league_id, *over)


def _rows(connection: Connection, query: Any) -> list[GameRow]:
    return [GameRow._make(row) for row in connection.execute(query)]


# --- when they ended ----------------------------------------------------------------------------

# Pages of the list and ratings go by this moment, so that no two games may share one.
_ENDS = (_GAME.c.ended, _GAME.c.first_ended)
_AT_ONCE = 1000


def next_end_time(connection: Connection, league_id: int, at: int) -> int:
    """Return the end time of a game that ends now: after all that ended before, whatever the clock
    says."""
    of_league = _GAME.c.league_id == league_id
    last = (connection.scalar(select(func.max(one)).where(of_league)) for one in _ENDS)
    return max(at, *((one or 0) + 1 for one in last))


def end_times_between(connection: Connection, league_id: int, first: int, last: int) -> set[int]:
    """Return the moments within which games of the league ended, or first ended."""
    within = or_(*(one.between(first, last) for one in _ENDS))
    rows = connection.execute(select(*_ENDS).where(_GAME.c.league_id == league_id, within))
    return {moment for row in rows for moment in row if moment is not None}


def first_free_time(connection: Connection, league_id: int, moment: int) -> int:
    """Return the first moment from that one on at which no game of the league ended."""
    while True:
        taken = end_times_between(connection, league_id, moment, moment + _AT_ONCE)
        found = next(one for one in count(moment) if one not in taken)
        if found <= moment + _AT_ONCE:
            return found
        moment = found


def set_end_time(connection: Connection, game: int, ended: int | None) -> None:
    """Set the moment at which a game counts as ended."""
    connection.execute(update(_GAME).where(_GAME.c.id == game).values(ended=ended))
