"""Stored ratings: a row per player, game and scope, valid up to a moment of the scope.

A scope is a game (its slug), or "" over all games. Rows of later games than that moment may be
stale; nobody reads them, and the next ones are written in their place.
"""

from collections.abc import Iterable, Sequence
from typing import Any, Final, NamedTuple

from sqlalchemy import Connection, delete, func, insert, select, update

from scorekeeper.store.schema.league import LeagueGame, PlayerSum, RatedTo, RatingRow, ResultRow

OVER_ALL: Final = ""


class StoredRating(NamedTuple):
    """A player's rating after a game; columns as in ``RatingRow``."""

    ended: int
    player: int
    game_id: int
    mu: float
    sigma: float
    games: int


class RatedSeat(NamedTuple):
    """A player in a game to be rated: their side, and its place without handicaps."""

    game_id: int
    ended: int
    player: int
    side: int
    rated: int


_GAME = LeagueGame.metadata.tables["league_game"]
_RESULT = ResultRow.metadata.tables["result"]
_SUM = PlayerSum.metadata.tables["player_sum"]
_RATING = RatingRow.metadata.tables["rating"]
_TO = RatedTo.metadata.tables["rated_to"]
_KEPT = tuple(_RATING.c[name] for name in StoredRating._fields)


def rated_to(connection: Connection, league_id: int, scope: str) -> int:
    """Ratings are true through the last game that ended by this moment."""
    return connection.scalar(select(_TO.c.ended).where(*_in(_TO, league_id, scope))) or 0


def count_unrated(connection: Connection, league_id: int, scope: str, since: int) -> int:
    """Return how many games that count ended since."""
    query = select(func.count()).where(*_counting(league_id, scope), _GAME.c.ended > since)
    return connection.scalar(query) or 0


def last_game(
    connection: Connection, league_id: int, scope: str, until: int
) -> tuple[int, int] | None:
    """Return the last game that counts and ended by then: its id, and when it ended."""
    query = (
        select(_GAME.c.id, _GAME.c.ended)
        .where(*_counting(league_id, scope), _GAME.c.ended <= until)
        .order_by(_GAME.c.ended.desc())
    )
    found = connection.execute(query.limit(1)).first()
    return None if found is None else (found[0], found[1])


def next_games(
    connection: Connection, league_id: int, scope: str, since: int, most: int
) -> list[RatedSeat]:
    """Return the players of the next games that count, at most so many games, in the order they
    ended."""
    games = (
        select(_GAME.c.id)
        .where(*_counting(league_id, scope), _GAME.c.ended > since)
        .order_by(_GAME.c.ended)
        .limit(most)
    )
    query = (
        select(*(_RESULT.c[name] for name in RatedSeat._fields))
        .where(_RESULT.c.game_id.in_(games.scalar_subquery()))
        .order_by(_RESULT.c.ended, _RESULT.c.player)
    )
    return [RatedSeat._make(row) for row in connection.execute(query)]


def last_ratings(
    connection: Connection,
    league_id: int,
    scope: str,
    until: int,
    players: Iterable[int] | None = None,
) -> list[StoredRating]:
    """Return the last rating by then of these players, or of everybody whose games count."""
    who = select(_SUM.c.player).where(_SUM.c.league_id == league_id).distinct()
    if players is not None:
        who = who.where(_SUM.c.player.in_([*players]))
    one, last = who.subquery(), _RATING.alias()
    ended = (
        select(func.max(last.c.ended))
        .where(*_in(last, league_id, scope), last.c.player == one.c.player, last.c.ended <= until)
        .scalar_subquery()
    )
    same = (_RATING.c.player == one.c.player) & (_RATING.c.ended == ended)
    query = select(*_KEPT).select_from(one.join(_RATING, same))
    rows = connection.execute(query.where(*_in(_RATING, league_id, scope)))
    return [StoredRating._make(row) for row in rows]


def rating_history(
    connection: Connection, league_id: int, scope: str, player: int, until: int
) -> list[StoredRating]:
    """Return a player's rating after each game that ended by then, the oldest first."""
    query = (
        select(*_KEPT)
        .where(*_in(_RATING, league_id, scope), _RATING.c.player == player)
        .where(_RATING.c.ended <= until)
        .order_by(_RATING.c.ended)
    )
    return [StoredRating._make(row) for row in connection.execute(query)]


def save_ratings(
    connection: Connection,
    league_id: int,
    scope: str,
    rows: Sequence[StoredRating],
    span: tuple[int, int | None],
) -> None:
    """Replace the ratings of the span (after the first moment, through the second; None: through
    all times)."""
    since, until = span
    gone = delete(_RATING).where(*_in(_RATING, league_id, scope), _RATING.c.ended > since)
    connection.execute(gone if until is None else gone.where(_RATING.c.ended <= until))
    if rows:
        own = {"league_id": league_id, "scope": scope}
        connection.execute(insert(_RATING), [{**one._asdict(), **own} for one in rows])


def set_rated_to(connection: Connection, league_id: int, scope: str, ended: int) -> None:
    """Ratings are true through the game that ended then."""
    moved = update(_TO).where(*_in(_TO, league_id, scope)).values(ended=ended)
    if not connection.execute(moved).rowcount:
        row = {"league_id": league_id, "scope": scope, "ended": ended}
        connection.execute(insert(_TO), row)


def mark_stale(connection: Connection, league_id: int, ended: int, scope: str) -> None:
    """Ratings of the scope are true up to that moment and no further."""
    later = update(_TO).where(*_in(_TO, league_id, scope), _TO.c.ended > ended)
    connection.execute(later.values(ended=ended))


def _in(table: Any, league_id: int, scope: str) -> tuple[Any, Any]:
    return table.c.league_id == league_id, table.c.scope == scope


def _counting(league_id: int, scope: str) -> list[Any]:
    """Return the games of the scope that count."""
    where = [_GAME.c.league_id == league_id, _GAME.c.counts == "", _GAME.c.ended.is_not(None)]
    return where if scope == OVER_ALL else [*where, _GAME.c.game == scope]
