"""What a bye in Swiss pairing is worth."""

from typing import Final

from scorekeeper.interview.steps import Key
from scorekeeper.sentences import Sentence, phrase, say
from scorekeeper.standings.example import Example
from scorekeeper.standings.fields import AVERAGE, LEFT_OUT, NOTHING, WIN, UnplayedWorth
from scorekeeper.standings.finished import BYE, FinishedGame
from scorekeeper.standings.modifiers._modifier import Modifier
from scorekeeper.standings.schemes._scheme import Scheme


def sentence(value: str | int, scheme: Scheme) -> Sentence | None:
    """Return in a sentence what sitting out is worth."""
    if isinstance(value, int):
        return say("A bye in Swiss pairing is worth {n} {n:point|points}.", n=value)
    if value == NOTHING:
        return say("A bye in Swiss pairing is worth nothing.")
    if value == LEFT_OUT:
        return None
    if value == AVERAGE:
        return say("A bye in Swiss pairing is worth the average of the player's other games.")
    if scheme.win is None:
        return say(
            "A bye in Swiss pairing is a win, worth the average of the player's other games."
        )
    return say("A bye in Swiss pairing is a win.")


GAMES: Final = (
    FinishedGame(((0,), (1,)), (60, 40), frozenset({0}), 5),
    FinishedGame(((2,),), (0,), frozenset({0}), 0, unplayed=BYE),
    FinishedGame(((0,), (2,)), (50, 70), frozenset({1}), 5),
)
WON: Final = Example(
    document={"scheme": "wins"},
    names=("Ann", "Ben", "Cat"),
    games=GAMES,
    worth=((1, 0), (1,), (0, 1)),
    totals=(1, 0, 2),
    working=say(
        "Scored by wins, Ann beats Ben while Cat sits out, then Cat beats Ann: 1 for Ann, nothing "
        "for Ben, 1 + 1 = 2 for Cat."
    ),
)


def example(value: str | int, scheme: Scheme) -> Example:
    """Return what that comes to: in points, or where a win has a worth of its own as a win."""
    if value == WIN and scheme.win:
        return WON
    averaged = value in (WIN, AVERAGE)
    given = value if isinstance(value, int) else 70 if averaged else 0
    return Example(
        document={"scheme": "total", "bye": value, "ties": []},
        names=("Ann", "Ben", "Cat"),
        games=GAMES,
        worth=((60, 40), (0 if averaged else given,), (50, 70)),
        totals=(110, 40, 70 + given),
        working=say(
            "Ann has 60 points and Ben 40 while Cat sits out, then Ann 50 and Cat 70. The bye is "
            "worth {given} to Cat: 110 for Ann, 40 for Ben, {cat} for Cat.",
            given=given,
            cat=70 + given,
        ),
    )


MODIFIER = Modifier(
    name=phrase("Bye"),
    step=7,
    field=UnplayedWorth(
        path=("bye",),
        label=say("A bye in Swiss is worth"),
        hint=say("To whoever sits out a round of Swiss pairing."),
        keys=(
            Key(WIN, say("a win")),
            Key(AVERAGE, say("the average of the player's other games")),
            Key(NOTHING, say("nothing")),
            Key(LEFT_OUT, say("nothing, and is not listed")),
        ),
    ),
    sentence=sentence,
    example=example,
)
