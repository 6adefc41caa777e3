"""Trying changes on the pad, and storing the valid ones."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from typing import Any

from sqlalchemy import Connection

from scorekeeper.engine import ledger
from scorekeeper.engine.ledger import Entry, Pad, Refused
from scorekeeper.store.league import results
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
    Appended,
    Change,
    Conflict,
    Summary,
    any_request_with_prefix,
    append,
    find_by_id,
    is_request_of,
    lock,
    save_summary,
    seq_of_request,
)
from scorekeeper.tables import league_results
from scorekeeper.tables.limits import refuse_more, refuse_unprintable
from scorekeeper.tables.loading import (
    LoadedTable,
    cache_table,
    deal_numbers,
    last_deal,
    load_row,
    named_records,
    refusal,
    replay_row,
    replay_table,
)
from scorekeeper.tables.summaries import edition_changes_scores, rescored_entries, summary_of
from scorekeeper.tables.write_request import (
    EntryInvalid,
    LaterEntryInvalid,
    RulesOutdated,
    WriteRequest,
    WriteResult,
)

AnswersOf = Callable[[Pad, Entry], Mapping[str, Any]]
"""What was answered, by path, for a deal to read as it does; the pad is the one before it."""


def write_changes(
    table: LoadedTable,
    sent: WriteRequest,
    change: Callable[[LoadedTable], Change],
    also_strike: Sequence[int] = (),
    also_write: Sequence[Change] = (),
    *,
    accepting: bool = False,
    afresh: bool = False,
    answers_of: AnswersOf | None = None,
    also_head: Json | None = None,
) -> WriteResult:
    """Try the changes on the table as it is, and store them if nothing speaks against it.

    What is struck, written or changed of the head with it is taken back with it. A request that was
    answered before is answered again, whatever it would meet with now. ``afresh`` forgets what is
    drafted; ``answers_of`` makes a draft of the deal that an undo takes back.
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
    changes += [Change("strike", {"with": first}, about=table.find(s).seq) for s in also_strike]
    if also_head:
        changes.append(Change("amend", {**also_head, "with": first}, about=0))
    return _store(table, try_changes(table, changes), changes, sent, afresh, answers_of)


def _answer(table: LoadedTable, sent: WriteRequest) -> WriteResult:
    """Return the answer to a request that was sent before; raises ``Conflict`` if it was not."""
    with reading() as connection:
        seq = seq_of_request(connection, table.row.id, sent.key)
        now = load_row(connection, find_by_id(connection, table.row.id))
    if seq is None:
        raise Conflict(now.row.version)
    return WriteResult(now, seq, repeated=True)


def has_write_of(table: LoadedTable, key: str, device: str) -> bool:
    """Return whether a device has written at the table by the request of this key."""
    with reading() as connection:
        return is_request_of(connection, table.row.id, key, device)


def has_write_with_prefix(table: LoadedTable, start: str) -> bool:
    """Return whether the table was written to by a request whose key starts like this."""
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
        pad = ledger.after(table.pad, contents(entry))
    except Refused as error:
        raise EntryInvalid(refusal(table.pad, seq, contents(entry), error)) from error
    standing = apply_next(table.standing, Record(seq, "entry", None, None, entry, 0, ""))
    return replace(table, standing=standing, pads=(*table.pads, pad), seqs=(*table.seqs, seq))


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
    afresh: bool,
    answers_of: AnswersOf | None,
) -> WriteResult:
    since = entries_still_scored(table, after)
    try:
        with saving() as connection:
            after = replace(after, persons=_persons(connection, table, changes, sent))
            summary = summary_of(after, since or 0)
            answer = append(
                connection,
                table.row.id,
                [_by_id(change, after.persons) for change in changes],
                summary=summary,
                request_key=sent.key,
                expected_version=sent.version,
                device=sent.device,
                rescored=since is None,
                standing_head=new_head(table, after),
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
                if afresh:
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
        results.mark_has_ruling(connection, after.row.id)


def _as_stored(connection: Connection, table_id: int) -> Summary:
    """Return the summary of a table by its stored records, not from this process's cache."""
    return summary_of(replay_row(connection, find_by_id(connection, table_id)))


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
    return with_persons(after.standing.head, after.persons), after.standing.edition


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
    struck = about and any(one.seq in about for one in table.standing.written)
    return struck or last_deal(table) == last_deal(after)


def removed_deal(table: LoadedTable, after: LoadedTable) -> Entry | None:
    """Return the newest deal of the table if it is not on the sheet any more, not even deleted."""
    seq = last_deal(table)
    if seq is None or after.pad.deals != table.pad.deals - 1:
        return None
    there = any(one.seq == seq for one in after.standing.written)
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
