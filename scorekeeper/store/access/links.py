"""Secret links to a table or a league; see ``devices.py`` for the devices that come in by them.

A device is known by the random text in its cookie, a link by the secret in its address; of both
only a hash is stored. A link's secret is made from a salt in the database and a key that is not
in it (the app's signing key): so that its QR code can be shown again, and a copy of the
database by itself opens nothing; a backup carries the key.
"""

import base64
import hashlib
import hmac
import secrets
from typing import Any, NamedTuple

from sqlalchemy import Connection, insert, null, select

from scorekeeper.store.access.subjects import Subject, columns_of
from scorekeeper.store.table.rows import now

WATCH, SEAT, SCORER = "watch", "seat", "scorer"


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
    connection: Connection, subject: Subject, owner: int, key: bytes | None = None
) -> list[SharedLink]:
    """Return the links of a table or league, the oldest first."""
    query = _links(subject).where(subject.link.c[subject.owner] == owner)
    rows = connection.execute(query.order_by(subject.link.c.id))
    return [_link(*row, key=key) for row in rows]


def find_link(connection: Connection, subject: Subject, secret_hash: str) -> SharedLink | None:
    """Return the link whose secret has this hash."""
    query = _links(subject).where(subject.link.c.secret_hash == secret_hash)
    row = connection.execute(query).first()
    return None if row is None else _link(*row)


def _links(subject: Subject) -> Any:
    link = subject.link.c
    seat = link.get("seat", null())
    columns = (link.id, link[subject.owner], link.role, seat, link.salt, link.secret_hash)
    return select(*columns).where(subject.opens)


def _link(
    id_: int,
    owner: int,
    role: str,
    seat: int | None,
    salt: str,
    secret_hash: str,
    *,
    key: bytes | None = None,
) -> SharedLink:
    secret = secret_of(salt, key) if key else None
    ours = secret and hmac.compare_digest(hash_secret(secret), secret_hash)
    return SharedLink(id_, owner, role, seat, secret if ours else None)


def new_link(
    connection: Connection,
    subject: Subject,
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
    columns |= {subject.owner: owner, "made": now(), "in_force": False}
    query = (
        insert(subject.link).values(columns_of(subject.link, columns)).returning(subject.link.c.id)
    )
    return SharedLink(connection.execute(query).scalar_one(), owner, role, seat, secret)
