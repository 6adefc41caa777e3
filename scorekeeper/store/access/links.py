"""Tables and leagues as a secret link opens them; see ``devices.py`` for the devices that come in.

A device is known by the random text in its cookie, a link by the secret in its address; of both
only a hash is stored. A link's secret is made from a salt in the database and a key that is not
in it (the app's signing key): so that its QR code can be shown again, and a copy of the
database by itself opens nothing; a backup carries the key.
"""

import base64
import hashlib
import hmac
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from sqlalchemy import ColumnElement, Connection, Table, insert, null, select, true

from scorekeeper.store.schema.league import IS_IN
from scorekeeper.store.schema.table import Base
from scorekeeper.store.table.rows import now

WATCH, SEAT, SCORER = "watch", "seat", "scorer"

_ALL: Final = Base.metadata.tables


@dataclass(frozen=True)
class Resource:
    """A table or a league, as a link opens it.

    ``row``, ``link`` and ``access`` are its tables in the database, ``owner`` the column of the
    last two that names the row. ``opens`` is the condition for a link to be in force, ``holds`` for
    an access; ``passphrase`` is what organisers are asked for (null: nothing).
    """

    row: Table
    link: Table
    access: Table
    owner: str
    opens: ColumnElement[bool]
    holds: ColumnElement[bool]
    passphrase: ColumnElement[Any]


TABLE: Final = Resource(
    row=_ALL["game_table"],
    link=_ALL["link"],
    access=_ALL["access"],
    owner="table_id",
    opens=true(),  # a link that is turned off is gone, and with it the accesses
    holds=true(),
    passphrase=null(),
)
LEAGUE: Final = Resource(
    row=_ALL["league"],
    link=_ALL["league_link"],
    access=_ALL["league_access"],
    owner="league_id",
    opens=_ALL["league_link"].c.in_force,
    holds=IS_IN,
    passphrase=_ALL["league"].c.passphrase,
)


def columns_of(table: Table, columns: Mapping[str, Any]) -> dict[str, Any]:
    """Return those of the columns that the table has: a seat is a table's alone, a name a
    league's."""
    return {name: value for name, value in columns.items() if name in table.c}


class SharedLink(NamedTuple):
    """A link in force to the table or league with the id ``owner``: for ``role`` and, with the role
    seat, its ``seat``.

    ``secret``, 160 bits in 27 letters, goes into its address; ``None`` where it was read without
    the key or made with another one. Such a link opens, but has to be replaced to be shown again.
    """

    id: int
    owner: int
    role: str
    seat: int | None
    secret: str | None


def hash_secret(secret: str) -> str:
    """Return what is stored of a device's or a link's secret."""
    return hashlib.sha256(secret.encode()).hexdigest()


def secret_of(salt: str, key: bytes) -> str:
    """Return the secret of the link that has this salt."""
    digest = hmac.digest(key, f"link {salt}".encode(), "sha256")
    return base64.urlsafe_b64encode(digest[:20]).decode().rstrip("=")


def links(
    connection: Connection, resource: Resource, owner: int, key: bytes | None = None
) -> list[SharedLink]:
    """Return the links of a table or league, the oldest first."""
    query = _links(resource).where(resource.link.c[resource.owner] == owner)
    rows = connection.execute(query.order_by(resource.link.c.id))
    return [_link(row, key) for row in rows]


def find_link(connection: Connection, resource: Resource, secret_hash: str) -> SharedLink | None:
    """Return the link whose secret has this hash."""
    query = _links(resource).where(resource.link.c.secret_hash == secret_hash)
    row = connection.execute(query).first()
    return None if row is None else _link(row)


def _links(resource: Resource) -> Any:
    link = resource.link.c
    seat = link.get("seat", null())
    columns = (link.id, link[resource.owner], link.role, seat, link.salt, link.secret_hash)
    return select(*columns).where(resource.opens)


def _link(row: Any, key: bytes | None = None) -> SharedLink:
    number, owner, role, seat, salt, secret_hash = row
    secret = secret_of(salt, key) if key else None
    ours = secret and hmac.compare_digest(hash_secret(secret), secret_hash)
    return SharedLink(number, owner, role, seat, secret if ours else None)


def new_link(
    connection: Connection,
    resource: Resource,
    owner: int,
    role: str,
    seat: int | None = None,
    *,
    key: bytes,
) -> SharedLink:
    """Make a link; a league's is not in force yet."""
    salt = secrets.token_hex(16)
    secret = secret_of(salt, key)
    columns = {"role": role, "seat": seat, "salt": salt, "secret_hash": hash_secret(secret)}
    columns |= {resource.owner: owner, "made": now(), "in_force": False}
    query = (
        insert(resource.link)
        .values(columns_of(resource.link, columns))
        .returning(resource.link.c.id)
    )
    return SharedLink(connection.execute(query).scalar_one(), owner, role, seat, secret)
