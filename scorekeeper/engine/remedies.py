"""Remedies: what the table does now that something went wrong, by the rules of the game.

A game's remedy is an inquiry: a generator that asks for the facts, one question at a time, and
returns the ruling. It is pure, as scoring is. Its questions are answered by keys, so that a ruling
takes a few taps; where the rules leave a choice to the players, that is a question too.
"""

from collections.abc import Callable, Generator, Mapping, Sequence
from typing import Any, Final, Generic, Literal, get_args

import msgspec
from typing_extensions import TypeVar

from scorekeeper.engine.deals import Entry
from scorekeeper.engine.options import OptionValues
from scorekeeper.interview.steps import Choice, Fault, Key, Number, Question, SeatOf, Value, YesNo
from scorekeeper.sentences import Message, Sentence, Side, Sides, say

H_co = TypeVar("H_co", bound=OptionValues, default=Any, covariant=True)

Mishap = Literal["revoke", "out-of-turn", "exposed", "cards", "bid", "claim", "disputed", "revokes"]
"""What may go wrong: a revoke; a lead or a card out of turn; a card exposed, or two played at once;
a misdeal or a wrong number of cards; a bid out of turn, too low, changed or forgotten; tricks
claimed or conceded; a written score or the last trick disputed; two revokes in one deal, which is
asked after the ruling on one."""
MISHAPS: Final[tuple[Mishap, ...]] = get_args(Mishap)


class Case(msgspec.Struct, Generic[H_co], frozen=True):
    """What a remedy may depend on beside the facts: the `house` rules, who scores together, the
    seats that are `filled`, what is entered of the deal so far (`entry`; all of it where the deal
    has been saved), and its `dealer`, where that is known."""

    house: H_co
    sides: Sides
    filled: tuple[int, ...]
    entry: Entry = {}
    dealer: int | None = None

    def side_of(self, seat: int) -> Side:
        """Return the side that a seat plays for."""
        return Side(next(side for side, seats in enumerate(self.sides) if seat in seats))

    def next_seat(self, seat: int, step: int = 1) -> int:
        """Return the next filled seat clockwise (`step` -1: to the right)."""
        count = len(self.filled)
        return self.filled[(self.filled.index(seat) + step) % count]


class Remedy(msgspec.Struct, frozen=True):
    """A ruling: one definite sentence, and the anchor of the paragraph (`rule`) that says so.

    `then` is what the players do now, a sentence each. `tricks` go from one side to another, by
    side, adding up to 0. `changes` are fields of the deal's entry as it is scored now (None: the
    field is left out); `points` are given or taken beside the deal, by side. `again`: the deal is
    void and dealt again.
    """

    ruling: Sentence
    rule: str
    then: tuple[Sentence, ...] = ()
    tricks: Mapping[int, int] = {}
    changes: Mapping[str, Value] = {}
    points: Mapping[int, int] = {}
    again: bool = False

    def corrected(self, entry: Entry) -> Entry:
        """Return the entry of the deal as the ruling has it."""
        kept = {name: value for name, value in entry.items() if name not in self.changes}
        given = {name: value for name, value in self.changes.items() if value is not None}
        return {**kept, **given}


Inquiry = Generator[Question, Any, Remedy]
"""Yields questions, is sent the answers, returns the ruling."""

Remedies = Mapping[Mishap, Callable[[Case[Any]], Inquiry]]
"""A game's inquiry for each mishap that can happen in it."""


F = TypeVar("F", default=Remedy)
"""What an inquiry finds."""


class Inquest(msgspec.Struct, Generic[F], frozen=True):
    """An inquiry as far as the facts go: the questions they answer, in order; then the next
    question (`open`), or what it has `found`. `faults` are facts that are wrong, or that nobody
    asks for."""

    answered: Sequence[tuple[Question, Value]]
    open: Question | None = None
    found: F | None = None
    faults: Sequence[Fault] = ()


def inquire(inquiry: Generator[Question, Any, F], facts: Mapping[str, Value]) -> Inquest[F]:
    """Answer an inquiry from the facts, by the names of its questions."""
    answered: list[tuple[Question, Value]] = []
    faults: list[Fault] = []
    answer, left = None, dict(facts)
    while True:
        try:
            question = inquiry.send(answer)
        except StopIteration as ended:
            strange = [Fault((name,), say(_STRANGE, name=name)) for name in left]
            return Inquest(answered, None, None if strange else ended.value, strange)
        if question.name not in left:
            return Inquest(answered, question, None, faults)
        value = left.pop(question.name)
        answer = question.accept(value, lambda path, said: faults.append(Fault(path, said)))
        if faults:
            return Inquest(answered, question, None, faults)
        answered.append((question, value))


_STRANGE: Final[Message] = "Nothing here depends on `{name}`."


# --- questions ------------------------------------------------------------------------------------


def who(case: Case, label: Message, name: str = "who") -> SeatOf:
    """Ask for a player."""
    players = sum(map(len, case.sides))
    return SeatOf(path=(name,), label=say(label), seats=case.filled, players=players)


def choose(
    name: str, label: Message | Sentence, keys: Mapping[str, tuple[Message, Message] | Message]
) -> Choice:
    """Ask for one of the keys: each a label, and below it what tells it from the others."""
    made = []
    for value, words in keys.items():
        title, second = (words, "") if isinstance(words, str) else words
        made.append(Key(value, say(title), say(second) if second else None))
    asked = label if isinstance(label, Sentence) else say(label)
    return Choice(path=(name,), label=asked, keys=tuple(made), columns=2)


def yes_no(
    name: str, label: Message, yes: Message = "Yes", no: Message = "No", **values: Any
) -> YesNo:
    """Ask whether it is so; `values` are those of the label."""
    return YesNo(path=(name,), label=say(label, **values), yes=say(yes), no=say(no))


def count(name: str, label: Message, low: int, high: int, **values: Any) -> Number:
    """Ask for a number; `values` are those of the label."""
    return Number(path=(name,), label=say(label, **values), low=low, high=high)
