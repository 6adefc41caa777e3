"""A copy of a table, on a phone, that takes over the records of the server's."""

from collections.abc import Sequence
from typing import Final

from sqlalchemy import Connection

from scorekeeper.store.access.devices import give_access
from scorekeeper.store.access.links import SCORER, TABLE
from scorekeeper.store.access.table_access import visit
from scorekeeper.store.sql.database import writing
from scorekeeper.store.table.persons import names_of, rename_persons
from scorekeeper.store.table.records import fold
from scorekeeper.store.table.rows import TableRow, cut, find, find_by_id, lock, mark_changed
from scorekeeper.tables.loading import NotFound, load_row, replay_table
from scorekeeper.tables.sync.documents import (
    ChainBase,
    ChainRecord,
    SentRecords,
    StoredRecord,
    TableRecords,
    as_sent,
    persons_in_order,
)
from scorekeeper.tables.sync.receiving import append_new, begin_table, named, read_chain, receive_in
from scorekeeper.tables.write import new_head

_ERASED: Final = "Forgotten player "
"""How the name of somebody begins whose name was erased."""


def pull(answer: TableRecords, device: str) -> str:
    """Return the public id of the copy of that table, which is made if there is none; ``device``
    may score there. Raises ``SheetRefused``, ``Unavailable``."""
    sent = SentRecords(answer.records)
    with writing() as connection:
        public_id = begin_table(connection, answer.table, sent, device=device)
        row = find(connection, public_id)
        if row is None:
            raise NotFound("this game was deleted here")
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
        row = find(connection, public_id)
        if row is None:
            raise NotFound(f"there is no table {public_id}")
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
