"""Questions of a deal's form, each under the name of the deal's field that it fills."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from types import MappingProxyType
from typing import Final, Literal

from scorekeeper.cards import STRAINS
from scorekeeper.engine.grid import Cell, in_words
from scorekeeper.interview.lists import Many
from scorekeeper.interview.steps import (
    SUIT_KEYS,
    Barred,
    Choice,
    Key,
    Number,
    Path,
    Question,
    SeatOf,
    Value,
    YesNo,
)
from scorekeeper.sentences import Message, Sentence, Suit, say

question = cache
"""Marks a function that makes a question of hashable arguments: made once for each."""

When = Literal["before", "after"]
CHOICES: Final[Message] = "{label}: {choices}; {given} was entered."


def key(
    value: Value,
    label: Cell,
    badge: Cell | None = None,
    row: int = 0,
    used_up: bool = False,
    blind: Sentence | None = None,
) -> Key:
    """Return a key of a question, as `Key` is, with words and numbers for its sentences."""
    second = None if badge is None else in_words(badge)
    return Key(value, in_words(label), second, row, used_up, blind)


def seat(
    field: str,
    label: Message,
    when: When = "before",
    missing: Message = "",
    turn: Message = "",
) -> SeatOf:
    """Ask for one of four seats; `turn` names it in words: "who declares"."""
    return SeatOf(
        path=_path(field),
        label=say(label),
        when=when,
        group=_in_group(field),
        seats=(0, 1, 2, 3),
        players=4,
        missing=_or_none(missing),
        turn=_or_none(turn),
    )


def yes_no(
    field: str, label: Message, yes: Message, no: Message, default: bool, when: When = "before"
) -> YesNo:
    """Ask for true or false; left out it is the `default`."""
    return YesNo(
        path=_path(field),
        label=say(label),
        when=when,
        optional=True,
        suggest=default,
        yes=say(yes),
        no=say(no),
    )


def suit(field: str, label: Message, when: When = "before", optional: bool = False) -> Choice:
    """Ask for one of the four suits: `C D H S`."""
    return Choice(path=_path(field), label=say(label), when=when, optional=optional, keys=SUIT_KEYS)


def strain(field: str, label: Message, when: When = "before", optional: bool = False) -> Choice:
    """Ask for one of the four suits or no trump: `C D H S NT`."""
    keys = tuple(key(one, say("{suit}", suit=Suit(one))) for one in STRAINS)
    return Choice(path=_path(field), label=say(label), when=when, optional=optional, keys=keys)


def one_of(
    field: str,
    label: Message,
    keys: Mapping[Value, Cell] | Iterable[Key],
    when: When = "before",
    default: Value = None,
    wrong: Message = CHOICES,
    missing: Message = "",
    also_called: Mapping[str, Sequence[Value]] = MappingProxyType({}),
) -> Choice:
    """Ask for one of these; where one is usual, it is meant if nothing is entered."""
    made = [key(*item) for item in keys.items()] if isinstance(keys, Mapping) else keys
    return Choice(
        path=_path(field),
        label=say(label),
        when=when,
        group=_in_group(field),
        optional=default is not None,
        suggest=default,
        keys=tuple(made),
        wrong=wrong,
        also_called=also_called,
        missing=_or_none(missing),
    )


def tricks(
    field: str,
    most: int,
    hint: Message,
    keys: Iterable[Key] = (),
    too_high: Message = "",
    missing: Message = "",
) -> Number:
    """Ask how many tricks were taken, 0 to `most`."""
    return Number(
        path=_path(field),
        label=say("Tricks"),
        hint=say(hint),
        low=0,
        high=most,
        keys=tuple(keys),
        too_high=too_high,
        missing=_or_none(missing),
    )


def barred(field: str, label: Message, why: Message, kind: type) -> Barred:
    """Refuse a field that this table's rules leave no use for; `kind` is the JSON type of its
    values."""
    return Barred(path=_path(field), kind=kind, label=say(label), missing=say(why))


def _path(field: str) -> Path:
    """Return the path of a field; `honours.seat` is one in an object."""
    return tuple(field.split("."))


def _in_group(field: str) -> bool:
    return "." in field


def _or_none(template: Message) -> Sentence | None:
    return say(template) if template else None


def where_filled(
    count: int, seats: tuple[int, ...], question: Callable[[int], Question]
) -> tuple[Question | None, ...]:
    """Return a list's items at a table of `count` seats: the question of each of `seats`, else
    None."""
    return tuple(question(seat) if seat in seats else None for seat in range(count))


@cache
def tricks_each(most: int, count: int, seats: tuple[int, ...], turns: tuple[int, ...] = ()) -> Many:
    """Return the tricks of each of `seats` at a table of `count`, `most` of them together."""
    label = say("Tricks")
    items = where_filled(
        count, seats, lambda seat: Number(path=("tricks", seat), label=label, low=0, high=most)
    )
    return Many(path=("tricks",), label=label, noun="numbers", turns=turns, items=items, total=most)


def tricks_by_side(most: int, missing: Sentence | None = None, sides: int = 2) -> Many:
    """Return the tricks of each of two sides, or of more, `most` of them together."""
    label = say("Tricks")
    return Many(
        path=("side_tricks",),
        label=label,
        noun="numbers",
        each="side",
        items=tuple(
            Number(path=("side_tricks", side), label=label, low=0, high=most)
            for side in range(sides)
        ),
        total=most,
        missing=missing,
    )


@cache
def declarer_among(seats: tuple[int, ...], count: int) -> SeatOf:
    """Return the declarer, one of the filled `seats` at a table of `count`."""
    return SeatOf(
        path=("declarer",),
        label=say("Declarer"),
        turn=say("who won the bidding"),
        when="before",
        seats=seats,
        players=count,
    )
