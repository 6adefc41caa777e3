"""Writing to a table: each kind of change is tried on the pad first, and stored if it is valid.

What is stored has its limits, in the number of entries and in printable text: all of a game is read
when it is opened, replayed, and kept in memory, so an endless one would slow everybody down.
"""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

import msgspec
from sqlalchemy import Connection

from scorekeeper.engine import replay
from scorekeeper.engine.pad import Entry, Pad
from scorekeeper.engine.replay import Refused
from scorekeeper.interview.steps import Value
from scorekeeper.sentences import tell
from scorekeeper.sheet import dump, read_head
from scorekeeper.sheet.documents import FORMAT, Document, Head, SheetRefused
from scorekeeper.sheet.entries import with_visible_name
from scorekeeper.store.league import league_games
from scorekeeper.store.schema.table import Json
from scorekeeper.store.sql.database import reading, saving
from scorekeeper.store.table.drafts import DECLARED, move_answers, put_answers
from scorekeeper.store.table.persons import add_persons
from scorekeeper.store.table.records import (
    Record,
    apply_next,
    contents,
    fold,
    names_in,
    with_persons,
)
from scorekeeper.store.table.rows import (
    Appended,
    Change,
    Conflict,
    Summary,
    any_request_with_prefix,
    append,
    clear_answers,
    find_by_id,
    is_request_of,
    lock,
    save_summary,
    seq_of_request,
)
from scorekeeper.tables import league_results
from scorekeeper.tables.loading import (
    LoadedTable,
    NotFound,
    cache_table,
    deal_numbers,
    last_deal,
    load_row,
    named_records,
    refusal,
    replay_row,
    replay_table,
)
from scorekeeper.tables.summaries import edition_changes_scores, rescored_entries
from scorekeeper.tables.write_request import (
    EntryInvalid,
    LaterEntryInvalid,
    RulesOutdated,
    WriteRequest,
    WriteResult,
)

AnswersOf = Callable[[Pad, Entry], Mapping[str, Any]]
"""Returns the answers, by path, that make a deal what it is; the pad is the one before it."""


# --- kinds of change ------------------------------------------------------------------------------


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
    head = head_payload(_with_options(table.head, options)) if options else None
    beside = {"declared": declared} if declared else {}
    payload = {**_as_read(entry), **beside}
    return write_changes(table, sent, lambda now: Change("entry", payload), also_head=head)


def insert_entry(
    table: LoadedTable,
    entry: Entry,
    before: int,
    sent: WriteRequest,
    also_delete: Sequence[int] = (),
) -> WriteResult:
    """Insert a missed entry before the one of record ``before``."""

    def change(now: LoadedTable) -> Change:
        return Change("entry", _as_read(entry), before=now.find(before).seq)

    return write_changes(table, sent, change, also_delete)


def edit_entry(
    table: LoadedTable, seq: int, entry: Entry, sent: WriteRequest, also_delete: Sequence[int] = ()
) -> WriteResult:
    """Replace the contents of an entry or note."""
    return write_changes(table, sent, lambda now: _amendment(now.find(seq).seq, entry), also_delete)


def delete_entry(
    table: LoadedTable, seq: int, sent: WriteRequest, also_delete: Sequence[int] = ()
) -> WriteResult:
    """Delete an entry: it keeps its place and does not count."""
    return write_changes(
        table, sent, lambda now: Change("strike", about=now.find(seq).seq), also_delete
    )


def restore_entry(
    table: LoadedTable, seq: int, sent: WriteRequest, also_delete: Sequence[int] = ()
) -> WriteResult:
    """Restore a deleted entry, or a record that was undone."""
    if not 0 < seq <= table.row.version:
        raise NotFound(f"there is no record {seq}")
    return write_changes(table, sent, lambda now: Change("restore", about=seq), also_delete)


def undo(
    table: LoadedTable,
    sent: WriteRequest,
    also_delete: Sequence[int] = (),
    answers_of: AnswersOf | None = None,
) -> WriteResult:
    """Undo the last change of any kind; raises ``NotFound`` when there is none.

    Where that was the newest deal, ``answers_of`` puts its answers into the draft again.
    """

    def change(now: LoadedTable) -> Change:
        return Change("undo", about=_find_item(now.state.undoable))

    return write_changes(table, sent, change, also_delete, answers_of=answers_of)


def redo(table: LoadedTable, sent: WriteRequest, also_delete: Sequence[int] = ()) -> WriteResult:
    """Redo the last undo; raises ``NotFound`` when there is none."""

    def change(now: LoadedTable) -> Change:
        return Change("restore", about=_find_item(now.state.redoable))

    return write_changes(table, sent, change, also_delete)


