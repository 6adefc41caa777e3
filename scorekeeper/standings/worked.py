"""A season's scoring worked out once, for a few games of people who are known: what the form of a
season shows, so that nobody has to read rules to see what they come to."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import reduce
from operator import add
from typing import Final, NamedTuple

from scorekeeper.standings.counted import CountedResult, counted_results
from scorekeeper.standings.finished import FinishedGame, HeadToHead, Sums
from scorekeeper.standings.ranking import RankedPlayer, standings
from scorekeeper.standings.scoring import Scoring

PLAYERS: Final = range(4)
"""The players of the example: of 0 little is seen but wins, 3 comes every time and loses."""


def _game(*points: tuple[int, int]) -> FinishedGame:
    """Return a game of ten deals, as players with their points; the most win."""
    most = max(own for _, own in points)
    return FinishedGame(
        sides=tuple((player,) for player, _ in points),
        points=tuple(own for _, own in points),
        winners=frozenset(side for side, (_, own) in enumerate(points) if own == most),
        deals=10,
    )


_DUELS: Final = (
    _game((0, 60), (3, 45)),
    _game((1, 50), (3, 40)),
    _game((0, 55), (1, 35)),
    _game((2, 70), (3, 20)),
)
_AMONG_MANY: Final = _game((1, 80), (2, 120), (3, 80))


class WorkedExample(NamedTuple):
    """Games by their players and points, in order, and the standings after them; players are
    numbers of ``PLAYERS``."""

    games: Sequence[FinishedGame]
    table: Sequence[RankedPlayer]


def worked_example(scoring: Scoring, many: bool = False) -> WorkedExample:
    """Return a few games and how they are scored; with ``many``, one of more than two sides too.

    One game is enough for a place here, however many the season asks for, and nobody has a
    handicap.
    """
    games = (*_DUELS, *([_AMONG_MANY] if many else ()))
    shown = replace(scoring, least=1, handicaps=False)
    results = [[*counted_results(game, shown)] for game in games]
    sums = [sums_of_player(player, results) for player in PLAYERS]
    met = meetings_in(results)
    none: Mapping[int, Fraction] = {}
    table = standings(shown, sums, lambda one, other: met.get((one, other), HeadToHead()), none)
    return WorkedExample(games, table)


def sums_of_player(player: int, results: Sequence[Sequence[CountedResult]]) -> Sums:
    """Return what a player's results come to, game by game."""
    own = (one for game in results for one in game if one.player == player)
    return reduce(add, map(_sums_of, own), Sums(player))


def _sums_of(result: CountedResult) -> Sums:
    return Sums(
        result.player,
        games=1,
        won=int(result.won),
        deals=result.deals,
        points=result.points,
        worth=result.worth,
        best=(result.worth,),
    )


def meetings_in(
    results: Sequence[Sequence[CountedResult]],
) -> Mapping[tuple[int, int], HeadToHead]:
    """Return how each two players did against one another in these games."""
    met: dict[tuple[int, int], HeadToHead] = {}
    for pair, record in _meetings(results):
        met[pair] = met.get(pair, HeadToHead()) + record
    return met


def _meetings(
    results: Sequence[Sequence[CountedResult]],
) -> Iterator[tuple[tuple[int, int], HeadToHead]]:
    for game in results:
        for one in game:
            for other in game:
                if one.player != other.player:
                    ahead, behind = int(one.place < other.place), int(one.place > other.place)
                    record = HeadToHead(1, ahead, behind, one.points - other.points)
                    yield (one.player, other.player), record
