"""Stored ratings: a row per player, game and scope, valid up to a moment of the scope.

A scope is a game (its slug), or "" over all games. Rows of later games than that moment may be
stale; nobody reads them, and the next ones are written in their place. Rating all of 10,000 games
anew takes seconds.
"""

from collections.abc import Iterable, Sequence
from dataclasses import asdict
from typing import Any, Final, NamedTuple

from sqlalchemy import Connection, delete, func, insert, select, update

from scorekeeper.ratings import Rating
from scorekeeper.store.league.results import RESULTS
from scorekeeper.store.schema.league import (
    LeagueGame,
    PlayerSum,
    RatingRow,
    RatingWatermark,
    Result,
    ResultRow,
)

OVER_ALL: Final = ""


class PlayerRating(NamedTuple):
    """A player's rating after a game, by its id, and when that ended."""

    player: int
    game: int
    ended: int
    rating: Rating


class LastRatedGame(NamedTuple):
    """The last game that is in the ratings, by its id, and when it ended."""

    game: int
    ended: int


_GAME = LeagueGame.metadata.tables["league_game"]
_RESULT = ResultRow.metadata.tables["result"]
_SUM = PlayerSum.metadata.tables["player_sum"]
_RATING = RatingRow.metadata.tables["rating"]
_TO = RatingWatermark.metadata.tables["rated_to"]
_RATINGS = select(
    *(_RATING.c.player, _RATING.c.game_id, _RATING.c.ended),
    *(_RATING.c.mu, _RATING.c.sigma, _RATING.c.games),
)


def rated_to(connection: Connection, league_id: int, scope: str) -> int:
    """Ratings are true through the last game that ended by this moment."""
    return connection.scalar(select(_TO.c.ended).where(*_in(_TO, league_id, scope))) or 0


def count_unrated(connection: Connection, league_id: int, scope: str, since: int) -> int:
    """Return how many games that count ended since."""
    query = select(func.count()).where(*_counting(league_id, scope), _GAME.c.ended > since)
    return connection.scalar(query) or 0


def last_game(
    connection: Connection, league_id: int, scope: str, until: int
) -> LastRatedGame | None:
    """Return the last game that counts and ended by then."""
    query = (
        select(_GAME.c.id, _GAME.c.ended)
        .where(*_counting(league_id, scope), _GAME.c.ended <= until)
        .order_by(_GAME.c.ended.desc())
    )
    found = connection.execute(query.limit(1)).first()
    return None if found is None else LastRatedGame._make(found)


def next_games(
    connection: Connection, league_id: int, scope: str, since: int, most: int
) -> list[Result]:
    """Return the results of the next games that count, at most so many games, in the order they
    ended."""
    games = (
        select(_GAME.c.id)
        .where(*_counting(league_id, scope), _GAME.c.ended > since)
        .order_by(_GAME.c.ended)
        .limit(most)
    )
    query = RESULTS.where(_RESULT.c.game_id.in_(games.scalar_subquery()))
    in_order = query.order_by(_RESULT.c.ended, _RESULT.c.player)
    return [Result._make(row) for row in connection.execute(in_order)]


def last_ratings(
    connection: Connection,
    league_id: int,
    scope: str,
    until: int,
    players: Iterable[int] | None = None,
) -> list[PlayerRating]:
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
    query = _RATINGS.select_from(one.join(_RATING, same))
    return _read(connection, query.where(*_in(_RATING, league_id, scope)))


def rating_history(
    connection: Connection, league_id: int, scope: str, player: int, until: int
) -> list[PlayerRating]:
    """Return a player's rating after each game that ended by then, the oldest first."""
    query = (
        _RATINGS.where(*_in(_RATING, league_id, scope), _RATING.c.player == player)
        .where(_RATING.c.ended <= until)
        .order_by(_RATING.c.ended)
    )
    return _read(connection, query)


def _read(connection: Connection, query: Any) -> list[PlayerRating]:
    return [
        PlayerRating(player, game, ended, Rating(*found))
        for player, game, ended, *found in connection.execute(query)
    ]


def save_ratings(
    connection: Connection,
    league_id: int,
    scope: str,
    rows: Sequence[PlayerRating],
    span: tuple[int, int | None],
) -> None:
    """Replace the ratings of the span (after the first moment, through the second; None: through
    all times)."""
    since, until = span
    gone = delete(_RATING).where(*_in(_RATING, league_id, scope), _RATING.c.ended > since)
    connection.execute(gone if until is None else gone.where(_RATING.c.ended <= until))
    if rows:
        own = {"league_id": league_id, "scope": scope}
        connection.execute(
            insert(_RATING),
            [
                {**own, "player": player, "game_id": game, "ended": ended, **asdict(rating)}
                for player, game, ended, rating in rows
            ],
        )


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
    where = [_GAME.c.league_id == league_id, _GAME.c.counts == "", _GAME.c.ended.is_not(None)]
    return where if scope == OVER_ALL else [*where, _GAME.c.game == scope]
