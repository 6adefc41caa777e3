"""The variations of the answer to a question, one thing at a time."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from scorekeeper.engine.cards_taken import Captures, FinishOrder
from scorekeeper.engine.deals import Entry
from scorekeeper.interview.lists import Many
from scorekeeper.interview.steps import Key, Path, Question, SeatOf, Value, name_of
from scorekeeper.sentences import Seat, Sentence, Side, all_of, say

Seats = tuple[int, ...]


class Axis(NamedTuple):
    """One thing that may turn out otherwise: its name, what it is called, its keys, the entry with
    another of them (`put`), which of them an entry has (`of`), and what becomes of the others'."""

    name: str
    label: Sentence
    keys: tuple[Key, ...]
    put: Callable[[Entry, Value], Entry]
    of: Callable[[Entry], Value]
    others: Sentence | None = None


def axes_of(question: Question, team: Seats) -> list[Axis]:
    """Return what can be varied in the answer; of a list, what those who play together (`team`)
    have comes first, and is one thing where it adds up."""
    if isinstance(question, Many):
        return _of_list(question, team)
    if isinstance(question, Captures):
        return [_of_card(question, card) for card in question.cards]
    if isinstance(question, FinishOrder):
        seats = sorted(question.seats, key=lambda seat: seat not in team)
        return [_of_place(question, seat) for seat in seats]
    keys, path = live_keys(question), question.path
    if not keys:
        return []

    def put(entry: Entry, value: Value) -> Entry:
        return with_value(entry, path, value)

    return [Axis(name_of(path), question.label, keys, put, lambda entry: value_at(entry, path))]


def _of_list(question: Many, team: Seats) -> list[Axis]:
    """Return an axis for each item; the players' numbers that count together are one."""
    theirs = team if question.each == "player" and not question.own_labels else ()
    places = sorted(_places(question), key=lambda place: place not in theirs[:1])
    if question.total is None:
        return [_of_item(question, place) for place in places]
    alone = [_of_shared(question, (place,), theirs) for place in places if place not in theirs]
    return [_of_shared(question, theirs, ()), *alone] if theirs else alone


def _places(question: Many) -> list[int]:
    """Return the items that can be varied; of two numbers that add up, the first."""
    items = [place for place, item in enumerate(question.items) if item and live_keys(item)]
    return items[:1] if question.total is not None and len(items) == 2 else items


_SHARED: Final = say("The others' numbers are adjusted.")
_ALL_SHARED: Final = say("Each of their numbers is adjusted.")
_IN_ORDER: Final = say("The others keep their order.")


def _of_item(question: Many, place: int) -> Axis:
    """Return one item of a list whose items have nothing to do with one another."""
    item = question.items[place]
    assert item is not None

    def put(entry: Entry, value: Value) -> Entry:
        listed = [*value_at(entry, question.path)]
        listed[place] = value
        return with_value(entry, question.path, listed)

    def of(entry: Entry) -> Value:
        return value_at(entry, question.path)[place]

    return Axis(name_of(item.path), _label(question, (place,)), live_keys(item), put, of)


def _of_shared(question: Many, places: Seats, team: Seats) -> Axis:
    """Return the part of the total that the items at these places have together; the others'
    numbers are adjusted, those of the team last."""
    first, total = question.items[places[0]], question.total
    assert first is not None
    assert total is not None
    asked = [at for at, item in enumerate(question.items) if item is not None]
    free = [at for at in asked if at not in places and at not in team]

    def put(entry: Entry, value: Value) -> Entry:
        listed = [*value_at(entry, question.path)]
        rest = total - value
        kept = sum(listed[seat] for seat in team) if free else rest
        others = max(0, rest - kept)
        listed = _fit_to_total(listed, places, value)
        listed = _fit_to_total(listed, free, others)
        return with_value(entry, question.path, _fit_to_total(listed, team, rest - others))

    def of(entry: Entry) -> Value:
        listed = value_at(entry, question.path)
        return sum(listed[place] for place in places)

    others = (_SHARED if len(places) == 1 else _ALL_SHARED) if len(asked) > 2 else None
    return Axis(name_of(first.path), _label(question, places), live_keys(first), put, of, others)


