"""The state of a score sheet, folded from a table's records; pure functions.

Records are never changed, so what was wrong is put right by further ones:

| kind | about | payload | says |
| --- | --- | --- | --- |
| ``head`` | | game, variant, options, players, dealer, edition | what is played (seq 0) |
| ``entry`` | note it came with | a sheet's entry | written; ``before`` places a forgotten one |
| ``note`` | what it is about | anything | a remark without points, placed like an entry |
| ``amend`` | head, entry, note | all of the new payload | its new contents |
| ``strike`` | entry, note | | it no longer counts, but keeps its place |
| ``restore`` | entry, note, taken back record | | it counts again |
| ``undo`` | the record taken back | | as if that had not been written |
| ``edition`` | | edition | the table goes by the rules of that edition |

A league's records are read the same way; in place of entries and notes it has other kinds
(``league/state.py``), and a ``guest`` came without being asked for, as an ``edition`` does. A
league cannot undo that it has forgotten somebody.

Persons stand in payloads by id, and in a sheet and everywhere else by name: ``players`` of a head,
``person`` of a seat entry, ``agreed`` of a ruling (``with_persons``, ``with_names``). A strike (in
a league: any record) that came with another says so in its payload, ``{"with": seq}``; as an entry
that came with a note it is taken back with it. An entry's ``declared`` has bids that were declared
before the cards, by path (``Declaration``); it is no part of the sheet.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from scorekeeper.store.schema.table import Json

_CHANGES = {"head", "amend", "strike", "restore", "undo", "edition"}
"""All other kinds write something down in its place."""
OF_RECORDS = {"with", "ruling"}
"""What no field of a deal may be called, as payloads have something else there."""


class Declaration(NamedTuple):
    """A bid that is declared before the cards are seen: which one, when in milliseconds since 1970,
    and whether it came first, before any other bid of the deal."""

    value: str | int
    at: int
    first: bool


class Record(NamedTuple):
    """One line of a table's history; ``at`` in milliseconds since 1970, ``device`` hashed."""

    seq: int
    kind: str
    about: int | None
    before: int | None
    payload: Json | None
    at: int
    device: str


@dataclass(frozen=True, slots=True)
class SheetItem:
    """An entry or note in its place on the sheet; a deleted one keeps its place and does not count.

    ``about`` is the record that a note is about, or the note that an entry came with; ``declared``
    has the bids that were declared before the cards, each as the list of a ``Declaration``.
    """

    seq: int
    kind: str
    payload: Json
    amended: bool = False
    deleted: bool = False
    about: int | None = None
    declared: Json | None = None


@dataclass(frozen=True, slots=True)
class TableState:
    """A table's state after all its records.

    ``written`` is in the sheet's order, ``notes`` are those among it. ``undoable`` is the record
    that undo would take back, ``redoable`` the one that was taken back last, if nothing was
    written since. ``agreement_since`` is the record since which the head says who is to agree as it
    says now.
    """

    head: Json
    edition: int
    written: tuple[SheetItem, ...]
    notes: tuple[SheetItem, ...]
    undoable: int | None
    redoable: int | None
    agreement_since: int

    @property
    def entries(self) -> list[SheetItem]:
        """The entries that count, in order: those not deleted."""
        return [one for one in self.written if one.kind == "entry" and not one.deleted]


@dataclass(frozen=True, slots=True)
class Step:
    """One record, and what it changed: the contents of ``subject`` were ``before`` and are
    ``after``.

    ``subject`` is the seq of an entry, note, edition or the head (0); ``None`` before or after says
    that it did not count then. ``undone``: the step was itself taken back later.
    """

    seq: int
    kind: str
    at: int
    device: str
    subject: int
    before: Json | None
    after: Json | None
    undone: bool


def fold(records: Sequence[Record]) -> TableState:
    """Return the state after these records, in order of seq, the head first."""
    gone = _undone(records)
    entries: dict[int, SheetItem] = {}
    head, edition = _payload(records[0]), int(_payload(records[0])["edition"])
    agreement_since = 0
    for record in records:
        if record.seq in gone:
            continue
        if record.kind == "edition":
            edition = int(_payload(record)["edition"])
        elif record.kind == "amend" and record.about == 0:
            before, head = head, _payload(record)
            if head.get("agreement") != before.get("agreement"):
                agreement_since = record.seq
        elif not _restores_undone(records, record):
            _apply(record, entries)
    written = tuple(entries[seq] for seq in _order(records) if seq in entries)
    notes = tuple(one for one in written if one.kind == "note")
    undoable, redoable = _undoable(records, gone), _redoable(records)
    return TableState(head, edition, written, notes, undoable, redoable, agreement_since)


