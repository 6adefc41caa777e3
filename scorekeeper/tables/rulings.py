"""Rulings: what the table decided about a mishap, by which rule, and who agreed.

The words of a ruling are a note about the deal; the points that it moves are ``adjust`` entries
that came with the note, the deal that it strikes is struck with it. So all of it is written, and
taken back, at once. A note is no entry of the sheet: an export has the points of a ruling with
their reason, deal and rule, and not who agreed.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Literal, NamedTuple

from scorekeeper.engine.ledger import Entry
from scorekeeper.store.schema.table import Json
from scorekeeper.store.table.records import SheetItem
from scorekeeper.store.table.write import Change
from scorekeeper.tables.changes import strike
from scorekeeper.tables.loading import NotFound, Opened, deal_numbers, last_deal
from scorekeeper.tables.saving import write
from scorekeeper.tables.write_request import Saved, Sent

Decision = Literal["points", "strike", "replay", "nothing"]
"""Points were moved; the deal was struck, or struck to be played again; nothing was changed."""


@dataclass(frozen=True)
class TableRuling:
    """What happened in the table's words, the rule (an anchor, or none), what was decided, and the
    names of those who agreed."""

    happened: str
    rule: str | None
    decided: Decision
    agreed: tuple[str, ...] = ()


class Ruled(NamedTuple):
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
    struck: bool
    pinned: bool


def rule(
    table: Opened,
    ruling: TableRuling,
    sent: Sent,
    *,
    about: int | None = None,
    points: Mapping[int, int] | None = None,
    also_strike: Sequence[int] = (),
) -> Saved:
    """Write a ruling about the deal of record ``about`` (None: the one that is being played).

    ``points`` are those to move, by side, where that was decided. Raises what ``record`` does, and
    ``NotFound`` for a deal that is not there.
    """
    gone = ruling.decided in ("strike", "replay") and about is not None
    struck = dict.fromkeys([*([about] if gone else []), *also_strike])
    return write(
        table,
        sent,
        lambda now: Change("note", _payload(ruling), about and now.find(about).seq),
        tuple(seq for seq in struck if seq is not None),
        tuple(_adjustments(table, ruling, about, points or {})),
        afresh=ruling.decided == "replay" and about in (None, last_deal(table)),
    )


def _adjustments(
    table: Opened, ruling: TableRuling, about: int | None, points: Mapping[int, int]
) -> Iterable[Change]:
    """Yield the points that are moved; once the game is over, before what ended it."""
    before = table.seqs[-1] if table.pad.outcome else None
    pad = table.pad if before is None else table.pad_before(before)
    number = deal_numbers(table).get(about or 0)
    known = {
        "deal": number if number and number <= pad.deals else None,
        "rule": ruling.rule,
    }
    told = {key: value for key, value in known.items() if value}
    for side, moved in points.items():
        fields = {"side": side, "points": moved, "reason": ruling.happened, **told}
        yield Change("entry", {"adjust": fields}, before=before)


def rulings(table: Opened) -> list[Ruled]:
    """Return the table's rulings, in the sheet's order; struck ones too."""
    notes = [one for one in table.standing.notes if "ruling" in one.payload]
    known = deal_numbers(table) if notes else {}
    return [_ruled(table, one, known) for one in notes]


def _ruled(table: Opened, note: SheetItem, known: Mapping[int, int]) -> Ruled:
    came = [one for one in table.standing.entries if one.about == note.seq]
    return Ruled(
        seq=note.seq,
        ruling=_read(note.payload["ruling"]),
        about=note.about,
        number=known.get(note.about or 0),
        entries=tuple(one.seq for one in came),
        points=tuple(_moved(one.payload for one in came)),
        struck=note.deleted,
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


def find_ruling(table: Opened, seq: int) -> Ruled:
    """Return the ruling of that record; raises ``NotFound``."""
    found = next((one for one in rulings(table) if one.seq == seq), None)
    if found is None:
        raise NotFound(f"there is no ruling {seq}")
    return found


def precedents(table: Opened, rule: str | None) -> list[Ruled]:
    """Return what was decided before by that rule and still holds, the newest first."""
    told = [one for one in rulings(table) if one.ruling.rule == rule and not one.struck]
    return told[::-1] if rule else []


def pin(table: Opened, seq: int, sent: Sent, pinned: bool = True) -> Saved:
    """Have a ruling go for a house rule, or no more; raises ``NotFound``."""

    def change(now: Opened) -> Change:
        find_ruling(now, seq)
        return Change("amend", {**now.find(seq).payload, "pinned": pinned}, about=seq)

    return write(table, sent, change)


def take_back(table: Opened, seq: int, sent: Sent, also_strike: Sequence[int] = ()) -> Saved:
    """Strike a ruling and the points that it moved; a deal that it struck is restored by itself."""
    came = find_ruling(table, seq).entries
    return strike(table, seq, sent, tuple(dict.fromkeys([*came, *also_strike])))
