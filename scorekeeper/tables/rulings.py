"""Rulings: the table's decision on a mishap, by which rule, and who agreed.

The words of a ruling are a note about the deal; the points that it moves are ``adjust`` entries
that came with the note, the deal that it strikes is struck with it. So all of it is written, and
taken back, at once. A note is no entry of the sheet: an export has the points of a ruling with
their reason, deal and rule, and not who agreed.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Literal, NamedTuple

from scorekeeper.engine.deals import Entry
from scorekeeper.store.schema.table import Json
from scorekeeper.store.table.records import SheetItem
from scorekeeper.store.table.rows import Change
from scorekeeper.tables.changes import delete_entry, write_changes
from scorekeeper.tables.loading import LoadedTable, NotFound, deal_numbers, last_deal
from scorekeeper.tables.write_request import WriteRequest, WriteResult

Decision = Literal["points", "strike", "replay", "nothing"]
"""Points were moved; the deal was deleted, or deleted to be played again; nothing was changed."""


@dataclass(frozen=True)
class TableRuling:
    """A ruling: what happened in the table's words, the rule (an anchor, or none), the outcome, and
    the names of those who agreed."""

    happened: str
    rule: str | None
    decided: Decision
    agreed: tuple[str, ...] = ()


class RecordedRuling(NamedTuple):
    """A ruling as it stands.

    ``about`` is the record of the deal it is about, ``number`` that deal's number now (None for the
    deal that was being played, or one that is struck); ``entries`` are the records of the points
    that it moved, ``points`` these by side, as far as they still count; ``pinned``: it goes for a
    house rule.
    """

    seq: int
    ruling: TableRuling
    about: int | None
    number: int | None
    entries: tuple[int, ...]
    points: tuple[tuple[int, int], ...]
    deleted: bool
    pinned: bool


def add_ruling(
    table: LoadedTable,
    ruling: TableRuling,
    sent: WriteRequest,
    *,
    about: int | None = None,
    points: Mapping[int, int] | None = None,
    also_delete: Sequence[int] = (),
) -> WriteResult:
    """Add a ruling about the deal of record ``about`` (None: the one that is being played).

    ``points`` are those to move, by side, where that was decided. Raises what ``add_entry`` does,
    and ``NotFound`` for a deal that is not there.
    """
    gone = ruling.decided in ("strike", "replay") and about is not None
    struck = dict.fromkeys([*([about] if gone else []), *also_delete])
    return write_changes(
        table,
        sent,
        lambda now: Change("note", _payload(ruling), about and now.find(about).seq),
        tuple(seq for seq in struck if seq is not None),
        tuple(_adjustments(table, ruling, about, points or {})),
        clear_draft=ruling.decided == "replay" and about in (None, last_deal(table)),
    )


def _adjustments(
    table: LoadedTable, ruling: TableRuling, about: int | None, points: Mapping[int, int]
) -> Iterable[Change]:
    """Yield the points that are moved; once the game is over, before what ended it."""
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


def rulings_of(table: LoadedTable) -> list[RecordedRuling]:
    """Return the table's rulings, in the sheet's order; withdrawn ones too."""
    notes = [one for one in table.state.notes if "ruling" in one.payload]
    known = deal_numbers(table) if notes else {}
    return [_recorded_ruling(table, one, known) for one in notes]


def _recorded_ruling(
    table: LoadedTable, note: SheetItem, known: Mapping[int, int]
) -> RecordedRuling:
    came = [one for one in table.state.entries if one.about == note.seq]
    return RecordedRuling(
        seq=note.seq,
        ruling=_read(note.payload["ruling"]),
        about=note.about,
        number=known.get(note.about or 0),
        entries=tuple(one.seq for one in came),
        points=tuple(_moved(one.payload for one in came)),
        deleted=note.deleted,
        pinned=bool(note.payload.get("pinned")),
    )


def _moved(entries: Iterable[Entry]) -> Iterable[tuple[int, int]]:
    for entry in entries:
        if "adjust" in entry:
            yield entry["adjust"]["side"], entry["adjust"]["points"]


def _payload(ruling: TableRuling) -> Json:
    return {"ruling": {**asdict(ruling), "agreed": list(ruling.agreed)}}


def _read(stored: Json) -> TableRuling:
    return TableRuling(**{**stored, "agreed": tuple(stored["agreed"])})


def find_ruling(table: LoadedTable, seq: int) -> RecordedRuling:
    """Return the ruling of that record; raises ``NotFound``."""
    found = next((one for one in rulings_of(table) if one.seq == seq), None)
    if found is None:
        raise NotFound(f"there is no ruling {seq}")
    return found


def precedents(table: LoadedTable, rule: str | None) -> list[RecordedRuling]:
    """Return the rulings by that rule that still hold, the newest first."""
    found = [one for one in rulings_of(table) if one.ruling.rule == rule and not one.deleted]
    return found[::-1] if rule else []


def pin_ruling(
    table: LoadedTable, seq: int, sent: WriteRequest, pinned: bool = True
) -> WriteResult:
    """Pin or unpin a ruling as a house rule; raises ``NotFound``."""

    def change(now: LoadedTable) -> Change:
        find_ruling(now, seq)
        return Change("amend", {**now.find(seq).payload, "pinned": pinned}, about=seq)

    return write_changes(table, sent, change)


def withdraw_ruling(
    table: LoadedTable, seq: int, sent: WriteRequest, also_delete: Sequence[int] = ()
) -> WriteResult:
    """Withdraw a ruling and the points that it moved; a deal that it deleted is restored by
    itself."""
    came = find_ruling(table, seq).entries
    return delete_entry(table, seq, sent, tuple(dict.fromkeys([*came, *also_delete])))
