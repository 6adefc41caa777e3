"""Points that weaker players are given in each game."""

from fractions import Fraction
from typing import Final

from scorekeeper.sentences import Sentence, say
from scorekeeper.standings.example import Example
from scorekeeper.standings.fields import ScoringField
from scorekeeper.standings.finished import Finished
from scorekeeper.standings.modifiers._modifier import Modifier
from scorekeeper.standings.schemes._scheme import Scheme


def sentence(handicaps: bool, scheme: Scheme) -> Sentence | None:
    """To whom handicaps are given, and what becomes of the winner."""
    if not handicaps:
        return None
    return say(
        "Before anything else a side is given its players' handicaps, all of them together, once"
        " in each game: points more or, in a game in which the fewest win, points less. Where the"
        " sides are not given the same, whoever is then best has won, whatever the game's own rule"
        " says."
    )


EXAMPLE: Final = Example(
    document={"scheme": "place-points", "params": {"table": [2, 1]}, "handicaps": True},
    names=("Ann", "Ben", "Cat", "Dan"),
    games=(
        Finished(((0, 1), (2, 3)), (200, 180), frozenset({0}), 6),
        Finished(((2,), (3,)), (40, 55), frozenset({0}), 6, low_wins=True),
    ),
    worth=((1, 2), (1, 2)),
    totals=(1, 1, 3, 4),
    working=say(
        "Ben is given 10 points a game, Cat 15 and Dan 35. Ann and Ben have 200 + 10 = 210, Cat"
        " and Dan 180 + 15 + 35 = 230: these two have won. In the second game the fewest win:"
        " 40 − 15 = 25 for Cat, 55 − 35 = 20 for Dan."
    ),
    handicaps={1: Fraction(10), 2: Fraction(15), 3: Fraction(35)},
)

MODIFIER = Modifier(
    name="Handicap",
    step=1,
    field=ScoringField(
        name="handicaps",
        label="Handicaps",
        hint="Each player's handicap is added to the points of each game.",
        kind="switch",
        default=False,
    ),
    sentence=sentence,
    example=lambda value, scheme: EXAMPLE,
)
