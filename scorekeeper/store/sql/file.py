"""The file of a SQLite database: created for its owner only, recognised again, closed cleanly."""

import os
import sqlite3
import weakref
from contextlib import closing, suppress
from typing import Any, Final

from sqlalchemy import Engine, event

from scorekeeper.sentences import tell
from scorekeeper.store.sql.trouble import Replaced
from scorekeeper.store.sql.turns import WAIT_SECONDS, final_turn

_PRIVATE: Final = 0o600


class DatabaseFile:
    """The file that an engine opened first. A database that was put in its place meanwhile is
    another one: whoever has read this one writes nothing to it."""

    def __init__(self, path: str) -> None:
        self.path = path
        self._log = f"{path}-wal"
        self._known: _Identity = None
        self._known_log: _Identity = None

    def check_same_file(self) -> None:
        """Raise ``Replaced`` if the file that has the name now is not the one that was opened."""
        if self._known is None:
            return
        if _identity(self.path) != self._known:
            raise Replaced
        self._known_log = _identity(self._log)

    def before_connecting(self, *_: Any) -> None:
        """Make a file that is missing, for its owner alone: SQLite's other files have the rights of
        this one. One that has gone since is not made again."""
        self.check_same_file()
        with suppress(OSError):  # it is there, or SQLite will say what is wrong
            os.close(os.open(self.path, os.O_RDWR | os.O_CREAT | os.O_EXCL, _PRIVATE))

    def remember_identity(self, *_: Any) -> None:
        """Remember the identity of the file that was opened."""
        self._known = self._known or _identity(self.path)

    @property
    def was_opened(self) -> bool:
        """Return whether it has been opened."""
        return self._known is not None

    def merge_log(self) -> str:
        """Merge the log beside the file into it; return what prevented that, in words."""
        if _identity(self.path) != self._known:
            self._take_log_away()
            return tell(
                "{file} was replaced or deleted; entries saved since are not in it.", file=self.path
            )
        if not os.path.exists(self._log):
            return ""
        with suppress(sqlite3.Error), closing(_opened(self.path)) as connection:
            busy, _, _ = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
            if not busy:
                return ""
        return tell(
            "Another program has the database open, so the latest entries are still in {file}. "
            "Copy both files, or run “scorekeeper backup”.",
            file=self._log,
        )

    def _take_log_away(self) -> None:
        """SQLite would take the log of the file that was opened for that of the one that has its
        name now, and so damage it."""
        if self._known_log is not None and _identity(self._log) == self._known_log:
            os.replace(self._log, f"{self._log}.old")
            with suppress(OSError):
                os.unlink(f"{self.path}-shm")


_Identity = tuple[int, int] | None


def _opened(path: str) -> sqlite3.Connection:
    return sqlite3.connect(path, timeout=WAIT_SECONDS)


def _identity(path: str) -> _Identity:
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
        event.listen(engine, "connect", file.remember_identity)


def file_of(engine: Engine) -> DatabaseFile | None:
    """Return the file; `None` in memory and on a server."""
    return _files.get(engine)


def close(engine: Engine) -> str:
    """Close the database, with all that was written in its one file; return what hindered that, in
    words (another process that reads may)."""
    file = file_of(engine)
    if file is None or not file.was_opened:
        engine.dispose()
        return ""
    # if two close at the same moment, SQLite lets neither remove the log
    with final_turn(file.path):
        engine.dispose()
        return file.merge_log()
