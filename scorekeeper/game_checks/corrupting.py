"""Entries and answers with something in them that cannot be, made from the questions about them."""

from collections.abc import Iterable, Iterator
from functools import singledispatch
from typing import Any, Final, NamedTuple

from scorekeeper.engine.cards_taken import Captures, DerivedSeat, FinishOrder
from scorekeeper.engine.deals import Entry
from scorekeeper.engine.describe import json_types
from scorekeeper.engine.game import Pad
from scorekeeper.engine.replay import UNKNOWN_FIELDS, interview
from scorekeeper.game_checks.declared import fields_of
from scorekeeper.interview.lists import Many, Series
from scorekeeper.interview.reading import Reading, walk
from scorekeeper.interview.steps import (
    Barred,
    Choice,
    Flag,
    Interview,
    Number,
    OneOf,
    Path,
    Question,
    SeatOf,
    SideOf,
    Step,
    Text,
    Value,
    Word,
)
from scorekeeper.sentences import Card, Sentence, all_of, say

_OF_EACH_TYPE: Final[tuple[Value, ...]] = (None, True, 1, 1.5, "1", [], {})
_UNKNOWN: Final = "junk"


class Corrupted(NamedTuple):
    """A value with something in it that is refused: where, and with which sentence."""

    path: Path
    value: Value
    sentence: Sentence

    def within(self, around: Any, *path: Any) -> "Corrupted":
        """The same as a part of `around`, a list or an object, at the path in that."""
        if not path:
            return self
        key, *rest = path
        if isinstance(around, list):
            inner = self.within(around[key], *rest)
            value: Any = [*around[:key], inner.value, *around[key + 1 :]]
        else:
            inner = self.within(around.get(key), *rest)
            value = {**around, key: inner.value}
        return Corrupted((key, *inner.path), value, inner.sentence)


# --- answers ------------------------------------------------------------------------------------


def corrupted_answers(question: Question, value: Value) -> Iterator[Corrupted]:
    """Yield what the question refuses: values of another type or out of range, and parts of that
    kind in `value`, its answer (None: not given)."""
    types = json_types(question)
    others = (one for one in _OF_EACH_TYPE if type(one) not in types)
    for other in (*others, *_beyond(question)):
        yield Corrupted((), other, question.judge(other))
    if value is not None:
        yield from _in_parts(question, value)


@singledispatch
def _beyond(question: Any) -> Iterable[Value]:
    """Return values that are of the right type, but out of range."""
    return ()


@_beyond.register
def _(question: Number) -> Iterable[Value]:
    return question.low - 1, question.high + 1


@_beyond.register
def _(question: Choice) -> Iterable[Value]:
    known = {*question.answers, *question.refusals, *(key.value for key in question.keys)}
    numbers = {one for one in known if isinstance(one, int)}
    beside = {number + step for number in numbers for step in (-1, 1)} - known
    return [*([_UNKNOWN] if known - numbers else []), *sorted(beside)]


@_beyond.register
def _(question: Flag) -> Iterable[Value]:
    return (False,)


@_beyond.register
def _(question: Barred) -> Iterable[Value]:
    return (value for value in (True, 1, "1", [1]) if type(value) is question.kind)


@_beyond.register
def _(question: SeatOf) -> Iterable[Value]:
    return (seat for seat in range(-1, question.players + 1) if seat not in question.seats)


@_beyond.register
def _(question: DerivedSeat) -> Iterable[Value]:
    return (seat for seat in range(-1, question.players + 1) if seat != question.derived)


@_beyond.register
def _(question: SideOf) -> Iterable[Value]:
    return -1, question.sides


@_beyond.register
def _(question: Text) -> Iterable[Value]:
    return "", "  ", "x" * (question.longest + 1)


@_beyond.register
def _(question: Word) -> Iterable[Value]:
    return "", "a b", "x" * 61


@singledispatch
def _in_parts(question: Any, value: Any) -> Iterator[Corrupted]:
    """Yield the list `value` with an item that cannot be, too many or too few."""
    yield from ()


@_in_parts.register
def _(question: Many, value: Any) -> Iterator[Corrupted]:
    for other in (value[:-1], [*value, value[-1]]):
        yield Corrupted((), other, question.judge(other))
    for index, item in enumerate(question.items_given(value)):
        if item is None:
            nobody = say("Nobody sits in seat {n}.", n=index)
            yield Corrupted((), 0, nobody).within(value, index)
            continue
        for one in corrupted_answers(item, value[index]):
            yield one.within(value, index)
        for given in (value[index] - 1, value[index] + 1) if question.total is not None else ():
            if item.answer(given) is not None:
                other = [*value[:index], given, *value[index + 1 :]]
                given = sum(filter(None, other))
                yield Corrupted((), other, question.unbalanced(given))