def apply_next(state: TableState, record: Record) -> TableState:
    """Return the state after one more record, an entry at the end, without folding all of them
    again."""
    written = (*state.written, _item(record))
    return replace(state, written=written, undoable=record.seq, redoable=None)


def _apply(record: Record, entries: dict[int, SheetItem]) -> None:
    if record.kind not in _CHANGES:
        entries[record.seq] = _item(record)
        return
    about = entries.get(_about(record)) if record.about is not None else None
    if about is None:  # about a record, or about an entry that was itself taken back
        return
    if record.kind == "amend":
        entries[about.seq] = replace(about, payload=_payload(record), amended=True)
    elif record.kind in ("strike", "restore"):
        entries[about.seq] = replace(about, deleted=record.kind == "strike")


def _item(record: Record) -> SheetItem:
    payload = _payload(record)
    declared = (record.payload or {}).get("declared") if "declared" not in payload else None
    return SheetItem(record.seq, record.kind, payload, about=record.about, declared=declared)


def _restores_undone(records: Sequence[Record], record: Record) -> bool:
    """Return whether a record restores an undone one, which then is as it was: deleted, if it
    was."""
    if record.kind != "restore":
        return False
    return record.about in _undone([one for one in records if one.seq < record.seq])


def _undone(records: Sequence[Record]) -> set[int]:
    """Return the records that count as never written.

    Of the undos and restores about a record the last decides, unless it was itself taken
    back; read backwards, that is known when it is met.
    """
    stands: dict[int, bool] = {}
    for record in reversed(records):
        if record.kind in ("undo", "restore") and stands.get(record.seq, True):
            stands.setdefault(_about(record), record.kind == "restore")
    gone = {seq for seq, holds in stands.items() if not holds}
    return gone | {record.seq for record in records if leader_of(record) in gone}


def _order(records: Iterable[Record]) -> list[int]:
    """Return the seqs of all entries and notes in the sheet's order, taken back ones too."""
    order: list[int] = []
    for record in records:
        if record.kind not in _CHANGES:
            place = len(order) if record.before is None else order.index(record.before)
            order.insert(place, record.seq)
    return order


def _undoable(records: Sequence[Record], gone: set[int]) -> int | None:
    """Return the last record that can be undone. That is no change of edition, whose code is gone;
    no arrival of a guest, who has played; no forgetting of somebody, whose name is gone; and not
    whose a phone is or what was answered to that, which have keys of their own."""
    claims = {one.seq for one in records if one.kind == "claim"}
    for record in reversed(records[1:]):
        erases = record.payload and record.payload.get("forgotten")
        lasts = erases or record.kind in ("undo", "edition", "guest")
        lasts = lasts or not claims.isdisjoint((record.seq, record.about))
        if not lasts and record.seq not in gone and leader_of(record) is None:
            return record.seq
    return None


def _redoable(records: Iterable[Record]) -> int | None:
    """Return what the last of the latest undos took back."""
    undone: list[int] = []
    for record in records:
        if record.kind == "undo":
            undone.append(_about(record))
        elif record.kind == "restore" and undone and record.about == undone[-1]:
            undone.pop()
        else:
            undone.clear()
    return undone[-1] if undone else None


def history(records: Sequence[Record]) -> list[Step]:
    """Return who changed what, when, from what to what; oldest first."""
    gone = _undone(records)
    # carried along: to read each step from the start took a long history the square of its time
    reads, found = _Contents(), list[Step]()
    for index, record in enumerate(records):
        subject = _subject(records, record)
        new = record.kind == "head" or record.kind not in _CHANGES
        before = None if new else reads.of(records, subject)
        if record.kind in ("undo", "restore"):  # its effects on others are read from the start
            reads = _Contents(fold(records[: index + 1]))
        else:
            reads.follow(record, subject)
        after = _payload(record) if new else reads.of(records, subject)
        undone = record.seq in gone
        found.append(
            Step(record.seq, record.kind, record.at, record.device, subject, before, after, undone)
        )
    return found


class _Contents:
    """The contents of each entry, note and head while the records are gone through."""

    def __init__(self, state: TableState | None = None) -> None:
        self._edition = state.edition if state else 0
        self._reads: dict[int, Json | None] = {0: state.head} if state else {}
        for one in state.written if state else ():
            self._reads[one.seq] = None if one.deleted else one.payload

    def of(self, records: Sequence[Record], subject: int) -> Json | None:
        """Return the contents of that subject; `None` if it does not count."""
        if records[subject].kind == "edition":
            return {"edition": self._edition}
        return self._reads.get(subject)

    def follow(self, record: Record, subject: int) -> None:
        """Apply a record that undoes nothing; what is deleted or undone stays so."""
        if record.kind in ("head", "edition"):
            self._edition = int(_payload(record)["edition"])
        if record.kind == "strike":
            self._reads[subject] = None
        elif record.kind != "amend" or self._reads.get(subject) is not None:
            self._reads[subject] = _payload(record)


