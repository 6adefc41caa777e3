"""The phones at a table: their owners, their kind, and when they were last here."""

from collections.abc import Collection, Sequence
from typing import NamedTuple

from sqlalchemy import Connection

from scorekeeper.spelling import folded
from scorekeeper.store import phones as stored
from scorekeeper.store.access import table_access
from scorekeeper.store.access.devices import devices_of, maker_of
from scorekeeper.store.access.links import SCORER, SEAT, TABLE, WATCH
from scorekeeper.store.sql.database import reading, writing
from scorekeeper.store.table.persons import names_of
from scorekeeper.store.table.rows import lock
from scorekeeper.tables.loading import LoadedTable


class NameOffered(NamedTuple):
    """A name that a phone may say is its player's; ``taken``: another phone has said so."""

    name: str
    taken: bool


class TablePhone(NamedTuple):
    """A device that was let in at a table: by which access it is known, its best role (scorer, seat
    or watch), since when, and whose it is, by name (empty: nobody has said). ``claimed_name``: the
    name that waits until somebody agrees. ``kind`` is what it is ("iPhone"), ``seen`` when it was
    last here, ``made_table`` whether it started the game. Times are in milliseconds."""

    device: str
    id: int
    role: str
    made: int
    name: str
    claimed_name: str
    kind: str
    seen: int
    made_table: bool


def note_phone(device: str, kind: str) -> bool:
    """Save that a phone is here, and what it is, once an hour; whether it was ever let in
    anywhere, others are not known."""
    with reading() as connection:
        known = stored.find(connection, device)
    if known and stored.is_news(known, kind):
        with writing() as connection:
            stored.was_here(connection, device, kind)
    return known is not None


def phones_of_table(table: LoadedTable) -> list[TablePhone]:
    """Return the phones that were let in at a table, by when they were."""
    with reading() as connection:
        devices = devices_of(connection, TABLE, table.row.id)
        names = table_access.names_at(connection, table.row)
        known = stored.known(connection, devices)
        persons = {one.person for came in devices.values() for one in came if one.person}
        called = names_of(connection, persons)
    maker = maker_of(devices)
    found = []
    for device, came in devices.items():
        roles = {one.role for one in came}
        asks = next((called.get(one.person or 0, "") for one in came if not one.agreed), "")
        phone, made = known.get(device), min(one.made for one in came)
        found.append(
            TablePhone(
                device,
                came[0].id,
                next(role for role in (SCORER, SEAT, WATCH) if role in roles),
                made,
                names.get(device, ""),
                asks,
                phone.kind if phone else "",
                max(phone.seen, made) if phone else made,  # it is noted once an hour
                device == maker,
            )
        )
    return sorted(found, key=lambda one: (one.made, one.id))


def name_of_phone(table: LoadedTable, device: str) -> str:
    """Return whose a phone at a table is; empty where that is not known."""
    with reading() as connection:
        return table_access.names_at(connection, table.row).get(device, "")


def names_offered(table: LoadedTable, device: str) -> Sequence[NameOffered]:
    """Return the names of those who sit at a table."""
    with reading() as connection:
        return offer_names(connection, table, device)


def offer_names(connection: Connection, table: LoadedTable, device: str) -> list[NameOffered]:
    """Return the names of those who sit at a table."""
    names = table_access.names_at(connection, table.row)
    taken = {folded(name) for other, name in names.items() if other != device}
    seats = [table.pad.seats[seat] for seat in table.pad.filled]
    return [NameOffered(name, folded(name) in taken) for name in seats if name]


def name_phone(table: LoadedTable, device: str, name: str) -> None:
    """Record whose phone it is: a player at the table, or somebody else."""
    with writing() as connection:
        lock(connection, table.row.id)
        claim_name(connection, table, device, name)


def claim_name(connection: Connection, table: LoadedTable, device: str, name: str) -> None:
    """Record whose phone it is. If another phone there is that player's, that one or a scorer
    has to agree; elsewhere the name of its owner is known too."""
    persons = {folded(called): one for called, one in table.persons.items()}
    table_access.claim_person(connection, table.row.id, device, persons.get(folded(name)))
    stored.set_name(connection, device, name)


def answer_claim(table: LoadedTable, phone: int, device: str, *, scorer: bool, agree: bool) -> bool:
    """Agree that a phone, known by its access, is whose it says it is, or withdraw its name at the
    table. Return whether ``device`` may: a ``scorer``'s or that player's, and to withdraw it the
    phone itself."""
    with writing() as connection:
        lock(connection, table.row.id)
        devices = devices_of(connection, TABLE, table.row.id)
        about = next((one for came in devices.values() for one in came if one.id == phone), None)
        if about is None or about.person is None:
            return True  # it is gone already
        same = any(one.person == about.person and one.agreed for one in devices.get(device, ()))
        own = about.device == device
        if (own and agree) or not (own or same or scorer):
            return False
        table_access.answer_claim(connection, table.row.id, about.device, agree=agree)
        return True


def sign_out_phones(table: LoadedTable, chosen: Collection[int]) -> int:
    """Sign out phones, each known by its access, but for the one that started the game; return how
    many. By a link that is in force they can come again."""
    with writing() as connection:
        lock(connection, table.row.id)
        devices = devices_of(connection, TABLE, table.row.id)
        named = {one for one, came in devices.items() if any(row.id in chosen for row in came)}
        gone = named - {maker_of(devices)}
        table_access.sign_out(connection, table.row.id, gone)
        return len(gone)
