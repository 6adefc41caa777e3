"""House rules: each is declared once, in a game's class of them, and read as a typed attribute.

An option's words: `label` and `hint` ask for it, `said_as` is how players state it ("played to
{value}"; `{value}` in words, `{n}` the number), `said_off` how they state that it is not played
(null, no, nothing). Without them pages say "Target: 250".
"""

from collections.abc import Callable, Mapping
from typing import Any, ClassVar, Final, Generic, Self, TypeVar, cast, overload

import msgspec

from scorekeeper.interview.lists import Series
from scorekeeper.interview.steps import Choice, Key, Number, Path, Question, Value, YesNo
from scorekeeper.interview.tables import ChosenTable, Row, Rows, Table
from scorekeeper.referee.context import Context
from scorekeeper.sentences import Message, say

T = TypeVar("T")

OptionValues = Mapping[str, Value]
"""Every option of a game with the value in force, where it does not matter which game it is."""

_LONGEST: Final = 200


class Option(Generic[T]):
    """A house rule: the question that asks for it, and its default."""

    name: str

    def __init__(self, default: T, ask: Callable[[str], Question]) -> None:
        self.default, self.ask = default, ask

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
        super().__init__({one.name: one.default for one in self.declared} | changed)
        # hashed by its JSON, as an option may be a list
        # an attribute of the instance is found before the option of the class
        self.__dict__.update(self, _hash=hash(msgspec.json.encode(dict(self))))

    def __hash__(self) -> int:  # type: ignore[override]
        return self._hash


def number(
    label: Message,
    hint: Message,
    low: int,
    high: int,
    default: int,
    said_as: Message = "",
    said_off: Message = "",
    step: int = 1,
) -> Option[int]:
    """Declare a whole number from `low` to `high`, in steps from `low` on."""
    words = {"said_as": said_as, "said_off": said_off}
    return Option(default, _number(label, hint, low, high, step=step, **words))


def target(hint: Message, low: int, high: int, default: int) -> Option[int]:
    """Declare the points that a game is played to."""
    return number("Target", hint, low, high, default, "played to {value}")


def number_or_none(
    label: Message,
    hint: Message,
    low: int,
    high: int,
    none: Message,
    default: int | None = None,
    said_as: Message = "",
    said_off: Message = "",
) -> Option[int | None]:
    """Declare a whole number from `low` to `high`, or null, which pages call `none`."""
    ask = _number(label, hint, low, high, none=say(none), said_as=said_as, said_off=said_off)
    return Option(default, ask)


def numbers_or_none(
    label: Message,
    hint: Message,
    low: int,
    high: int,
    none: Message,
    said_as: Message = "",
    said_off: Message = "",
) -> Option[list[int] | None]:
    """Declare a list of numbers from `low` to `high`, or null, which pages call `none`."""

    def ask(name: str) -> Question:
        return Series(
            path=(name,),
            label=say(label),
            hint=say(hint),
            item=_number(label, hint, low, high)(name),
            longest=_LONGEST,
            none=say(none),
            said_as=said_as,
            said_off=said_off,
            wrong="`{name}` is a list of {low} to {high} numbers.",
        )

    return Option(None, ask)


def choice(
    label: Message,
    hint: Message,
    values: Mapping[T, Message | tuple[Message, Message]],
    said_as: Message = "",
    said_off: Message = "",
    default: T | None = None,
) -> Option[T]:
    """Declare one of `values` (None: null), each with the words that explain it, and where
    `said_as` does not hold for it, with how players state it; the first is the default unless
    another is."""
    words = {value: (text, "") if isinstance(text, str) else text for value, text in values.items()}
    none, none_said = words.pop(cast(T, None), ("", said_off))
    keys = tuple(Key(value, say(text), said_as=said) for value, (text, said) in words.items())

    def ask(name: str) -> Question:
        known = ["null" if value is None else str(value).replace("-", "−") for value in values]
        return Choice(
            path=(name,),
            label=say(label),
            hint=say(hint) if hint else None,
            keys=keys,
            none=say(none) if none else None,
            said_as=said_as,
            said_off=none_said,
            wrong=f"`{name}` is {', '.join(known[:-1])} or {known[-1]}.",
        )

    return Option(next(iter(values)) if default is None else default, ask)


