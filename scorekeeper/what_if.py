"""What if? What each result of a deal would have scored, on the pad as it stood before it.

A deal's own interview says what can be varied: the question that tells how it ended is the first
that must be answered once the way of counting is chosen or, where there is but one way, the last.
Its answer is varied over the whole range. Of a list one player at a time is varied, and what the
others have is shared out to fit; so there are never more results than one question has keys.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from scorekeeper.games._fields import (
    Barred,
    Choice,
    Fault,
    Key,
    Many,
    Number,
    OneOf,
    Path,
    Question,
    SeatOf,
    Step,
    Value,
    Warn,
    walk,
)
from scorekeeper.games._kinds_b import Captures, Ranking, Settled
from scorekeeper.games._ledger import Entry, Pad, Refused, after, interview
from scorekeeper.sentences import Seat, Sentence, Side, say


class Axis(NamedTuple):
    """One thing that may turn out otherwise: its name, what it is called, its keys, the entry with
    another of them (`put`), which of them an entry has (`of`), and what becomes of the others'."""

    name: str
    label: Sentence
    keys: tuple[Key, ...]
    put: Callable[[Entry, Value], Entry]
    of: Callable[[Entry], Value]
    others: Sentence | None = None


class Result(NamedTuple):
    """Results that come to the same: the `first` and the `last` of their keys, the pad with one of
    them on it (None: it cannot be, `why` says so), and whether the deal ended like that."""

    first: Key
    last: Key
    pad: Pad | None
    why: Sentence | None
    here: bool


class Plan(NamedTuple):
    """What can be varied in a deal.

    `axes`, the most telling first, vary an `entry` that is whole, and that has `ended` if it was so
    already; there are none while something is `missing`. `telling` is the question that tells how
    the deal ended, `bid` the one that tells what is played, where that may be much; `declarer` is
    the seat that plays it.
    """

    axes: tuple[Axis, ...]
    entry: Entry
    ended: bool
    missing: tuple[Question, ...]
    telling: Question | None
    bid: Choice | Number | None
    declarer: int


_LEAST_OF_A_BID: Final = 3


def plan(pad: Pad, known: Entry) -> Plan:
    """What can be varied in the next deal of the pad, where so much of it is known."""
    asking = _asking(pad, known)
    telling = _telling(asking)
    needed = [one for one in asking.asked if _must(one) and one is not telling]
    missing = tuple(one for one in needed if one.path not in asking.answered)
    bid, declarer = _bid(needed), _declarer(asking, known)
    ended = telling is not None and telling.path in asking.answered
    entry = known if ended or telling is None else _put(known, telling.path, _usual(telling))
    axes: list[Axis] = []
    if telling is not None and not missing:
        others = [one for one in needed if one.when == "after"]
        axes = [axis for one in (telling, *others) for axis in _axes(one, declarer)]
    return Plan(tuple(axes), entry, ended, missing, telling, bid, declarer)


# --- what it would have scored ------------------------------------------------------------------


def results(pad: Pad, plan: Plan, axis: Axis) -> list[Result]:
    """What each key of the axis would have scored. Those that come to the same and stand side by
    side are one."""
    found: list[Result] = []
    ended = axis.of(plan.entry)
    for key in axis.keys:
        tried, why = _tried(pad, axis.put(plan.entry, key.value))
        here = plan.ended and key.value == ended
        if found and _alike(found[-1], tried):
            found[-1] = found[-1]._replace(last=key, here=here or found[-1].here)
        else:
            found.append(Result(key, key, tried, why, here))
    return found


def _tried(pad: Pad, entry: Entry) -> tuple[Pad | None, Sentence | None]:
    """The pad with the entry on it, or why it cannot be."""
    try:
        return after(pad, entry), None
    except Refused as refused:
        return None, refused.faults[0].sentence


def _alike(one: Result, other: Pad | None) -> bool:
    if one.pad is None or other is None:
        return one.pad is other
    return (one.pad.sums, one.pad.outcome) == (other.sums, other.outcome)


def by_bid(pad: Pad, plan: Plan) -> list[tuple[Key, list[tuple[int, ...] | None]]]:
    """Every bid that can be made with the scores of each result, in the order of the first axis's
    keys (None: it cannot be); empty where there are not several bids that could end alike."""
    if plan.bid is None or not plan.axes:
        return []
    path, axis = plan.bid.path, plan.axes[0]
    rows = []
    for bid in _live(plan.bid):
        entry = _put(plan.entry, path, bid.value)
        tried = [_tried(pad, axis.put(entry, key.value))[0] for key in axis.keys]
        scores = [one.rows[-1].scores if one else None for one in tried]
        if any(scores):
            rows.append((bid, scores))
    return rows if len(rows) > 1 else []


# --- what is asked ------------------------------------------------------------------------------


class _Asking(NamedTuple):
    """What is asked of a deal, the paths of what is answered, and after how many questions the way
    of counting was chosen last (0: there is but one)."""

    asked: list[Question]
    answered: set[Path]
    counted_from: int


def _asking(pad: Pad, known: Entry) -> _Asking:
    """The deal's interview as far as it goes with so much known."""
    asked: list[Question] = []
    answered: set[Path] = set()
    counted_from = 0

    def reply(step: Step) -> Value:
        nonlocal counted_from
        if isinstance(step, OneOf):
            counted_from = len(asked)
            begun = (b.name for b in step.branches if any(key in known for key in b.keys))
            return next(begun, step.branches[0].name)
        if isinstance(step, Settled):
            return step.settled
        if isinstance(step, Fault | Warn | Barred):
            return None
        asked.append(step)
        given = _get(known, step.path)
        answer = None if given is _ABSENT else step.accept(given, lambda path, sentence: None)
        if answer is not None:
            answered.add(step.path)
        return answer

    walk(interview(pad), reply)
    return _Asking(asked, answered, counted_from)


