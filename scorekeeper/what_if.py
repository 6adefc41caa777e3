"""What if? What each result of a deal would have scored, on the pad as it stood before it.

A deal's own interview says what can be varied: the question that tells how it ended is the first
that must be answered once the way of counting is chosen or, where there is but one way, the last.
Its answer is varied over the whole range. Of a list one player at a time is varied, or those who
play the deal together, and what the others have is shared out to fit; so there are never more
results than one question has keys.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, Final, NamedTuple

from scorekeeper.engine.cards_taken import Captures, DerivedSeat, FinishOrder
from scorekeeper.engine.deals import Entry
from scorekeeper.engine.game import Pad
from scorekeeper.engine.replay import Refused, after, interview
from scorekeeper.interview.lists import Many
from scorekeeper.interview.reading import walk
from scorekeeper.interview.steps import (
    Barred,
    Choice,
    Fault,
    Key,
    Number,
    OneOf,
    Path,
    Question,
    SeatOf,
    Step,
    Value,
    Warn,
    name_of,
)
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


class ResultRange(NamedTuple):
    """Results that come to the same: the `first` and the `last` of their keys, the pad with one of
    them on it (None: it cannot be, `why` says so), and whether the deal ended like that."""

    first: Key
    last: Key
    pad: Pad | None
    why: Sentence | None
    here: bool


class Plan(NamedTuple):
    """The parts of a deal that can be varied.

    `axes`, the most telling first, vary an `entry` that is whole, and that has `ended` if it was so
    already; there are none while something is `missing`. `result_question` is the one that tells
    how the deal ended, `bid` the one that tells what is played, where somebody plays it and that
    may be much; `declarer` is the seat that plays it.
    """

    axes: tuple[Axis, ...]
    entry: Entry
    ended: bool
    missing: tuple[Question, ...]
    result_question: Question | None
    bid: Choice | Number | None
    declarer: int


_LEAST_OF_A_BID: Final = 3


def plan(pad: Pad, known: Entry) -> Plan:
    """Return what can be varied in the next deal of the pad, where so much of it is known."""
    asking = _interview_so_far(pad, known)
    telling = _result_question(asking)
    needed = [one for one in asking.questions if _is_required(one) and one is not telling]
    missing = tuple(one for one in needed if one.path not in asking.answered)
    team = _team(needed, asking.answered, known)
    bid = _bid_question(needed) if team else None
    ended = telling is not None and telling.path in asking.answered
    entry, axes = known, list[Axis]()
    if telling is not None and not ended:
        entry = with_value(known, telling.path, default_answer(telling))
    if telling is not None and not missing:
        others = [one for one in needed if one.when == "after"]
        axes = [axis for one in (telling, *others) for axis in axes_of(one, team)]
    declarer = team[0] if team else 0
    return Plan(tuple(axes), entry, ended, missing, telling, bid, declarer)


# --- what it would have scored ------------------------------------------------------------------


def results(pad: Pad, plan: Plan, axis: Axis) -> list[ResultRange]:
    """Return the results of the axis's keys. Neighbouring keys with the same result are merged."""
    found: list[ResultRange] = []
    ended = axis.of(plan.entry)
    for key in axis.keys:
        tried, why = _try_entry(pad, axis.put(plan.entry, key.value))
        here = plan.ended and key.value == ended
        if found and _alike(found[-1], tried):
            found[-1] = found[-1]._replace(last=key, here=here or found[-1].here)
        else:
            found.append(ResultRange(key, key, tried, why, here))
    return found


def _try_entry(pad: Pad, entry: Entry) -> tuple[Pad | None, Sentence | None]:
    """Return the pad with the entry on it, or why it cannot be."""
    try:
        return after(pad, entry), None
    except Refused as refused:
        return None, refused.faults[0].sentence


def _alike(one: ResultRange, other: Pad | None) -> bool:
    if one.pad is None or other is None:
        return one.pad is other
    return (one.pad.sums, one.pad.outcome) == (other.sums, other.outcome)


