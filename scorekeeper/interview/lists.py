"""Questions with a list of answers: one per player or side, of any length, or in which the last
follows from the others."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Literal

from msgspec.structs import force_setattr

from scorekeeper.interview.steps import NULL, Key, Number, Path, Question, Refuse, Value
from scorekeeper.sentences import InWords, Message, Phrase, Sentence, say


class Many(Question, frozen=True, kw_only=True):
    """A list with one item a player or a side; an emptied seat has no question, its item is null.

    `total` is what the items must add up to, `tally` the template that says they do not, `lacking`
    and `beyond` those for how many are missing and too many, `miscount` the one for a list of
    another length; `tricks` how many tricks the items are of, where they may add up to others
    (bids); `turns` the order in which a page asks for them; `progress` what it says of the answers
    so far (None: not yet answered); `suggest` an answer for each item; `rest_key` the key that
    answers for all who have no answer yet, and saves. With `own_labels` the items are not a
    player's or a side's each: their labels say what they are. With `column` a page shows them as a
    column of one table, a row a player with the total, as bids are said or tricks are taken.
    """

    items: tuple[Question | None, ...]
    noun: Message
    each: Message = "player"
    needed: bool = False
    """Whether a page asks for it though a sheet may leave it out."""
    own_labels: bool = False
    column: Literal["", "bid", "tricks"] = ""
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
    """The range of every item, where all are numbers that share one; derived, never passed."""

    def __post_init__(self) -> None:
        super().__post_init__()
        numbers = {(i.low, i.high, i.step) if type(i) is Number else None for i in self.items}
        low, high, step = (numbers.pop() if len(numbers) == 1 else None) or (0, 0, 0)
        force_setattr(self, "span", (low, high) if step == 1 else None)

    def items_given(self, given: Sequence[Value]) -> tuple[Question | None, ...]:
        """Return the questions of the items, given the answers so far (None: not yet answered)."""
        return self.items

    def accept(self, value: Value, refuse: Refuse) -> Value:
        if type(value) is not list or len(value) != len(self.items):
            refuse(self.path, self.judge(value))
            return self.refused
        answers = [
            self._accept_none(index, given, refuse) if item is None else item.accept(given, refuse)
            for index, (item, given) in enumerate(zip(self.items_given(value), value, strict=True))
        ]
        if None in answers:
            return self.refused
        if self.total is not None:
            given = sum(answer for answer in answers if answer is not NULL)
            if given != self.total:
                refuse(self.path, self.unbalanced(given))
                return self.refused
        return answers

    def _accept_none(self, seat: int, value: Value, refuse: Refuse) -> Value:
        """Return NULL for an emptied seat; None after refusing a value entered for it."""
        if value is None:
            return NULL
        refuse((*self.path, seat), say("Nobody sits in seat {n}.", n=seat))
        return None

    def answer(self, value: Value) -> Value:
        """Return the items' answers; None where an item has none of its own, an emptied seat
        say."""
        if type(value) is not list or len(value) != len(self.items):
            return None
        answers: list[Value]
        if self.span is None:
            pairs = zip(self.items, value, strict=True)
            answers = [item and item.answer(given) for item, given in pairs]
        else:
            # asking each item made half the replays a tenth longer
            (low, high), answers = self.span, [*value]
            for given in value:
                if type(given) is not int or not low <= given <= high:
                    return None
        if None in answers or (self.total is not None and sum(answers) != self.total):
            return None
        return answers

    def unbalanced(self, given: int) -> Sentence:
        """Return the sentence that the items add up to something else than they must."""
        return say(self.tally, label=self.label, given=given, total=self.total)

    def imbalance(self, answers: Sequence[Value]) -> Sentence | None:
        """Return how many are missing or too many, given the answers so far (None: not yet
        answered); None where they add up, or may still."""
        over = entered(answers) - self.total if self.total is not None else 0
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
    takes whatever could ever be answered. With `refused_whole` what the others rule out is a fault
    of the list, not of its last item.
    """

    last: Callable[[Sequence[Value]], Question]
    refused_whole: bool = False

    def accept(self, value: Value, refuse: Refuse) -> Value:
        last = self.turns[-1]

        def refuse_there(path: Path, sentence: Sentence) -> None:
            item = self.items[last] if path == (*self.path, last) else None
            by_others = item is not None and item.answer(value[last]) is not None
            refuse(self.path if by_others else path, sentence)

        return super().accept(value, refuse_there if self.refused_whole else refuse)

    def items_given(self, given: Sequence[Value]) -> tuple[Question | None, ...]:
        *others, last = self.turns
        answers = [item.answer(given[at]) for at in others if (item := self.items[at])]
        if None in answers:
            return self.items
        return (*self.items[:last], self.last(answers), *self.items[last + 1 :])

    def answer(self, value: Value) -> Value:
        answers = super().answer(value)
        if answers is None:
            return None
        *others, last = self.turns
        answers[last] = self.last([answers[at] for at in others]).answer(value[last])
        return None if answers[last] is None else answers
