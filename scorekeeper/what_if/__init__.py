"""What if? What each result of a deal would have scored, on the pad as it stood before it.

A deal's own interview says what can be varied: the question that tells how it ended is the first
that must be answered once the way of counting is chosen or, where there is but one way, the last.
Its answer is varied over the whole range. Of a list one player at a time is varied, or those who
play the deal together, and what the others have is shared out to fit; so there are never more
results than one question has keys.
"""

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Final, NamedTuple

from scorekeeper.engine.cards_taken import DerivedSeat
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
)
from scorekeeper.sentences import Sentence
from scorekeeper.what_if.axes import (
    ABSENT,
    Axis,
    axes_of,
    default_answer,
    live_keys,
    value_at,
    with_value,
)


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
    entry = (
        known
        if ended or telling is None
        else with_value(known, telling.path, default_answer(telling))
    )
    axes: list[Axis] = []
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
    """Return the deal's interview as far as it goes with so much known."""
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
    """Return whether it must be answered."""
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
