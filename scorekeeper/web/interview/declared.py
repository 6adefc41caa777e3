"""Bids that are declared before the cards are seen: when each was entered, and whether before any
other bid. Whether somebody has looked at their cards is not known here, and never claimed."""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from scorekeeper.engine.game import Pad
from scorekeeper.engine.replay import interview
from scorekeeper.interview.steps import Question, Value
from scorekeeper.sentences import Sentence, Voice
from scorekeeper.store.table.drafts import DECLARED, UNANSWERED
from scorekeeper.store.table.records import SheetItem
from scorekeeper.web.interview.form import InterviewForm


class DeclaredBid(NamedTuple):
    """A declared bid: whose, in words, when it was entered (milliseconds since 1970), and whether
    before any other bid."""

    player: str
    bid: str
    at: int
    first: bool


def newly_declared(
    form: InterviewForm, answers: Mapping[str, Value], drafted: Mapping[str, Value], at: int
) -> dict[str, Any]:
    """Return the declarations to store in the draft once these `answers` are added to those
    `drafted`, by path; `at` is now.

    The order of bids sent together is unknown, so nothing is stored about them.
    """
    asked = ((field.name, field.question) for field in form)
    bids = {name: one for name, one in asked if one.when == "before" and one.seat is not None}
    marks = {f"{DECLARED}{name}": name for name in bids}
    after = {name: value for name, value in {**drafted, **answers}.items() if name in bids}
    blind = {name: value for name, value in after.items() if _name(bids[name], value)}
    plain = {name for name, value in after.items() if value is not UNANSWERED} - blind.keys()
    found: dict[str, Any] = {
        mark: UNANSWERED for mark, name in marks.items() if mark in drafted and name not in blind
    }
    is_late = not plain.isdisjoint(drafted)
    for name, value in blind.items():
        mark = f"{DECLARED}{name}"
        if drafted.get(mark, [None])[0] != value and (is_late or not plain):
            found[mark] = [value, at, not is_late]
    return found


def declared_in_deal(pad: Pad, item: SheetItem, voice: Voice) -> list[DeclaredBid]:
    """Return the declared bids of a deal played on this pad; none of one corrected since."""
    form = InterviewForm(interview(pad), voice, stored=item.payload)
    return [*declared_bids(form, item.declared or {}, voice)]


def declared_bids(
    form: InterviewForm, moments: Mapping[str, Value], voice: Voice
) -> Iterator[DeclaredBid]:
    """Yield the declared bids that still stand in the form; `moments` are by path."""
    for field in form:
        value, at, first = moments.get(field.name, (None, 0, False))
        name = _name(field.question, value) if field.data == value else None
        if name and field.question.seat is not None:
            yield DeclaredBid(voice.seat(field.question.seat), voice.text(name), at, first)


def _name(question: Question, value: Value) -> Sentence | None:
    return None if value is None or value is UNANSWERED else question.blind(value)