def _must(question: Question) -> bool:
    """Whether it must be answered."""
    return not (question.optional or question.group)


def _telling(asking: _Asking) -> Question | None:
    """The question that tells how the deal ended; None where nothing does that has keys."""
    ends = [one for one in asking.asked if _must(one) and one.when == "after" and _axes(one, 0)]
    counted = asking.asked[asking.counted_from :] if asking.counted_from else ()
    return next((one for one in ends if one in counted), ends[-1] if ends else None)


def _bid(needed: Iterable[Question]) -> Choice | Number | None:
    """The question that tells what is played, where there are several things."""
    bids = [one for one in needed if one.when == "before" and isinstance(one, Choice | Number)]
    bid = max(bids, key=lambda one: len(_live(one)), default=None)
    return bid if bid is not None and len(_live(bid)) >= _LEAST_OF_A_BID else None


def _declarer(asking: _Asking, known: Entry) -> int:
    """The first player who is named before the play; seat 0 where none is."""
    named = [
        one
        for one in asking.asked
        if one.when == "before" and isinstance(one, SeatOf) and one.path in asking.answered
    ]
    return int(_get(known, named[0].path)) if named else 0


# --- what can be varied -------------------------------------------------------------------------


def _axes(question: Question, declarer: int) -> list[Axis]:
    """What can be varied in the answer; of a list, the declarer's item first."""
    if isinstance(question, Many):
        axes = [_of_item(question, place) for place in _places(question)]
        return sorted(axes, key=lambda axis: axis.name != _name((*question.path, declarer)))
    if isinstance(question, Captures):
        return [_of_card(question, card) for card in question.cards]
    if isinstance(question, Ranking):
        seats = sorted(question.seats, key=lambda seat: seat != declarer)
        return [_of_place(question, seat) for seat in seats]
    keys = _live(question)
    path = question.path
    put, of = _puts(path)
    return [Axis(_name(path), question.label, keys, put, of)] if keys else []


def _puts(path: Path) -> tuple[Callable[[Entry, Value], Entry], Callable[[Entry], Value]]:
    """Puts a value there, and finds it."""
    return lambda entry, value: _put(entry, path, value), lambda entry: _get(entry, path)


def _places(question: Many) -> list[int]:
    """The items that can be varied; of two numbers that add up, the first."""
    items = [place for place, item in enumerate(question.items) if item and _live(item)]
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
        listed = [*_get(entry, question.path)]
        listed[place] = value
        shared = _shared(question, listed, place) if fixed else listed
        return _put(entry, question.path, shared)

    def of(entry: Entry) -> Value:
        return _get(entry, question.path)[place]

    return Axis(
        _name(item.path), label, _live(item), put, of, _SHARED if fixed and count > 2 else None
    )


def _of_card(question: Captures, card: str) -> Axis:
    parts = (part for part in question.parts() if isinstance(part, SeatOf))
    taken = next(part for part in parts if part.path[-2:] == (card, "taken_by"))

    def put(entry: Entry, value: Value) -> Entry:
        listed = [
            {**one, "taken_by": value} if one["card"] == card else one
            for one in _get(entry, question.path)
        ]
        return _put(entry, question.path, listed)

    def of(entry: Entry) -> Value:
        listed = _get(entry, question.path)
        return next(one["taken_by"] for one in listed if one["card"] == card)

    return Axis(_name(taken.path), taken.label, _live(taken), put, of)


def _of_place(question: Ranking, seat: int) -> Axis:
    """When one player comes in, the others keeping their order."""
    last = Key(len(question.items), say("last"))
    keys = (*(Key(n, item.label) for n, item in enumerate(question.items)), last)

    def put(entry: Entry, value: Value) -> Entry:
        others = [one for one in _get(entry, question.path) if one != seat]
        return _put(entry, question.path, [*others[:value], seat, *others[value:]])

    def of(entry: Entry) -> int:
        listed: list[int] = _get(entry, question.path)
        return listed.index(seat)

    label = say("{label}, {seat}", label=question.label, seat=Seat(seat))
    return Axis(_name((*question.path, seat)), label, keys, put, of, _IN_ORDER)


def _usual(question: Question) -> Value:
    """An answer to begin with, where there is none: numbers as suggested or even, else whoever and
    whatever comes first."""
    if isinstance(question, Many):
        return _first_list(question)
    if isinstance(question, Captures):
        taken = zip(question.cards, question.seats, strict=False)
        return question.joined({card: {"taken_by": seat} for card, seat in taken})
    if isinstance(question, Ranking):
        return [*question.seats]
    return _live(question)[0].value


def _first_list(question: Many) -> list[Value]:
    suggested = question.suggest or [None] * len(question.items)
    listed = [
        None if item is None else _live(item)[0].value if given is None else given
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


def _live(question: Question) -> tuple[Key, ...]:
    """The keys that can be pressed, one for the answer null too."""
    keys = tuple(key for key in question.keys_shown() if not key.off)
    return (*keys, Key(None, question.none)) if keys and question.none else keys


# --- inside an entry ----------------------------------------------------------------------------

_ABSENT: Final = object()


def _name(path: Path) -> str:
    return ".".join(map(str, path))


def _get(entry: Any, path: Path) -> Any:
    for step in path:
        if not isinstance(entry, Mapping) or step not in entry:
            return _ABSENT
        entry = entry[step]
    return entry


def _put(entry: Entry, path: Path, value: Value) -> Entry:
    step, inside = str(path[0]), path[1:]
    return {**entry, step: _put(entry.get(step, {}), inside, value) if inside else value}
