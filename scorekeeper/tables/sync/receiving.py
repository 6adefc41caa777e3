"""Taking records over: what is known is skipped, what follows is appended, and what parts from the
table's own records is refused with these. A phone's copy takes over the server's instead."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from msgspec.structs import replace as replace_struct
from sqlalchemy import Connection

from scorekeeper.sentences import Message, tell
from scorekeeper.sheet.documents import Head
from scorekeeper.spelling import visible
from scorekeeper.store.access.budgets import GAMES, spend, units
from scorekeeper.store.access.devices import give_access
from scorekeeper.store.access.links import SCORER, TABLE, find_link
from scorekeeper.store.access.table_access import make_link, visit
from scorekeeper.store.sql.database import reading, retried, writing
from scorekeeper.store.table.drafts import clear_answers
from scorekeeper.store.table.persons import add_persons, names_of, rename_persons
from scorekeeper.store.table.records import Record, fold, names_in, with_names, with_persons
from scorekeeper.store.table.rows import (
    Change,
    TableRow,
    append_received,
    cut,
    find,
    find_by_id,
    lock,
    mark_changed,
    now,
    public_id_of_request,
    read_keys,
    read_records,
)
from scorekeeper.tables import league_results
from scorekeeper.tables.changes import stored_head
from scorekeeper.tables.loading import LoadedTable, find_row, load_row, replay_table
from scorekeeper.tables.own_games import keep_document
from scorekeeper.tables.starting import NOBODY, InLeague, make_table
from scorekeeper.tables.sync.checking import after_write, groups, head_fault
from scorekeeper.tables.sync.documents import (
    ChainBase,
    ChainRecord,
    SentRecords,
    StoredRecord,
    TableRecords,
    as_sent,
    persons_in_order,
    record_refused,
    same_persons,
)
from scorekeeper.tables.write import entries_still_scored, new_head, refuse_more

_OLD_RULES: Final[Message] = (
    "The rules have changed since this game began. Open it on the server, accept the new rules "
    "there, and send again."
)


class Diverged(Exception):
    """The table has other records than those sent; `answer` has them from there on, or all of
    them if the base is not the table's."""

    def __init__(self, answer: TableRecords) -> None:
        super().__init__(f"the table is at version {answer.version}")
        self.answer = answer


def table_of_link(secret_hash: str) -> str | None:
    """Return the public id of the table at which the link whose secret has this hash lets score."""
    with reading() as connection:
        link = find_link(connection, TABLE, secret_hash)
        if link is None or link.role != SCORER:
            return None
        public_id = find_by_id(connection, link.owner).public_id
        return public_id if find(connection, public_id) else None  # or it is deleted


def records_of(public_id: str) -> TableRecords:
    """Return all records of the table; raises ``NotFound``, ``Unavailable``."""
    with reading() as connection:
        return _answer(connection, find_row(connection, public_id), 0)


def receive(public_id: str, sent: SentRecords, device: str) -> TableRecords:
    """Append the records that the table lacks; return those that the sender lacks.

    Records sent again are skipped. Raises ``Diverged``, ``NotFound``, ``Unavailable``, and
    ``SheetRefused`` for records that the app could not have written.
    """
    with writing() as connection:
        return receive_in(connection, public_id, sent, device)


def receive_in(
    connection: Connection, public_id: str, sent: SentRecords, device: str
) -> TableRecords:
    """Do what ``receive`` does, in this transaction."""
    row = find_row(connection, public_id)
    lock(connection, row.id)
    # again: others may have written to it before it was locked
    row = find_by_id(connection, row.id)
    chain = read_chain(connection, row)
    if (parted := _first_difference(chain, sent)) is not None:
        raise Diverged(_answer(connection, row, parted))
    first = sent.base.version + 1 if sent.base else 0
    known = min(len(sent.records), len(chain) - first)
    if known < len(sent.records):
        append_new(connection, load_row(connection, row), chain, sent, known, device)
        row = find_by_id(connection, row.id)
    return _answer(connection, row, first + len(sent.records))


def _first_difference(chain: Sequence[StoredRecord], sent: SentRecords) -> int | None:
    """Return the number of the first record that is another one here; 0 where the base is not
    ours."""
    base = sent.base
    if base and (base.version >= len(chain) or chain[base.version].key != base.key):
        return 0
    for one in sent.records:
        if one.seq < len(chain) and chain[one.seq].key != one.key:
            return one.seq
    return None


