"""House rules: an option is a question about the whole game, asked by its own name."""

from collections.abc import Mapping
from typing import Final

from scorekeeper.engine.fields import Choice, Key, Number, Question, Value, YesNo
from scorekeeper.engine.series import Series
from scorekeeper.referee.context import Context
from scorekeeper.sentences import say

Option = Question
"""A house rule: `path` is its name, `label` its title, `hint` the sentence that explains it."""

_LONGEST: Final = 200


def settings(option: Option) -> list[Value]:
    """What an option may be, from the first to the last; of a range just its ends."""
    if isinstance(option, Number):
        return [option.low, option.high]
    if isinstance(option, Series):
        return [[value] for value in settings(option.item)]
    return [key.value for key in option.keys_shown()]


def way_of_play(values: Mapping[str, Value] | Context) -> int:
    """From a seat to the next in bidding and play, as the option `play_direction` has it."""
    return -1 if values["play_direction"] == "right" else 1


def number(
    name: str, low: int, high: int, label: str, hint: str, none: str | None = None
) -> Option:
    """An option that is a whole number from `low` to `high`, or null where `none` names that."""
    wrong = f"`{name}` runs from {{low}} to {{high}}."
    return Number(
        path=(name,),
        label=say(label),
        hint=say(hint),
        low=low,
        high=high,
        none=say(none) if none else None,
        wrong=wrong,
        not_whole=wrong,
    )


def numbers(
    name: str, low: int, high: int, label: str, hint: str, none: str | None = None
) -> Option:
    """An option that is a list of whole numbers from `low` to `high`, or null where `none` names
    that."""
    return Series(
        path=(name,),
        label=say(label),
        hint=say(hint),
        item=number(name, low, high, label, hint),
        longest=_LONGEST,
        none=say(none) if none else None,
        wrong=f"`{name}` is a list of {{low}} to {{high}} numbers.",
    )


def choice(name: str, label: str, hint: str, values: Mapping[Value, str]) -> Option:
    """An option that is one of `values` (None: null), each with the words that explain it."""
    *others, last = ("null" if value is None else str(value).replace("-", "−") for value in values)
    return Choice(
        path=(name,),
        label=say(label),
        hint=say(hint),
        keys=tuple(Key(v, say(words)) for v, words in values.items() if v is not None),
        none=say(values[None]) if None in values else None,
        wrong=f"`{name}` is {', '.join(others)} or {last}.",
    )


def by_variant(
    names: tuple[str, ...], table: Mapping[str, tuple[Value, ...]]
) -> Mapping[str | None, Mapping[str, Value]]:
    """The defaults of each variant, from a table that has a column for each."""
    return {
        variant: {name: values[column] for name, values in table.items()}
        for column, variant in enumerate(names)
    }


def switch(name: str, label: str, hint: str) -> Option:
    """An option that is on or off."""
    wrong = f"`{name}` is true or false."
    return YesNo(path=(name,), label=say(label), hint=say(hint), wrong=wrong)
