"""The tie-breaks that a season can use, each a rule for players with the same total."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from typing import Final

from scorekeeper.sentences import phrase
from scorekeeper.standings.finished import Points
from scorekeeper.standings.sums import Duel, Sums

HeadToHead = Callable[[int, int], Duel]
"""How the first player has done against the second."""

Scores = Sequence[Points]
"""What a rule counts for each of those who are level."""


@dataclass(frozen=True)
class TieContext:
    """The whole standings, for rules that look beyond the tied players.

    `totals` are those of all listed players, `lots` the lots drawn, each as its players in order,
    the newest draw last.
    """

    met: HeadToHead
    totals: Mapping[int, Fraction]
    lots: Sequence[Sequence[int]] = ()


@dataclass(frozen=True)
class Tie:
    """A tie-break: its name where it decides, what it counts (None: it cannot be applied to
    these players), and whether the fewest are best. `label` is its name in a list."""

    label: str
    name: str
    scores: Callable[[Sequence[Sums], TieContext], Scores | None]
    note: str = ""
    fewest: bool = False


def _wins(level: Sequence[Sums], context: TieContext) -> Scores:
    return [one.wins for one in level]


def _head_to_head(level: Sequence[Sums], context: TieContext) -> Scores | None:
    """Count the games in which one did better than another of the tied players; all must have
    met."""
    players = [one.player for one in level]
    if not all(context.met(*pair).games for pair in combinations(players, 2)):
        return None
    return [
        sum(context.met(one, other).wins for other in players if other != one) for one in players
    ]


def _average(level: Sequence[Sums], context: TieContext) -> Scores:
    return [Fraction(one.points, max(one.deals, 1)) for one in level]


def _games(level: Sequence[Sums], context: TieContext) -> Scores:
    return [one.games for one in level]


def _points(level: Sequence[Sums], context: TieContext) -> Scores:
    return [one.points for one in level]


def _difference(level: Sequence[Sums], context: TieContext) -> Scores:
    """Points more than each opponent had, added up."""
    return [sum(duel.points for _, duel in _duels(one, context)) for one in level]


def _buchholz(level: Sequence[Sums], context: TieContext) -> Scores:
    """The totals of all opponents, once for each game against them."""
    return [
        sum((total * duel.games for total, duel in _duels(one, context)), Fraction())
        for one in level
    ]


def _sonneborn_berger(level: Sequence[Sums], context: TieContext) -> Scores:
    """The total of an opponent for each game in which one did better, half of it for a draw."""
    return [
        sum((total * _score(duel) for total, duel in _duels(one, context)), Fraction())
        for one in level
    ]


def _score(duel: Duel) -> Fraction:
    draws = duel.games - duel.wins - duel.losses
    return duel.wins + Fraction(draws, 2)


def _duels(one: Sums, context: TieContext) -> list[tuple[Fraction, Duel]]:
    """The total of everybody else, and how the player has done against them."""
    others = ((other, total) for other, total in context.totals.items() if other != one.player)
    return [(total, context.met(one.player, other)) for other, total in others]


def _lots(level: Sequence[Sums], context: TieContext) -> Scores | None:
    """The places in the newest draw that has all of them."""
    players = [one.player for one in level]
    drawn = (lot for lot in reversed(context.lots) if {*players} <= {*lot})
    order = [player for player in next(drawn, ()) if player in players]
    return [1 + order.index(player) for player in players] if order else None


LOTS: Final = "lots"

TIES: Final[Mapping[str, Tie]] = {
    "wins": Tie(phrase("Wins"), phrase("more wins"), _wins, phrase("shared ones count too")),
    "direct": Tie(
        phrase("Head-to-head games"),
        phrase("better head-to-head record"),
        _head_to_head,
        phrase("head-to-head games, if all tied players have met"),
    ),
    "average": Tie(phrase("Points per deal"), phrase("more points per deal"), _average),
    "games": Tie(phrase("Fewer games"), phrase("fewer games"), _games, fewest=True),
    "difference": Tie(
        phrase("Points difference"),
        phrase("better points difference"),
        _difference,
        phrase("your points minus each opponent's, added up"),
    ),
    "points": Tie(phrase("Points scored"), phrase("more points"), _points),
    "buchholz": Tie(
        phrase("Buchholz (opponents' totals)"),
        phrase("higher Buchholz score"),
        _buchholz,
        phrase("your opponents' totals, added up game by game"),
    ),
    "sonneborn-berger": Tie(
        phrase("Sonneborn-Berger (beaten opponents' totals)"),
        phrase("higher Sonneborn-Berger score"),
        _sonneborn_berger,
        phrase("the totals of opponents you beat, half for a draw"),
    ),
    LOTS: Tie(
        phrase("Lots"), phrase("lower lot"), _lots, phrase("drawn by an organiser"), fewest=True
    ),
}
"""The tie-breaks by the name under which a season's scoring has them."""

USUAL: Final = ("wins", "direct", "average", "games")
"""The order where none was chosen."""
