"""Passkeys of persons: the public half of each, by which its owner is known again."""

from collections.abc import Sequence
from typing import NamedTuple

from sqlalchemy import Connection, delete, insert, select, update

from scorekeeper.store.schema.table import Passkey
from scorekeeper.store.table.rows import now


class StoredPasskey(NamedTuple):
    """A passkey by the id of its credential (base64url); ``kind`` is the phone on which it was
    made; times are in milliseconds."""

    id: int
    credential: str
    owner: str
    public_key: bytes
    sign_count: int
    kind: str
    made: int
    used: int


_ALL = select(*(getattr(Passkey, name) for name in StoredPasskey._fields)).order_by(Passkey.id)


def of_owner(connection: Connection, owner: str) -> Sequence[StoredPasskey]:
    """Return the passkeys of a person, the oldest first."""
    rows = connection.execute(_ALL.where(Passkey.owner == owner))
    return [StoredPasskey(*row) for row in rows]


def find(connection: Connection, credential: str) -> StoredPasskey | None:
    """Return the passkey of this credential."""
    row = connection.execute(_ALL.where(Passkey.credential == credential)).first()
    return StoredPasskey(*row) if row else None


def add(
    connection: Connection, owner: str, credential: str, public_key: bytes, count: int, kind: str
) -> None:
    """Save a new passkey of a person."""
    row = {"credential": credential, "owner": owner, "public_key": public_key, "kind": kind}
    connection.execute(insert(Passkey), {**row, "sign_count": count, "made": now(), "used": now()})


def was_used(connection: Connection, passkey: int, count: int) -> None:
    """Save that a passkey was used, and how often by what its phone says."""
    here = update(Passkey).where(Passkey.id == passkey)
    connection.execute(here.values(sign_count=count, used=now()))


def remove(connection: Connection, owner: str, passkey: int) -> None:
    """Remove a passkey of a person."""
    connection.execute(delete(Passkey).where(Passkey.owner == owner, Passkey.id == passkey))
