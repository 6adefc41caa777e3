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

from scorekeeper.store.access.subjects import Subject, known
from scorekeeper.store.table.write import now

WATCH, SEAT, SCORER = "watch", "seat", "scorer"


class LinkRow(NamedTuple):
    """A link that is in force, to the table or league with the id ``owner``: for ``role`` and, with
    the role seat, its ``seat``."""

    id: int
    owner: int
    role: str
    seat: int | None
    salt: str
    secret_hash: str


def hashed(secret: str) -> str:
    """Return what is stored of a device's or a link's secret."""
    return hashlib.sha256(secret.encode()).hexdigest()


def secret_of(link: LinkRow, key: bytes) -> str | None:
    """Return the link's secret, 160 bits in 27 letters; ``None`` if it was made with another key.

    Such a link still opens, but cannot be shown again: it has to be replaced.
    """
    secret = _secret(link.salt, key)
    return secret if hmac.compare_digest(hashed(secret), link.secret_hash) else None


def secret_hash_of(salt: str, key: bytes) -> str:
    """Return the hash of the secret that a link with this salt has."""
    return hashed(_secret(salt, key))


def _secret(salt: str, key: bytes) -> str:
    digest = hmac.digest(key, f"link {salt}".encode(), "sha256")
    return base64.urlsafe_b64encode(digest[:20]).decode().rstrip("=")


def links(connection: Connection, subject: Subject, owner: int) -> list[LinkRow]:
    """Return the links of a table or league, the oldest first."""
    of_owner = subject.link.c[subject.owner] == owner
    query = _links(subject).where(of_owner).order_by(subject.link.c.id)
    return [LinkRow(*row) for row in connection.execute(query)]


def find_link(connection: Connection, subject: Subject, mark: str) -> LinkRow | None:
    """Return the link with this mark, the hash of its secret."""
    query = _links(subject).where(subject.link.c.secret_hash == mark)
    row = connection.execute(query).first()
    return None if row is None else LinkRow(*row)


def _links(subject: Subject) -> Any:
    link = subject.link.c
    seat = link.get("seat", null())
    columns = (link.id, link[subject.owner], link.role, seat, link.salt, link.secret_hash)
    return select(*columns).where(subject.opens)


def new_link(
    connection: Connection,
    subject: Subject,
    owner: int,
    role: str,
    seat: int | None = None,
    *,
    key: bytes,
) -> LinkRow:
    """Make a link; a league's is not in force yet."""
    salt = secrets.token_hex(16)
    new = LinkRow(0, owner, role, seat, salt, secret_hash_of(salt, key))
    columns = {"role": role, "seat": seat, "salt": salt, "secret_hash": new.secret_hash}
    columns |= {subject.owner: owner, "made": now(), "in_force": False}
    query = insert(subject.link).values(known(subject.link, columns)).returning(subject.link.c.id)
    return new._replace(id=connection.execute(query).scalar_one())
