"""The steps of an interview: questions, ways of entering, faults and warnings."""

from collections.abc import Callable, Generator
from typing import Any, ClassVar, Final, Literal, Self, final

import msgspec
from msgspec.structs import force_setattr

from scorekeeper.sentences import Message, Sentence, say

Path = tuple[str | int, ...]
"""Where an answer stands in an entry: `("bids", "left", "UR")`, `("tricks", 2)`."""


def name_of(path: Path) -> str:
    """Return the path in one word: `bids.2`."""
    return ".".join(map(str, path))


Value = Any
"""What a question takes: str, int, bool, None, or lists and objects of them."""

Refuse = Callable[[Path, Sentence], None]


class Nobody:
    """The type of `NOBODY`, the answer that is `null` in the entry."""

    def __repr__(self) -> str:
        return "NOBODY"


NOBODY: Final = Nobody()
NOTHING_GIVEN: Final = say("Missing: {label}.")


class Key(msgspec.Struct, frozen=True):
    """One key of a question: the value it enters, its label, a small second line, its row; `off`
    where it is shown crossed out, because that choice is used up. `blind` is what a bid is called
    that is declared before the cards are seen, `clause` how players tell it of a house rule."""

    value: Value
    label: Sentence
    badge: Sentence | None = None
    row: int = 0
    off: bool = False
    blind: Sentence | None = None
    clause: Message = ""


class _Aside(msgspec.Struct, frozen=True):
    """A step that is no question: it stands nowhere in the entry."""

    at: ClassVar[None] = None
    optional: ClassVar[bool] = False


@final
class Fault(_Aside, frozen=True):
    """The reason why an entry is invalid: the field, the sentence for the table, and the rule."""

    path: Path
    sentence: Sentence
    rule: str = ""


@final
class Warn(_Aside, frozen=True):
    """A warning about an entry that is odd but may well be right."""

    path: Path
    sentence: Sentence


class Branch(msgspec.Struct, frozen=True):
    """One of several ways to enter the same thing, recognised by the keys that only it has."""

    name: str
    keys: tuple[str, ...]
    label: Sentence


@final
class OneOf(_Aside, frozen=True):
    """Asks which branch was taken; exactly one must be. The page opens the first."""

    branches: tuple[Branch, ...]
    fault: Sentence
    told_by: tuple[tuple[str, str], ...] = ()
    """Each key with its branch's name; worked out from `branches`, never passed."""

    def __post_init__(self) -> None:
        told_by = tuple((key, branch.name) for branch in self.branches for key in branch.keys)
        force_setattr(self, "told_by", told_by)


class Question(msgspec.Struct, frozen=True, kw_only=True):
    """A question; each kind defines which answers it accepts.

    `when` says whether it is answered before or after the play; `seat` is the one player who may
    answer from their own phone; a `sealed` answer is shown to nobody before all are in; `suggest`
    is the answer that follows from the rest, and may be overruled.
    """

    path: Path
    label: Sentence
    hint: Sentence | None = None
    when: Literal["before", "after"] = "after"
    optional: bool = False
    group: bool = False
    """Belongs to an object that may be left out as a whole, but not in part."""
    sealed: bool = False
    seat: int | None = None
    suggest: Value = None
    none: Sentence | None = None
    """Where `null` is an answer of its own: what that answer is called."""
    wrong: Message = "{label}: {given} is not known here."
    """Template for a value out of place; may use label, name, given, low, high and choices."""
    missing: Sentence | None = None
    prompt: Sentence | None = None
    """How a page asks for it once it was left empty."""
    turn: Sentence | None = None
    """What comes next where the label would not say it as players do: "Ann bids"."""
    clause: Message = ""
    """Of a house rule: how players tell it; `{value}` in words, `{n}` the number: "played to
    {value}"."""
    off: Message = ""
    """The same where it is not played: null, no, nothing."""
    at: Path | str = ()
    """The path, or just the field if it is one of the entry itself; never passed."""

    def __post_init__(self) -> None:
        at = self.path[0] if len(self.path) == 1 else self.path
        force_setattr(self, "at", at)

    @property
    def name(self) -> str:
        """The last part of its path: an option's name."""
        return str(self.path[-1])

    def accept(self, value: Value, refuse: Refuse) -> Value:
        """Return the answer for `value`; None after passing the fault to `refuse`."""
        answer = self.answer(value)
        if answer is not None:
            return answer
        if value is None and self.none is not None:
            return NOBODY
        refuse(self.path, self.judge(value))
        return None

    def answer(self, value: Value) -> Value:
        """Return what `value` means; None where it cannot be."""
        raise NotImplementedError

    def judge(self, value: Value) -> Sentence:
        """Return the sentence that says why a value is no answer."""
        raise NotImplementedError

    def changed(self, **fields: Any) -> Self:
        """Return the same question with other `fields`; only fields that nothing else is derived
        from."""
        question: Self = self.__copy__()  # type: ignore[attr-defined]
        for name, value in fields.items():
            force_setattr(question, name, value)
        return question

    def keys_shown(self) -> tuple[Key, ...]:
        """Return the keys that a page draws; empty where the answer is typed."""
        return ()

    def blind(self, value: Value) -> Sentence | None:
        """Return what the bid of that value is called if it is declared before the cards are seen;
        None for any other."""
        return next((key.blind for key in self.keys_shown() if key.value == value), None)

    def absent(self) -> Sentence:
        """Return the sentence that says that the answer is missing."""
        return self.missing or say(NOTHING_GIVEN.template, label=self.label)


Step = Question | OneOf | Fault | Warn
Interview = Generator[Step, Any, None]


def in_any_case(*questions: Question) -> Interview:
    """Yield the questions of several ways of entering, where none of these was taken, or more than
    one: an answer may be missing then, but one that is there may still be wrong."""
    for question in questions:
        yield question.changed(optional=True)
