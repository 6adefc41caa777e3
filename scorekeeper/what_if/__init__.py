"""What if? What each result of a deal would have scored, on the pad as it stood before it.

A deal's own interview says what can be varied: the question that tells how it ended is the first
that must be answered once the way of counting is chosen or, where there is but one way, the last.
Its answer is varied over the whole range. Of a list one player at a time is varied, and what the
others have is shared out to fit; so there are never more results than one question has keys.
"""

from collections.abc import Iterable
from typing import Final, NamedTuple

from scorekeeper.games._fields import (
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
    walk,
)
from scorekeeper.games._kinds_b import Settled
from scorekeeper.games._ledger import Entry, Pad, Refused, after, interview
from scorekeeper.sentences import Sentence
from scorekeeper.what_if.axes import Axis, axes_of, live, usual
from scorekeeper.what_if.entries import ABSENT, value_at, with_value

__all__ = ["Axis", "Plan", "Result", "by_bid", "plan", "results"]


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
    entry = known if ended or telling is None else with_value(known, telling.path, usual(telling))
    axes: list[Axis] = []
    if telling is not None and not missing:
        others = [one for one in needed if one.when == "after"]
        axes = [axis for one in (telling, *others) for axis in axes_of(one, declarer)]
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
    for bid in live(plan.bid):
        entry = with_value(plan.entry, path, bid.value)
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
        given = value_at(known, step.path)
        answer = None if given is ABSENT else step.accept(given, lambda path, sentence: None)
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
    ends = [one for one in asking.asked if _must(one) and one.when == "after" and axes_of(one, 0)]
    counted = asking.asked[asking.counted_from :] if asking.counted_from else ()
    return next((one for one in ends if one in counted), ends[-1] if ends else None)


def _bid(needed: Iterable[Question]) -> Choice | Number | None:
    """The question that tells what is played, where there are several things."""
    bids = [one for one in needed if one.when == "before" and isinstance(one, Choice | Number)]
    bid = max(bids, key=lambda one: len(live(one)), default=None)
    return bid if bid is not None and len(live(bid)) >= _LEAST_OF_A_BID else None


def _declarer(asking: _Asking, known: Entry) -> int:
    """The first player who is named before the play; seat 0 where none is."""
    named = [
        one
        for one in asking.asked
        if one.when == "before" and isinstance(one, SeatOf) and one.path in asking.answered
    ]
    return int(value_at(known, named[0].path)) if named else 0
