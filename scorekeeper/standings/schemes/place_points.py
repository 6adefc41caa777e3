"""The scheme that gives points for places."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Final

from scorekeeper.interview.steps import Number
from scorekeeper.sentences import Sentence, all_of, phrase, say
from scorekeeper.standings.example import Example
from scorekeeper.standings.fields import WholeNumbers
from scorekeeper.standings.finished import FinishedGame
from scorekeeper.standings.schemes._scheme import Params, Scheme

USUAL: Final = (5, 3, 1, 0)

TABLE: Final = WholeNumbers(
    path=("table",),
    label=say("Points by place"),
    hint=say("Points for 1st place, 2nd place and so on. Other places score 0."),
    item=Number(path=("table",), label=say("Points by place"), low=-1000, high=1000),
    longest=20,
    suggest=USUAL,
)


def sentence(params: Params) -> Sentence:
    """Return the table in words."""
    return say(
        "Points by finishing place: {points}, then none. Tied sides share the points of their "
        "places. Partners each get their side's score.",
        points=all_of(*params["table"]),
    )


def worth(game: FinishedGame, params: Params) -> tuple[Fraction, ...]:
    """Return the points for the places that a side and those tied with it take up, shared."""
    places = game.places()
    return tuple(_share(params["table"], place, places.count(place)) for place in places)


def _share(table: Sequence[int], place: int, level: int) -> Fraction:
    return Fraction(sum(table[place - 1 : place - 1 + level]), level)


SCHEME = Scheme(
    slug="place-points",
    name=phrase("Place points"),
    unit="points",
    sentence=sentence,
    worth=worth,
    win=lambda params: Fraction(params["table"][0]),
    fields=(TABLE,),
    example=Example(
        document={"scheme": "place-points", "params": {"table": [5, 3, 1, 0]}},
        names=("Ann", "Ben", "Cat", "Dan"),
        games=(FinishedGame(((0,), (1,), (2,), (3,)), (120, 80, 80, 40), frozenset({0}), 8),),
        worth=((5, 2, 2, 0),),
        totals=(5, 2, 2, 0),
        working=say(
            "With 5, 3, 1 and 0 points by place: Ann wins with 120, Ben and Cat have 80 each, Dan"
            " 40. So 5 go to Ann, (3 + 1) ÷ 2 = 2 each to Ben and Cat, nothing to Dan."
        ),
    ),
)
