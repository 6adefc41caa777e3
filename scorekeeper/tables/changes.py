"""The kinds of change at a table, each as it is written."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

import msgspec

from scorekeeper.engine.deals import Entry
from scorekeeper.engine.game import Game
from scorekeeper.interview.steps import Fault, Value
from scorekeeper.own import OWN
from scorekeeper.sentences import Message, Voice, say
from scorekeeper.sheet import dump, options_kept, read_head
from scorekeeper.sheet.documents import (
    FORMAT,
    Document,
    Head,
    SheetRefused,
    error,
    game_in_sheet,
    pinned_document,
)
from scorekeeper.sheet.entries import with_visible_name
from scorekeeper.store.schema.table import Json
from scorekeeper.store.table.records import OF_RECORDS
from scorekeeper.store.table.rows import Change, WriteRequest
from scorekeeper.tables.loading import LoadedTable, replay_table
from scorekeeper.tables.own_games import pinned_game
from scorekeeper.tables.write import AnswersOf, Write, WriteResult, newest_edition, write

_TAKEN: Final = OF_RECORDS | {
    *("csrf_token", "key", "version", "do", "also", "seen", "other_deal", "contents"),
    *("variant", "shown", "name", "listed", "stake", "agreement", "rules_name", "rules", "league"),
}
"""What nothing in a game that a table is to keep may be called: names in records, in the forms of
the pad and of the set-up."""


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
    ``SheetRefused`` for text that cannot be stored, ``RulesOutdated``, ``Unavailable``; those with
    ``also_delete`` also ``LaterEntryInvalid``, and ``NotFound`` for a seq that is not there.
    """
    beside = {"declared": declared} if declared else {}
    head = head_payload(_with_options(table.head, options)) if options else None
    also = [Change("amend", head, about=0)] if head else []
    return write(table, Write(sent, Change("entry", {**_as_read(entry), **beside}), also))


def insert_entry(
    table: LoadedTable,
    entry: Entry,
    before: int,
    sent: WriteRequest,
    also_delete: Sequence[int] = (),
) -> WriteResult:
    """Insert a missed entry before the one of record ``before``."""
    change = Change("entry", _as_read(entry), before=before)
    return write(table, Write(sent, change, deletions(also_delete)))


def edit_entry(
    table: LoadedTable, seq: int, entry: Entry, sent: WriteRequest, also_delete: Sequence[int] = ()
) -> WriteResult:
    """Replace the contents of an entry or note."""
    change = Change("amend", _as_read(entry), about=seq)
    return write(table, Write(sent, change, deletions(also_delete)))


def delete_entry(
    table: LoadedTable, seq: int, sent: WriteRequest, also_delete: Sequence[int] = ()
) -> WriteResult:
    """Delete an entry: it keeps its place and does not count."""
    return write(table, Write(sent, Change("strike", about=seq), deletions(also_delete)))


def restore_entry(
    table: LoadedTable, seq: int, sent: WriteRequest, also_delete: Sequence[int] = ()
) -> WriteResult:
    """Restore a deleted entry, or a record that was undone."""
    return write(table, Write(sent, Change("restore", about=seq), deletions(also_delete)))


def undo(
    table: LoadedTable, sent: WriteRequest, answers_of: AnswersOf | None = None
) -> WriteResult:
    """Undo the last change of any kind; raises ``NotFound`` when there is none,
    ``LaterEntryInvalid``.

    Where that was the newest deal, ``answers_of`` puts its answers into the draft again.
    """
    return write(table, Write(sent, Change("undo"), answers_of=answers_of))


def redo(table: LoadedTable, sent: WriteRequest) -> WriteResult:
    """Redo the last undo; raises ``NotFound`` when there is none, ``LaterEntryInvalid``."""
    return write(table, Write(sent, Change("restore")))


