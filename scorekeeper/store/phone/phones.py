"""The known phones: their kind, their owner, and when they were last here."""

from collections.abc import Collection, Mapping
from typing import Final, NamedTuple

from sqlalchemy import Connection, bindparam, select, update
from sqlalchemy.orm import aliased

from scorekeeper.store.schema.table import PhoneRow
from scorekeeper.store.sql.database import insert_or_update
from scorekeeper.store.table.rows import now

HOUR: Final = 60 * 60 * 1000
"""Milliseconds; when a phone was last here is known to the hour."""


class KnownPhone(NamedTuple):
    """A phone: the name that its owner goes by (empty: none was given), its ``kind`` in words, when
    it was last here, in milliseconds, and its ``owner``, the same text for one person's phones."""

    device: str
    name: str
    kind: str
    seen: int
    owner: str


_PHONE = PhoneRow.metadata.tables["phone"]
_COLUMNS = select(*(_PHONE.c[name] for name in KnownPhone._fields))
_ONE = _COLUMNS.where(_PHONE.c.device == bindparam("device"))


def add(connection: Connection, device: str) -> None:
    """Know a phone from now on."""
    row = {"device": device, "name": "", "kind": "", "seen": now(), "owner": device}
    query = insert_or_update(connection, _PHONE).values(row)
    connection.execute(query.on_conflict_do_nothing(index_elements=["device"]))


def find(connection: Connection, device: str) -> KnownPhone | None:
    """Return what is known of a phone."""
    row = connection.execute(_ONE, {"device": device}).first()
    return KnownPhone(*row) if row else None


def known(connection: Connection, devices: Collection[str]) -> Mapping[str, KnownPhone]:
    """Return what is known of these phones."""
    rows = connection.execute(_COLUMNS.where(_PHONE.c.device.in_(devices)))
    return {row.device: KnownPhone(*row) for row in rows}


def others_of(connection: Connection, device: str) -> list[str]:
    """Return the other phones of a phone's person."""
    other = aliased(PhoneRow)
    same = select(other.device).where(PhoneRow.device == device, other.owner == PhoneRow.owner)
    return [*connection.scalars(same.where(other.device != device).order_by(other.device))]


def set_name(connection: Connection, device: str, name: str) -> None:
    """Save the name that a phone's owner goes by."""
    connection.execute(update(_PHONE).where(_PHONE.c.device == device).values(name=name))


def was_here(connection: Connection, device: str, kind: str) -> None:
    """Save that a phone of this kind is here now."""
    here = update(_PHONE).where(_PHONE.c.device == device)
    connection.execute(here.values(kind=kind, seen=now()))


def is_news(phone: KnownPhone, kind: str) -> bool:
    """Return whether it is worth saving that the phone is here."""
    return phone.kind != kind or now() - phone.seen >= HOUR
