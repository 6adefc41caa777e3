"""What can be varied in the answer to a question, one thing at a time."""

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from scorekeeper.games._fields import Key, Many, Path, Question, SeatOf, Value
from scorekeeper.games._kinds_b import Captures, Ranking
from scorekeeper.games._ledger import Entry
from scorekeeper.sentences import Seat, Sentence, Side, say
from scorekeeper.what_if.entries import name_of, value_at, with_value


class Axis(NamedTuple):
    """One thing that may turn out otherwise: its name, what it is called, its keys, the entry with
    another of them (`put`), which of them an entry has (`of`), and what becomes of the others'."""

    name: str
    label: Sentence
    keys: tuple[Key, ...]
    put: Callable[[Entry, Value], Entry]
    of: Callable[[Entry], Value]
    others: Sentence | None = None


def axes_of(question: Question, declarer: int) -> list[Axis]:
    """What can be varied in the answer; of a list, the declarer's item first."""
    if isinstance(question, Many):
        axes = [_of_item(question, place) for place in _places(question)]
        return sorted(axes, key=lambda axis: axis.name != name_of((*question.path, declarer)))
    if isinstance(question, Captures):
        return [_of_card(question, card) for card in question.cards]
    if isinstance(question, Ranking):
        seats = sorted(question.seats, key=lambda seat: seat != declarer)
        return [_of_place(question, seat) for seat in seats]
    keys = live(question)
    path = question.path
    put, of = _puts(path)
    return [Axis(name_of(path), question.label, keys, put, of)] if keys else []


def _puts(path: Path) -> tuple[Callable[[Entry, Value], Entry], Callable[[Entry], Value]]:
    """Puts a value there, and finds it."""
    return lambda entry, value: with_value(entry, path, value), lambda entry: value_at(entry, path)


def _places(question: Many) -> list[int]:
    """The items that can be varied; of two numbers that add up, the first."""
    items = [place for place, item in enumerate(question.items) if item and live(item)]
    return items[:1] if question.total is not None and len(items) == 2 else items


_SHARED: Final = say("What the others have is made to fit.")
_IN_ORDER: Final = say("The others keep their order.")


def _of_item(question: Many, place: int) -> Axis:
    item = question.items[place]
    assert item is not None
    who = Side(place) if question.each == "side" else Seat(place)
    label = item.label if question.parts else say("{label}, {who}", label=question.label, who=who)
    fixed = question.total is not None
    count = sum(one is not None for one in question.items)

    def put(entry: Entry, value: Value) -> Entry:
        listed = [*value_at(entry, question.path)]
        listed[place] = value
        shared = _shared(question, listed, place) if fixed else listed
        return with_value(entry, question.path, shared)

    def of(entry: Entry) -> Value:
        return value_at(entry, question.path)[place]

    return Axis(
        name_of(item.path), label, live(item), put, of, _SHARED if fixed and count > 2 else None
    )


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

    return Axis(name_of(taken.path), taken.label, live(taken), put, of)


def _of_place(question: Ranking, seat: int) -> Axis:
    """When one player comes in, the others keeping their order."""
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


def usual(question: Question) -> Value:
    """An answer to begin with, where there is none: numbers as suggested or even, else whoever and
    whatever comes first."""
    if isinstance(question, Many):
        return _first_list(question)
    if isinstance(question, Captures):
        taken = zip(question.cards, question.seats, strict=False)
        return question.joined({card: {"taken_by": seat} for card, seat in taken})
    if isinstance(question, Ranking):
        return [*question.seats]
    return live(question)[0].value


def _first_list(question: Many) -> list[Value]:
    suggested = question.suggest or [None] * len(question.items)
    listed = [
        None if item is None else live(item)[0].value if given is None else given
        for item, given in zip(question.items, suggested, strict=True)
    ]
    return listed if question.total is None else _shared(question, listed)


def _shared(question: Many, listed: Sequence[Value], fixed: int | None = None) -> list[Value]:
    """The list with the numbers of all but one changed until they add up: one is given to who has
    the least, or taken from who has the most."""
    shared = [*listed]
    others = [at for at, item in enumerate(question.items) if item is not None and at != fixed]
    while left := (question.total or 0) - sum(number for number in shared if number is not None):
        step = 1 if left > 0 else -1
        shared[min(others, key=lambda at: step * shared[at])] += step
    return shared


def live(question: Question) -> tuple[Key, ...]:
    """The keys that can be pressed, one for the answer null too."""
    keys = tuple(key for key in question.keys_shown() if not key.off)
    return (*keys, Key(None, question.none)) if keys and question.none else keys
