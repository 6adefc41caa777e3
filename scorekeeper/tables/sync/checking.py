"""Checking records that were sent: whether the app could have written them after those that it
has."""

from collections.abc import Iterator, Sequence
from typing import Final

import msgspec

from scorekeeper.engine.other_entries import LONGEST_REASON
from scorekeeper.engine.pad import voice_of
from scorekeeper.engine.replay import Refused, after
from scorekeeper.games import games, is_edition
from scorekeeper.sentences import Message, tell
from scorekeeper.sheet.documents import OWN, SheetRefused, errors_of
from scorekeeper.store.schema.table import Json
from scorekeeper.store.table.records import Declaration, Record, contents, fold, leader_of
from scorekeeper.tables.changes import head_payload, stored_head
from scorekeeper.tables.loading import LoadedTable, NotFound, Refusal, replay_table
from scorekeeper.tables.rulings import Ruling
from scorekeeper.tables.sync.documents import record_refused
from scorekeeper.tables.write import EntryInvalid, LaterEntryInvalid, check_changes, with_entry

_NO_RULING: Final[Message] = "This is not a ruling."
_NEWER_RULES: Final[Message] = "This game's rules need a newer Scorekeeper."
_NOTHING_THERE: Final[Message] = "It refers to a record that does not exist."


def groups(records: Sequence[Record]) -> Iterator[list[Record]]:
    """Yield the records of each write: what came with another one, and is undone with it, follows
    it."""
    group: list[Record] = []
    for one in records:
        if group and leader_of(one) != group[0].seq:
            yield group
            group = []
        group.append(one)
    if group:
        yield group


def after_write(
    table: LoadedTable, records: Sequence[Record], group: Sequence[Record], place: int
) -> LoadedTable:
    """Return the table after one more write; `place` is its first record's among those sent.

    `records` are those before it, all with names in them. Raises `SheetRefused`.
    """
    for offset, one in enumerate(group):
        if (wrong := _fault(table, one, group[0].seq)) is not None:
            raise record_refused(place + offset, tell(wrong))
    first = group[0]
    try:
        if len(group) == 1 and first.kind == "entry" and first.before is None:
            return with_entry(table, first.payload or {}, first.seq)
        now = replay_table(table.row, fold([*records, *group]), table.persons, known=table)
        subjects = {one.seq for one in group if one.kind == "entry"}
        check_changes(table, now, subjects | {None if first.kind == "note" else first.about})
    except EntryInvalid as invalid:
        raise _in_words(invalid.refusal, place) from None
    except LaterEntryInvalid as later:
        raise _in_words(later.refused[0], place) from None
    return now


def _in_words(refusal: Refusal, place: int) -> SheetRefused:
    return SheetRefused(errors_of(refusal.faults, voice_of(refusal.pad), f"records[{place}]"))


def _fault(table: LoadedTable, record: Record, first: int) -> Message | None:
    """Return the fault of a record by itself, `first` being the first of its write; faults by
    the rules are found in the replay."""
    if record.before is not None and not _is_written(table, record.before, first):
        return "It stands before a record that does not exist."
    if record.seq != first and leader_of(record) != first:
        return _NOTHING_THERE
    return _FAULTS[record.kind](table, record, first)


def _entry_fault(table: LoadedTable, record: Record, first: int) -> Message | None:
    alone = record.about is None or record.about == first
    if record.payload is None or not alone or not _are_declarations(record.payload):
        return "An entry must contain a deal."
    return None


def _are_declarations(payload: Json) -> bool:
    """Return whether what an entry has beside its contents are bids declared before the cards."""
    if "declared" in contents(payload):  # a field of the deal
        return True
    try:
        msgspec.convert(payload.get("declared", {}), dict[str, Declaration])
    except msgspec.ValidationError:
        return False
    return True


def _note_fault(table: LoadedTable, record: Record, first: int) -> Message | None:
    if record.about is not None and not _is_written(table, record.about, first):
        return _NOTHING_THERE
    return None if _is_ruling(record.payload) else _NO_RULING


