"""Writing to a table: what is to be written is tried on the pad, and stored if it is valid."""

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from sqlalchemy import Connection

from scorekeeper.engine import replay
from scorekeeper.engine.deals import Entry
from scorekeeper.engine.game import Pad
from scorekeeper.engine.replay import Refused
from scorekeeper.sentences import tell
from scorekeeper.sheet.documents import SheetRefused
from scorekeeper.store.schema.table import Json
from scorekeeper.store.sql.database import reading, saving
from scorekeeper.store.table.drafts import DECLARED, clear_answers, move_answers, put_answers
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
    HEAD_COLUMNS,
    Appended,
    Change,
    Conflict,
    WriteRequest,
    any_request_with_prefix,
    append,
    find_by_id,
    lock,
    save_summary,
    seq_of_request,
)
from scorekeeper.tables import league_results
from scorekeeper.tables.loading import (
    LoadedTable,
    NotFound,
    Refusal,
    cache_table,
    deal_numbers,
    last_deal,
    load_row,
    named_records,
    refusal,
    replay_row,
    replay_table,
)
from scorekeeper.tables.own_games import keep_document
from scorekeeper.tables.summaries import RescoredEntry, edition_changes_scores, rescored_entries

AnswersOf = Callable[[Pad, Entry], Mapping[str, Any]]
"""Returns the answers, by path, that make a deal what it is; the pad is the one before it."""


@dataclass(frozen=True)
class Write:
    """What a request writes: a change, and those that are undone along with it (``also``). An undo
    or a restore that is about nothing is about what can be undone, or redone.

    ``clear_draft`` deletes the draft of the next deal; ``answers_of`` makes a draft of the deal
    that an undo takes back.
    """

    sent: WriteRequest
    change: Change
    also: Sequence[Change] = ()
    clear_draft: bool = False
    answers_of: AnswersOf | None = None


@dataclass(frozen=True)
class WriteResult:
    """The answer to a write: the table as it is now, and the seq of what was written.

    ``repeated``: the request had been answered before, and nothing was written now; or the table
    was changed meanwhile and has been read anew.
    """

    table: LoadedTable
    seq: int
    repeated: bool


class EntryInvalid(Exception):
    """The entry itself cannot be; ``refusal`` says why, with the pad it was meant for."""

    def __init__(self, refused: Refusal) -> None:
        super().__init__(f"entry {refused.seq} is refused")
        self.refusal = refused


class LaterEntryInvalid(Exception):
    """The change makes later entries impossible; ``refused`` has all of them, in order.

    Repeated with their seqs in ``also_delete``, the change is accepted.
    """

    def __init__(self, refused: Sequence[Refusal]) -> None:
        super().__init__(f"entries {[one.seq for one in refused]} could not stand")
        self.refused = tuple(refused)


class RulesOutdated(Exception):
    """The table was scored under an older edition, and today's rules score it differently.

    Nothing is written until somebody has seen ``rescored_entries`` and called ``accept_edition``.
    """

    def __init__(self, changes: Sequence[RescoredEntry]) -> None:
        super().__init__("the rules have changed since")
        self.rescored = tuple(changes)


def write(table: LoadedTable, what: Write) -> WriteResult:
    """Try the changes on the table as it is, and store them if they are valid.

    A request that was answered before gets the same answer again, whatever has happened since.
    """
    # `append` looks again, when nobody else can write; here it spares trying the changes
    if what.sent.version != table.row.version:
        return _answer(table, what.sent)
    if table.outdated and what.change.kind != "edition":
        table = _unchanged_by_edition(table, what.sent)
        what = replace(what, sent=what.sent._replace(version=table.row.version))
    changes = _changes(table, what)
    refuse_unprintable([one.payload for one in changes])
    refuse_more(table, changes)
    return _store(table, try_changes(table, changes), changes, what)


