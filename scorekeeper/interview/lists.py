"""Questions with a list of answers: one per player or side, of any length, or in which the last
follows from the others."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from msgspec.structs import force_setattr

from scorekeeper.interview.steps import (
    KEY_TYPES,
    NULL,
    Choice,
    Key,
    Number,
    Path,
    Question,
    Refuse,
    Value,
)
from scorekeeper.sentences import InWords, Message, Phrase, Sentence, say


class Many(Question, frozen=True, kw_only=True):
    """A list with one item a player or a side; an emptied seat has no question, its item is null.

    `total` is what the items must add up to, `tally` the template that says they do not, `lacking`
    and `beyond` those for how many are missing and too many, `miscount` the one for a list of
    another length; `tricks` how many tricks the items are of, where they may add up to others
    (bids); `turns` the order in which a page asks for them; `progress` what it says of the answers
    so far (None: not yet answered); `suggest` an answer for each item; `rest_key` the key that
    answers for all who have no answer yet, and saves. With `own_labels` the items are not a
    player's or a side's each: their labels say what they are.
    """

    items: tuple[Question | None, ...]
    noun: Message
    each: Message = "player"
    own_labels: bool = False
    turns: tuple[int, ...] = ()
    total: int | None = None
    tally: Message = "The tricks add up to {given}; this deal has {total}."
    lacking: Message = "{n} {n:trick is|tricks are} missing."
    beyond: Message = "{n} {n:trick|tricks} too many."
    miscount: Message = (
        "{count} {noun} {count:is|are} needed, one a {each}; {given} {given:was|were} entered."
    )
    progress: Callable[[Sequence[Value]], Sentence] | None = None
    tricks: int | None = None
    rest_key: Key | None = None
    span: tuple[int, int] | None = None
    """The range of every item, where all are numbers that share one; never passed."""
    known: tuple[dict[Value, Value], ...] = ()
    """What each value means to each item, where all are choices; derived, never passed."""

    def __post_init__(self) -> None:
        super().__post_init__()
        spans = {(item.low, item.high) if type(item) is Number else None for item in self.items}
        force_setattr(self, "span", spans.pop() if len(spans) == 1 else None)
        choices = [item for item in self.items if type(item) is Choice]
        if len(choices) == len(self.items):
            known = tuple(dict(choice.answers) for choice in choices)
            force_setattr(self, "known", known)

    def items_given(self, given: Sequence[Value]) -> tuple[Question | None, ...]:
        """Return the questions of the items, given the answers so far (None: not yet answered)."""
        return self.items

    def accept(self, value: Value, refuse: Refuse) -> Value:
        answers = self.answer(value)
        if answers is not None:
            return answers
        if type(value) is not list or len(value) != len(self.items):
            refuse(self.path, self.judge(value))
            return None
        answers = [
            _empty_seat_answer((*self.path, index), given, refuse)
            if item is None
            else item.accept(given, refuse)
            for index, (item, given) in enumerate(zip(self.items_given(value), value, strict=True))
        ]
        if None in answers:
            return None
        given = sum(answer for answer in answers if answer is not NULL) if self.total else 0
        if self.total and given != self.total:
            refuse(self.path, say(self.tally, given=given, total=self.total))
            return None
        return answers

    def answer(self, value: Value) -> Value:
        """Return the items' answers; None where an item has none of its own, an emptied seat
        say."""
        if type(value) is not list or len(value) != len(self.items):
            return None
        answers: list[Value] | None = value
        if self.span:
            low, high = self.span
            for given in value:
                if type(given) is not int or not low <= given <= high:
                    return None
        else:
            answers = self.answers(value)
        return None if self.total and answers and sum(answers) != self.total else answers

    def answers(self, value: list[Value]) -> list[Value] | None:
        """Return the answers of items that share no range, one by one; None if any cannot be."""
        if self.known:
            return _all_known(self.known, value)
        answers = []
        for item, given in zip(self.items, value, strict=True):
            answer = None if item is None else item.answer(given)
            if answer is None:
                return None
            answers.append(answer)
        return answers

    def imbalance(self, answers: Sequence[Value]) -> Sentence | None:
        """Return how many are missing or too many, given the answers so far (None: not yet
        answered); None where they add up, or may still."""
        over = entered(answers) - self.total if self.total else 0
        if not over or (over < 0 and None in answers):
            return None
        return say(self.beyond if over > 0 else self.lacking, n=InWords(abs(over)))

    def judge(self, value: Value) -> Sentence:
        if type(value) is not list:
            return say("{label}: a list is needed, one a {each}.", **self._words())
        return say(self.miscount, given=len(value), **self._words())

    def _words(self) -> dict[str, Any]:
        return {
            "label": self.label,
            "count": InWords(len(self.items)),
            "noun": Phrase(self.noun),
            "each": Phrase(self.each),
        }


def _all_known(known: Iterable[dict[Value, Value]], value: list[Value]) -> list[Value] | None:
    for given in value:
        if type(given) not in KEY_TYPES:
            return None
    answers = [*map(dict.get, known, value)]
    return None if None in answers else answers


def _empty_seat_answer(path: Path, value: Value, refuse: Refuse) -> Value:
    """Return NOBODY for an emptied seat; None after refusing a value entered for it."""
    if value is None:
        return NULL
    refuse(path, say("Nobody sits in seat {n}.", n=path[-1]))
    return None


def entered(answers: Iterable[Value]) -> int:
    """Return what the answers so far add up to, as far as they are numbers."""
    return sum(answer for answer in answers if type(answer) is int)


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
