"""The connection to SQLite or PostgreSQL, and the two ways to use it: reading and writing.

SQLite runs in WAL with ``synchronous=FULL``: a write that was acknowledged is on the disk.
A write takes the database's write lock at its start (``BEGIN IMMEDIATE``), because a
transaction that reads first and writes later fails under load instead of waiting.
"""

import sqlite3
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any, TypeVar

import msgspec
from flask import Flask
from flask_migrate import Migrate
from flask_sqlalchemy import SQLAlchemy
from sqlalchemy import Connection, Engine, Table, event
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import IntegrityError, OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from scorekeeper.store import league_models  # noqa: F401  (its tables belong to the schema)
from scorekeeper.store.models import Base

try:
    import fcntl
except ImportError:  # Windows has no flock; there BEGIN IMMEDIATE and busy_timeout stand alone
    fcntl = None  # type: ignore[assignment,unused-ignore]

MIGRATIONS = Path(__file__).parent / "migrations"
WAIT_SECONDS = 20  # a write waits this long for others of its process before it is refused as busy

db = SQLAlchemy(model_class=Base, session_options={"expire_on_commit": False})

_process_turn = threading.Lock()


class Unavailable(Exception):
    """The database cannot do this now; nothing was stored and the request may be sent again.

    ``full`` is true where the disk is full (507), false for everything else: an I/O error, a
    lock that was not had in time, a server that is away (503).
    """

    def __init__(self, full: bool) -> None:
        super().__init__("the disk is full" if full else "the database is not available")
        self.full = full


def init_app(app: Flask) -> None:
    """Bind the database to ``app``, whose ``SQLALCHEMY_DATABASE_URI`` must be set."""
    options = app.config.setdefault("SQLALCHEMY_ENGINE_OPTIONS", {})
    options |= {"json_serializer": _written, "json_deserializer": msgspec.json.decode}
    if not str(app.config["SQLALCHEMY_DATABASE_URI"]).startswith("sqlite"):
        # a server that was restarted in between costs one ping, not one failed request
        options.setdefault("pool_pre_ping", True)
    db.init_app(app)
    Migrate(app, db, directory=str(MIGRATIONS))
    with app.app_context():
        if is_sqlite(db.engine):
            event.listen(db.engine, "connect", _set_up_sqlite)


def _written(document: Any) -> str:
    return msgspec.json.encode(document).decode()


def is_sqlite(engine: Engine | Connection) -> bool:
    return engine.dialect.name == "sqlite"


def insert_or_update(connection: Connection, table: Table) -> Any:
    """An insert that can be told what to do with a row that is there; each database has its own."""
    dialect: Any = sqlite if is_sqlite(connection) else postgresql
    return dialect.insert(table)


@contextmanager
def reading() -> Iterator[Connection]:
    """A connection for reading; on SQLite all of it sees one moment of the database.

    Raises ``Unavailable``.
    """
    with translated(), db.engine.connect() as connection:
        begin(connection, "BEGIN")
        yield connection


@contextmanager
def writing() -> Iterator[Connection]:
    """A connection in a write transaction: one commit (one fsync) at the end, all or nothing.

    Writers take turns. May not be nested. Raises ``Unavailable``.
    """
    engine = db.engine
    with (
        translated(),
        turn(engine),
        engine.connect() as connection,
        connection.begin(),
    ):
        begin(connection, "BEGIN IMMEDIATE")
        yield connection


Made = TypeVar("Made")


def once(make: Callable[[], Made]) -> Made:
    """Make what a request key names. Where two requests of one key meet, which only a server lets
    happen, the second is refused by the key's uniqueness; made again, it finds what is there."""
    try:
        return make()
    except IntegrityError:
        return make()


@contextmanager
def turn(engine: Engine) -> Iterator[None]:
    """Wait for this writer's turn among all threads and processes that write to a SQLite file.

    SQLite's own waiting is unfair: one writer of many may starve for seconds. A lock within
    the process and one on a file beside the database queue them instead.
    """
    if not is_sqlite(engine):
        yield
        return
    if not _process_turn.acquire(timeout=WAIT_SECONDS):
        raise Unavailable(full=False)
    try:
        with _lock_file(engine):
            yield
    finally:
        _process_turn.release()


@contextmanager
def _lock_file(engine: Engine) -> Iterator[None]:
    path = engine.url.database
    if fcntl is None or path in (None, "", ":memory:"):
        yield
        return
    with _opened(f"{path}-turn") as file:  # opened each time: a fork must not share the lock
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def _opened(path: str) -> IO[bytes]:
    try:
        return open(path, "ab", buffering=0)
    except OSError as error:
        raise Unavailable(full=False) from error


def _set_up_sqlite(connection: sqlite3.Connection, _record: object) -> None:
    connection.isolation_level = None  # transactions begin in reading() and writing(), nowhere else
    for pragma in (
        f"busy_timeout={WAIT_SECONDS * 1000}",
        "journal_mode=WAL",
        "synchronous=FULL",
        "fullfsync=ON",  # macOS: fsync alone does not reach the disk
        "foreign_keys=ON",
    ):
        connection.execute(f"PRAGMA {pragma}").close()


def begin(connection: Connection, how: str) -> None:
    """Begin a transaction in SQLite; PostgreSQL begins one with the first statement."""
    if is_sqlite(connection):
        driver: Any = connection.connection.dbapi_connection
        driver.execute(how).close()


@contextmanager
def translated() -> Iterator[None]:
    """Raise ``Unavailable`` for what is the machine's fault; the program's own goes through."""
    try:
        yield
    except PoolTimeout as error:
        raise Unavailable(full=False) from error
    except (OperationalError, db.engine.dialect.loaded_dbapi.OperationalError) as error:
        if (full := _is_full(getattr(error, "orig", error))) is None:
            raise
        raise Unavailable(full) from error


_SQLITE_TROUBLE = {
    sqlite3.SQLITE_BUSY,
    sqlite3.SQLITE_LOCKED,
    sqlite3.SQLITE_IOERR,
    sqlite3.SQLITE_CANTOPEN,
    sqlite3.SQLITE_READONLY,
    sqlite3.SQLITE_PROTOCOL,
}


def _is_full(fault: Any) -> bool | None:
    """Whether the disk is full; ``None`` where the fault is the program's, not the machine's."""
    if isinstance(fault, sqlite3.Error):
        code = getattr(fault, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & 0xFF
        return True if code == sqlite3.SQLITE_FULL else False if code in _SQLITE_TROUBLE else None
    return getattr(fault, "sqlstate", None) == "53100"
