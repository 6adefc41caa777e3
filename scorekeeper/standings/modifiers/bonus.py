"""Bonuses and penalties given by the organiser."""

from fractions import Fraction
from typing import Final

from scorekeeper.sentences import Sentence, phrase, say
from scorekeeper.standings.example import Example
from scorekeeper.standings.finished import FinishedGame
from scorekeeper.standings.modifiers._modifier import Modifier
from scorekeeper.standings.schemes._scheme import Scheme


def sentence(_: None, scheme: Scheme) -> Sentence:
    """Return in a sentence how a bonus counts."""
    return say(
        "An organiser may give a bonus or a penalty, with a reason. It is shown separately and "
        "added to the total last."
    )


EXAMPLE: Final = Example(
    document={"scheme": "wins"},
    names=("Ann", "Ben"),
    games=(FinishedGame(((0,), (1,)), (60, 45), frozenset({0}), 4),) * 2,
    worth=((1, 0), (1, 0)),
    totals=(Fraction(3, 2), 1),
    working=say(
        "Scored by wins, Ann has 2 and a penalty of ½ for coming late: 1½. Ben has none, but a "
        "bonus of 1 for the biscuits: 1."
    ),
    bonuses={0: Fraction(-1, 2), 1: Fraction(1)},
)

MODIFIER = Modifier(
    name=phrase("Bonus or penalty"),
    step=4,
    sentence=sentence,
    example=lambda value, scheme: EXAMPLE,
)
