"""International match points: the scale, cross-IMPs, Butler, and the scale of victory points."""

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from itertools import accumulate, pairwise
from math import sqrt
from typing import Final

from scorekeeper.duplicate.session import Number, Outcomes, Scoring, rounded

SCALE: Final = (
    *(20, 50, 90, 130, 170, 220, 270, 320, 370, 430, 500, 600),
    *(750, 900, 1100, 1300, 1500, 1750, 2000, 2250, 2500, 3000, 3500, 4000),
)
"""The least difference that is worth 1 IMP, 2 IMPs, and so on."""


def imps(difference: Number) -> int:
    """Return what a difference of two scores is worth, with its sign."""
    size = bisect_right(SCALE, difference if difference >= 0 else -difference)
    return size if difference >= 0 else -size


def mean_score(outcomes: Outcomes) -> Number:
    """Return the mean of a weighted score."""
    return sum(weight * score for weight, score in outcomes)


def against(ours: Outcomes, theirs: Outcomes) -> Number:
    """Return the IMPs of one result against another, both as weighted as they are."""
    return sum(
        weight * other * imps(score - score2) for weight, score in ours for other, score2 in theirs
    )


def cross_imps(results: Sequence[Outcomes]) -> list[Number]:
    """Return for each result the mean of its IMPs against each other one, for North-South."""
    weights: dict[int, Number] = {}
    for outcomes in results:
        for weight, score in outcomes:
            weights[score] = weights.get(score, 0) + weight
    scores = sorted(weights)
    below: list[Number] = [0, *accumulate(weights[score] for score in scores)]

    def total(score: int) -> Number:
        """Return the IMPs of a score against the whole field: one for each step of the scale."""
        won = sum(below[bisect_right(scores, score - step)] for step in SCALE)
        lost = sum(below[-1] - below[bisect_left(scores, score + step)] for step in SCALE)
        return won - lost

    known = {score: total(score) for score in scores}
    others = max(1, len(results) - 1)
    # a result is in the field itself, but against itself even a weighted one has 0
    return [
        Fraction(sum(weight * known[score] for weight, score in outcomes)) / others
        for outcomes in results
    ]


def datum(results: Sequence[Outcomes], scoring: Scoring) -> Number:
    """Return Butler's datum: the mean without the best and the worst, rounded."""
    scores = sorted(map(mean_score, results))
    out = scoring.discard
    kept = scores[out : len(scores) - out] if len(scores) >= 2 * out + 2 else scores
    return rounded(Fraction(sum(kept)) / len(kept), scoring.datum_round)


# --- victory points -----------------------------------------------------------------------------

_MOST: Final = 2000
"""20 VPs, in hundredths."""


@cache
def _scale(boards: int) -> tuple[int, ...]:
    """Return the winner's hundredths of a VP by the margin in IMPs, up to the first of 20.00.

    WBF continuous scale of 2013: rounded, a step may come out larger than the one before it; then
    the value before that step is raised, until each IMP more is worth no more than the last.
    """
    ratio, blitz = sqrt(5) - 2, 15 * sqrt(boards)
    values = []
    margin = 0
    while margin < blitz:
        exact = 10 + 10 * (1 - ratio ** (margin / blitz)) / (1 - ratio)
        values.append(min(int(exact * 100 + 0.5), _MOST))
        margin += 1
    values += [_MOST, _MOST]
    while True:
        steps = [after - before for before, after in pairwise(values)]
        large = [place + 1 for place, (one, two) in enumerate(pairwise(steps)) if two > one]
        if not large:
            return tuple(values)
        for place in large:
            values[place] += 1


def victory_points(margin: Number, boards: int) -> Fraction:
    """Return the VPs of a team that won by this margin, or lost by it where it is less than 0."""
    whole = int(rounded(margin, 1))
    scale = _scale(boards)
    winner = Fraction(scale[min(abs(whole), len(scale) - 1)], 100)
    return winner if whole >= 0 else 20 - winner
