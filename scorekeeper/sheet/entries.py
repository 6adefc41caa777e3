"""The entries of a sheet: replayed, or the first that cannot be found out."""

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any

import msgspec

from scorekeeper.games._describe import json_types, survey
from scorekeeper.games._fields import Fault, Path, Question
from scorekeeper.games._ledger import (
    Game,
    Options,
    Pad,
    Refused,
    after,
    blank,
    interview,
    kind_of,
)
from scorekeeper.sentences import Voice, say
from scorekeeper.sheet.documents import Document, Head, SheetRefused, at_entry, error, errors_of


def replay(head: Head, entries: Sequence[Any]) -> list[Pad]:
    """The empty pad and the pad after each entry; raises `SheetRefused` at the first that cannot
    be, with what is plainly wrong in those behind it."""
    pads = [head.blank()]
    for index, entry in enumerate(entries):
        try:
            if type(entry) is not dict:
                raise Refused([Fault((), say("An entry is an object."))])
            pads.append(after(pads[-1], entry))
        except Refused as refused:
            pad = pads[-1]
            errors = errors_of(refused.faults, voice_of(pad), at_entry(index))
            raise SheetRefused([*errors, *_plain_faults(pad, entries, index + 1)]) from None
    return pads


def voice_of(pad: Pad) -> Voice:
    """Speaks of the players who sit there now."""
    return Voice(pad.seats, pad.sides)


def voice_of_all(pads: Sequence[Pad]) -> Voice:
    """Speaks of the players who sit there now, and by name of those who have left; `pads` are all
    of a table from the empty one on."""
    names = [*pads[-1].seats]
    for pad in reversed(pads):
        if None not in names:
            break
        for seat, name in enumerate(pad.seats):
            names[seat] = names[seat] or name
    return Voice(names, pads[-1].sides)


def _plain_faults(pad: Pad, entries: Sequence[Any], start: int) -> Iterable[Document]:
    """Wrong keys and JSON types of later entries, which depend on one that was refused."""
    voice = voice_of(pad)
    for index in range(start, len(entries)):
        entry = entries[index]
        if type(entry) is not dict:
            yield error(at_entry(index), "An entry is an object.")
            continue
        known = _fields(pad.game, msgspec.json.encode(pad.options), len(pad.seats))
        kind = kind_of(pad.game, entry)
        for key, value in entry.items():
            fault = _plain_fault(key, value, known[kind])
            if fault is not None:
                yield from errors_of([fault], voice, at_entry(index))


def _plain_fault(key: str, value: Any, known: Mapping[Path, Question]) -> Fault | None:
    if not any(path[0] == key for path in known):
        return Fault((key,), say("{field} is not asked for here.", field=key))
    types = json_types(known[(key,)]) if (key,) in known else (dict,)
    if object in types or type(value) in types:
        return None
    return Fault((key,), say("{field}: this is not the kind of value it takes.", field=key))


@lru_cache(maxsize=64)
def _fields(game: Game, options: bytes, seats: int) -> Mapping[str, Mapping[Path, Question]]:
    return fields_of(game, msgspec.json.decode(options), seats)


def fields_of(
    game: Game, options: Options, seats: int, dealer: int = 0
) -> Mapping[str, Mapping[Path, Question]]:
    """What each kind of entry may hold, for a table of so many seats under these options."""
    pad = blank(game, options, [str(seat) for seat in range(seats)], dealer)
    kinds = ("deal", "adjust", "seat", "finish", *game.extras)
    return {kind: survey(lambda kind=kind: interview(pad, kind)) for kind in kinds}  # type: ignore[misc]
