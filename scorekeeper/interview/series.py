"""Further kinds of question: lists of any length, and a list whose last item follows from the
others."""

from collections.abc import Callable, Sequence

from msgspec.structs import force_setattr

from scorekeeper.interview.lists import Many
from scorekeeper.interview.steps import Key, Question, Value
from scorekeeper.sentences import Message, Sentence, say


class Series(Question, frozen=True, kw_only=True):
    """A list of `shortest` to `longest` items, each of them an answer to `item`."""

    item: Question
    shortest: int = 1
    longest: int
    wrong: Message = "{label}: a list of {low} to {high} items is needed."

    def answer(self, value: Value) -> Value:
        if not self._has_allowed_length(value):
            return None
        answers = [self.item.answer(one) for one in value]
        return None if None in answers else answers

    def judge(self, value: Value) -> Sentence:
        if self._has_allowed_length(value):
            return self.item.judge(next(one for one in value if self.item.answer(one) is None))
        low, high = self.shortest, self.longest
        return say(self.wrong, label=self.label, name=self.name, low=low, high=high)

    def _has_allowed_length(self, value: Value) -> bool:
        return type(value) is list and self.shortest <= len(value) <= self.longest


class Ticked(Series, frozen=True, kw_only=True):
    """A list of items that have keys; a page shows them to be ticked, in this order."""

    def keys_shown(self) -> tuple[Key, ...]:
        return self.item.keys_shown()


class InOrder(Ticked, frozen=True, kw_only=True):
    """Some of the keys of an item in order, each at most once."""

    shortest: int = 0
    wrong: Message = "{label}: choose each only once."

    def answer(self, value: Value) -> Value:
        answers = super().answer(value)
        return None if answers is None or len({*answers}) < len(answers) else answers

    def judge(self, value: Value) -> Sentence:
        return say(self.wrong, label=self.label)


class InTurn(Many, frozen=True, kw_only=True):
    """A list answered one after another, in which the others decide what the last may answer.

    The last is the last of `turns`; once all the others have answered, `last` makes the question
    of their answers, in the order of the turns. Before that it is the one among `items`, which
    takes whatever could ever be answered.
    """

    last: Callable[[Sequence[Value]], Question]
    others: tuple[int, ...] = ()
    """All turns but the last; derived, never passed."""

    def __post_init__(self) -> None:
        super().__post_init__()
        force_setattr(self, "others", self.turns[:-1])

    def items_given(self, given: Sequence[Value]) -> tuple[Question | None, ...]:
        last = self.turns[-1]
        answers = [item.answer(given[at]) for at in self.others if (item := self.items[at])]
        if None in answers:
            return self.items
        return (*self.items[:last], self.last(answers), *self.items[last + 1 :])

    def answers(self, value: list[Value]) -> list[Value] | None:
        answers = Many.answers(self, value)  # `super()` takes twice as long
        if answers is None:
            return None
        last, before = self.turns[-1], [answers[at] for at in self.others]
        answers[last] = self.last(before).answer(value[last])
        return None if answers[last] is None else answers
