"""Codes by which a person adds another phone: six letters that hold for five minutes, once."""

import secrets
from typing import Final

from sqlalchemy import Connection, delete, insert, or_

from scorekeeper.store.access.links import hash_secret
from scorekeeper.store.schema.table import PhoneCode
from scorekeeper.store.table.write import now

LETTERS: Final = "ABCDEFGHJKLMNPQRSTUVWXYZ"
"""Those of a code; I and O are left out, which are read as digits."""
LENGTH: Final = 6
HOLDS_MS: Final = 5 * 60 * 1000


def make(connection: Connection, device: str) -> str:
    """Return a new code of a device; an earlier one holds no more."""
    old = or_(PhoneCode.device == device, PhoneCode.made <= now() - HOLDS_MS)
    connection.execute(delete(PhoneCode).where(old))
    code = "".join(secrets.choice(LETTERS) for _ in range(LENGTH))
    row = {"code_hash": hash_secret(code), "device": device, "made": now()}
    connection.execute(insert(PhoneCode), row)
    return code


def use(connection: Connection, code: str) -> str | None:
    """Return the device that made a code, which holds no more now; ``None`` if it does not hold."""
    given = delete(PhoneCode).where(PhoneCode.code_hash == hash_secret(code))
    row = connection.execute(given.returning(PhoneCode.device, PhoneCode.made)).first()
    return row.device if row and row.made > now() - HOLDS_MS else None
