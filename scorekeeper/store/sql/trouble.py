"""Failures of the machine, in words; faults of the program are not among them."""

import sqlite3
from typing import Any, Final

from scorekeeper.sentences import Message, tell


class Unavailable(Exception):
    """The database cannot do this now; nothing was stored and the request may be sent again.

    ``full`` is true where the disk is full (507), false for everything else: an I/O error, a
    lock not acquired in time, an unreachable server (503). Trouble that lasts until somebody fixes
    it has a class of its own.
    """

    words: Message = "The database is not available."

    def __init__(self, full: bool = False) -> None:
        super().__init__(tell("The disk is full." if full else self.words))
        self.full = full


class Damaged(Unavailable):
    """The database file is damaged, or is no database."""

    words: Message = (
        "The database file is damaged. Replace it with a backup: `scorekeeper restore`."
    )


class Replaced(Unavailable):
    """The file that was opened has been replaced or deleted."""

    words: Message = (
        "The database file was replaced or deleted while the app ran. Start the app again."
    )


class ReadOnly(Unavailable):
    """The database file, or its folder, cannot be written."""

    words: Message = "The database file or its folder can't be written."


class NothingKept(Unavailable):
    """The disk takes what is written, and says that it is not kept."""

    words: Message = "The disk does not keep what is written to it."


class NotSetUp(Unavailable):
    """The database lacks this version's tables."""

    words: Message = "The database is not set up for this version. Run `scorekeeper upgrade`."


class QuotaReached(Unavailable):
    """There are as many games as the operator has allowed."""

    words: Message = "The server has reached its limit of games (the setting most_games)."


_LASTING: Final[dict[int, type[Unavailable]]] = {
    sqlite3.SQLITE_CORRUPT: Damaged,
    sqlite3.SQLITE_NOTADB: Damaged,
    sqlite3.SQLITE_READONLY: ReadOnly,
}
_PASSING: Final = {
    sqlite3.SQLITE_BUSY,
    sqlite3.SQLITE_LOCKED,
    sqlite3.SQLITE_IOERR,
    sqlite3.SQLITE_CANTOPEN,
    sqlite3.SQLITE_PROTOCOL,
}
_OF_POSTGRES: Final[dict[str, type[Unavailable]]] = {
    "XX001": Damaged,  # data corrupted
    "XX002": Damaged,  # index corrupted
    "25006": ReadOnly,
    "42P01": NotSetUp,  # no such table
    "42703": NotSetUp,  # no such column
}


def fault_of(error: Any) -> Unavailable | None:
    """Return the trouble behind an error; ``None`` if the program is at fault, not the machine."""
    if isinstance(error, sqlite3.Error):
        return _of_sqlite(error)
    if isinstance(error, UnicodeDecodeError):  # what SQLite says of a damaged table quotes it
        return Damaged()
    state = getattr(error, "sqlstate", None)
    if state in _OF_POSTGRES:
        return _OF_POSTGRES[state]()
    # by its name, because psycopg may not be installed
    names = {kind.__name__ for kind in type(error).__mro__}
    # 53100: the disk is full
    return Unavailable(full=state == "53100") if "OperationalError" in names else None


def _of_sqlite(error: sqlite3.Error) -> Unavailable | None:
    if str(error).startswith("Could not decode to UTF-8"):
        return Damaged()
    # extended codes have the kind of trouble in their lowest byte
    code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & 0xFF
    if code in _LASTING:
        return _LASTING[code]()
    if code == sqlite3.SQLITE_FULL or code in _PASSING:
        return Unavailable(full=code == sqlite3.SQLITE_FULL)
    return NotSetUp() if str(error).startswith(("no such table", "no such column")) else None
