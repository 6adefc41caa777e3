"""Matchpoints: each side's results compared with each other, with Neuberg where some are missing.

    matchpoints = (M * E + E - A) / A

M are the matchpoints, two a win, among the A results with a real score; E results were due. This is
the same as M where A is E, and an average where A is 1.
"""

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from scorekeeper.duplicate.session import Number, Outcomes, Scoring


class Compared(NamedTuple):
    """How a result did against the others of its side: matchpoints, two a win; and how many it was
    better than and equal to, where it is one score."""

    wins: Number
    better: Number
    equal: Number


def compare(results: Sequence[Outcomes], sign: int) -> list[Compared]:
    """Compare each result with the others; `sign` −1 looks at them from East-West's side.

    A weighted result counts for the others as so many parts of a result, and each of its outcomes
    is compared for itself.
    """
    weights: dict[int, Number] = {}
    for outcomes in results:
        for weight, score in outcomes:
            weights[score * sign] = weights.get(score * sign, 0) + weight
    below: dict[int, Number] = {}
    total: Number = 0
    for score in sorted(weights):
        below[score] = total
        total += weights[score]
    known: dict[Outcomes, Compared] = {}
    found = []
    for outcomes in results:
        if outcomes not in known:
            known[outcomes] = _compared(outcomes, sign, below, weights)
        found.append(known[outcomes])
    return found


def _compared(
    outcomes: Outcomes, sign: int, below: dict[int, Number], weights: dict[int, Number]
) -> Compared:
    """Compare one result: what it adds to the counts itself is taken out of them again."""
    better: Number = 0
    equal: Number = 0
    for weight, score in outcomes:
        own_below = sum(w for w, other in outcomes if other * sign < score * sign)
        own_equal = sum(w for w, other in outcomes if other == score)
        better += weight * (below[score * sign] - own_below)
        equal += weight * (weights[score * sign] - own_equal)
    return Compared(2 * better + equal, better, equal)


def matchpoints_of(wins: Number, real: int, expected: int, scoring: Scoring) -> Number:
    """Return the matchpoints of a line with so many wins among `real` results."""
    points: Number = wins
    if real != expected:
        points = Fraction(wins * expected + expected - real) / real
    if scoring.per_win == 1:
        points = Fraction(points) / 2
    return line_rounded(points, expected, scoring)


def line_rounded(points: Number, expected: int, scoring: Scoring) -> Number:
    """Return a line's matchpoints rounded to 0.1 where that is so done: halves towards the average,
    so that both sides still add up to the top."""
    if not scoring.round_lines or scoring.method != "matchpoints" or isinstance(points, int):
        return points
    average = Fraction(scoring.per_win * (expected - 1), 2)
    tenths = abs(points - average) * 10
    away = Fraction(-((1 - 2 * tenths) // 2), 10)
    return average + away if points >= average else average - away