def append_new(
    connection: Connection,
    table: LoadedTable,
    chain: Sequence[StoredRecord],
    sent: SentRecords,
    known: int,
    device: str,
) -> None:
    """Append the records that were sent behind the `known` ones among them."""
    new = sent.records[known:]
    keys = {one.key for one in new}
    if keys & {one.key for one in chain} or len(keys) < len(new):
        raise record_refused(known, tell("Its key was used before."))
    ids = _persons(connection, table, chain, sent, known)
    names = {one: name for name, one in table.persons.items()}
    names |= names_of(connection, {*ids.values()} - {*names})
    stored = [one.payload and with_persons(one.payload, ids) for one in new]
    records = [named(one.record, names) for one in chain]
    table = replace(table, persons={name: one for one, name in names.items()})
    after, place = table, known
    rows = [one.named(payload, device) for one, payload in zip(new, stored, strict=True)]
    for group in groups([named(one, names) for one in rows]):
        after = after_write(after, records, group, place)
        records += group
        place += len(group)
    if after.outdated:
        raise record_refused(known, tell(_OLD_RULES))
    refuse_more(table, [Change(one.kind, one.payload) for one in rows])
    since = entries_still_scored(table, after)
    at = append_received(
        connection,
        table.row.id,
        [
            # the phone's clock may run ahead
            {**row._asdict(), "at": min(row.at, now()), "request_key": one.key}
            for row, one in zip(rows, new, strict=True)
        ],
        summary=after.summary(since or 0),
        rescored=since is None,
        head=new_head(table, after),
    )
    keep_document(connection, after.head.game)
    ruled = any(one.kind == "note" for one in rows)
    league_results.update_results(connection, after, at, ruled=ruled)
    if after.pad.deals > table.pad.deals:
        clear_answers(connection, table.row.id, after.pad.deals)


def _persons(
    connection: Connection,
    table: LoadedTable,
    chain: Sequence[StoredRecord],
    sent: SentRecords,
    known: int,
) -> dict[str, int]:
    """Return the person for each of the sender's names; new names become persons, called as they
    would be had the name been typed here."""
    shared = zip(sent.records[:known], chain[sent.records[0].seq :], strict=False)
    ids = {**table.persons, **same_persons(sent.base, shared, chain)}
    payloads = (one.payload for one in sent.records[known:] if one.payload)
    names = dict.fromkeys(name for one in payloads for name in names_in(one))
    new = {name: visible(name) for name in names if name not in ids}
    ids |= add_persons(connection, [one for one in dict.fromkeys(new.values()) if one not in ids])
    return ids | {name: ids[one] for name, one in new.items()}


def named(record: Record, names: Mapping[int, str]) -> Record:
    return record._replace(payload=record.payload and with_names(record.payload, names))


def read_chain(connection: Connection, row: TableRow) -> list[StoredRecord]:
    """Return the table's records as they are stored."""
    keys = read_keys(connection, row.id)
    return [
        StoredRecord(record, key)
        for record, key in zip(read_records(connection, row), keys, strict=False)
    ]


def _answer(connection: Connection, row: TableRow, start: int) -> TableRecords:
    chain = read_chain(connection, row)
    persons = persons_in_order(chain)
    names = names_of(connection, persons)
    known = [names[one] for one in persons]
    return TableRecords(row.public_id, row.version, known, as_sent(chain[start:], names))


# --- a table that begins elsewhere ----------------------------------------------------------------


def read_sent_head(sent: SentRecords) -> Head:
    """Return the head with which the records begin; raises `SheetRefused`."""
    first = sent.records[0] if sent.records and sent.base is None else None
    # "~" begins the keys of tables that the server makes: an evening's, and of results sent to it
    if first is None or first.kind != "head" or first.payload is None or first.key[0] == "~":
        raise record_refused(0, tell("A game begins with its head."))
    if wrong := head_fault(first.payload):
        raise record_refused(0, tell(wrong))
    return stored_head(first.payload)


