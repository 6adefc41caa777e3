"""Tie-breaks: who of those with the same total is ahead, and by which rule."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, zip_longest
from typing import Final

from scorekeeper.sentences import Listing, Sentence, say
from scorekeeper.standings.example import Example
from scorekeeper.standings.finished import FinishedGame, Points
from scorekeeper.standings.sums import Duel, Sums
from scorekeeper.standings.wording import distinct_texts

HeadToHead = Callable[[int, int], Duel]
"""How the first player has done against the second."""

Scores = Sequence[Points]
"""What a rule counts for each of those who are level."""

Part = tuple[Sequence[Sums], str]
"""Players who share a place, and by what they are ahead of the next of those with their total."""


@dataclass(frozen=True)
class Tie:
    """A rule for those who are level: what it is called, what it counts (None: it cannot be applied
    to them), and whether the fewest are best."""

    name: str
    scores: Callable[[Sequence[Sums], HeadToHead], Scores | None]
    note: str = ""
    fewest: bool = False


def _wins(level: Sequence[Sums], met: HeadToHead) -> Scores:
    return [one.wins for one in level]


def _head_to_head(level: Sequence[Sums], met: HeadToHead) -> Scores | None:
    """Games in which one did better than another of those who are level; all must have met."""
    players = [one.player for one in level]
    if not all(met(*pair).games for pair in combinations(players, 2)):
        return None
    return [sum(met(one, other).wins for other in players if other != one) for one in players]


def _average(level: Sequence[Sums], met: HeadToHead) -> Scores:
    return [Fraction(one.points, max(one.deals, 1)) for one in level]


def _games(level: Sequence[Sums], met: HeadToHead) -> Scores:
    return [one.games for one in level]


TIES: Final = (
    Tie("more wins", _wins, " (shared ones count too)"),
    Tie(
        "better head-to-head record",
        _head_to_head,
        " (head-to-head games, if all tied players have met)",
    ),
    Tie("more points per deal", _average),
    Tie("fewer games", _games, fewest=True),
)


def sentence() -> Sentence:
    """Return the tie-breaks in a sentence."""
    rules = (tie.name + tie.note for tie in TIES)
    return say(
        "Ties are broken in this order: {rules}. Players still level start again from the first; "
        "if nothing separates them, they share the place.",
        rules=Listing(tuple(rules)),
    )


_THREE: Final = ((0,), (1,), (2,))

EXAMPLE: Final = Example(
    document={"scheme": "place-points", "params": {"table": [3, 2, 1]}},
    names=("Ann", "Ben", "Cat"),
    games=(
        FinishedGame(_THREE, (60, 40, 10), frozenset({0}), 5),
        FinishedGame(_THREE, (20, 40, 50), frozenset({2}), 5),
    ),
    worth=((3, 2, 1), (1, 2, 3)),
    totals=(4, 4, 4),
    by=("more points per deal (8 to 6)", "", "more wins (1 to 0)"),
    working=say(
        "With 3, 2 and 1 points by place all three have 4. Ben has no win and is third: the "
        "others have more wins (1 to 0). Ann and Cat have each been ahead of the other once; 80 "
        "points in 10 deals against 60 put Ann first by more points per deal (8 to 6)."
    ),
)


def break_ties(level: Sequence[Sums], met: HeadToHead) -> list[Part]:
    """Return those with the same total, best first."""
    for tie in TIES if len(level) > 1 else ():
        scores = tie.scores(level, met)
        if scores and len(set(scores)) > 1:
            return _break_by(tie, level, scores, met)
    return [(level, "")]


def _break_by(tie: Tie, level: Sequence[Sums], scores: Scores, met: HeadToHead) -> list[Part]:
    still: dict[Points, list[Sums]] = {}
    for one, score in zip(level, scores, strict=True):
        still.setdefault(score, []).append(one)
    parts: list[Part] = []
    steps = sorted(still, reverse=not tie.fewest)
    for step, below in zip_longest(steps, steps[1:]):
        parts += break_ties(still[step], met)
        if below is not None:
            own, other = distinct_texts(step, below)
            parts[-1] = parts[-1][0], f"{tie.name} ({own} to {other})"
    return parts
