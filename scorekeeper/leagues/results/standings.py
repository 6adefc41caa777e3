"""The standings of a league: read from sums, never from all games."""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import groupby, permutations
from typing import Final, NamedTuple, cast

from sqlalchemy import Connection

from scorekeeper import days
from scorekeeper.leagues.visit import LeagueVisit
from scorekeeper.standings import ranking
from scorekeeper.standings.counted import Letter
from scorekeeper.standings.finished import UNIT
from scorekeeper.standings.ranking import RankedPlayer
from scorekeeper.standings.scoring import Scoring
from scorekeeper.standings.streaks import LAST, Ending, movement
from scorekeeper.standings.sums import Duel, Sums
from scorekeeper.store.league import results, results_read
from scorekeeper.store.league.results import PairTotals, PlayerTotals, Result
from scorekeeper.store.league.results_read import PlayerEnding, Scope
from scorekeeper.store.league.state import Season
from scorekeeper.store.sql.database import reading

HeadToHead = Callable[[int, int], Duel]
"""How the first player has done against the second."""

NEVER: Final = Duel()


def standings_of(
    visit: LeagueVisit, season: Season, game: str | None = None
) -> Sequence[RankedPlayer]:
    """Return the standings of the season, in one game (a slug) or in all; players by number."""
    with reading() as connection:
        totals = results.player_totals(connection, visit.info.id, season.number, game)
        asked = StandingsQuery(visit, season, game)
        return _standings(connection, asked, totals, _head_to_head(connection, asked))


class StandingsQuery(NamedTuple):
    """The standings that are asked for; ``before`` a moment: as they were then."""

    visit: LeagueVisit
    season: Season
    game: str | None
    before: int | None = None


def _standings(
    connection: Connection, asked: StandingsQuery, totals: Sequence[PlayerTotals], met: HeadToHead
) -> Sequence[RankedPlayer]:
    scoring = Scoring.read(asked.season.scoring)
    best = _best(connection, asked, scoring, totals)
    sums = [sums_of(one, best.get(one.player, ())) for one in totals if one.games]
    bonuses = {} if asked.game else bonuses_of(asked.visit, asked.season)
    lots = asked.visit.league.lots(asked.season.number)
    return ranking.standings(scoring, sums, met, bonuses, lots)


def _best(
    connection: Connection, asked: StandingsQuery, scoring: Scoring, totals: Sequence[PlayerTotals]
) -> Mapping[int, tuple[Fraction, ...]]:
    """Return the worth of each player's best games, where only so many count."""
    if scoring.best is None:
        return {}
    visit, season, game, before = asked
    best = {
        one.player: results.best_of(
            connection, visit.info.id, season.number, one.player, scoring.best, game, before
        )
        for one in totals
    }
    return {player: tuple(map(_in_points, own)) for player, own in best.items()}


@lru_cache(1024)
def _in_points(worth: int) -> Fraction:
    return Fraction(worth, UNIT)


def sums_of(one: PlayerTotals, best: tuple[Fraction, ...] = ()) -> Sums:
    """Return the stored sums of a player as standings are made from them."""
    worth, given = Fraction(one.worth, UNIT), Fraction(one.given, UNIT)
    unplayed = (one.byes, one.walkovers, given, one.averaged)
    return Sums(one.player, one.games, one.won, one.deals, one.points, worth, best, *unplayed)


def _head_to_head(connection: Connection, asked: StandingsQuery) -> HeadToHead:
    """Return a function that tells how two players have done against one another: looked up only
    for those who are tied."""
    known: dict[int, Mapping[int, Duel]] = {}

    def met(one: int, other: int) -> Duel:
        if one not in known:
            visit, season, game, _ = asked
            pairs = results.pair_totals(connection, visit.info.id, season.number, game, one)
            known[one] = {pair.other: _duel(pair) for pair in pairs if not pair.together}
        return known[one].get(other, NEVER)

    return met


def _duel(pair: PairTotals) -> Duel:
    return Duel(pair.games, pair.won, pair.lost, pair.points)


def bonuses_of(visit: LeagueVisit, season: Season) -> Mapping[int, Fraction]:
    """Return the points that no game brought, by player."""
    sums: dict[int, Fraction] = {}
    for one in visit.league.bonuses:
        if one.season == season.number:
            sums[one.player] = sums.get(one.player, Fraction()) + Fraction(one.points)
    return sums


# --- since last time ----------------------------------------------------------------------------


class StandingsRow(NamedTuple):
    """A line of the standings as people look at it: how the player's last games ended, the newest
    last, and how many places they moved on the last day of play (None: they had none before)."""

    placed: RankedPlayer
    form: Sequence[Ending]
    moved: int | None


def rows_of(visit: LeagueVisit, season: Season, game: str | None = None) -> Sequence[StandingsRow]:
    """Return the standings with form and movement. A bonus moves nobody: it was there before,
    too."""
    scope = Scope(visit.info.id, (season.number,), game)
    with reading() as connection:
        totals = results.player_totals(connection, visit.info.id, season.number, game)
        asked = StandingsQuery(visit, season, game)
        met = _head_to_head(connection, asked)
        after = _standings(connection, asked, totals, met)
        last = results_read.last_results_of_all(
            connection, visit.info.id, season.number, game, LAST
        )
        newest = max((own[0].ended for own in last.values() if own), default=0)
        began = days.start_of_day(newest)
        played = results_read.results_since(connection, scope, [*last], began)
        earlier = (
            asked._replace(before=began),
            _without_results(totals, played),
            _head_to_head_before(met, played),
        )
        before = _standings(connection, *earlier)
    moved = movement(before, after) if any(one.sums.games for one in before) else {}
    return [
        StandingsRow(
            one,
            [ending_of(own) for own in reversed(last.get(one.player, ()))],
            moved.get(one.player, 0),
        )
        for one in after
    ]


def ending_of(one: Result | PlayerEnding) -> Ending:
    """Return how a game ended for a player."""
    return Ending(cast(Letter, one.letter), one.place)


def _without_results(
    totals: Sequence[PlayerTotals], played: Sequence[Result]
) -> Sequence[PlayerTotals]:
    """Return the sums without these results."""
    sums = {one.player: one for one in totals}
    for own in played:
        one = sums[own.player]
        less = {name: getattr(one, name) - getattr(own, name) for name in one._fields[2:]}
        sums[own.player] = one._replace(games=one.games - 1, **less)
    return [*sums.values()]


def _head_to_head_before(met: HeadToHead, played: Sequence[Result]) -> HeadToHead:
    """Return how players had done against one another before these results."""
    since: dict[tuple[int, int], Duel] = {}
    in_order = sorted(played, key=lambda one: one.game_id)
    for _, game in groupby(in_order, key=lambda one: one.game_id):
        for one, other in permutations(game, 2):
            if one.side != other.side:
                ahead, behind = int(one.place < other.place), int(one.place > other.place)
                less = Duel(-1, -ahead, -behind, other.points - one.points)
                pair = one.player, other.player
                since[pair] = since.get(pair, NEVER) + less
    return lambda one, other: met(one, other) + since.get((one, other), NEVER)
