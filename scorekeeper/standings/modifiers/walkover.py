"""What a walkover is worth."""

from typing import Final

from scorekeeper.interview.steps import Key
from scorekeeper.sentences import Sentence, phrase, say
from scorekeeper.standings.example import Example
from scorekeeper.standings.fields import AVERAGE, NOTHING, PLAYED, WIN, UnplayedWorth
from scorekeeper.standings.finished import WALKOVER, FinishedGame
from scorekeeper.standings.modifiers._modifier import Modifier
from scorekeeper.standings.schemes._scheme import Scheme


def sentence(value: str | int, scheme: Scheme) -> Sentence:
    """Return in a sentence what each side has of a walkover."""
    if isinstance(value, int):
        return say(
            "A walkover is worth {n} {n:point|points} to the side that came and nothing to the "
            "other.",
            n=value,
        )
    if value == NOTHING:
        return say("A walkover is worth nothing to either side.")
    if value == PLAYED:
        return say("A walkover counts as a game won 1–0.")
    if value == AVERAGE:
        return say(
            "A walkover is worth the average of a player's other games to the side that came, and "
            "nothing to the other."
        )
    if scheme.win is None:
        return say(
            "A walkover is a win for the side that came, worth the average of a player's other "
            "games, and nothing for the other."
        )
    return say("A walkover is a win for the side that came and nothing for the other.")


_SIDES: Final = ((0,), (1,))
GAMES: Final = (
    FinishedGame(_SIDES, (60, 40), frozenset({0}), 5),
    FinishedGame(_SIDES, (30, 50), frozenset({1}), 5),
    FinishedGame(_SIDES, (1, 0), frozenset({0}), 1, unplayed=WALKOVER),
)
WON: Final = Example(
    document={"scheme": "wins"},
    names=("Ann", "Ben"),
    games=GAMES,
    worth=((1, 0), (0, 1), (1, 0)),
    totals=(2, 1),
    working=say(
        "Scored by wins, Ann and Ben have won a game each when Ben misses the third: 1 + 1 = 2 "
        "for Ann, 1 for Ben."
    ),
)


def example(value: str | int, scheme: Scheme) -> Example:
    """Return what that comes to: in points, or where a win has a worth of its own as a win."""
    if value == WIN and scheme.win:
        return WON
    averaged = value in (WIN, AVERAGE)
    given = value if isinstance(value, int) else {NOTHING: 0, PLAYED: 1}.get(value, 45)
    return Example(
        document={"scheme": "total", "walkover": value, "ties": []},
        names=("Ann", "Ben"),
        games=GAMES,
        worth=((60, 40), (30, 50), (0 if averaged else given, 0)),
        totals=(90 + given, 90),
        working=say(
            "Ann has 60 and 30 points, Ben has 40 and 50 and misses the third game, which is worth "
            "{given} to Ann: {ann} for Ann, 90 for Ben.",
            given=given,
            ann=90 + given,
        ),
    )


MODIFIER = Modifier(
    name=phrase("Walkover"),
    step=6,
    field=UnplayedWorth(
        path=("walkover",),
        label=say("A walkover is worth"),
        hint=say("To the side that came; the other gets nothing."),
        keys=(
            Key(WIN, say("a win")),
            Key(AVERAGE, say("the average of the player's other games")),
            Key(NOTHING, say("nothing")),
            Key(PLAYED, say("a game won 1–0")),
        ),
    ),
    sentence=sentence,
    example=example,
)