def edit_setup(
    table: LoadedTable, document: Document, sent: WriteRequest, also_delete: Sequence[int] = ()
) -> WriteResult:
    """Replace ``variant``, ``options``, ``players`` and ``dealer``, as in a sheet, all of them.

    The game and edition stay. Raises ``SheetRefused`` with every fault of the head.
    """
    game = game_in_sheet(table.head.game)
    fixed = {"format": FORMAT, **game, "edition": table.state.edition}
    head = read_head({**document, **fixed, "entries": []})
    payload = head_payload(msgspec.structs.replace(head, game=table.head.game))
    return write(table, Write(sent, Change("amend", payload, about=0), deletions(also_delete)))


def accept_edition(table: LoadedTable, sent: WriteRequest) -> WriteResult:
    """Switch to the newest edition of the game's rules, after ``RulesOutdated`` was shown."""
    return write(table, newest_edition(table, sent))


def by_edition(table: LoadedTable, game: Game) -> LoadedTable:
    """Return the table as it would be by another edition of its game that is a document, not
    stored. Raises `SheetRefused` where that is not for so many players."""
    head = head_payload(_with_game(table.head, game))
    return replay_table(table.row, replace(table.state, head=head), table.persons)


def change_edition(table: LoadedTable, game: Game, sent: WriteRequest) -> WriteResult:
    """Go over to another edition of a game that is a document, for all deals; it can be undone, as
    records keep both. Raises what writes do where it refuses one, `SheetRefused`."""
    head = head_payload(_with_game(table.head, game))
    return write(table, Write(sent, Change("amend", head, about=0)))


def _with_game(head: Head, game: Game) -> Head:
    options = options_kept(game, head.variant, head.options)
    made = msgspec.structs.replace(head, game=game, options=options)
    return _with_options(made, options)


def deletions(seqs: Sequence[int]) -> list[Change]:
    """Return what deletes these entries."""
    return [Change("strike", about=seq) for seq in seqs]


def head_payload(head: Head) -> Json:
    """Return the head as stored in its record, the options in full; a stake, an agreement or the
    document that its game is made of only if there is one.

    Raises `SheetRefused` for a document with names that records and pages need themselves.
    """
    for fault in names_refused(pinned_document(head.game)):
        raise SheetRefused([error("own", Voice().text(fault.sentence))])
    payload = {
        "game": head.game.slug,
        "variant": head.variant,
        "options": dict(head.options),
        "players": list(head.players),
        "dealer": head.dealer,
        "edition": head.edition,
    }
    # no options, because no score depends on them; a sheet without them is as it always was
    more = {"stake": head.stake, "agreement": head.agreement, OWN: pinned_document(head.game)}
    return payload | {key: value for key, value in more.items() if value}


def names_refused(document: Mapping[str, Any]) -> Iterator[Fault]:
    """Yield the names in a game's document that records and pages need themselves."""
    template: Message = "A table can't keep a game in which something is called “{name}”."
    for section in ("fields", "options"):
        for at, one in enumerate(document.get(section, ())):
            if one["name"] in _TAKEN:
                yield Fault((section, at, "name"), say(template, name=one["name"]))


def stored_head(payload: Json) -> Head:
    """Return the head of a record; raises `SheetRefused`."""
    # its game goes by the slug that lists and addresses have
    if OWN not in payload:
        return read_head({"format": FORMAT, **payload, "entries": []})
    head = read_head({"format": FORMAT, **payload, "game": OWN, "entries": []})
    game = pinned_game(str(payload.get("game")), payload[OWN])
    return msgspec.structs.replace(head, game=game)


def _with_options(head: Head, options: Mapping[str, Value]) -> Head:
    seats = tuple(map(str, range(len(head.players))))  # its names stay as they once were read
    changed = msgspec.structs.replace(head, players=seats, options={**head.options, **options})
    made = read_head(dump(changed, []))
    return msgspec.structs.replace(made, players=head.players, game=head.game)


def _as_read(entry: Entry) -> dict[str, Any]:
    """Return the entry as a sheet reads it; of all entries only a change of players has a name."""
    return with_visible_name(entry) if "seat" in entry else {**entry}
