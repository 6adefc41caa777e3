"""Sharing access between the phones of one person.

Each has an access of its own, so that one phone can be signed out. What was signed out stays so.
"""

from secrets import token_hex
from typing import Any

from sqlalchemy import Connection, Table, delete, insert, select, update

from scorekeeper.store.access.subjects import AT_TABLE, IN_LEAGUE, Subject
from scorekeeper.store.phone import phones
from scorekeeper.store.schema.league import IS_IN, PENDING, STILL_HOLDS
from scorekeeper.store.schema.table import Access, GameTable, PhoneRow
from scorekeeper.store.table.rows import now


def add_phone(connection: Connection, device: str, owner: str) -> None:
    """Add a device to a person's phones."""
    phones.add(connection, device)
    named = select(PhoneRow.name).where(PhoneRow.owner == owner, PhoneRow.name != "")
    name = connection.scalar(named.limit(1)) or ""
    mine = update(PhoneRow).where(PhoneRow.device == device)
    connection.execute(mine.values(owner=owner, name=name))
    share(connection, device)


def remove_phone(connection: Connection, device: str) -> None:
    """Separate a device from its person, and sign it out of every table."""
    alone = update(PhoneRow).where(PhoneRow.device == device)
    connection.execute(alone.values(owner=token_hex(32)))
    connection.execute(delete(Access).where(Access.device == device))


def share(connection: Connection, device: str) -> None:
    """Give all phones of this one's person the accesses of each of them."""
    devices = [device, *phones.others_of(connection, device)]
    for subject in (AT_TABLE, IN_LEAGUE):
        held = [*connection.execute(_held(subject, devices)).mappings()]
        for one in devices:
            _give(connection, subject, one, [row for row in held if row["device"] != one])


def _held(subject: Subject, devices: list[str]) -> Any:
    """Return the query for the accesses in force; in a league also for devices that have given
    the passphrase."""
    access: Table = subject.access
    query = select(access).where(access.c.device.in_(devices))
    if subject is AT_TABLE:
        return query.join(GameTable, GameTable.id == access.c.table_id).where(STILL_HOLDS)
    return query.where(IS_IN, access.c.role != PENDING)


def _give(connection: Connection, subject: Subject, device: str, rows: list[Any]) -> None:
    """Give a device these accesses of others, but for those that it has or had."""
    access = subject.access
    own = select(access.c[subject.owner], access.c.role, access.c.link_id)
    had = {tuple(row) for row in connection.execute(own.where(access.c.device == device))}
    for row in rows:
        key = (row[subject.owner], row["role"], row["link_id"])
        if key not in had:
            had.add(key)
            new = {name: value for name, value in row.items() if name != "id"}
            connection.execute(insert(access), {**new, "device": device, "made": now()})
