"""Ratings of a league's players, for each game and over all, updated when read.

What changes a game only says from where on ratings are no longer true; who asks for them has the
next games rated, so many at a time, and is told up to which game they are true.
"""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import groupby
from typing import Final

from sqlalchemy import Connection

from scorekeeper.leagues.visit import LeagueVisit
from scorekeeper.ratings import Game, rate_games
from scorekeeper.standings.units import PLAYERS, kind_of
from scorekeeper.store.league import leagues
from scorekeeper.store.league import ratings as stored
from scorekeeper.store.league.ratings import LastRatedGame, PlayerRating
from scorekeeper.store.schema.league import Result
from scorekeeper.store.sql.database import reading, writing
from scorekeeper.store.sql.trouble import Unavailable

# 10,000 games at once take 10 s
STEP: Final = 200
"""Games that are rated at one go: enough for a year of evenings, and no reader waits for long."""


@dataclass(frozen=True)
class Ratings:
    """The ratings of a scope, the lower bound of the highest first, and after them those that are
    not shown yet.

    They are true up to the game ``through`` (None: none is in them yet); so many games are still
    ``waiting`` to be rated.
    """

    rows: Sequence[PlayerRating]
    through: LastRatedGame | None
    waiting: int


def ratings_of(visit: LeagueVisit, scope: str, of: str = PLAYERS) -> Ratings:
    """Return the ratings of players, pairs or teams in a game (its slug) or over all (""), brought
    up to date by one step.

    Where nothing can be written now they are told as far as they are known. Raises
    ``Unavailable`` where nothing can be read.
    """
    _try_to_update(visit, scope)
    league_id = visit.info.id
    with reading() as connection:
        until = stored.rated_to(connection, league_id, scope)
        every = stored.last_ratings(connection, league_id, scope, until)
        rows = [one for one in every if kind_of(one.player) == of]
        last = stored.last_game(connection, league_id, scope, until)
        waiting = stored.count_unrated(connection, league_id, scope, until)
    rows.sort(key=lambda one: (one.rating.missing > 0, -one.rating.lower_bound, one.player))
    return Ratings(rows, last, waiting)


def rating_curve(visit: LeagueVisit, scope: str, player: int) -> list[PlayerRating]:
    """Return a player's rating after each game, the oldest first, as far as ratings are true."""
    _try_to_update(visit, scope)
    league_id, number = visit.info.id, visit.league.after_merges(player)
    with reading() as connection:
        until = stored.rated_to(connection, league_id, scope)
        return stored.rating_history(connection, league_id, scope, number, until)


def _try_to_update(visit: LeagueVisit, scope: str) -> None:
    # a full disk must not stop readers
    with suppress(Unavailable):
        update_ratings(visit, scope)


def update_ratings(visit: LeagueVisit, scope: str, most: int = STEP) -> None:
    """Rate the next games that count, at most so many, in one transaction."""
    league_id = visit.info.id
    with reading() as connection:
        since = stored.rated_to(connection, league_id, scope)
        if not stored.next_games(connection, league_id, scope, since, 1):
            return
    with writing() as connection:
        leagues.lock(connection, league_id)
        _rate(connection, league_id, scope, most)


def _rate(connection: Connection, league_id: int, scope: str, most: int) -> None:
    since = stored.rated_to(connection, league_id, scope)
    seated = stored.next_games(connection, league_id, scope, since, most)
    if not seated:
        return
    games = [[*game] for _, game in groupby(seated, key=lambda one: one.game_id)]
    last = seated[-1].ended
    players = {one.player for one in seated}
    before = stored.last_ratings(connection, league_id, scope, since, players)
    rows = [*_rows(games, before)]
    # ratings after the last game are of games that no longer count
    until = last if len(games) == most else None
    stored.save_ratings(connection, league_id, scope, rows, (since, until))
    stored.set_rated_to(connection, league_id, scope, last)


def _rows(
    games: Sequence[Sequence[Result]], before: Sequence[PlayerRating]
) -> Iterator[PlayerRating]:
    known = {one.player: one.rating for one in before}
    # pairs and teams are rated among themselves, as if each was one player
    kinds = [[one for one in game if kind(one)] for game in games for kind in (_player, _unit)]
    games = [game for game in kinds if game and all(one.rated for one in game)]  # not of a walkover
    for game, changed in zip(games, rate_games(map(_sides, games), known), strict=True):
        for player, now in changed.items():
            yield PlayerRating(player, game[0].game_id, game[0].ended, now)


def _player(one: Result) -> bool:
    return one.player > 0


def _unit(one: Result) -> bool:
    return one.player < 0


def _sides(game: Sequence[Result]) -> Game:
    places = {one.side: one.rated for one in game}
    sides = [[one.player for one in game if one.side == side] for side in places]
    return sides, [*places.values()]
