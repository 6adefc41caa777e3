"""The health of the database: reachable, of this version, undamaged, not replaced."""

import errno
import os
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from tempfile import TemporaryFile
from time import monotonic
from typing import Any, Final
from urllib.parse import quote

from sqlalchemy import Engine, inspect, text

from scorekeeper.store.sql.database import db, is_sqlite, newest, reading
from scorekeeper.store.sql.sqlite_file import DatabaseFile, file_of
from scorekeeper.store.sql.trouble import (
    Damaged,
    NothingKept,
    NotSetUp,
    ReadOnly,
    Unavailable,
    fault_of,
)

CHECK_SECONDS: Final = 0.5
"""How long one integrity check may take; a large database is checked a few tables at a time."""
CHECK_VALID_SECONDS: Final = 60
"""How long a result holds while the file is unchanged."""
# with a twentieth, a file that changed after half a second's check stayed unchecked for ten
_AT_MOST: Final = 1 / 4
"""The share of all time that checks may take, however often health is asked for."""
# as much as a deal takes: four pages
_PROBE: Final = bytes(16 * 1024)
_LOOK = threading.Lock()


def version() -> dict[str, str]:
    """Return which database this is, and its version. Raises ``Unavailable``."""
    with reading() as connection:
        query = "SELECT sqlite_version()" if is_sqlite(connection) else "SHOW server_version"
        return {"database": connection.dialect.name, "version": connection.scalar(text(query))}


def size() -> int:
    """Return how many bytes the database takes up. Raises ``Unavailable``."""
    with reading() as connection:
        pages = "SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size()"
        whole = "SELECT pg_database_size(current_database())"
        found: int = connection.scalar(text(pages if is_sqlite(connection) else whole))
        return found


def health(*, check_file: bool) -> dict[str, Any]:
    """Return whether the database is reachable and of this version: `ok`, else `why` in words. With
    `check_file`, the file of a SQLite database is checked for damage."""
    try:
        found = version()
        with reading() as connection:
            if not inspect(connection).has_table("alembic_version"):
                raise NotSetUp
            schema = connection.scalar(text("SELECT version_num FROM alembic_version"))
            if schema != newest():
                raise NotSetUp
        if check_file:
            _check_file(db.engine)
    except Unavailable as trouble:
        return {"ok": False, "database": db.engine.dialect.name, "why": str(trouble)}
    return {"ok": True, **found, "schema": schema}


def _check_file(engine: Engine) -> None:
    file = file_of(engine)
    if file is None:
        return
    file.check_same_file()
    if not all(os.access(path, os.W_OK) for path in (file.path, Path(file.path).parent)):
        raise ReadOnly
    check = _integrity_checks.setdefault(file.path, _IntegrityCheck(file.path))
    if not check.is_well():
        raise Damaged
    _write_beside(file)


def _write_beside(file: DatabaseFile) -> None:
    """Raise ``NothingKept`` where the disk is full or loses what is written: write as much as a
    deal takes to a nameless file in the same folder."""
    # without it a full disk or a failing fdatasync was 200 until somebody lost a write
    try:
        with TemporaryFile(dir=Path(file.path).parent, buffering=0) as probe:
            if probe.write(_PROBE) < len(_PROBE):
                raise NothingKept(full=True)
            # macOS and Windows have no fdatasync
            getattr(os, "fdatasync", os.fsync)(probe.fileno())
    except OSError as error:
        raise NothingKept(full=error.errno in (errno.ENOSPC, errno.EDQUOT)) from error


_integrity_checks: Final[dict[str, "_IntegrityCheck"]] = {}


class _IntegrityCheck:
    """The last integrity check of a file's pages. It takes a bounded time; the result is reused
    while the file is unchanged, or the check has only just ended."""

    def __init__(self, path: str) -> None:
        self._path = path
        self._well = True
        self._seen: object = None
        self._over, self._took = 0.0, 0.0
        self._tables: list[str] = []

    def is_well(self) -> bool:
        """Return whether no damage has been seen; while another thread checks, the last result is
        used."""
        # only the first check is waited for: before it, nothing is known of the file
        if _LOOK.acquire(blocking=not self._over):
            try:
                if self._is_due():
                    self._run_check()
            finally:
                _LOOK.release()
        return self._well

    def _is_due(self) -> bool:
        since = monotonic() - self._over
        # a file that is put in its place is another one (`Replaced`), and needs a restart anyway
        if not self._well:
            return False
        if self._seen == _stamp(self._path):
            return since > CHECK_VALID_SECONDS
        return not self._over or since > self._took / _AT_MOST

    def _run_check(self) -> None:
        began, seen = monotonic(), _stamp(self._path)
        # a new connection: open ones still cache pages that the disk has lost
        # rw: a file that has disappeared must not be created again
        address = f"file:{quote(self._path)}?mode=rw"
        try:
            with (
                closing(sqlite3.connect(address, timeout=CHECK_SECONDS, uri=True)) as connection,
                _in_time(connection) as over,
            ):
                self._well = self._checks(connection, over)
        except sqlite3.DatabaseError as error:
            self._well = not isinstance(fault_of(error), Damaged)
        self._seen, self._over = seen, monotonic()
        self._took = self._over - began

    def _checks(self, connection: sqlite3.Connection, over: threading.Event) -> bool:
        """Check the whole database, or a few tables at a time if that takes too long."""
        if not self._tables:
            query = "SELECT name FROM sqlite_schema WHERE type = 'table'"
            tables = [name for (name,) in connection.execute(query)]
            found = _is_ok(connection, "", over)
            if over.is_set():
                self._tables = tables
            return found
        while self._tables and not over.is_set():
            if not _is_ok(connection, f"('{self._tables.pop()}')", over):
                return False
        return True


@contextmanager
def _in_time(connection: sqlite3.Connection) -> Iterator[threading.Event]:
    """Interrupt a check that takes too long, and set the event."""
    over = threading.Event()

    def interrupt() -> None:
        over.set()
        connection.interrupt()

    timer = threading.Timer(CHECK_SECONDS, interrupt)
    timer.start()
    try:
        yield over
    finally:
        timer.cancel()
        timer.join()


def _is_ok(connection: sqlite3.Connection, what: str, over: threading.Event) -> bool:
    """Return whether nothing was found; a check that was interrupted proves nothing."""
    try:
        (found,) = connection.execute(f"PRAGMA quick_check{what}").fetchone()
        return found == "ok" or over.is_set()
    except sqlite3.OperationalError:
        if over.is_set():
            return True
        raise


def _stamp(path: str) -> tuple[int, int, int] | None:
    try:
        found = os.stat(path)
    except OSError:
        return None
    return found.st_ino, found.st_size, found.st_mtime_ns