def _answer(table: LoadedTable, sent: WriteRequest) -> WriteResult:
    """Return the answer to a request that was sent before; raises ``Conflict`` if it was not."""
    with reading() as connection:
        seq = seq_of_request(connection, table.row.id, sent.key)
        now = load_row(connection, find_by_id(connection, table.row.id))
    if seq is None:
        raise Conflict(now.row.version)
    return WriteResult(now, seq, repeated=True)


def _unchanged_by_edition(table: LoadedTable, sent: WriteRequest) -> LoadedTable:
    """Return the table under its game's newest edition, where that makes no difference to it."""
    if edition_changes_scores(table):
        raise RulesOutdated(rescored_entries(table))
    # a key that is the same for all: of two phones that write at once, one changes the edition
    own = sent._replace(key=f"edition-{table.head.game.edition}")
    accepted = write(table, newest_edition(table, own)).table
    if accepted.row.version != sent.version + 1:
        raise Conflict(accepted.row.version)
    return accepted


def newest_edition(table: LoadedTable, sent: WriteRequest) -> Write:
    """Return the change to its game's newest edition."""
    return Write(sent, Change("edition", {"edition": table.head.game.edition}))


def _changes(table: LoadedTable, what: Write) -> list[Change]:
    """Return the changes with what they are about, those beside the first bound to it; raises
    ``NotFound``."""
    change, first = what.change, table.row.version + 1
    if change.about is None and change.kind in ("undo", "restore"):
        last = table.state.undoable if change.kind == "undo" else table.state.redoable
        change = change._replace(about=last or 0)
    if change.kind in ("undo", "restore"):
        if not 0 < (change.about or 0) < first:
            raise NotFound("there is nothing to take back")
    else:
        _check_found(table, change)
    changes = [change]
    for one in what.also:
        if one.kind == "entry":
            changes.append(one._replace(about=first))
        else:
            _check_found(table, one)
            changes.append(one._replace(payload={**(one.payload or {}), "with": first}))
    return changes


def _check_found(table: LoadedTable, change: Change) -> None:
    """Raise ``NotFound`` where it is about something that is not on the sheet."""
    of_head = change.about == 0 and "players" in (change.payload or {})
    for seq in (change.before, None if of_head else change.about):
        if seq is not None:
            table.find(seq)


def try_changes(table: LoadedTable, changes: Sequence[Change]) -> LoadedTable:
    """Return the table with these changes, not stored; raises ``EntryInvalid`` or
    ``LaterEntryInvalid``."""
    change, seq = changes[0], table.row.version + 1
    # without reading the records again: after 200 deals one is saved in 4.3 ms of the processor's
    # time, where the way below takes 7.5
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
    table: LoadedTable, after: LoadedTable, changes: Sequence[Change], what: Write
) -> WriteResult:
    """Store the changes and, beside them, what follows from them; in one transaction."""
    since = entries_still_scored(table, after)
    try:
        with saving() as connection:
            if (persons := _persons(connection, table, changes, what.sent)) is not after.persons:
                after = replace(after, persons=persons)
            summary = after.summary(since or 0)
            answer = append(
                connection,
                table.row.id,
                what.sent,
                [
                    one._replace(payload=one.payload and with_persons(one.payload, persons))
                    for one in changes
                ],
                summary=summary,
                rescored=since is None,
                head=new_head(table, after),
            )
            if not answer.repeated:
                if after.head.game.own:
                    keep_document(connection, after.head.game)
                _store_beside(connection, table, after, changes, what, answer)
    except Conflict:
        return _answer(table, what.sent)
    # a name may have been erased meanwhile, and must not be shown again from what was known
    if answer.repeated or answer.before != table.row.updated:
        return _answer(table, what.sent)
    row = after.row._replace(
        **new_head(table, after),
        version=answer.version,
        status=summary.status,
        summary=summary.document,
        updated=answer.at,
        league_id=answer.league_id,
    )
    return WriteResult(cache_table(replace(after, row=row)), answer.seq, repeated=False)


