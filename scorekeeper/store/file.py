"""The file of a SQLite database: made for its owner alone, known again, left whole."""

import os
import sqlite3
import weakref
from contextlib import closing, suppress
from typing import Any, Final

from sqlalchemy import Engine, event

from scorekeeper.store.trouble import Replaced
from scorekeeper.store.turns import WAIT_SECONDS

_PRIVATE: Final = 0o600


class DatabaseFile:
    """The file that an engine opened first. A database that was put in its place meanwhile is
    another one: nothing is written to it by who has read this one."""

    def __init__(self, path: str) -> None:
        self.path = path
        self._known: tuple[int, int] | None = None

    def make_sure(self) -> None:
        """Raise ``Replaced`` if the file that has the name now is not the one that was opened."""
        if self._known is not None and _identity(self.path) != self._known:
            raise Replaced

    def before_connecting(self, *_: Any) -> None:
        """Make a file that is missing, for its owner alone: SQLite's other files have the rights of
        this one. One that has gone since is not made again."""
        self.make_sure()
        with suppress(OSError):  # it is there, or SQLite will say what is wrong
            os.close(os.open(self.path, os.O_RDWR | os.O_CREAT | os.O_EXCL, _PRIVATE))

    def connected(self, *_: Any) -> None:
        """Know the file again."""
        self._known = self._known or _identity(self.path)

    def settle(self) -> bool:
        """Bring what stands in the log beside the file into it; whether all of it is there."""
        log = f"{self.path}-wal"
        if self._known is None or not os.path.exists(log) or _identity(self.path) != self._known:
            return self._known is None or _identity(self.path) == self._known
        with suppress(sqlite3.Error), closing(_opened(self.path)) as connection:
            busy, _, _ = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
            return not busy
        return False


def _opened(path: str) -> sqlite3.Connection:
    return sqlite3.connect(path, timeout=WAIT_SECONDS)


def _identity(path: str) -> tuple[int, int] | None:
    try:
        found = os.stat(path)
    except OSError:
        return None
    return found.st_dev, found.st_ino


_files: Final = weakref.WeakKeyDictionary[Engine, DatabaseFile]()


def watch(engine: Engine) -> None:
    """Know the file of a SQLite engine from its first connection on."""
    path = engine.url.database
    if path and path != ":memory:" and not path.startswith("file:"):
        file = _files[engine] = DatabaseFile(path)
        event.listen(engine, "do_connect", file.before_connecting)
        event.listen(engine, "connect", file.connected)


def file_of(engine: Engine) -> DatabaseFile | None:
    """The file; `None` in memory and on a server."""
    return _files.get(engine)


def close(engine: Engine) -> bool:
    """Let go of the database, and leave all that was written in its one file; whether it is there
    (another process that reads may keep it from that)."""
    engine.dispose()
    file = file_of(engine)
    return file is None or file.settle()
