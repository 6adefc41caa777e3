"""House rules: each is declared once, in a game's class of them, and read as a typed attribute."""

from collections.abc import Callable, Mapping
from typing import Any, ClassVar, Final, Generic, Self, TypeVar, cast, overload

import msgspec
from msgspec.structs import replace

from scorekeeper.interview.series import Series
from scorekeeper.interview.steps import Choice, Key, Number, Question, Value, YesNo
from scorekeeper.referee.context import Context
from scorekeeper.sentences import Message, say

T = TypeVar("T")

_LONGEST: Final = 200
_NO_CLAUSES: Final[Mapping[Any, Message]] = {}


class Option(Generic[T]):
    """A house rule: the question that asks for it, and its default."""

    name: str

    def __init__(self, usually: T, ask: Callable[[str], Question]) -> None:
        self.usually, self.ask = usually, ask

    def __set_name__(self, house: type, name: str) -> None:
        self.name = name

    @overload
    def __get__(self, house: None, owner: type) -> Self: ...
    @overload
    def __get__(self, house: "Options", owner: type) -> T: ...
    def __get__(self, house: "Options | None", owner: type) -> Self | T:
        return self if house is None else cast(T, house[self.name])

    def question(self) -> Question:
        """Return the question about the whole game, by the option's own name."""
        return self.ask(self.name)


class Options(dict[str, Value]):
    """The house rules in force, as attributes. For pages and sheets, which know no game, it is
    also a read-only mapping."""

    declared: ClassVar[tuple[Option[Any], ...]] = ()
    _hash: int

    def __init_subclass__(cls) -> None:
        cls.declared = tuple(one for one in vars(cls).values() if isinstance(one, Option))

    def __init__(self, **changed: Value) -> None:
        super().__init__({one.name: one.usually for one in self.declared} | changed)
        # an attribute of the instance is found before the option of the class
        self.__dict__.update(self, _hash=hash(msgspec.json.encode(dict(self))))

    def __hash__(self) -> int:  # type: ignore[override]
        return self._hash


def number(
    label: Message,
    hint: Message,
    low: int,
    high: int,
    usually: int,
    *,
    clause: Message = "",
    off: Message = "",
) -> Option[int]:
    """Declare a whole number from `low` to `high`; `usually` is its default."""
    return _with_clause(
        Option(usually, lambda name: _number(name, low, high, label, hint)), clause, off
    )


def number_or_none(
    label: Message,
    hint: Message,
    low: int,
    high: int,
    none: Message,
    usually: int | None = None,
    *,
    clause: Message = "",
    off: Message = "",
) -> Option[int | None]:
    """Declare a whole number from `low` to `high`, or null, which pages call `none`."""
    option = Option(usually, lambda name: _number(name, low, high, label, hint, none))
    return _with_clause(option, clause, off)


def numbers_or_none(
    label: Message,
    hint: Message,
    low: int,
    high: int,
    none: Message,
    *,
    clause: Message = "",
    off: Message = "",
) -> Option[list[int] | None]:
    """Declare a list of numbers from `low` to `high`, or null, which pages call `none`."""

    def ask(name: str) -> Question:
        return Series(
            path=(name,),
            label=say(label),
            hint=say(hint),
            item=_number(name, low, high, label, hint),
            longest=_LONGEST,
            none=say(none),
            wrong="`{name}` is a list of {low} to {high} numbers.",
        )

    option: Option[list[int] | None] = Option(None, ask)
    return _with_clause(option, clause, off)


def choice(
    label: Message,
    hint: Message,
    values: Mapping[T, Message],
    usually: T | None = None,
    *,
    clauses: Mapping[T, Message] = _NO_CLAUSES,
) -> Option[T]:
    """Declare one of `values` (None: null), each with the words that explain it; the first is the
    default unless `usually` says otherwise. `clauses` are how players state each."""

    def ask(name: str) -> Question:
        words = ["null" if one is None else str(one).replace("-", "−") for one in values]
        none = values.get(cast(T, None))
        return Choice(
            path=(name,),
            label=say(label),
            hint=say(hint),
            keys=tuple(
                Key(one, say(text), clause=clauses.get(one, ""))
                for one, text in values.items()
                if one is not None
            ),
            none=None if none is None else say(none),
            off=clauses.get(cast(T, None), ""),
            wrong=f"`{name}` is {', '.join(words[:-1])} or {words[-1]}.",
        )

    return Option(next(iter(values)) if usually is None else usually, ask)


def switch(
    label: Message,
    hint: Message,
    usually: bool = False,
    *,
    clause: Message = "",
    off: Message = "",
) -> Option[bool]:
    """Declare a house rule that is on or off."""

    def ask(name: str) -> Question:
        wrong: Message = "`{name}` is true or false."
        return YesNo(path=(name,), label=say(label), hint=say(hint), wrong=wrong)

    return _with_clause(Option(usually, ask), clause, off)


def _with_clause(option: Option[T], clause: Message, off: Message) -> Option[T]:
    """Return the option with how players state it, on and off."""
    ask = option.ask
    option.ask = lambda name: replace(ask(name), clause=clause, off=off)
    return option


def _number(
    name: str, low: int, high: int, label: Message, hint: Message, none: Message | None = None
) -> Number:
    wrong: Message = "`{name}` runs from {low} to {high}."
    return Number(
        path=(name,),
        label=say(label),
        hint=say(hint),
        low=low,
        high=high,
        none=None if none is None else say(none),
        wrong=wrong,
        not_whole=wrong,
    )


def settings(option: Question) -> list[Value]:
    """Return the values that an option may have; of a range of numbers just its ends."""
    if isinstance(option, Number):
        return [option.low, option.high]
    if isinstance(option, Series):
        return [[value] for value in settings(option.item)]
    return [key.value for key in option.keys_shown()]


def seat_step(values: Mapping[str, Value] | Context) -> int:
    """Return the step to the next seat in bidding and play: 1 to the left, −1 to the right."""
    return -1 if values["play_direction"] == "right" else 1
