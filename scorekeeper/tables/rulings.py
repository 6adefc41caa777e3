"""Rulings: the table's decision on a mishap, by which rule, and who agreed.

The words of a ruling are a note about the deal; the points that it moves are ``adjust`` entries
that came with the note, the deal that it strikes is struck with it. So all of it is written, and
taken back, at once. A note is no entry of the sheet: an export has the points of a ruling with
their reason, deal and rule, and not who agreed.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from scorekeeper.engine.deals import Entry
from scorekeeper.store.schema.table import Json
from scorekeeper.store.table.records import SheetItem
from scorekeeper.store.table.rows import Change, WriteRequest
from scorekeeper.tables.changes import delete_entry, deletions
from scorekeeper.tables.loading import LoadedTable, NotFound, deal_numbers, last_deal
from scorekeeper.tables.write import Write, WriteResult, write

Decision = Literal["points", "strike", "replay", "correct", "nothing"]
"""Points were moved; the deal was deleted, deleted to be played again, or corrected; nothing was
changed."""


@dataclass(frozen=True)
class Ruling:
    """A ruling: what happened in the table's words, the rule (an anchor, or none), the outcome, and
    the names of those who agreed.

    Of one that stands at a table also its record, ``seq``; ``about``, the record of the deal it is
    about, and that deal's ``number`` now (None for the deal that was being played, or one that is
    struck); ``entries``, the records of the points that it moved, and these ``points`` by side, as
    far as they still count; ``pinned``: it goes for a house rule.
    """

    happened: str
    rule: str | None
    decided: Decision
    agreed: tuple[str, ...] = ()
    seq: int = 0
    about: int | None = None
    number: int | None = None
    entries: tuple[int, ...] = ()
    points: tuple[tuple[int, int], ...] = ()
    deleted: bool = False
    pinned: bool = False


def add_ruling(
    table: LoadedTable,
    ruling: Ruling,
    sent: WriteRequest,
    *,
    about: int | None = None,
    points: Mapping[int, int] | None = None,
    corrected: Entry | None = None,
    also_delete: Sequence[int] = (),
) -> WriteResult:
    """Add a ruling about the deal of record ``about`` (None: the one that is being played).

    ``points`` are those to move, by side, and ``corrected`` is the deal as it is to be scored,
    where that was decided. Raises what ``add_entry`` does,
    and ``NotFound`` for a deal that is not there.
    """
    struck = [about] if about is not None and ruling.decided in ("strike", "replay") else []
    what = Write(
        sent,
        Change("note", _payload(ruling), about),
        [
            *_adjustments(table, ruling, about, points or {}),
            *([Change("amend", dict(corrected), about)] if corrected else []),
            *deletions([*dict.fromkeys([*struck, *also_delete])]),
        ],
        clear_draft=ruling.decided == "replay" and about in (None, last_deal(table)),
    )
    return write(table, what)


def _adjustments(
    table: LoadedTable, ruling: Ruling, about: int | None, points: Mapping[int, int]
) -> Iterable[Change]:
    """Yield the points that are moved; once the game is over, before what ended it."""
    # an entry after the end would be refused
    before = table.seqs[-1] if table.pad.outcome else None
    pad = table.pad if before is None else table.pad_before(before)
    number = deal_numbers(table).get(about or 0)
    known = {
        "deal": number if number and number <= pad.deals else None,
        "rule": ruling.rule,
    }
    given = {key: value for key, value in known.items() if value}
    for side, moved in points.items():
        fields = {"side": side, "points": moved, "reason": ruling.happened, **given}
        yield Change("entry", {"adjust": fields}, before=before)


def rulings_of(table: LoadedTable) -> list[Ruling]:
    """Return the table's rulings, in the sheet's order; withdrawn ones too."""
    notes = [one for one in table.state.notes if "ruling" in one.payload]
    known = deal_numbers(table) if notes else {}
    return [_read(table, one, known) for one in notes]


def _read(table: LoadedTable, note: SheetItem, known: Mapping[int, int]) -> Ruling:
    stored = note.payload["ruling"]
    came = [one for one in table.state.entries if one.about == note.seq]
    moved = (one.payload["adjust"] for one in came if "adjust" in one.payload)
    return Ruling(
        **{**stored, "agreed": tuple(stored["agreed"])},
        seq=note.seq,
        about=note.about,
        number=known.get(note.about or 0),
        entries=tuple(one.seq for one in came),
        points=tuple((one["side"], one["points"]) for one in moved),
        deleted=note.deleted,
        pinned=bool(note.payload.get("pinned")),
    )


def _payload(ruling: Ruling) -> Json:
    said = {name: getattr(ruling, name) for name in ("happened", "rule", "decided")}
    return {"ruling": {**said, "agreed": list(ruling.agreed)}}


def find_ruling(table: LoadedTable, seq: int) -> Ruling:
    """Return the ruling of that record; raises ``NotFound``."""
    found = next((one for one in rulings_of(table) if one.seq == seq), None)
    if found is None:
        raise NotFound(f"there is no ruling {seq}")
    return found


def precedents(table: LoadedTable, rule: str | None) -> list[Ruling]:
    """Return the rulings by that rule that still hold, the newest first."""
    found = [one for one in rulings_of(table) if one.rule == rule and not one.deleted]
    return found[::-1] if rule else []


def pin_ruling(
    table: LoadedTable, seq: int, sent: WriteRequest, pinned: bool = True
) -> WriteResult:
    """Pin or unpin a ruling as a house rule; raises ``NotFound``."""
    find_ruling(table, seq)
    change = Change("amend", {**table.find(seq).payload, "pinned": pinned}, about=seq)
    return write(table, Write(sent, change))


def withdraw_ruling(
    table: LoadedTable, seq: int, sent: WriteRequest, also_delete: Sequence[int] = ()
) -> WriteResult:
    """Withdraw a ruling and the points that it moved; a deal that it deleted is restored by
    itself."""
    came = find_ruling(table, seq).entries
    return delete_entry(table, seq, sent, tuple(dict.fromkeys([*came, *also_delete])))
