"""What a season's scoring is made of: schemes, modifiers and their settings.

A setting is a question of the engine's kinds under the setting's name, so that one page can ask for
all of them. The usual answer is what a question suggests; a list is a tuple here, as in all that a
scoring holds.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final, Literal

from scorekeeper.interview.lists import Series
from scorekeeper.interview.steps import Choice, Question, Value
from scorekeeper.sentences import Message, Sentence, phrase, say
from scorekeeper.standings.finished import FinishedGame

Params = Mapping[str, Any]
"""A scheme's own settings."""


@dataclass(frozen=True)
class Scheme:
    """A way of scoring a season: one frozen value, like a game.

    `worth` says by side what a game is worth to each of its players; it is given the game as
    `FinishedGame.with_handicaps` has it, so more points are better. A player's total is the sum of
    that, or with `per` "deal" that sum by the number of deals. `unit` is what a total is called,
    `sentence` tells the players how they are scored, `example` works it out for a few games. `win`
    says what a win without play is worth; where the scheme counts points it has no such value.
    """

    slug: str
    name: str
    unit: str
    sentence: Callable[[Params], Sentence]
    worth: Callable[[FinishedGame, Params], tuple[Fraction, ...]]
    example: Sentence
    fields: tuple[Question, ...] = ()
    per: Literal["game", "deal"] = "game"
    win: Callable[[Params], Fraction] | None = None


@dataclass(frozen=True)
class Modifier:
    """A rule that goes with any scheme.

    `sentence` tells the players what it does under a scheme where its `field` has this value (None:
    nothing), and `example` works it out; without a field it always applies.
    """

    name: str
    sentence: Callable[[Any, Scheme], Sentence | None]
    example: Callable[[Any, Scheme], Sentence]
    field: Question | None = None


# --- settings -----------------------------------------------------------------------------------

WHOLE_NUMBER: Final = phrase("{label}: a whole number from {low} to {high}.")


class WholeNumbers(Series, frozen=True, kw_only=True):
    """A list of whole numbers."""

    wrong: Message = "{label}: 1 to {most} whole numbers, each from {low} to {high}."

    def judge(self, value: Value) -> Sentence:
        item: Any = self.item
        return say(self.wrong, label=self.label, low=item.low, high=item.high, most=self.longest)


WIN: Final = "win"
AVERAGE: Final = "average"
NOTHING: Final = "nothing"
# the last two are for seasons from before there was a choice, which keep what they had
PLAYED: Final = "played"
"""A walkover as if it had been played and won 1 to 0, as in the first seasons."""
LEFT_OUT: Final = "left out"
"""A bye that is no game at all, as in the first seasons."""
MOST_POINTS: Final = 10_000


class UnplayedWorth(Choice, frozen=True, kw_only=True):
    """What a game that nobody played is worth: one of the `keys`, or so many points."""

    suggest: Value = WIN
    wrong: Message = "{label}: choose one, or enter a whole number of points from {low} to {high}."

    def answer(self, value: Value) -> Value:
        if type(value) is int:
            return value if abs(value) <= MOST_POINTS else None
        return super().answer(value)

    def judge(self, value: Value) -> Sentence:
        return say(self.wrong, label=self.label, low=-MOST_POINTS, high=MOST_POINTS)


def setting(field: Question) -> str:
    """Return the name under which a scoring has the answer."""
    return str(field.path[0])


def fault(field: Question, value: Any) -> Sentence | None:
    """Return the fault of a value; None where it will do."""
    found: list[Sentence] = []
    given = [*value] if isinstance(value, tuple) else value
    field.accept(given, lambda path, sentence: found.append(sentence))
    return found[0] if found else None
