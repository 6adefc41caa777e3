"""Ordering players with the same total, and naming the tie-break that decided."""

from collections.abc import Sequence
from itertools import zip_longest

from scorekeeper.sentences import tell
from scorekeeper.standings.finished import Points
from scorekeeper.standings.sums import Sums
from scorekeeper.standings.tie_breaks import TIES, Scores, Tie, TieContext
from scorekeeper.standings.wording import distinct_texts

Part = tuple[Sequence[Sums], str]
"""Players who share a place, and by what they are ahead of the next of those with their total."""


def break_ties(level: Sequence[Sums], order: Sequence[str], context: TieContext) -> list[Part]:
    """Return the players with the same total, best first, by the tie-breaks in this `order`.

    Players still level after one tie-break begin again with the first.
    """
    for tie in (TIES[name] for name in order) if len(level) > 1 else ():
        scores = tie.scores(level, context)
        if scores and len(set(scores)) > 1:
            return _break_by(tie, level, scores, order, context)
    return [(level, "")]


def _break_by(
    tie: Tie, level: Sequence[Sums], scores: Scores, order: Sequence[str], context: TieContext
) -> list[Part]:
    still: dict[Points, list[Sums]] = {}
    for one, score in zip(level, scores, strict=True):
        still.setdefault(score, []).append(one)
    parts: list[Part] = []
    steps = sorted(still, reverse=not tie.fewest)
    for step, below in zip_longest(steps, steps[1:]):
        parts += break_ties(still[step], order, context)
        if below is not None:
            own, other = distinct_texts(step, below)
            parts[-1] = (
                parts[-1][0],
                tell("{rule} ({own} to {other})", rule=tell(tie.name), own=own, other=other),
            )
    return parts
