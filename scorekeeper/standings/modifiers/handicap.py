"""Handicaps: points given to weaker players in each game."""

from fractions import Fraction
from typing import Final

from scorekeeper.interview.steps import YesNo
from scorekeeper.sentences import Sentence, phrase, say
from scorekeeper.standings.example import Example
from scorekeeper.standings.fields import ON_OR_OFF
from scorekeeper.standings.finished import FinishedGame
from scorekeeper.standings.modifiers._modifier import Modifier
from scorekeeper.standings.schemes._scheme import Scheme


def sentence(handicaps: bool, scheme: Scheme) -> Sentence | None:
    """Return in a sentence who gets handicaps, and how they affect the winner."""
    if not handicaps:
        return None
    return say(
        "Each side gets the sum of its players' handicaps once per game: added to its points or, "
        "if fewest points win, taken off. If the sides' handicaps differ, the side ahead after "
        "them wins, whatever the game's own rule says."
    )


EXAMPLE: Final = Example(
    document={"scheme": "place-points", "params": {"table": [2, 1]}, "handicaps": True},
    names=("Ann", "Ben", "Cat", "Dan"),
    games=(
        FinishedGame(((0, 1), (2, 3)), (200, 180), frozenset({0}), 6),
        FinishedGame(((2,), (3,)), (40, 55), frozenset({0}), 6, low_wins=True),
    ),
    worth=((1, 2), (1, 2)),
    totals=(1, 1, 3, 4),
    working=say(
        "Ben gets 10 points per game, Cat 15 and Dan 35. Ann and Ben have 200 + 10 = 210, Cat and "
        "Dan 180 + 15 + 35 = 230: Cat and Dan have won. In the second game the fewest win: 40 − "
        "15 = 25 for Cat, 55 − 35 = 20 for Dan."
    ),
    handicaps={1: Fraction(10), 2: Fraction(15), 3: Fraction(35)},
)

MODIFIER = Modifier(
    name=phrase("Handicap"),
    step=1,
    field=YesNo(
        path=("handicaps",),
        label=say("Handicaps"),
        hint=say("Adds each player's handicap to the points of each game."),
        suggest=False,
        wrong=ON_OR_OFF,
    ),
    sentence=sentence,
    example=lambda value, scheme: EXAMPLE,
)
