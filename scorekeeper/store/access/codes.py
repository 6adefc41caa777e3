"""Secrets that can be used once, within five minutes: the six letters by which a person adds
another phone, and what a passkey has to sign."""

import secrets
from typing import Final

from sqlalchemy import Connection, delete, insert, or_

from scorekeeper.store.access.links import hash_secret
from scorekeeper.store.schema.table import PhoneCode
from scorekeeper.store.table.rows import now

LETTERS: Final = "ABCDEFGHJKLMNPQRSTUVWXYZ"
"""The letters of a code, without I and O, which look like digits."""
LENGTH: Final = 6
HOLDS_MS: Final = 5 * 60 * 1000


def make(connection: Connection, device: str) -> str:
    """Return a new code of six letters; the device's previous code becomes invalid."""
    code = "".join(secrets.choice(LETTERS) for _ in range(LENGTH))
    keep(connection, device, code)
    return code


def keep(connection: Connection, device: str, secret: str) -> None:
    """Store the code that a device is shown; the one before becomes invalid."""
    at = now()
    held = PhoneCode.made.between(at - HOLDS_MS, at + HOLDS_MS)
    old = or_(PhoneCode.device == device, ~held)
    connection.execute(delete(PhoneCode).where(old))
    row = {"code_hash": hash_secret(secret), "device": device, "made": at}
    connection.execute(insert(PhoneCode), row)


def use(connection: Connection, secret: str) -> str | None:
    """Return the device that was shown a secret, which becomes invalid now; ``None`` if it was
    invalid."""
    given = delete(PhoneCode).where(PhoneCode.code_hash == hash_secret(secret))
    row = connection.execute(given.returning(PhoneCode.device, PhoneCode.made)).first()
    # nor is one that a clock has made that ran ahead; clocks of several servers differ by seconds
    return row.device if row and abs(now() - row.made) < HOLDS_MS else None