def has_bids(pad: Pad, plan: Plan) -> bool:
    """Return whether there are several bids that could end alike."""
    alike = (bid for bid in _bids(plan) if any(one is not None for one in _ends(pad, plan, bid)))
    return len([*islice(alike, 2)]) > 1


def by_bid(pad: Pad, plan: Plan) -> list[tuple[Key, list[tuple[int, ...] | None]]]:
    """Return every bid that can be made with the scores of each result, in the order of the first
    axis's keys (None: it cannot be)."""
    rows = []
    for bid in _bids(plan):
        scores = [one.rows[-1].scores if one else None for one in _ends(pad, plan, bid)]
        if any(scores):
            rows.append((bid, scores))
    return rows


def _bids(plan: Plan) -> Iterable[Key]:
    """Return what could have been bid, where anything can be varied."""
    return live_keys(plan.bid) if plan.bid is not None and plan.axes else ()


def _ends(pad: Pad, plan: Plan, bid: Key) -> Iterator[Pad | None]:
    """Return the pad after each result of the first axis, had that been bid (None: it cannot
    be)."""
    assert plan.bid is not None
    entry, axis = with_value(plan.entry, plan.bid.path, bid.value), plan.axes[0]
    return (_try_entry(pad, axis.put(entry, key.value))[0] for key in axis.keys)


# --- what is asked ------------------------------------------------------------------------------


class _InterviewSoFar(NamedTuple):
    """The questions asked of a deal, the paths of those answered, and after how many questions
    the way of counting was last chosen (0: there is only one)."""

    questions: list[Question]
    answered: set[Path]
    counted_from: int


def _interview_so_far(pad: Pad, known: Entry) -> _InterviewSoFar:
    questions: list[Question] = []
    answered: set[Path] = set()
    counted_from = 0

    def reply(step: Step) -> Value:
        nonlocal counted_from
        if isinstance(step, OneOf):
            counted_from = len(questions)
            begun = (b.name for b in step.branches if any(key in known for key in b.keys))
            return next(begun, step.branches[0].name)
        if isinstance(step, DerivedSeat):
            return step.derived
        if isinstance(step, Fault | Warn | Barred):
            return None
        questions.append(step)
        given = value_at(known, step.path)
        answer = None if given is ABSENT else step.accept(given, lambda path, sentence: None)
        if answer is not None:
            answered.add(step.path)
        return answer

    walk(interview(pad), reply)
    return _InterviewSoFar(questions, answered, counted_from)


def _is_required(question: Question) -> bool:
    return not (question.optional or question.group)


def _result_question(asking: _InterviewSoFar) -> Question | None:
    """Return the question that tells how the deal ended; None if no question with keys does."""
    ends = [
        one
        for one in asking.questions
        if _is_required(one) and one.when == "after" and axes_of(one, ())
    ]
    counted = asking.questions[asking.counted_from :] if asking.counted_from else ()
    return next((one for one in ends if one in counted), ends[-1] if ends else None)


def _bid_question(needed: Iterable[Question]) -> Choice | Number | None:
    """Return the question about the contract, if there are several to choose from."""
    bids = [one for one in needed if one.when == "before" and isinstance(one, Choice | Number)]
    bid = max(bids, key=lambda one: len(live_keys(one)), default=None)
    return bid if bid is not None and len(live_keys(bid)) >= _LEAST_OF_A_BID else None


def _team(needed: Iterable[Question], answered: set[Path], known: Entry) -> tuple[int, ...]:
    """Return those who play the deal together, the declarer first: the players named in answers
    that must be given, one by one or in a list that is known before the play."""
    named: list[int | None] = []
    for one in needed:
        if one.path not in answered:
            continue
        if isinstance(one, SeatOf):
            named.append(value_at(known, one.path))
        elif isinstance(one, Many) and one.when == "before" and isinstance(one.items[0], SeatOf):
            named += value_at(known, one.path)
    return tuple(seat for seat in named if seat is not None)


# --- one thing at a time --------------------------------------------------------------------------


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