def edit_setup(
    table: LoadedTable, document: Document, sent: WriteRequest, also_delete: Sequence[int] = ()
) -> WriteResult:
    """Replace ``variant``, ``options``, ``players`` and ``dealer``, as in a sheet, all of them.

    The game and edition stay. Raises ``SheetRefused`` with every fault of the head.
    """
    fixed = {"format": FORMAT, "game": table.head.game.slug, "edition": table.state.edition}
    head = read_head({**document, **fixed, "entries": []})
    payload = head_payload(head)
    return write_changes(table, sent, lambda now: Change("amend", payload, about=0), also_delete)


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
    seats = tuple(map(str, range(len(head.players))))  # its names stay as they once were read
    changed = msgspec.structs.replace(head, players=seats, options={**head.options, **options})
    return msgspec.structs.replace(read_head(dump(changed, [])), players=head.players)


def _amendment(seq: int, entry: Entry) -> Change:
    return Change("amend", _as_read(entry), about=seq)


def _as_read(entry: Entry) -> dict[str, Any]:
    """Return the entry as a sheet reads it; of all entries only a change of players has a name."""
    return with_visible_name(entry) if "seat" in entry else {**entry}


def _find_item(seq: int | None) -> int:
    if seq is None:
        raise NotFound("there is nothing to take back")
    return seq


# --- trying and storing ---------------------------------------------------------------------------


def write_changes(
    table: LoadedTable,
    sent: WriteRequest,
    change: Callable[[LoadedTable], Change],
    also_delete: Sequence[int] = (),
    also_write: Sequence[Change] = (),
    *,
    accepting: bool = False,
    clear_draft: bool = False,
    answers_of: AnswersOf | None = None,
    also_head: Json | None = None,
) -> WriteResult:
    """Try the changes on the table as it is, and store them if they are valid.

    Entries deleted, written or changed in the head along with the first change are undone along
    with it. A request that was answered before gets the same answer again, whatever has happened
    since. ``clear_draft`` deletes the draft of the next deal; ``answers_of`` makes a draft of the
    deal that an undo takes back.
    """
    if sent.version != table.row.version:
        return _answer(table, sent)
    if table.outdated and not accepting:
        table = _unchanged_by_edition(table, sent)
        sent = sent._replace(version=table.row.version)
    first = table.row.version + 1
    changes = [change(table), *(replace(one, about=first) for one in also_write)]
    refuse_unprintable([one.payload for one in changes])
    refuse_more(table, changes)
    changes += [Change("strike", {"with": first}, about=table.find(s).seq) for s in also_delete]
    if also_head:
        changes.append(Change("amend", {**also_head, "with": first}, about=0))
    return _store(table, try_changes(table, changes), changes, sent, clear_draft, answers_of)


def _answer(table: LoadedTable, sent: WriteRequest) -> WriteResult:
    """Return the answer to a request that was sent before; raises ``Conflict`` if it was not."""
    with reading() as connection:
        seq = seq_of_request(connection, table.row.id, sent.key)
        now = load_row(connection, find_by_id(connection, table.row.id))
    if seq is None:
        raise Conflict(now.row.version)
    return WriteResult(now, seq, repeated=True)


def has_write_of(table: LoadedTable, key: str, device: str) -> bool:
    """Return whether a device has written to the table with a request of this key."""
    with reading() as connection:
        return is_request_of(connection, table.row.id, key, device)


def has_write_with_prefix(table: LoadedTable, start: str) -> bool:
    """Return whether a request whose key starts like this has written to the table."""
    with reading() as connection:
        return any_request_with_prefix(connection, table.row.id, start)


def _unchanged_by_edition(table: LoadedTable, sent: WriteRequest) -> LoadedTable:
    """Return the table under its game's newest edition, where that makes no difference to it."""
    if edition_changes_scores(table):
        raise RulesOutdated(rescored_entries(table))
    key = f"edition-{table.head.game.edition}"
    accepted = write_changes(table, sent._replace(key=key), newest_edition, accepting=True).table
    if accepted.row.version != sent.version + 1:
        raise Conflict(accepted.row.version)
    return accepted


def try_changes(table: LoadedTable, changes: Sequence[Change]) -> LoadedTable:
    """Return the table with these changes, not stored; raises ``EntryInvalid`` or
    ``LaterEntryInvalid``."""
    change, seq = changes[0], table.row.version + 1
    if len(changes) == 1 and change.kind == "entry" and change.before is None:
        return with_entry(table, change.payload or {}, seq)
    with reading() as connection:
        records, persons = named_records(connection, table.row)
    records += [
        Record(seq + place, one.kind, one.about, one.before, one.payload, 0, "")
        for place, one in enumerate(changes)
    ]
    after = replay_table(table.row, fold(records), persons, known=table)
    subjects = {seq + place for place, one in enumerate(changes) if one.kind == "entry"}
    check_changes(table, after, subjects | {None if change.kind == "note" else change.about})
    return after