def begin_table(
    connection: Connection,
    wanted_id: str,
    sent: SentRecords,
    *,
    device: str,
    address: str = "",
    known: Mapping[str, int] = NOBODY,
    league: InLeague | None = None,
) -> str:
    """Return the public id of the table that begins with the head that was sent; made if there is
    none, under the wanted id where that is free. Raises `SheetRefused`, ``BudgetSpent``."""
    head, key = read_sent_head(sent), sent.records[0].key
    if (public_id := public_id_of_request(connection, key)) is not None:
        return public_id
    spend(connection, GAMES, device, address, units(len(sent.records)))
    return make_table(
        *(connection, head, []),
        key=key,
        device=device,
        known=known,
        league=league,
        wanted_id=wanted_id,
    )[1]


def receive_into_league(
    wanted_id: str,
    sent: SentRecords,
    *,
    device: str,
    address: str,
    known: Mapping[str, int],
    league: InLeague,
    key: bytes,
) -> TableRecords | None:
    """Make a table of the league with these records, under that id where it is free; go on with
    the one that was made by the same head. ``None`` where that is of no table of this league.

    ``known`` are the league's players by name, ``key`` is the app's signing key. Raises what
    ``receive`` does, and ``BudgetSpent``.
    """

    def make() -> TableRecords | None:
        with writing() as connection:
            of_league: Any = {"address": address, "known": known, "league": league}
            public_id = begin_table(connection, wanted_id, sent, device=device, **of_league)
            row = find(connection, public_id)
            if row is None or row.league_id != league.league_id:
                return None
            scorer = make_link(connection, row.id, SCORER, None, key=key).secret
            try:
                answer = receive_in(connection, public_id, sent, device)
            except Diverged as diverged:
                raise Diverged(replace_struct(diverged.answer, scorer=scorer)) from None
            return replace_struct(answer, scorer=scorer)

    return retried(make)


# --- a copy on a phone, which follows the server's table ------------------------------------------

_ERASED: Final = "Forgotten player "
"""How the name of somebody begins whose name was erased."""


def pull(answer: TableRecords, device: str) -> str:
    """Return the public id of the copy of that table, which is made if there is none; ``device``
    may score there. Raises ``SheetRefused``, ``Unavailable``."""
    sent = SentRecords(answer.records)
    with writing() as connection:
        public_id = begin_table(connection, answer.table, sent, device=device)
        row = find_row(connection, public_id)
        if row.version == 0:
            receive_in(connection, public_id, sent, device)
        _, role, _ = visit(connection, public_id, device) or (None, None, False)
        if role is None or not role.may_score:
            give_access(connection, TABLE, row.id, device, SCORER)
    return public_id


def fast_forward(public_id: str, answer: TableRecords, device: str) -> Sequence[ChainRecord]:
    """Replace the copy's records with the server's, which were sent from the first one that
    differs. Return the copy's own that were replaced; none if it only lacked some. Raises
    ``SheetRefused``, ``Unavailable``."""
    with writing() as connection:
        row = find_row(connection, public_id)
        lock(connection, row.id)
        chain = read_chain(connection, row)
        first = answer.records[0].seq if answer.records else answer.version + 1
        common = first
        for one in answer.records:
            if one.seq >= len(chain) or chain[one.seq].key != one.key:
                break
            common += 1
        new = answer.records[common - first :]
        own = chain[common:] if new else []
        if own:
            row = _truncate(connection, row, chain[:common])
        if new:
            before = persons_in_order(chain[:common])
            base = ChainBase(common - 1, chain[common - 1].key, answer.names[: len(before)])
            table = load_row(connection, row)
            append_new(connection, table, chain[:common], SentRecords(new, base), 0, device)
        _rename(connection, row, answer.names)
        return as_sent(own, names_of(connection, persons_in_order(own)))


def _truncate(connection: Connection, row: TableRow, chain: Sequence[StoredRecord]) -> TableRow:
    table = load_row(connection, row)
    names = {person: name for name, person in table.persons.items()}
    state = fold([named(one.record, names) for one in chain])
    left = replay_table(row, state, table.persons)
    cut(connection, row.id, len(chain), summary=left.summary(), head=new_head(table, left))
    return find_by_id(connection, row.id)


def _rename(connection: Connection, row: TableRow, names: Sequence[str]) -> None:
    """Take over the server's names, except for players whose names were erased here."""
    persons = persons_in_order(read_chain(connection, find_by_id(connection, row.id)))
    here = names_of(connection, persons)
    other = {
        person: name
        for person, name in zip(persons, names, strict=False)
        if name != here[person] and not here[person].startswith(_ERASED)
    }
    if other:
        rename_persons(connection, other)
        mark_changed(connection)
