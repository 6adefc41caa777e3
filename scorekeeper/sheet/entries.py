"""The entries of a sheet: replayed, or the first that cannot be found out."""

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any, Final

from scorekeeper.engine.cards_taken import Captures
from scorekeeper.engine.deals import Entry
from scorekeeper.engine.describe import item_types, json_types, mark_of, survey
from scorekeeper.engine.game import Game, Pad
from scorekeeper.engine.options import Options
from scorekeeper.engine.pad import voice_of
from scorekeeper.engine.replay import UNKNOWN_FIELDS, Refused, after, blank, interview, kind_of
from scorekeeper.interview.reading import Reading, walk
from scorekeeper.interview.steps import Fault, Path, Question, Step, Value, Warn
from scorekeeper.sentences import phrase, say
from scorekeeper.sheet.documents import Document, Head, SheetRefused, at_entry, error, errors_of
from scorekeeper.spelling import visible

_NO_OBJECT: Final = phrase("An entry is an object.")


def replay(head: Head, entries: Sequence[Any]) -> list[Pad]:
    """Return the empty pad and the pad after each entry; raises `SheetRefused` at the first
    invalid one, with the plain errors in those after it."""
    pads, errors = played(head, entries)
    if errors:
        raise SheetRefused(errors)
    return pads


def played(head: Head, entries: Sequence[Any]) -> tuple[list[Pad], list[Document]]:
    """Return the pads like `replay`, up to the first invalid entry; and all its faults, with the
    plain errors in the entries after it."""
    pad = head.blank()
    pads = [pad]
    try:
        for entry in entries:
            if type(entry) is not dict:
                raise Refused([Fault((), say(_NO_OBJECT))])
            pad = after(pad, with_visible_name(entry))
            pads.append(pad)
    except Refused as refused:
        return pads, [*_faults(pad, entries, len(pads) - 1, refused.faults)]
    return pads, []


def with_visible_name(entry: Entry) -> Document:
    """Return the entry, in a change of players the name as it is read."""
    seat = entry.get("seat")
    if isinstance(seat, dict) and isinstance(seat.get("name"), str):
        return {**entry, "seat": {**seat, "name": visible(seat["name"])}}
    return entry if isinstance(entry, dict) else {**entry}


def _faults(
    pad: Pad, entries: Sequence[Any], refused: int, faults: Sequence[Fault]
) -> Iterable[Document]:
    """Yield all faults of the refused entry, and the plain errors after it."""
    voice = voice_of(pad)
    yield from errors_of(faults, voice, at_entry(refused))
    if type(entries[refused]) is dict and pad.outcome is None:
        reported = _ReportedPaths(fault.path for fault in faults)
        beside = (one for one in _faults_beside(pad, entries[refused]) if one.path not in reported)
        yield from errors_of(beside, voice, at_entry(refused))
    for index in range(refused + 1, len(entries)):
        entry = entries[index]
        if type(entry) is dict:
            # more players may have joined than can play
            seats = min(len(pad.seats), pad.game.players[-1])
            known = fields_of(pad.game, pad.options, seats)[kind_of(pad.game, entry)]
            plain = _plain_faults(entry, (), known)
            yield from errors_of(plain, voice, at_entry(index))
        else:
            yield error(at_entry(index), _NO_OBJECT)


class _ReportedPaths:
    """The paths of reported faults, with everything above and below them."""

    def __init__(self, reported: Iterable[Path]) -> None:
        self._reported = {*reported}
        self._around = {path[:length] for path in self._reported for length in range(len(path))}

    def __contains__(self, path: Path) -> bool:
        parts = (path[: length + 1] for length in range(len(path)))
        return path in self._around or any(part in self._reported for part in parts)


def _faults_beside(pad: Pad, entry: Document) -> Iterable[Fault]:
    """Return the other faults of a refused entry, whatever its correction: unknown fields, and
    values of a wrong JSON type."""
    kind, reading, known = kind_of(pad.game, entry), Reading(entry, {**entry}), dict[Any, Value]()

    def reply(step: Step) -> Value:
        before = len(reading.refused)
        answer = reading.reply(step)
        if len(reading.refused) == before and not isinstance(step, Warn):
            known[mark_of(step)] = answer
        return answer

    walk(interview(pad, kind), reply)
    if not reading.unused():
        return ()
    return _plain_faults(entry, (), survey(lambda: interview(pad, kind), known))


def _plain_faults(place: Document, path: Path, known: Mapping[Path, Question]) -> Iterable[Fault]:
    """Yield fields that are not known, and values of a wrong JSON type."""
    for key, value in place.items():
        here = (*path, key)
        inside = any(other[: len(here)] == here and other != here for other in known)
        types = json_types(known[here]) if here in known else (dict,) if inside else ()
        if not types:
            message = UNKNOWN_FIELDS.get(key, say("Unexpected field: {field}.", field=key))
            yield Fault(here, message)
        elif types and object not in types and type(value) not in types:
            yield _no_kind(here)
        elif inside and type(value) is dict:
            yield from _plain_faults(value, here, known)
        elif here in known and type(value) is list:
            yield from _plain_faults_of_items(value, here, known[here])


def _plain_faults_of_items(items: list[Any], path: Path, question: Question) -> Iterable[Fault]:
    """Yield the same in a list."""
    kinds = item_types(question)
    fields = question.fields if isinstance(question, Captures) else {}
    for at, item in enumerate(items):
        here = (*path, at)
        if object not in kinds and type(item) not in kinds:
            yield _no_kind(here)
        elif fields:
            known = {(*here, *inside): asked for inside, asked in fields.items()}
            yield from _plain_faults(item, here, known)


def _no_kind(path: Path) -> Fault:
    (*_, field) = (part for part in path if type(part) is str)
    return Fault(path, say("{field} has the wrong type of value.", field=field))


@lru_cache(maxsize=64)
def fields_of(
    game: Game, options: Options, seats: int, dealer: int = 0
) -> Mapping[str, Mapping[Path, Question]]:
    """Return the fields of each kind of entry, for a table of so many seats under these options."""
    pad = blank(game, options, [str(seat) for seat in range(seats)], dealer)
    kinds = ("deal", "adjust", "seat", "finish", *game.extras)
    return {kind: survey(lambda kind=kind: interview(pad, kind)) for kind in kinds}  # type: ignore[misc]