def with_entry(table: LoadedTable, entry: Json, seq: int) -> LoadedTable:
    """Return the table with one more entry at its end, not stored; raises ``EntryInvalid``."""
    try:
        pad = replay.after(table.pad, contents(entry))
    except Refused as error:
        raise EntryInvalid(refusal(table.pad, seq, contents(entry), error)) from error
    state = apply_next(table.state, Record(seq, "entry", None, None, entry, 0, ""))
    return replace(table, state=state, pads=(*table.pads, pad), seqs=(*table.seqs, seq))


def check_changes(table: LoadedTable, after: LoadedTable, subjects: Collection[int | None]) -> None:
    """Raise the refusals: those of a write's ``subjects``, or else of later entries."""
    known = {one.seq for one in table.refused}
    for one in after.refused:
        if one.seq in subjects:
            raise EntryInvalid(one)
    numbers = deal_numbers(table)  # with their current names, not the new ones
    later = [one for one in after.refused if one.seq not in known]
    if later:
        raise LaterEntryInvalid([replace(one, number=numbers.get(one.seq)) for one in later])


def _store(
    table: LoadedTable,
    after: LoadedTable,
    changes: Sequence[Change],
    sent: WriteRequest,
    clear_draft: bool,
    answers_of: AnswersOf | None,
) -> WriteResult:
    since = entries_still_scored(table, after)
    try:
        with saving() as connection:
            after = replace(after, persons=_persons(connection, table, changes, sent))
            summary = after.summary(since or 0)
            answer = append(
                connection,
                table.row.id,
                [_by_id(change, after.persons) for change in changes],
                summary=summary,
                request_key=sent.key,
                expected_version=sent.version,
                device=sent.device,
                rescored=since is None,
                current_head=new_head(table, after),
            )
            if not answer.repeated:
                # a league may have added it since it was read
                after = replace(after, row=after.row._replace(league_id=answer.league_id))
                if answer.before != table.row.updated:  # a name may have been erased since
                    save_summary(connection, table.row.id, _as_stored(connection, table.row.id))
                if after.row.league_id is not None:
                    _update_league(connection, after, changes, answer.at)
                _carry_draft(connection, table, after, changes)
                if answers_of and (deal := removed_deal(table, after)):
                    answers = {**answers_of(after.pad, deal), **_declared(table)}
                    put_answers(connection, table.row.id, after.pad.deals + 1, answers, sent.device)
                if clear_draft:
                    clear_answers(connection, table.row.id, after.pad.deals + 1)
    except Conflict:
        return _answer(table, sent)
    if answer.repeated or answer.before != table.row.updated:  # a name may have been erased since
        return _answer(table, sent)
    return WriteResult(cache_table(_advance(after, answer, summary)), answer.seq, repeated=False)


def _update_league(
    connection: Connection, after: LoadedTable, changes: Sequence[Change], at: int
) -> None:
    league_results.update_results(connection, after, at)
    if changes[0].kind == "note":
        league_games.mark_has_ruling(connection, after.row.id)


def _as_stored(connection: Connection, table_id: int) -> Summary:
    """Return the summary of a table by its stored records, not from this process's cache."""
    return replay_row(connection, find_by_id(connection, table_id)).summary()


def entries_still_scored(table: LoadedTable, after: LoadedTable) -> int | None:
    """Return how many scored entries still hold; ``None`` where all have to be stored anew."""
    known = len(table.seqs)
    if after.head != table.head or len(after.seqs) < known:
        return None
    return known if after.pads[known] is table.pad else None  # a pad has all before it in it


def _persons(
    connection: Connection, table: LoadedTable, changes: Sequence[Change], sent: WriteRequest
) -> Mapping[str, int]:
    """Return everybody's id; new names become persons."""
    names = [name for one in changes if one.payload for name in names_in(one.payload)]
    new = [name for name in dict.fromkeys(names) if name not in table.persons]
    if not new:
        return table.persons
    if (version := lock(connection, table.row.id)) != sent.version:
        raise Conflict(version)
    return {**table.persons, **add_persons(connection, new)}


def _by_id(change: Change, persons: Mapping[str, int]) -> Change:
    if not change.payload:
        return change
    return replace(change, payload=with_persons(change.payload, persons))


def new_head(table: LoadedTable, after: LoadedTable) -> tuple[Json, int] | None:
    """Return the head and edition as they are stored; ``None`` where they have not changed."""
    if after.head == table.head:
        return None
    return with_persons(after.state.head, after.persons), after.state.edition


