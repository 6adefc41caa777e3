"""What a game document writes down, as questions of the pad; and its house rules."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Final

import msgspec

from scorekeeper.engine import (
    NULL,
    Barred,
    Choice,
    Fault,
    Key,
    Many,
    Number,
    Option,
    Options,
    Question,
    SeatOf,
    SideOf,
    Value,
    YesNo,
    options,
    say,
    where_filled,
)
from scorekeeper.interview.steps import Path, Refuse
from scorekeeper.own.parts import Field, HouseRule
from scorekeeper.sentences import Message, Sentence

WRONG: Final = object()
"""Stands for an answer that was refused: what is usual does not hold in its place."""

_IN_STEPS: Final[Message] = (
    "{label} run from {low} to {high} in steps of {step}; {given} was entered."
)


def the_same(label: Sentence, path: Path, answers: Sequence[Any]) -> list[Fault]:
    """Return the items of a list that are the same as one before them."""
    return [
        Fault((*path, at), say("{label}: no two are the same.", label=label))
        for at, one in enumerate(answers)
        if one is not None and one is not NULL and one in answers[:at]
    ]


class _Items(Many, frozen=True, kw_only=True):
    """A list; `apart`: no two items are the same, which its form says of a list that is right
    otherwise."""

    apart: bool

    def accept(self, value: Any, refuse: Refuse) -> Any:
        answer = super().accept(value, refuse)
        whole = type(value) is list and len(value) == len(self.items)
        if self.apart and whole and answer is self.refused:
            given = zip(self.items, value, strict=True)
            answers = [item and item.answer(one) for item, one in given]
            for fault in the_same(self.label, self.path, answers):
                refuse(fault.path, fault.sentence)
        return answer


def has_to_differ(field: Field) -> bool:
    """Return whether no two items of a field may be the same."""
    return field.level > 0 and (field.different or field.once == "game")


def _one(
    field: Field, path: Path, low: int, high: int, used: frozenset[Any], **more: Any
) -> Question:
    """Return the question for a single value of any kind but a seat or a side."""
    common: dict[str, Any] = {
        "path": path,
        "label": say(field.label),
        "hint": say(field.hint) if field.hint else None,
        **more,
    }
    if field.kind == "number":
        if field.step > 1:
            common["wrong"] = _IN_STEPS
        if not isinstance(field.least, int):
            low += -low % field.step  # from a formula on it is the multiples
        return Number(**common, low=low, high=high, step=field.step)
    if field.kind == "yesno":
        return YesNo(**common, yes=say(field.yes), no=say(field.no))
    keys = tuple(
        Key(value, say(label), used_up=value in used) for value, label in field.values.items()
    )
    return Choice(**common, keys=keys)


@lru_cache(maxsize=4096)
def question_of(
    field: Field,
    low: int,
    high: int,
    total: int | None,
    filled: tuple[int, ...],
    count: int,
    used: Any,
) -> Question:
    """Return the question of a field: `filled` are the seats or sides that answer, of `count`."""
    more: dict[str, Any] = {"when": field.when, "optional": field.has_usual, "refused": WRONG}
    of_one = field.kind in ("seat", "side")
    if field.has_usual and not field.level and (not of_one or field.usually in filled):
        more["suggest"] = field.usually
    if of_one:
        common: dict[str, Any] = {
            "path": (field.name,),
            "label": say(field.label),
            "hint": say(field.hint) if field.hint else None,
            "none": say(field.none) if field.none else None,
            **more,
        }
        # of players who come and go a seat is a side: one that was emptied is no answer
        if field.kind == "seat" or len(filled) < count:
            return SeatOf(**common, seats=filled, players=count)
        return SideOf(**common, sides=count)
    if not field.level:
        return _one(field, (field.name,), low, high, used, **more)

    def item(at: int) -> Question:
        taken = used[at] if type(used) is tuple and at < len(used) else used
        more: Any = {"when": field.when, "hint": None}  # the list has it, once for all
        if total is None:
            more["blank"] = field.usually  # who called a tichu is one tap, not four
        return _one(field, (field.name, at), low, high, taken or frozenset(), **more)

    return _Items(
        path=(field.name,),
        apart=has_to_differ(field),
        label=say(field.label),
        hint=say(field.hint) if field.hint else None,
        noun="numbers" if field.kind == "number" else "answers",
        each=field.of,
        items=where_filled(count, filled, item),
        total=total,
        # nobody would look for the points in a fold, and without them they were 0 each
        needed=total is not None and field.has_usual and field.usually * len(filled) != total,
        tally="{label} add up to {total}; {given} were entered.",
        lacking="{n} missing.",
        beyond="{n} too many.",
        **more,
    )


def not_asked(field: Field, asked: Question) -> Barred:
    """Return the refusal of a field that is not asked in this deal, as it is `asked` in others."""
    label = say(field.label)
    why = say("{label} is not asked here.", label=label)
    return Barred(path=(field.name,), kind=object, label=label, missing=why, elsewhere=asked)


def type_of(field: Field) -> Any:
    """Return the JSON type of a field's value in a deal, lists as tuples."""
    one: Any = bool if field.kind == "yesno" else str if field.words else int
    if field.kind in ("seat", "side"):
        return one | None
    return tuple[one | None, ...] | None if field.level else one


def house_of(rules: Sequence[HouseRule]) -> type[Options]:
    """Return the class of a document's house rules, which are read by their names only."""

    def declared(rule: HouseRule) -> Option[Any]:
        words, usual = (rule.label, rule.hint), rule.usually
        if rule.kind == "number":
            return options.number(*words, rule.least, rule.most, usual, step=rule.step)
        if rule.kind == "yesno":
            return options.switch(*words, default=usual)
        return options.choice(*words, rule.values, default=usual)

    class House(Options):
        # a name of the document must not hide a method of a mapping
        def __init__(self, /, **changed: Value) -> None:
            dict.__init__(self, {one.name: one.default for one in self.declared} | changed)
            self.__dict__["_hash"] = hash(msgspec.json.encode(dict(self)))

    House.declared = tuple(map(declared, rules))
    for one, rule in zip(House.declared, rules, strict=True):
        one.name = rule.name
    return House