def _label(question: Many, places: Seats) -> Sentence:
    """Return what the items at these places are called: by themselves or by whose they are."""
    item = question.items[places[0]]
    assert item is not None
    if question.own_labels:
        return item.label
    who = all_of(*map(Side if question.each == "side" else Seat, places))
    return say("{label}, {who}", label=item.label, who=who)


def _of_card(question: Captures, card: str) -> Axis:
    parts = (part for part in question.parts() if isinstance(part, SeatOf))
    taken = next(part for part in parts if part.path[-2:] == (card, "taken_by"))

    def put(entry: Entry, value: Value) -> Entry:
        listed = [
            {**one, "taken_by": value} if one["card"] == card else one
            for one in value_at(entry, question.path)
        ]
        return with_value(entry, question.path, listed)

    def of(entry: Entry) -> Value:
        listed = value_at(entry, question.path)
        return next(one["taken_by"] for one in listed if one["card"] == card)

    return Axis(name_of(taken.path), taken.label, live_keys(taken), put, of)


def _of_place(question: FinishOrder, seat: int) -> Axis:
    """Return when one player comes in, the others keeping their order."""
    last = Key(len(question.items), say("last"))
    keys = (*(Key(n, item.label) for n, item in enumerate(question.items)), last)

    def put(entry: Entry, value: Value) -> Entry:
        others = [one for one in value_at(entry, question.path) if one != seat]
        return with_value(entry, question.path, [*others[:value], seat, *others[value:]])

    def of(entry: Entry) -> int:
        listed: list[int] = value_at(entry, question.path)
        return listed.index(seat)

    label = say("{label}, {seat}", label=question.label, seat=Seat(seat))
    return Axis(name_of((*question.path, seat)), label, keys, put, of, _IN_ORDER)


def default_answer(question: Question) -> Value:
    """Return a first answer where there is none: numbers as suggested or even, else the first
    choice."""
    if isinstance(question, Many):
        return _first_list(question)
    if isinstance(question, Captures):
        taken = zip(question.cards, question.seats, strict=False)
        return question.join({card: {"taken_by": seat} for card, seat in taken})
    if isinstance(question, FinishOrder):
        return [*question.seats]
    return live_keys(question)[0].value


def _first_list(question: Many) -> list[Value]:
    suggested = question.suggest or [None] * len(question.items)
    listed = [
        None if item is None else live_keys(item)[0].value if given is None else given
        for item, given in zip(question.items, suggested, strict=True)
    ]
    asked = [at for at, item in enumerate(question.items) if item is not None]
    return listed if question.total is None else _fit_to_total(listed, asked, question.total)


def _fit_to_total(listed: Sequence[Value], places: Sequence[int], total: int) -> list[Value]:
    """Return the list with the numbers at these places changed until they add up: one is given to
    who has the least, or taken from who has the most."""
    fitted = [*listed]
    while left := total - sum(fitted[at] for at in places):
        step = 1 if left > 0 else -1
        fitted[min(places, key=lambda at: step * fitted[at])] += step
    return fitted


def live_keys(question: Question) -> tuple[Key, ...]:
    """Return the keys that can be pressed, one for the answer null too."""
    keys = tuple(key for key in question.keys_shown() if not key.used_up)
    return (*keys, Key(None, question.none)) if keys and question.none else keys


# --- values within an entry ----------------------------------------------------------------------

ABSENT: Final = object()
"""What stands where nothing does."""


def value_at(entry: Any, path: Path) -> Any:
    """Return what stands there; ABSENT where nothing does."""
    for step in path:
        if not isinstance(entry, Mapping) or step not in entry:
            return ABSENT
        entry = entry[step]
    return entry


def with_value(entry: Entry, path: Path, value: Value) -> Entry:
    """Return the entry with the value there."""
    step, inside = str(path[0]), path[1:]
    return {**entry, step: with_value(entry.get(step, {}), inside, value) if inside else value}