def _carry_draft(
    connection: Connection,
    table: LoadedTable,
    after: LoadedTable,
    changes: Sequence[Change],
) -> None:
    """Delete the draft of a deal that is recorded, or recorded again after an undo.

    If a deal was inserted or deleted further up, the deal in progress has another number, and its
    draft moves along.
    """
    if table.pad.deals == after.pad.deals:
        return
    if _plays_same_deal(table, after, changes):
        move_answers(connection, table.row.id, table.pad.deals + 1, after.pad.deals + 1)
    elif changes[0].kind in ("entry", "restore"):
        clear_answers(connection, table.row.id, after.pad.deals)


def _plays_same_deal(table: LoadedTable, after: LoadedTable, changes: Sequence[Change]) -> bool:
    """Return whether the deal now on the table is the one that was there before, under another
    number.

    After an undo it is not: what was taken back is about to be written again.
    """
    about = {one.about for one in changes if one.kind in ("strike", "restore")}
    struck = about and any(one.seq in about for one in table.state.written)
    return struck or last_deal(table) == last_deal(after)


def removed_deal(table: LoadedTable, after: LoadedTable) -> Entry | None:
    """Return the newest deal of the table if it is not on the sheet any more, not even deleted."""
    seq = last_deal(table)
    if seq is None or after.pad.deals != table.pad.deals - 1:
        return None
    there = any(one.seq == seq for one in after.state.written)
    return None if there else table.find(seq).payload


def _declared(table: LoadedTable) -> Json:
    """Return when bids of the newest deal were declared, as its draft has that."""
    seq = last_deal(table)
    declared = None if seq is None else table.find(seq).declared
    return {f"{DECLARED}{path}": declaration for path, declaration in (declared or {}).items()}


def _advance(after: LoadedTable, answer: Appended, summary: Summary) -> LoadedTable:
    head = after.head
    row = after.row._replace(
        variant=head.variant,
        options=dict(head.options),
        edition=head.edition,
        version=answer.version,
        status=summary.status,
        summary=summary.document,
        updated=answer.at,
    )
    return replace(after, row=row)


def newest_edition(table: LoadedTable) -> Change:
    """Return the change to its game's newest edition."""
    return Change("edition", {"edition": table.head.game.edition})


# --- limits ---------------------------------------------------------------------------------------

MOST_ENTRIES: Final = 5_000
"""A hundred evenings; it is opened in less than a tenth of a second."""
MOST_RECORDS: Final = 4 * MOST_ENTRIES
"""With all that was edited, deleted, undone and redone."""


def refuse_more(table: LoadedTable, changes: Sequence[Change]) -> None:
    """Raise ``SheetRefused`` where the table is full; it can still be ended, or go over to newer
    rules."""
    if changes[0].kind == "edition" or "finish" in (changes[0].payload or {}):
        return
    new = sum(one.kind in ("entry", "note") for one in changes)
    if new and len(table.state.written) + new > MOST_ENTRIES:
        full = tell("This game is full ({n} entries). End it and start a rematch.", n=MOST_ENTRIES)
        raise SheetRefused([{"at": "", "message": full}])
    if table.row.version + len(changes) > MOST_RECORDS:
        full = tell(
            "This game's history is full ({n} changes). End it and start a rematch.", n=MOST_RECORDS
        )
        raise SheetRefused([{"at": "", "message": full}])


def refuse_too_long(document: object) -> None:
    """Raise ``SheetRefused`` for a sheet of more entries than a game holds; nothing else of it is
    looked at."""
    entries = document.get("entries") if isinstance(document, dict) else None
    if isinstance(entries, list) and len(entries) > MOST_ENTRIES:
        message = tell(
            "This score sheet has {n} entries. A game holds up to {most}.",
            n=len(entries),
            most=MOST_ENTRIES,
        )
        raise SheetRefused([{"at": "entries", "message": message}])


def refuse_unprintable(document: object) -> None:
    """Raise ``SheetRefused`` for text that no page can show and no database can store:

    the character 0, and halves of characters, which JSON can spell.
    """
    if any(not _printable(text) for text in _texts(document)):
        message = tell("The text contains an unsupported character. Retype it.")
        raise SheetRefused([{"at": "", "message": message}])


def _texts(document: object) -> Iterator[str]:
    """Yield all texts in a document, keys too; one that is nested deeply is read as well."""
    waiting = [document]
    while waiting:
        one = waiting.pop()
        if isinstance(one, str):
            yield one
        elif isinstance(one, dict):
            waiting += [*one, *one.values()]
        elif isinstance(one, list):
            waiting += one


def _printable(text: str) -> bool:
    return "\0" not in text and not any("\ud800" <= letter <= "\udfff" for letter in text)
