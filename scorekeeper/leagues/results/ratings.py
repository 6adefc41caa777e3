"""Ratings of a league's players, for each game and over all, updated when read.

What changes a game only says from where on ratings are no longer true; who asks for them has the
next games rated, so many at a time, and is told up to which game they are true.
"""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import groupby
from typing import Final, NamedTuple

from sqlalchemy import Connection

from scorekeeper import ratings
from scorekeeper.leagues.visit import LeagueVisit
from scorekeeper.ratings import Game, Rating
from scorekeeper.store.league import leagues
from scorekeeper.store.league import ratings as stored_ratings
from scorekeeper.store.league.ratings import RatedSeat, StoredRating
from scorekeeper.store.sql.database import reading, writing
from scorekeeper.store.sql.trouble import Unavailable

STEP: Final = 200
"""Games that are rated at one go: enough for a year of evenings, and no reader waits for long."""


class LastRatedGame(NamedTuple):
    """The last game that is in the ratings, by its id, and when it ended."""

    game: int
    ended: int


class RatedPlayer(NamedTuple):
    """A player, by number, and their rating."""

    player: int
    rating: Rating


@dataclass(frozen=True)
class Ratings:
    """The ratings of a scope, the cautious end of the highest first.

    They are true up to the game ``through`` (None: none is in them yet); so many games are still
    ``waiting`` to be rated.
    """

    rows: Sequence[RatedPlayer]
    through: LastRatedGame | None
    waiting: int


class RatingPoint(NamedTuple):
    """A player's rating after a game (its id), and when that ended."""

    game: int
    ended: int
    rating: Rating


def ratings_of(visit: LeagueVisit, scope: str) -> Ratings:
    """Return the ratings in a game (its slug) or over all (""), brought up to date by one step.

    Where nothing can be written now they are told as far as they are known. Raises
    ``Unavailable`` where nothing can be read.
    """
    _try_to_update(visit, scope)
    league_id = visit.info.id
    with reading() as connection:
        until = stored_ratings.rated_to(connection, league_id, scope)
        rows = stored_ratings.last_ratings(connection, league_id, scope, until)
        last = stored_ratings.last_game(connection, league_id, scope, until)
        waiting = stored_ratings.count_unrated(connection, league_id, scope, until)
    rated = [RatedPlayer(one.player, _rating(one)) for one in rows]
    rated.sort(key=lambda one: (-ratings.lower_bound(one.rating), one.player))
    return Ratings(rated, last and LastRatedGame(*last), waiting)


def rating_curve(visit: LeagueVisit, scope: str, player: int) -> list[RatingPoint]:
    """Return a player's rating after each game, the oldest first, as far as ratings are true."""
    _try_to_update(visit, scope)
    league_id, number = visit.info.id, visit.league.after_merges(player)
    with reading() as connection:
        until = stored_ratings.rated_to(connection, league_id, scope)
        rows = stored_ratings.rating_history(connection, league_id, scope, number, until)
    return [RatingPoint(one.game_id, one.ended, _rating(one)) for one in rows]


def _try_to_update(visit: LeagueVisit, scope: str) -> None:
    # a full disk must not stop readers
    with suppress(Unavailable):
        update_ratings(visit, scope)


def update_ratings(visit: LeagueVisit, scope: str, most: int = STEP) -> None:
    """Rate the next games that count, at most so many, in one transaction."""
    league_id = visit.info.id
    with reading() as connection:
        since = stored_ratings.rated_to(connection, league_id, scope)
        if not stored_ratings.next_games(connection, league_id, scope, since, 1):
            return
    with writing() as connection:
        leagues.lock(connection, league_id)
        _rate(connection, league_id, scope, most)


def _rate(connection: Connection, league_id: int, scope: str, most: int) -> None:
    since = stored_ratings.rated_to(connection, league_id, scope)
    seated = stored_ratings.next_games(connection, league_id, scope, since, most)
    if not seated:
        return
    games = [[*game] for _, game in groupby(seated, key=lambda one: one.game_id)]
    last = seated[-1].ended
    players = {one.player for one in seated}
    before = stored_ratings.last_ratings(connection, league_id, scope, since, players)
    rows = [*_rows(games, before)]
    # ratings after the last game are of games that no longer count
    until = last if len(games) == most else None
    stored_ratings.save_ratings(connection, league_id, scope, rows, (since, until))
    stored_ratings.set_rated_to(connection, league_id, scope, last)


def _rows(
    games: Sequence[Sequence[RatedSeat]], before: Sequence[StoredRating]
) -> Iterator[StoredRating]:
    known = {one.player: _rating(one) for one in before}
    games = [game for game in games if all(one.rated for one in game)]  # not of a walkover
    for game, changed in zip(games, ratings.rate_games(map(_sides, games), known), strict=True):
        for player, now in changed.items():
            yield StoredRating(game[0].ended, player, game[0].game_id, now.mu, now.sigma, now.games)


def _sides(game: Sequence[RatedSeat]) -> Game:
    places = {one.side: one.rated for one in game}
    sides = [[one.player for one in game if one.side == side] for side in places]
    return sides, [*places.values()]


def _rating(one: StoredRating) -> Rating:
    return Rating(one.mu, one.sigma, one.games)