def _strike_fault(table: LoadedTable, record: Record, first: int) -> Message | None:
    is_there = record.about is not None and _is_written(table, record.about, first)
    return None if is_there and {*(record.payload or ())} <= {"with"} else _NOTHING_THERE


def _undo_fault(table: LoadedTable, record: Record, first: int) -> Message | None:
    undoable = record.about is not None and record.about == table.state.undoable
    return None if undoable and record.payload is None else "There is nothing to undo."


def _restore_fault(table: LoadedTable, record: Record, first: int) -> Message | None:
    is_there = record.about is not None and 0 < record.about < first
    return None if is_there and record.payload is None else _NOTHING_THERE


def _edition_fault(table: LoadedTable, record: Record, first: int) -> Message | None:
    edition = (record.payload or {}).get("edition")
    known = range(table.state.edition, table.head.game.edition + 1)
    is_known = type(edition) is int and edition in known
    return None if is_known else _NEWER_RULES


def _second_head_fault(table: LoadedTable, record: Record, first: int) -> Message | None:
    return "Only the first record can be the head."


def _is_written(table: LoadedTable, seq: int, first: int) -> bool:
    return seq < first and any(one.seq == seq for one in table.state.written)


def _is_ruling(payload: Json | None) -> bool:
    if not isinstance(payload, dict) or not {"ruling"} <= payload.keys() <= {"ruling", "pinned"}:
        return False
    try:
        ruling = msgspec.convert(payload["ruling"], Ruling)
    except msgspec.ValidationError:
        return False
    of_ruling = payload["ruling"].keys() == {"happened", "rule", "decided", "agreed"}
    pinned = payload.get("pinned", False)
    short = len(ruling.happened) <= LONGEST_REASON and len(ruling.rule or "") <= LONGEST_REASON
    return of_ruling and short and type(pinned) is bool


def _amendment_fault(table: LoadedTable, record: Record, first: int) -> Message | None:
    about, payload = record.about, record.payload or {}
    if about is None or record.before is not None:
        return _NOTHING_THERE
    if about == 0:
        return _head_fault(table, {name: payload[name] for name in payload if name != "with"})
    try:
        item = table.find(about)
    except NotFound:
        return _NOTHING_THERE
    if item.kind == "note":
        return None if _is_ruling(payload) else _NO_RULING
    if item.deleted:  # notes are not replayed, but shown
        try:
            after(table.pad_before(about), payload)
        except Refused as refused:
            return voice_of(table.pad_before(about)).text(refused.faults[0].sentence)
    return None


def _head_fault(table: LoadedTable, payload: Json) -> Message | None:
    game, given = table.head.game, payload.get("game")
    if given != game.slug and game.own and table.row.league_id is None:
        fits = OWN in payload and not {game.slug, str(given)} & games().keys()
    else:
        fits = given == game.slug
    if not fits or payload.get("edition") != table.state.edition:
        return "The game and its edition can't change."
    return head_fault(payload)


def head_fault(payload: Json) -> Message | None:
    """Return the fault of a head by itself."""
    try:
        head = stored_head(payload)
    except SheetRefused as refused:
        return str(refused.errors[0]["message"])
    # else a phone could begin a game that is called as the app's, and scores as it likes
    if head.game.own and head.game.slug in games() and not is_edition(head.game):
        return _NEWER_RULES
    full = head_payload(head)  # an option younger than the game has its default
    as_sent = {**payload, "options": {**full["options"], **payload.get("options", {})}}
    as_sent["players"] = full["players"]  # were read; earlier versions left in what nobody sees
    if OWN not in payload:  # games of the app did not pin their document at first
        full.pop(OWN, None)
    return None if full == as_sent else "The head is not as Scorekeeper writes it."


_FAULTS: Final = {
    "head": _second_head_fault,
    "entry": _entry_fault,
    "note": _note_fault,
    "amend": _amendment_fault,
    "strike": _strike_fault,
    "undo": _undo_fault,
    "restore": _restore_fault,
    "edition": _edition_fault,
}
