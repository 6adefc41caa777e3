"""Writing to a table: every change is tried on the pad first, and stored only if it stands."""

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from scorekeeper.engine.fields import Value
from scorekeeper.engine.ledger import Entry
from scorekeeper.sheet import FORMAT, Document, Head, dump, read_head
from scorekeeper.store.schema.table import Json
from scorekeeper.store.table.write import Change
from scorekeeper.tables.loading import (
    NotFound,
    Opened,
)
from scorekeeper.tables.saving import AnswersOf, newest_edition, write
from scorekeeper.tables.write_request import Saved, Sent


def record(
    table: Opened, entry: Entry, sent: Sent, options: Mapping[str, Value] | None = None
) -> Saved:
    """Write an entry (as in a sheet) at the end; a deal's draft goes with it. The ``options`` are
    house rules that change with it.

    All writes raise ``Conflict`` when the table has moved on, ``EntryRefused``,
    ``SheetRefused`` for text that cannot be kept, ``Outdated``, ``Unavailable``; those with
    ``also_strike`` also ``LaterRefused``, and ``NotFound`` for a seq that is not there.
    """
    head = head_payload(_with_options(table.head, options)) if options else None
    return write(table, sent, lambda now: Change("entry", trimmed(entry)), also_head=head)


def insert(
    table: Opened, entry: Entry, before: int, sent: Sent, also_strike: Sequence[int] = ()
) -> Saved:
    """Put in a forgotten entry before the one of record ``before``."""

    def change(now: Opened) -> Change:
        return Change("entry", trimmed(entry), before=now.find(before).seq)

    return write(table, sent, change, also_strike)


def amend(
    table: Opened, seq: int, entry: Entry, sent: Sent, also_strike: Sequence[int] = ()
) -> Saved:
    """Have an entry (or note) read otherwise."""
    return write(table, sent, lambda now: _amend(now.find(seq).seq, entry), also_strike)


def strike(table: Opened, seq: int, sent: Sent, also_strike: Sequence[int] = ()) -> Saved:
    """Strike an entry out: it stays in its place and counts no more."""
    return write(table, sent, lambda now: Change("strike", about=now.find(seq).seq), also_strike)


def restore(table: Opened, seq: int, sent: Sent, also_strike: Sequence[int] = ()) -> Saved:
    """Have a struck entry, or a record that was taken back, stand again."""
    if not 0 < seq <= table.row.version:
        raise NotFound(f"there is no record {seq}")
    return write(table, sent, lambda now: Change("restore", about=seq), also_strike)


def undo(
    table: Opened,
    sent: Sent,
    also_strike: Sequence[int] = (),
    answers_of: AnswersOf | None = None,
) -> Saved:
    """Take back the last change of any kind; raises ``NotFound`` when there is none.

    Where that was the newest deal, ``answers_of`` puts its answers into the draft again.
    """

    def change(now: Opened) -> Change:
        return Change("undo", about=_there(now.standing.undoable))

    return write(table, sent, change, also_strike, answers_of=answers_of)


def redo(table: Opened, sent: Sent, also_strike: Sequence[int] = ()) -> Saved:
    """Take back the last undo; raises ``NotFound`` when there is none."""

    def change(now: Opened) -> Change:
        return Change("restore", about=_there(now.standing.redoable))

    return write(table, sent, change, also_strike)


def amend_head(
    table: Opened, document: Document, sent: Sent, also_strike: Sequence[int] = ()
) -> Saved:
    """Put right ``variant``, ``options``, ``players`` and ``dealer``, as in a sheet, all of them.

    The game and edition stay. Raises ``SheetRefused`` with every fault of the head.
    """
    fixed = {"format": FORMAT, "game": table.head.game.slug, "edition": table.standing.edition}
    head = read_head({**document, **fixed, "entries": []})
    payload = head_payload(head)
    return write(table, sent, lambda now: Change("amend", payload, about=0), also_strike)


def accept_edition(table: Opened, sent: Sent) -> Saved:
    """Go over to the newest edition of the game's rules, after ``Outdated`` was shown."""
    return write(table, sent, newest_edition, accepting=True)


def head_payload(head: Head) -> Json:
    """Return the head as its record has it, the options in full; a stake only where there is
    one."""
    payload = {
        "game": head.game.slug,
        "variant": head.variant,
        "options": dict(head.options),
        "players": list(head.players),
        "dealer": head.dealer,
        "edition": head.edition,
    }
    return payload if head.stake is None else {**payload, "stake": head.stake}


def _with_options(head: Head, options: Mapping[str, Value]) -> Head:
    return read_head(dump(replace(head, options={**head.options, **options}), []))


def _amend(seq: int, entry: Entry) -> Change:
    return Change("amend", trimmed(entry), about=seq)


def _there(seq: int | None) -> int:
    if seq is None:
        raise NotFound("there is nothing to take back")
    return seq


def trimmed(entry: Entry) -> Json:
    """Return the entry, in a seat entry the name without blanks around it: it is kept among
    persons."""
    seat = entry.get("seat")
    if isinstance(seat, dict) and isinstance(seat.get("name"), str):
        return {**entry, "seat": {**seat, "name": seat["name"].strip()}}
    return dict(entry)