def steps(records: Sequence[Record]) -> list[Step]:
    """Return the same of a league's records, among which each depends on those alone that are about
    the same subject."""
    gone = _undone(records)
    about: dict[int, list[Record]] = {}
    found = []
    for record in records:
        subject = _subject(records, record)
        same = about.setdefault(subject, [])
        before = _content(records[0], same, subject)
        same.append(record)
        after = _content(records[0], same, subject)
        at, device = record.at, record.device
        undone = record.seq in gone
        found.append(Step(record.seq, record.kind, at, device, subject, before, after, undone))
    return found


def last_changes(records: Sequence[Record]) -> Mapping[int, Record]:
    """Return the last record that has changed each subject of a league's records, itself at first;
    what is undone or restored changes whatever came with it."""
    found: dict[int, Record] = {}
    for record in records:
        found[_subject(records, record)] = record
        if record.kind in ("undo", "restore"):
            with_it = (one for one in records if leader_of(one) == record.about)
            found |= {_subject(records, one): record for one in with_it}
    return found


def _content(head: Record, same: Sequence[Record], subject: int) -> Json | None:
    state = fold([head, *(one for one in same if one is not head)])
    if subject == 0:
        return state.head if same else None
    stands = (one.payload for one in state.written if one.seq == subject and not one.deleted)
    return next(stands, None)


def _subject(records: Sequence[Record], record: Record) -> int:
    while record.about is not None and record.kind in _CHANGES:
        record = records[record.about]
    return record.seq


def _payload(record: Record) -> Json:
    if record.payload is None:
        raise ValueError(f"record {record.seq} of kind {record.kind} has no payload")
    return contents(record.payload)


def contents(payload: Json) -> Json:
    """Return what a payload says, without what is stored beside it."""
    # bids are by their paths; in belote a field is called so
    beside = {"with", "declared"} if isinstance(payload.get("declared"), dict) else {"with"}
    if not beside & payload.keys():
        return payload
    return {name: value for name, value in payload.items() if name not in beside}


def _about(record: Record) -> int:
    if record.about is None:
        raise ValueError(f"record {record.seq} of kind {record.kind} is about nothing")
    return record.about


def leader_of(record: Record) -> int | None:
    """Return the record that this one was written with, and is taken back with."""
    if record.kind == "entry":
        return record.about
    return record.payload.get("with") if record.payload else None


def with_persons(payload: Json, ids: Mapping[str, int]) -> Json:
    """Return a head, sheet entry or note for storing: names become person ids, keys keep their
    order."""
    return _replaced(payload, "name", "person", ids)


def with_names(payload: Json, names: Mapping[int, str]) -> Json:
    """Return the stored head, entry or note as a sheet has it; the inverse of ``with_persons``."""
    return _replaced(payload, "person", "name", names)


def names_in(payload: Json) -> list[str]:
    """Return the names in a head, sheet entry or note."""
    return _people(payload, "name")


def persons_in(payload: Json) -> list[int]:
    """Return the person ids in a stored head, entry or note."""
    return _people(payload, "person")


def replace_persons(payload: Json, persons: Mapping[int, int]) -> Json:
    """Return a stored head, entry or note with other persons in it."""
    return _replaced(payload, "person", "person", persons)


def _replaced(payload: Json, old: str, new: str, found: Mapping[Any, Any]) -> Json:
    """Return the payload with its names or ids looked up."""
    if "players" in payload:
        return {**payload, "players": [found[one] for one in payload["players"]]}
    if "ruling" in payload:
        agreed = [found[one] for one in payload["ruling"]["agreed"]]
        return {**payload, "ruling": {**payload["ruling"], "agreed": agreed}}
    return _seated(payload, old, new, found)


def _seated(payload: Json, old: str, new: str, found: Mapping[Any, Any]) -> Json:
    """Return the entry, in a seat entry the key ``old`` replaced by ``new`` and its value looked
    up."""
    seat = payload.get("seat")
    if not isinstance(seat, dict) or old not in seat:
        return payload
    person = None if seat[old] is None else found[seat[old]]
    renamed = {
        new if key == old else key: person if key == old else value for key, value in seat.items()
    }
    return {**payload, "seat": renamed}


def _people(payload: Json, key: str) -> list[Any]:
    if "players" in payload:
        return list(payload["players"])
    if "ruling" in payload:
        return list(payload["ruling"]["agreed"])
    seat = payload.get("seat")
    person = seat.get(key) if isinstance(seat, dict) else None
    return [] if person is None else [person]
