"""The known phones and their persons: what a phone is and whose; how another phone is added to a
person's, by a code or a passkey; and the accesses that a person's phones share.

Each phone has accesses of its own, so that one can be signed out. What was signed out stays so.
"""

import secrets
from collections.abc import Collection, Mapping, Sequence
from typing import Any, Final, NamedTuple

from sqlalchemy import Connection, Table, bindparam, delete, insert, or_, select, update
from sqlalchemy.orm import aliased

from scorekeeper.store import push_phones
from scorekeeper.store.access.links import LEAGUE, TABLE, Resource, hash_secret
from scorekeeper.store.schema.league import IS_IN, PENDING, STILL_HOLDS
from scorekeeper.store.schema.table import Access, GameTable, Passkey, PhoneCode, PhoneRow
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
    # once an hour, else each page that is only read would be a write
    return phone.kind != kind or now() - phone.seen >= HOUR


# --- adding a phone ------------------------------------------------------------------------------

# A code, and what a passkey has to sign, can be used once, within five minutes.

CODE_LETTERS: Final = "ABCDEFGHJKLMNPQRSTUVWXYZ"
"""The letters of a code, without I and O, which look like digits."""
# 191 million codes; after 500 wrong ones in a quarter of an hour nobody may try any more
CODE_LENGTH: Final = 6
CODE_HOLDS_MS: Final = 5 * 60 * 1000


def make_code(connection: Connection, device: str) -> str:
    """Return a new code of six letters; the device's previous code becomes invalid."""
    code = "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))
    keep_code(connection, device, code)
    return code


def keep_code(connection: Connection, device: str, secret: str) -> None:
    """Store the code that a device is shown; the one before becomes invalid."""
    at = now()
    held = PhoneCode.made.between(at - CODE_HOLDS_MS, at + CODE_HOLDS_MS)
    old = or_(PhoneCode.device == device, ~held)
    connection.execute(delete(PhoneCode).where(old))
    row = {"code_hash": hash_secret(secret), "device": device, "made": at}
    connection.execute(insert(PhoneCode), row)


def redeem_code(connection: Connection, secret: str) -> str | None:
    """Return the device that was shown a secret, which becomes invalid now; ``None`` if it was
    invalid."""
    given = delete(PhoneCode).where(PhoneCode.code_hash == hash_secret(secret))
    row = connection.execute(given.returning(PhoneCode.device, PhoneCode.made)).first()
    # nor is one that a clock has made that ran ahead; clocks of several servers differ by seconds
    return row.device if row and abs(now() - row.made) < CODE_HOLDS_MS else None


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


_PASSKEYS = select(*(getattr(Passkey, name) for name in StoredPasskey._fields)).order_by(Passkey.id)


def passkeys_of(connection: Connection, owner: str) -> Sequence[StoredPasskey]:
    """Return the passkeys of a person, the oldest first."""
    rows = connection.execute(_PASSKEYS.where(Passkey.owner == owner))
    return [StoredPasskey(*row) for row in rows]


def find_passkey(connection: Connection, credential: str) -> StoredPasskey | None:
    """Return the passkey of this credential."""
    row = connection.execute(_PASSKEYS.where(Passkey.credential == credential)).first()
    return StoredPasskey(*row) if row else None


def add_passkey(
    connection: Connection, owner: str, credential: str, public_key: bytes, count: int, kind: str
) -> None:
    """Save a new passkey of a person."""
    row = {"credential": credential, "owner": owner, "public_key": public_key, "kind": kind}
    connection.execute(insert(Passkey), {**row, "sign_count": count, "made": now(), "used": now()})


def passkey_was_used(connection: Connection, passkey: int, count: int) -> None:
    """Save that a passkey was used, and how often by what its phone says."""
    here = update(Passkey).where(Passkey.id == passkey)
    connection.execute(here.values(sign_count=count, used=now()))


def remove_passkey(connection: Connection, owner: str, passkey: int) -> None:
    """Remove a passkey of a person."""
    connection.execute(delete(Passkey).where(Passkey.owner == owner, Passkey.id == passkey))


def add_phone(connection: Connection, device: str, owner: str) -> None:
    """Add a device to a person's phones."""
    add(connection, device)
    named = select(PhoneRow.name).where(PhoneRow.owner == owner, PhoneRow.name != "")
    name = connection.scalar(named.limit(1)) or ""
    mine = update(PhoneRow).where(PhoneRow.device == device)
    connection.execute(mine.values(owner=owner, name=name))
    share(connection, device)


def remove_phone(connection: Connection, device: str) -> None:
    """Separate a device from its person, and sign it out of every table."""
    # a new text, not its own: the others may be known by that, if this was their first phone
    alone = update(PhoneRow).where(PhoneRow.device == device)
    connection.execute(alone.values(owner=secrets.token_hex(32)))
    connection.execute(delete(Access).where(Access.device == device))
    push_phones.remove(connection, device)


def share(connection: Connection, device: str) -> None:
    """Give all phones of this one's person the accesses of each of them."""
    devices = [device, *others_of(connection, device)]
    for resource in (TABLE, LEAGUE):
        held = [*connection.execute(_held(resource, devices)).mappings()]
        for one in devices:
            _give(connection, resource, one, [row for row in held if row["device"] != one])


def _held(resource: Resource, devices: list[str]) -> Any:
    """Return the query for the accesses in force; in a league also for devices that have given
    the passphrase."""
    access: Table = resource.access
    query = select(access).where(access.c.device.in_(devices))
    if resource is TABLE:
        return query.join(GameTable, GameTable.id == access.c.table_id).where(STILL_HOLDS)
    return query.where(IS_IN, access.c.role != PENDING)


def _give(connection: Connection, resource: Resource, device: str, rows: list[Any]) -> None:
    """Give a device these accesses of others, but for those that it has or had."""
    access = resource.access
    own = select(access.c[resource.owner], access.c.role, access.c.link_id)
    had = {tuple(row) for row in connection.execute(own.where(access.c.device == device))}
    for row in rows:
        key = (row[resource.owner], row["role"], row["link_id"])
        # nor if it had it: signed out, a phone must not come in again by another one of its person
        if key not in had:
            had.add(key)
            new = {name: value for name, value in row.items() if name != "id"}
            connection.execute(insert(access), {**new, "device": device, "made": now()})
