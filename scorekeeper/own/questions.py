"""What a game document writes down, as questions of the pad; and its house rules."""

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any, Final

import msgspec

from scorekeeper.engine import (
    Barred,
    Choice,
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
    say,
    where_filled,
)
from scorekeeper.interview.steps import Path
from scorekeeper.own.parts import Answer, Field
from scorekeeper.sentences import Message, Sentence

WRONG: Final = object()
"""Stands for an answer that was refused: what is usual does not hold in its place."""


class Stepped(Number, frozen=True, kw_only=True):
    """A whole number that is `start` and a multiple of `step`."""

    step: int
    start: int = 0

    def answer(self, value: Value) -> Value:
        fits = super().answer(value) is not None and (value - self.start) % self.step == 0
        return value if fits else None

    def judge(self, value: Value) -> Sentence:
        if super().answer(value) is None:
            return super().judge(value)
        template: Message = "{label} go in steps of {step}; {given} was entered."
        return say(template, label=self.label, step=self.step, given=value)


def _one(
    answer: Answer, path: Path, low: int, high: int, used: frozenset[Any], **more: Any
) -> Question:
    """Return the question for a single value of any kind but a seat or a side."""
    common: dict[str, Any] = {
        "path": path,
        "label": say(answer.label),
        "hint": say(answer.hint) if answer.hint else None,
        **more,
    }
    if answer.kind == "number":
        if answer.step > 1:
            start = 0 if getattr(answer, "least_by", None) else low
            return Stepped(**common, low=low, high=high, step=answer.step, start=start)
        return Number(**common, low=low, high=high)
    if answer.kind == "yesno":
        return YesNo(**common, yes=say(answer.yes), no=say(answer.no))
    keys = tuple(
        Key(value, say(label), used_up=value in used) for value, label in answer.labels.items()
    )
    if len(path) == 1 and type(answer) is Answer:
        values = [str(value).replace("-", "−") for value in answer.labels]
        common["wrong"] = f"`{answer.name}` is {', '.join(values[:-1])} or {values[-1]}."
    return Choice(**common, keys=keys)


_OPTION_WORDS: Final[Mapping[str, Mapping[str, Message]]] = {
    "number": {
        "wrong": "`{name}` runs from {low} to {high}.",
        "not_whole": "`{name}` runs from {low} to {high}.",
    },
    "yesno": {"wrong": "`{name}` is true or false."},
    "choice": {},
}
"""How a house rule refuses a value, as those of coded games do."""


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
    if field.has_usual and not field.level:
        more["suggest"] = field.usual
    if field.kind in ("seat", "side"):
        common: dict[str, Any] = {
            "path": (field.name,),
            "label": say(field.label),
            "hint": say(field.hint) if field.hint else None,
            "none": say(field.none) if field.none else None,
            **more,
        }
        if field.kind == "seat":
            return SeatOf(**common, seats=filled, players=count)
        return SideOf(**common, sides=count)
    if not field.level:
        return _one(field, (field.name,), low, high, used, **more)

    def item(at: int) -> Question:
        taken = used[at] if type(used) is tuple and at < len(used) else used
        more: Any = {"when": field.when, "hint": None}  # the list has it, once for all
        if total is None:
            more["blank"] = field.usual  # who called a tichu is one tap, not four
        return _one(field, (field.name, at), low, high, taken or frozenset(), **more)

    return Many(
        path=(field.name,),
        label=say(field.label),
        hint=say(field.hint) if field.hint else None,
        noun="numbers" if field.kind == "number" else "answers",
        each=field.of,
        items=where_filled(count, filled, item),
        total=total,
        # nobody would look for the points in a fold, and without them they were 0 each
        needed=total is not None and field.has_usual and field.usual * len(filled) != total,
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
    words = field.kind == "choice" and any(type(value) is str for value in field.labels)
    one: Any = bool if field.kind == "yesno" else str if words else int
    if field.kind in ("seat", "side"):
        return one | None
    return tuple[one | None, ...] | None if field.level else one


def house_of(options: Sequence[Answer]) -> type[Options]:
    """Return the class of a document's house rules, which are read by their names only."""

    def ask(option: Answer) -> Callable[[str], Question]:
        low, high, words = option.least, option.most, _OPTION_WORDS[option.kind]
        return lambda name: _one(option, (name,), low, high, frozenset(), **words)

    declared = []
    for option in options:
        usual = option.usual
        one: Option[Any] = Option(usual, ask(option))
        one.name = option.name
        declared.append(one)

    class House(Options):
        # a name of the document must not hide a method of a mapping
        def __init__(self, /, **changed: Value) -> None:
            dict.__init__(self, {one.name: one.default for one in declared} | changed)
            self.__dict__["_hash"] = hash(msgspec.json.encode(dict(self)))

    House.declared = tuple(declared)
    return House