def _store_beside(
    connection: Connection,
    table: LoadedTable,
    after: LoadedTable,
    changes: Sequence[Change],
    what: Write,
    answer: Appended,
) -> None:
    """Store what follows from the changes elsewhere: in the league's results, and in the draft."""
    row = after.row._replace(league_id=answer.league_id)  # perhaps added since it was read
    if answer.before != row.updated:  # a name may have been erased since
        stored = replay_row(connection, find_by_id(connection, row.id))
        save_summary(connection, row.id, stored.summary())
    if row.league_id is not None:
        ruled = changes[0].kind == "note"
        league_results.update_results(connection, replace(after, row=row), answer.at, ruled=ruled)
    # a table that never had a draft is spared the statements
    if answer.drafted or what.answers_of:
        _carry_draft(connection, table, after, changes, what)


def entries_still_scored(table: LoadedTable, after: LoadedTable) -> int | None:
    """Return how many scored entries still hold; ``None`` where all have to be stored anew."""
    known = len(table.seqs)
    if after.head != table.head or len(after.seqs) < known:
        return None
    return known if after.pads[known] is table.pad else None  # a pad has all before it in it


def _persons(
    connection: Connection, table: LoadedTable, changes: Sequence[Change], sent: WriteRequest
) -> Mapping[str, int]:
    names = [name for one in changes if one.payload for name in names_in(one.payload)]
    new = [name for name in dict.fromkeys(names) if name not in table.persons]
    if not new:
        return table.persons
    # first, or a stale page would leave a person whom no record names
    if (version := lock(connection, table.row.id)) != sent.version:
        raise Conflict(version)
    return {**table.persons, **add_persons(connection, new)}


def new_head(table: LoadedTable, after: LoadedTable) -> Json:
    """Return the columns that repeat the head; none where it has not changed."""
    if after.head == table.head:
        return {}
    head = {**after.state.head, "edition": after.state.edition}
    return {name: head[name] for name in HEAD_COLUMNS}


def _carry_draft(
    connection: Connection,
    table: LoadedTable,
    after: LoadedTable,
    changes: Sequence[Change],
    what: Write,
) -> None:
    """Delete the draft of a deal that is recorded, or recorded again after an undo; make one of the
    deal that an undo takes back.

    If a deal was inserted or deleted further up, the deal in progress has another number, and its
    draft moves along.
    """
    table_id, before, now = table.row.id, table.pad.deals, after.pad.deals
    # the deal on the table may be the same under another number, as a deal was struck or restored;
    # not after an undo: what was taken back is about to be written again
    about = {one.about for one in changes if one.kind in ("strike", "restore")}
    struck = about and any(one.seq in about for one in table.state.written)
    if before != now and (struck or last_deal(table) == last_deal(after)):
        move_answers(connection, table_id, before + 1, now + 1)
    elif before != now and changes[0].kind in ("entry", "restore"):
        clear_answers(connection, table_id, now)
    if what.answers_of and (deal := removed_deal(table, after)):
        answers = {**what.answers_of(after.pad, deal), **_declared(table)}
        put_answers(connection, table_id, now + 1, answers, what.sent.device)
    if what.clear_draft:
        clear_answers(connection, table_id, now + 1)


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


def has_write_of(table: LoadedTable, key: str, device: str) -> bool:
    """Return whether a device has written to the table with a request of this key."""
    with reading() as connection:
        return seq_of_request(connection, table.row.id, key, device) is not None


def has_write_with_prefix(table: LoadedTable, start: str) -> bool:
    """Return whether a request whose key starts like this has written to the table."""
    with reading() as connection:
        return any_request_with_prefix(connection, table.row.id, start)


# --- limits ---------------------------------------------------------------------------------------

# All of a game is read when it is opened, replayed, and kept in memory: an endless one would slow
# everybody down.

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


_UNPRINTABLE: Final = re.compile("[\0\ud800-\udfff]")


def refuse_unprintable(document: object) -> None:
    """Raise ``SheetRefused`` for text that no page can show and no database can store:

    the character 0, and halves of characters, which JSON can spell.
    """
    if any(_UNPRINTABLE.search(text) for text in _texts(document)):
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
