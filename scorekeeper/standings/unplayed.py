"""What a walkover and a bye in Swiss pairing are worth: games that nobody played."""

from collections.abc import Sequence
from typing import Final

from scorekeeper.interview.steps import Key
from scorekeeper.sentences import Sentence, phrase, say
from scorekeeper.standings.rules import (
    AVERAGE,
    LEFT_OUT,
    NOTHING,
    PLAYED,
    WIN,
    Modifier,
    Scheme,
    UnplayedWorth,
)

Worth = str | int
"""A key of `UnplayedWorth`, or so many points."""

_KEYS: Final[Sequence[Key]] = (
    Key(WIN, say("a win")),
    Key(AVERAGE, say("the average of the player's other games")),
    Key(NOTHING, say("nothing")),
)


def _given(value: Worth, average: int) -> int:
    """Return the points that come of it in an example, in which so many are the average."""
    return value if isinstance(value, int) else {NOTHING: 0, PLAYED: 1}.get(value, average)


# --- walkovers ----------------------------------------------------------------------------------


def _walkover_in_words(value: Worth, scheme: Scheme) -> Sentence:
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


def _walkover_example(value: Worth, scheme: Scheme) -> Sentence:
    """In points, or where a win has a worth of its own as a win."""
    if value == WIN and scheme.win:
        return say(
            "Scored by wins, Ann and Ben have won a game each when Ben misses the third: 1 + 1 = 2 "
            "for Ann, 1 for Ben."
        )
    given = _given(value, 45)
    return say(
        "Ann has 60 and 30 points, Ben has 40 and 50 and misses the third game, which is worth "
        "{given} to Ann: {ann} for Ann, 90 for Ben.",
        given=given,
        ann=90 + given,
    )


WALKOVERS: Final = Modifier(
    name=phrase("Walkover"),
    field=UnplayedWorth(
        path=("walkover",),
        label=say("A walkover is worth"),
        hint=say("To the side that came; the other gets nothing."),
        keys=(*_KEYS, Key(PLAYED, say("a game won 1–0"))),
    ),
    sentence=_walkover_in_words,
    example=_walkover_example,
)

# --- byes ---------------------------------------------------------------------------------------


def _bye_in_words(value: Worth, scheme: Scheme) -> Sentence | None:
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


def _bye_example(value: Worth, scheme: Scheme) -> Sentence:
    """In points, or where a win has a worth of its own as a win."""
    if value == WIN and scheme.win:
        return say(
            "Scored by wins, Ann beats Ben while Cat sits out, then Cat beats Ann: 1 for Ann, "
            "nothing for Ben, 1 + 1 = 2 for Cat."
        )
    given = _given(value, 70) if value != LEFT_OUT else 0
    return say(
        "Ann has 60 points and Ben 40 while Cat sits out, then Ann 50 and Cat 70. The bye is "
        "worth {given} to Cat: 110 for Ann, 40 for Ben, {cat} for Cat.",
        given=given,
        cat=70 + given,
    )


BYES: Final = Modifier(
    name=phrase("Bye"),
    field=UnplayedWorth(
        path=("bye",),
        label=say("A bye in Swiss is worth"),
        hint=say("To whoever sits out a round of Swiss pairing."),
        keys=(*_KEYS, Key(LEFT_OUT, say("nothing, and is not listed"))),
    ),
    sentence=_bye_in_words,
    example=_bye_example,
)
