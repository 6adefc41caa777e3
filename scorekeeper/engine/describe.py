"""A description of a deal's entry for other programs: all that an interview can ask."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

from msgspec.structs import replace

from scorekeeper.engine.cards_taken import Captures, FinishOrder, InParts
from scorekeeper.interview.lists import Many, Series
from scorekeeper.interview.reading import walk
from scorekeeper.interview.steps import (
    Barred,
    Choice,
    Fault,
    Flag,
    Interview,
    Number,
    OneOf,
    Path,
    Question,
    SeatOf,
    SideOf,
    Step,
    Value,
    Warn,
    YesNo,
)
from scorekeeper.interview.tables import ChosenTable

PASSED_OUT: Final[Path] = ("passed_out",)
"""Where any game's entry says that nobody bid."""

_MOST_RUNS: Final = 2000
_NOTHING_KNOWN: Final[Mapping[Any, Value]] = {}


def survey(
    start: Callable[[], Interview], known: Mapping[Any, Value] = _NOTHING_KNOWN
) -> Mapping[Path, Question]:
    """Return every question that the interview can put, by its path, in the order first asked;
    those that are not asked in every deal that is played are optional. `known` are steps that have
    one answer only, by their `mark_of`.

    The interview is run again for each answer that a step can have, the others being answered with
    their first; what is new in such a run is varied in turn.
    """
    found: dict[Path, Question] = {}
    met: set[Any] = set()
    todo: list[dict[Any, Value]] = [{}]
    played = []
    for forced in todo:
        asked: dict[Path, Question] = {}
        walk(start(), _answers(known, forced, asked, met, todo))
        for path, question in asked.items():
            found[path] = _both(found.get(path, question), question)
        if _is_played(forced, asked):
            played.append(asked)
        if len(todo) > _MOST_RUNS:
            break
    return {
        path: question if all(path in asked for asked in played) else _optional(question)
        for path, question in found.items()
    }


def mark_of(step: Step) -> Any:
    """Return what a question, or the choice of a way to enter, is known by in an interview."""
    return step.path if not isinstance(step, OneOf) else tuple(b.name for b in step.branches)


def _answers(
    known: Mapping[Any, Value],
    forced: dict[Any, Value],
    asked: dict[Path, Question],
    met: set[Any],
    todo: list[dict[Any, Value]],
) -> Callable[[Step], Value]:
    def reply(step: Step) -> Value:
        if isinstance(step, Fault | Warn):
            return None
        mark = mark_of(step)
        if isinstance(step, Question):
            asked[step.path] = _both(asked.get(step.path, step), step)
        if mark in forced:
            return forced[mark]
        options = [known[mark]] if mark in known else list(_possible(step))
        if mark not in met:
            met.add(mark)
            todo.extend({**forced, mark: answer} for answer in options[1:])
        return options[0]

    return reply


def _is_played(forced: Mapping[Any, Value], asked: Mapping[Path, Question]) -> bool:
    """Return whether these answers are of a deal that was played, and nothing needed is missing."""
    lacking = (asked[at] for at, answer in forced.items() if answer is None and at in asked)
    needed = (question for question in lacking if not (question.optional or question.group))
    return forced.get(PASSED_OUT) is None and not any(needed)


def _optional(question: Question) -> Question:
    return question if question.optional else question.changed(optional=True)


def _both(first: Question, other: Question) -> Question:
    """Return the question as first asked; where it is about keys, cards or seats, about those of
    both. A field that is barred in some deals may be left out in the others too, as programs see
    it."""
    if isinstance(first, Barred) != isinstance(other, Barred):
        return _optional(other if isinstance(first, Barred) else first)
    if type(first) is Choice and type(other) is Choice:
        known = {key.value for key in first.keys}
        return first.changed(keys=first.keys + tuple(k for k in other.keys if k.value not in known))
    if isinstance(first, Captures) and isinstance(other, Captures):
        return replace(first, cards=tuple(dict.fromkeys(first.cards + other.cards)))
    if isinstance(first, SeatOf) and isinstance(other, SeatOf):
        return first.changed(seats=tuple(sorted({*first.seats, *other.seats})))
    return first


def _possible(step: Question | OneOf) -> Iterable[Value]:
    """Return answers that a step can have: a plain one first, then those that may lead
    elsewhere."""
    if isinstance(step, OneOf):
        return [branch.name for branch in step.branches]
    if isinstance(step, Many):
        return _lists(step)
    answers = _key_answers(step)
    return [None, *answers] if step.optional or step.group or not answers else [*answers, None]


def _key_answers(step: Question) -> list[Value]:
    """Return what each key of the question answers, used up or not; both ends of a range that has
    none."""
    if isinstance(step, Number) and not step.keys_shown():
        return [step.low, step.high]
    if isinstance(step, Series):
        return [[answer] for answer in _key_answers(step.item)]
    return [key.value for key in step.keys_shown()]


def _lists(step: Many) -> Iterable[Value]:
    """Return a list of each item's first answer, then lists in which all give the same one of
    theirs."""
    columns = [_key_answers(item) if item else [None] for item in step.items]
    longest = max(map(len, columns), default=0)
    return [[column[min(n, len(column) - 1)] for column in columns] for n in range(longest)]


def json_types(question: Question) -> tuple[type, ...]:
    """Return the JSON types that an answer may have."""
    if isinstance(question, Many | Series | InParts):
        kinds: tuple[type, ...] = (list,)
    elif isinstance(question, YesNo | Flag):
        kinds = (bool,)
    elif isinstance(question, Number | SeatOf | SideOf):
        kinds = (int,)
    elif isinstance(question, Choice):
        values = (*(key.value for key in question.keys), *question.means, *question.refusals)
        kinds = tuple({type(value) for value in values})
    elif isinstance(question, Barred):
        kinds = tuple({question.kind, *map(type, question.harmless)})
    elif isinstance(question, ChosenTable):
        kinds = (str, dict)
    else:
        kinds = (str,)
    return (*kinds, type(None)) if question.none is not None else kinds


def item_types(question: Question) -> tuple[type, ...]:
    """Return the JSON types that an item of a list may have: null among them, for an emptied
    seat."""
    if isinstance(question, Many | FinishOrder):
        kinds = {kind for item in question.items if item for kind in json_types(item)}
        return (*kinds, type(None))
    if isinstance(question, Captures):
        return (dict,)
    return json_types(question.item) if isinstance(question, Series) else (object,)
