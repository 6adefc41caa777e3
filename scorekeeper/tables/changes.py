"""Writing to a table: every change is tried on the pad first, and stored only if it is valid."""

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from scorekeeper.engine.fields import Value
from scorekeeper.engine.ledger import Entry
from scorekeeper.sheet import FORMAT, Document, Head, dump, read_head
from scorekeeper.store.schema.table import Json
from scorekeeper.store.table.rows import Change
from scorekeeper.tables.loading import (
    LoadedTable,
    NotFound,
)
from scorekeeper.tables.saving import AnswersOf, newest_edition, write_changes
from scorekeeper.tables.write_request import WriteRequest, WriteResult


def add_entry(
    table: LoadedTable,
    entry: Entry,
    sent: WriteRequest,
    options: Mapping[str, Value] | None = None,
    declared: Json | None = None,
) -> WriteResult:
    """Add an entry (as in a sheet) at the end; a deal's draft goes with it. The ``options`` are
    house rules that change with it, ``declared`` its bids before the cards, by path as the list of
    a ``Declaration``.

    All writes raise ``Conflict`` when the table has moved on, ``EntryInvalid``,
    ``SheetRefused`` for text that cannot be kept, ``RulesOutdated``, ``Unavailable``; those with
    ``also_strike`` also ``LaterEntryInvalid``, and ``NotFound`` for a seq that is not there.
    """
    head = head_payload(_with_options(table.head, options)) if options else None
    beside = {"declared": declared} if declared else {}
    payload = {**trimmed(entry), **beside}
    return write_changes(table, sent, lambda now: Change("entry", payload), also_head=head)


def insert_entry(
    table: LoadedTable,
    entry: Entry,
    before: int,
    sent: WriteRequest,
    also_strike: Sequence[int] = (),
) -> WriteResult:
    """Insert a missed entry before the one of record ``before``."""

    def change(now: LoadedTable) -> Change:
        return Change("entry", trimmed(entry), before=now.find(before).seq)

    return write_changes(table, sent, change, also_strike)


def edit_entry(
    table: LoadedTable, seq: int, entry: Entry, sent: WriteRequest, also_strike: Sequence[int] = ()
) -> WriteResult:
    """Replace the contents of an entry or note."""
    return write_changes(table, sent, lambda now: _amendment(now.find(seq).seq, entry), also_strike)


def delete_entry(
    table: LoadedTable, seq: int, sent: WriteRequest, also_strike: Sequence[int] = ()
) -> WriteResult:
    """Delete an entry: it keeps its place and does not count."""
    return write_changes(
        table, sent, lambda now: Change("strike", about=now.find(seq).seq), also_strike
    )


def restore_entry(
    table: LoadedTable, seq: int, sent: WriteRequest, also_strike: Sequence[int] = ()
) -> WriteResult:
    """Restore a deleted entry, or a record that was undone."""
    if not 0 < seq <= table.row.version:
        raise NotFound(f"there is no record {seq}")
    return write_changes(table, sent, lambda now: Change("restore", about=seq), also_strike)


def undo(
    table: LoadedTable,
    sent: WriteRequest,
    also_strike: Sequence[int] = (),
    answers_of: AnswersOf | None = None,
) -> WriteResult:
    """Undo the last change of any kind; raises ``NotFound`` when there is none.

    Where that was the newest deal, ``answers_of`` puts its answers into the draft again.
    """

    def change(now: LoadedTable) -> Change:
        return Change("undo", about=_find_item(now.standing.undoable))

    return write_changes(table, sent, change, also_strike, answers_of=answers_of)


def redo(table: LoadedTable, sent: WriteRequest, also_strike: Sequence[int] = ()) -> WriteResult:
    """Redo the last undo; raises ``NotFound`` when there is none."""

    def change(now: LoadedTable) -> Change:
        return Change("restore", about=_find_item(now.standing.redoable))

    return write_changes(table, sent, change, also_strike)


def edit_setup(
    table: LoadedTable, document: Document, sent: WriteRequest, also_strike: Sequence[int] = ()
) -> WriteResult:
    """Replace ``variant``, ``options``, ``players`` and ``dealer``, as in a sheet, all of them.

    The game and edition stay. Raises ``SheetRefused`` with every fault of the head.
    """
    fixed = {"format": FORMAT, "game": table.head.game.slug, "edition": table.standing.edition}
    head = read_head({**document, **fixed, "entries": []})
    payload = head_payload(head)
    return write_changes(table, sent, lambda now: Change("amend", payload, about=0), also_strike)


def accept_edition(table: LoadedTable, sent: WriteRequest) -> WriteResult:
    """Switch to the newest edition of the game's rules, after ``RulesOutdated`` was shown."""
    return write_changes(table, sent, newest_edition, accepting=True)


def head_payload(head: Head) -> Json:
    """Return the head as stored in its record, the options in full; a stake or an agreement only
    if there is one."""
    payload = {
        "game": head.game.slug,
        "variant": head.variant,
        "options": dict(head.options),
        "players": list(head.players),
        "dealer": head.dealer,
        "edition": head.edition,
    }
    more = {"stake": head.stake, "agreement": head.agreement}
    return payload | {key: value for key, value in more.items() if value is not None}


def _with_options(head: Head, options: Mapping[str, Value]) -> Head:
    return read_head(dump(replace(head, options={**head.options, **options}), []))


def _amendment(seq: int, entry: Entry) -> Change:
    return Change("amend", trimmed(entry), about=seq)


def _find_item(seq: int | None) -> int:
    if seq is None:
        raise NotFound("there is nothing to take back")
    return seq


def trimmed(entry: Entry) -> Json:
    """Return the entry, in a seat entry the name without blanks around it: it is stored among
    persons."""
    seat = entry.get("seat")
    if isinstance(seat, dict) and isinstance(seat.get("name"), str):
        return {**entry, "seat": {**seat, "name": seat["name"].strip()}}
    return dict(entry)
