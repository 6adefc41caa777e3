"""The minimum number of games for a place."""

from typing import Final

from scorekeeper.interview.steps import Number
from scorekeeper.sentences import Sentence, phrase, say
from scorekeeper.standings.example import Example
from scorekeeper.standings.fields import WHOLE_NUMBER
from scorekeeper.standings.finished import FinishedGame
from scorekeeper.standings.modifiers._modifier import Modifier
from scorekeeper.standings.schemes._scheme import Scheme


def sentence(least: int, scheme: Scheme) -> Sentence:
    """Return in a sentence how many games a place takes."""
    if least <= 1:
        return say("One game is enough for a place.")
    return say(
        "You need {n} games for a place. Players with fewer are listed below, with games still "
        "needed.",
        n=least,
    )


_GAMES = (
    FinishedGame(((0,), (1,)), (40, 10), frozenset({0}), 4),
    FinishedGame(((1,), (2,)), (30, 20), frozenset({0}), 4),
    FinishedGame(((0,), (1,)), (15, 45), frozenset({1}), 4),
)

ONE: Final = Example(
    document={"scheme": "wins", "least": 0},
    names=("Ann", "Ben", "Cat"),
    games=_GAMES,
    worth=((1, 0), (1, 0), (0, 1)),
    totals=(1, 2, 0),
    working=say(
        "Scored by wins, Ben is first with 2 in 3 games, Ann second with 1 in 2; Cat has played "
        "only 1 and won none, and is third."
    ),
)

SEVERAL: Final = Example(
    document={"scheme": "wins", "least": 2},
    names=("Ann", "Ben", "Cat"),
    games=_GAMES,
    worth=((1, 0), (1, 0), (0, 1)),
    totals=(1, 2, None),
    working=say(
        "If you need 2 games and wins count, Ben is first with 2 in 3 games, Ann second with 1 in "
        "2; Cat has played 1 and needs 1 more."
    ),
)


def example(least: int, scheme: Scheme) -> Example:
    """Return who has a place where it takes several games, and where it takes one."""
    return SEVERAL if least > 1 else ONE


MODIFIER = Modifier(
    name=phrase("Minimum number of games"),
    step=3,
    field=Number(
        path=("least",),
        label=say("Games for a place"),
        hint=say("Players with fewer games are listed below, without a place."),
        low=0,
        high=999,
        suggest=0,
        wrong=WHOLE_NUMBER,
        not_whole=WHOLE_NUMBER,
    ),
    sentence=sentence,
    example=example,
)
