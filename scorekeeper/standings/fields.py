"""The settings of a scoring scheme: questions of the engine's kinds, each under its setting's name,
so that one page can ask for all of them. The usual answer is what a question suggests; a list is a
tuple here, as in all that a scoring holds.
"""

from typing import Any, Final

from scorekeeper.interview.lists import Series
from scorekeeper.interview.steps import Choice, Question, Value
from scorekeeper.sentences import Message, Sentence, phrase, say

WHOLE_NUMBER: Final = phrase("{label}: a whole number from {low} to {high}.")
ON_OR_OFF: Final = phrase("{label}: on or off.")


class WholeNumbers(Series, frozen=True, kw_only=True):
    """A list of whole numbers."""

    wrong: Message = "{label}: 1 to {most} whole numbers, each from {low} to {high}."

    def judge(self, value: Value) -> Sentence:
        item: Any = self.item
        return say(self.wrong, label=self.label, low=item.low, high=item.high, most=self.longest)


WIN: Final = "win"
AVERAGE: Final = "average"
NOTHING: Final = "nothing"
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