class NumberTable(Option[str | dict[str, Any]]):
    """A house rule that is a table of numbers: the name of a known one, or an object with some of
    its rows; those left out are as in `base`."""

    def __init__(
        self,
        ask: Callable[[str], Question],
        known: Mapping[str, Table],
        base: Table,
    ) -> None:
        super().__init__(next(iter(known)), ask)
        self.known, self.base = known, base

    def rows(self, chosen: str | Table) -> Table:
        """Return the rows in force."""
        return self.known[chosen] if isinstance(chosen, str) else {**self.base, **chosen}


Spans = tuple[tuple[int, int], ...]
"""The lowest and the highest of each number of a row."""

RowsOfTable = Mapping[str, tuple[Message, "Spans | RowsOfTable"]]
"""What each row is called, and its numbers, or the rows of a table in it."""


def number_table(
    label: Message,
    hint: Message,
    known: Mapping[str, tuple[Message | tuple[Message, Message], Table]],
    rows: RowsOfTable,
    said_as: Message = "",
    base: Table | None = None,
    apart: tuple[str, ...] = (),
    row_as: Message = "{row} {n}",
) -> NumberTable:
    """Declare a table of numbers: the `known` ones by name, each with the words that explain it,
    as a `choice` has them, and its rows. The first is the default, and completes a table that is
    given in part, unless there is a `base`. Rows that stand `apart`, and how a row is read: see
    `Rows`."""

    tables = {value: table for value, (_, table) in known.items()}
    first = next(iter(tables.values()))
    words = {
        value: (text, "") if isinstance(text, str) else text for value, (text, _) in known.items()
    }
    rest = first if base is None else base

    def ask(name: str) -> Question:
        return ChosenTable(
            tables=tables,
            base=rest,
            path=(name,),
            label=say(label),
            hint=say(hint),
            keys=tuple(
                Key(value, say(text), said_as=said) for value, (text, said) in words.items()
            ),
            rows=_rows((name,), rows, row_as),
            apart=apart,
            row_as=row_as,
            said_as=said_as,
        )

    return NumberTable(ask, tables, rest)


def _rows(path: Path, rows: RowsOfTable, row_as: Message) -> tuple[Question, ...]:
    def row(name: str, title: Message, of: Spans | RowsOfTable) -> Question:
        at = (*path, name)
        if isinstance(of, tuple):
            return Row(path=at, label=say(title), spans=of)
        return Rows(path=at, label=say(title), rows=_rows(at, of, row_as), row_as=row_as)

    return tuple(row(name, title, of) for name, (title, of) in rows.items())


def switch(
    label: Message,
    hint: Message,
    said_as: Message = "",
    said_off: Message = "",
    default: bool = False,
) -> Option[bool]:
    """Declare a house rule that is on or off."""

    def ask(name: str) -> Question:
        return YesNo(
            path=(name,),
            label=say(label),
            hint=say(hint) if hint else None,
            said_as=said_as,
            said_off=said_off,
            wrong="`{name}` is true or false.",
        )

    return Option(default, ask)


def _number(
    label: Message, hint: Message, low: int, high: int, **words: Any
) -> Callable[[str], Number]:
    wrong: Message = "`{name}` runs from {low} to {high}."
    if words.get("step", 1) > 1:
        wrong = "`{name}` runs from {low} to {high} in steps of {step}."

    def ask(name: str) -> Number:
        return Number(
            path=(name,),
            label=say(label),
            hint=say(hint) if hint else None,
            low=low,
            high=high,
            wrong=wrong,
            not_whole=wrong,
            **words,
        )

    return ask


def sample_values(option: Question) -> list[Value]:
    """Return the values that an option may have; of a range of numbers just its ends."""
    if isinstance(option, Number):
        return [option.low, option.high]
    if isinstance(option, Series):
        return [[value] for value in sample_values(option.item)]
    return [key.value for key in option.keys_shown()]


def seat_step(values: Mapping[str, Value] | Context) -> int:
    """Return the step to the next seat in bidding and play: 1 to the left, −1 to the right."""
    return -1 if values["play_direction"] == "right" else 1