@_in_parts.register
def _(question: Series, value: Any) -> Iterator[Corrupted]:
    lists = [value + value[-1:] * question.longest] if value else []
    lists += [value[: question.shortest - 1]] if question.shortest else []
    for index, one in enumerate(value):
        lists += [bad.within(value, index).value for bad in corrupted_answers(question.item, one)]
    for other in lists:
        yield Corrupted((), other, question.judge(other))


@_in_parts.register
def _(question: FinishOrder, value: Any) -> Iterator[Corrupted]:
    for index, seat in enumerate(value):
        for one in corrupted_answers(question.items[0], seat):
            yield one.within(value, index)
    twice = say("{label}: nobody can stand there twice.", label=question.label)
    yield Corrupted((), [*value, value[0]], twice)


@_in_parts.register
def _(question: Captures, value: Any) -> Iterator[Corrupted]:
    for index, one in enumerate(value):
        card = Card(one["card"])
        twice = say("The {card} is entered twice.", card=card)
        yield Corrupted((len(value), "card"), [*value, one], twice)
        rest = [*value[:index], *value[index + 1 :]]
        yield Corrupted((), rest, say("The {cards} is missing.", cards=all_of(card)))
        no_object = say("{label}: an object is needed.", label=question.label)
        yield Corrupted((), _UNKNOWN, no_object).within(value, index)
        for bad in _corrupted_objects(*asked(question.item(), one), one):
            yield bad.within(value, index)


# --- entries ------------------------------------------------------------------------------------


def corrupted_entries(pad: Pad, kind: str, entry: Entry) -> Iterator[Corrupted]:
    """Yield the entry, which may come next, with something in it that cannot be."""
    questions, ways = asked(interview(pad, kind), entry)
    yield from _corrupted_objects(questions, ways, entry)
    for no_entry in (1, "1", [1]):
        yield Corrupted((), no_entry, say("An entry is an object."))
    fields = fields_of(pad.game) | UNKNOWN_FIELDS.keys()
    for field in fields - pad.game.extras.keys() - ways - {path[0] for path in questions}:
        known = field in fields_of(pad.game) or (field == "passed_out" and pad.game.passing)
        unexpected = say("Unexpected field: {field}.", field=field)
        if known and field != "passed_out":
            yield Corrupted((), 1, unexpected).within(entry, field)
        elif not known:
            yield Corrupted((), 1, UNKNOWN_FIELDS[field]).within({}, field)


def _corrupted_objects(
    questions: dict[Path, Question], ways: set[str], entry: Entry
) -> Iterator[Corrupted]:
    """Yield the object with answers that cannot be, missing and unknown fields, and no object where
    one is needed."""
    for (*above, field), question in questions.items():
        around: Any = entry
        for key in above:
            around = around.get(key) if isinstance(around, dict) else None
        # a flag that is there at all is meant: other questions follow
        if around is None or not (
            field in around or question.optional and not isinstance(question, Flag)
        ):
            continue
        for one in corrupted_answers(question, around.get(field)):
            yield one.within(entry, *above, field)
        if not question.optional and (above or not (question.group or field in ways)):
            rest = {key: value for key, value in around.items() if key != field}
            yield Corrupted((field,), rest, question.absent()).within(entry, *above)
    for path, place in _objects(entry):
        junk = say("Unexpected field: {field}.", field=_UNKNOWN)
        yield Corrupted((_UNKNOWN,), {**place, _UNKNOWN: 1}, junk).within(entry, *path)
        for no_object in (True, 1, "1", [1]) if path else ():
            needed = say("{field}: an object is needed.", field=path[-1])
            yield Corrupted((), no_object, needed).within(entry, *path)


def asked(interview: Interview, entry: Entry) -> tuple[dict[Path, Question], set[str]]:
    """Return the questions that the entry answers, and the keys that tell ways of entering
    apart."""
    reading, questions, ways = Reading(entry, {**entry}), dict[Path, Question](), set[str]()

    def reply(step: Step) -> Value:
        if isinstance(step, Question):
            questions[step.path] = step
        elif isinstance(step, OneOf):
            ways.update(key for key, _ in step.branch_of_key)
        return reading.reply(step)

    walk(interview, reply)
    return questions, ways


def _objects(place: Any, path: Path = ()) -> Iterator[tuple[Path, Any]]:
    """Yield the object and those in it, by their paths."""
    if isinstance(place, dict):
        yield path, place
        for key, inner in place.items():
            yield from _objects(inner, (*path, key))
