"""How the players of a league stand: read from sums, never from all games."""

from collections.abc import Mapping, Sequence
from fractions import Fraction

from sqlalchemy import Connection

from scorekeeper import standings
from scorekeeper.leagues.visited import Found
from scorekeeper.standings import UNIT, Duel, Placed, Scoring, Sums
from scorekeeper.store import results
from scorekeeper.store.database import reading
from scorekeeper.store.decided import Season
from scorekeeper.store.results import PairTotals, PlayerTotals


def standings_of(found: Found, season: Season, game: str | None = None) -> Sequence[Placed]:
    """The standings of the season, in one game (a slug) or in all; players by number."""
    scoring = Scoring.read(season.scoring)
    with reading() as connection:
        totals = results.player_totals(connection, found.info.id, season.number, game)
        best = _best(connection, found, season, game, scoring, totals)
        pairs = results.pair_totals(connection, found.info.id, season.number, game)
    sums = [_sums(one, best.get(one.player, ())) for one in totals if one.games]
    bonuses = {} if game else bonuses_of(found, season)
    return standings.standings(scoring, sums, duels_of(pairs), bonuses)


def _best(
    connection: Connection,
    found: Found,
    season: Season,
    game: str | None,
    scoring: Scoring,
    totals: Sequence[PlayerTotals],
) -> Mapping[int, tuple[Fraction, ...]]:
    """What each player's best games are worth, where only so many count."""
    if scoring.best is None:
        return {}
    return {
        one.player: tuple(
            Fraction(worth, UNIT)
            for worth in results.best_of(
                connection, found.info.id, season.number, one.player, scoring.best, game
            )
        )
        for one in totals
    }


def _sums(one: PlayerTotals, best: tuple[Fraction, ...]) -> Sums:
    worth = Fraction(one.worth, UNIT)
    return Sums(one.player, one.games, one.won, one.deals, one.points, worth, best)


def duels_of(pairs: Sequence[PairTotals]) -> Mapping[tuple[int, int], Duel]:
    """How each two players have done against one another."""
    return {
        (one.player, one.other): Duel(one.games, one.won, one.lost, one.points)
        for one in pairs
        if not one.together and one.player < one.other and one.games
    }


def bonuses_of(found: Found, season: Season) -> Mapping[int, Fraction]:
    """The points that no game brought, by player."""
    sums: dict[int, Fraction] = {}
    for one in found.league.bonuses:
        if one.season == season.number:
            sums[one.player] = sums.get(one.player, Fraction()) + Fraction(one.points)
    return sums
