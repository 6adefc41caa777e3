"""The connection to SQLite or PostgreSQL, and the two ways to use it: reading and writing.

SQLite runs in WAL with ``synchronous=FULL``: a write that was acknowledged is on the disk.
A write takes the database's write lock at its start (``BEGIN IMMEDIATE``), because a
transaction that reads first and writes later fails under load instead of waiting.
"""

import sqlite3
import time
import weakref
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager
from functools import cache
from pathlib import Path
from typing import Any, Final, TypeVar

import msgspec
import sqlalchemy.exc
from flask import Flask, current_app
from flask_sqlalchemy import SQLAlchemy
from sqlalchemy import Connection, Dialect, Engine, Pool, Table, event
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import IntegrityError

from scorekeeper.store.schema.table import Base
from scorekeeper.store.sql.sqlite_file import (
    WAIT_SECONDS,
    Deadline,
    GroupCommit,
    close,
    file_of,
    file_turn,
    watch,
    writer_slots,
)
from scorekeeper.store.sql.trouble import Damaged, ReadOnly, Unavailable, fault_of

GROUP_COMMIT: Final = "group commit"
_ATTEMPTS: Final = 4
"""At a write, where the file turns out not to be writable."""
_PAUSE: Final = 0.02
"""Seconds between them; a reader needs fewer."""
_given_up: Final = weakref.WeakSet[Pool]()
"""Pools to which readers may still return connections that cannot write."""

db = SQLAlchemy(model_class=Base, session_options={"expire_on_commit": False})


def init_app(app: Flask) -> None:
    """Bind the database to ``app``, whose ``SQLALCHEMY_DATABASE_URI`` must be set.

    ``SQLITE_JOURNAL`` is SQLite's journal mode. Where the file is in memory, and something else
    stores it on disk, ``MEMORY`` is enough.
    """
    app.config.setdefault("SQLITE_JOURNAL", "WAL")
    options = app.config.setdefault("SQLALCHEMY_ENGINE_OPTIONS", {})
    options |= {"json_serializer": _to_json, "json_deserializer": _from_json}
    if not str(app.config["SQLALCHEMY_DATABASE_URI"]).startswith("sqlite"):
        # a server that was restarted in between costs one ping, not one failed request
        options.setdefault("pool_pre_ping", True)
        options.setdefault("max_overflow", 20)  # a connection for each thread of our server
    db.init_app(app)
    with app.app_context():
        engine = db.engine
    if is_sqlite(engine):
        watch(engine)
        app.extensions[GROUP_COMMIT] = GroupCommit(_transaction)
        journal = app.config["SQLITE_JOURNAL"]
        event.listen(engine, "connect", lambda one, _: _set_up_sqlite(one, journal))
    else:
        event.listen(engine, "connect", _set_up_server)
    weakref.finalize(app, close, engine)  # also at the end of a process, however it was started


def _to_json(document: Any) -> str:
    return msgspec.json.encode(document).decode()


def _from_json(text: str) -> Any:
    try:
        return msgspec.json.decode(text)
    except msgspec.DecodeError as error:  # nothing else was ever stored
        raise Damaged from error


def is_sqlite(engine: Engine | Connection) -> bool:
    return engine.dialect.name == "sqlite"


def insert_or_update(connection: Connection, table: Table) -> Any:
    """Return an insert statement that supports ``on_conflict_do_update`` and
    ``on_conflict_do_nothing`` in this database."""
    dialect: Any = sqlite if is_sqlite(connection) else postgresql
    return dialect.insert(table)


@contextmanager
def translate_errors() -> Iterator[None]:
    """Raise ``Unavailable`` for failures of the machine; the program's own errors pass through."""
    try:
        yield
    except sqlalchemy.exc.TimeoutError as error:  # raised by the pool
        raise Unavailable from error
    except Exception as error:  # drivers' own errors too; psycopg may not be installed
        if fault := fault_of(getattr(error, "orig", None) or error):
            raise fault from error
        raise


@contextmanager
def reading() -> Iterator[Connection]:
    """Open a connection for reading; on SQLite it sees one moment of the database throughout.

    Raises ``Unavailable``.
    """
    with translate_errors(), db.engine.connect() as connection:
        begin(connection, "BEGIN")
        yield connection


@contextmanager
def writing() -> Iterator[Connection]:
    """Open a connection in a write transaction: one commit (one fsync) at the end, all or nothing.

    Writers take turns. May not be nested. Raises ``Unavailable``, as `Replaced` where another file
    has the database's name by now.
    """
    deadline = Deadline()
    with (
        translate_errors(),
        writer_slots.take(deadline),
        _transaction(deadline) as connection,
    ):
        yield connection


@contextmanager
def saving() -> Iterator[Connection]:
    """Do the same for short, frequent writes: in SQLite those that wait at the same time are
    committed together, and each returns only after that."""
    deadline, group = Deadline(), current_app.extensions.get(GROUP_COMMIT)
    with (
        translate_errors(),
        writer_slots.take(deadline),
        group.write(deadline) if group else _transaction(deadline) as connection,
    ):
        yield connection


@contextmanager
def _transaction(deadline: Deadline) -> Iterator[Connection]:
    """Take the turn to write and open a transaction, committed at the end."""
    engine = db.engine
    with write_turn(engine, deadline), engine.connect() as connection:
        for left in reversed(range(_ATTEMPTS)):
            try:
                _begin_to_write(connection, deadline)
                break
            except sqlite3.OperationalError as error:
                if not (left and isinstance(fault_of(error), ReadOnly)):
                    raise
                _close_all(connection, error)
        with connection.begin():
            yield connection


def _close_all(connection: Connection, error: sqlite3.OperationalError) -> None:
    """Close every connection of this process, so that the next one can write again: those opened
    while the file could not be written cannot, nor can a new one while any of them is open."""
    # else, after the folder was read-only while a page was read, saves were refused for minutes
    engine = connection.engine
    connection.invalidate(error)
    _given_up.add(engine.pool)
    engine.dispose()
    time.sleep(_PAUSE)
    for pool in [*_given_up]:
        pool.dispose()


Made = TypeVar("Made")


def retried(make: Callable[[], Made]) -> Made:
    """Create what a key names: a request's, or a name. If two requests with one key meet, which
    only a server allows, the second is refused by the key's uniqueness; tried again, it finds the
    first one's."""
    try:
        return make()
    except IntegrityError:
        return make()


@contextmanager
def write_turn(engine: Engine, deadline: Deadline) -> Iterator[None]:
    """Wait for this writer's turn; a server lets many write at a time."""
    if not is_sqlite(engine):
        yield
        return
    file = file_of(engine)
    with file_turn(file.path if file else None, deadline):
        if file:
            file.check_same_file()
        yield


def _set_up_sqlite(connection: sqlite3.Connection, journal: str) -> None:
    connection.isolation_level = None  # transactions begin in reading() and writing(), nowhere else
    for pragma in (
        f"busy_timeout={WAIT_SECONDS * 1000}",
        f"journal_mode={journal}",
        "synchronous=FULL",
        "fullfsync=ON",  # macOS: fsync alone does not reach the disk
        "foreign_keys=ON",
    ):
        connection.execute(f"PRAGMA {pragma}").close()


def _set_up_server(connection: Any, _record: object) -> None:
    with connection.cursor() as cursor:
        cursor.execute(f"SET lock_timeout = '{WAIT_SECONDS}s'")
    connection.commit()


def _begin_to_write(connection: Connection, deadline: Deadline) -> None:
    """Take SQLite's write lock, which another program may have, in the time that is left."""
    begin(connection, f"PRAGMA busy_timeout={min(deadline.left, WAIT_SECONDS) * 1000:.0f}")
    try:
        begin(connection, "BEGIN IMMEDIATE")
    finally:
        deadline.stop()
        # the connection goes back to the pool, and its next user has all of the time
        begin(connection, f"PRAGMA busy_timeout={WAIT_SECONDS * 1000}")


def begin(connection: Connection, how: str) -> None:
    """Begin a transaction in SQLite; PostgreSQL begins one with the first statement."""
    if is_sqlite(connection):
        driver: Any = connection.connection.dbapi_connection
        driver.execute(how).close()


class Prepared:
    """A statement that every tap or poll runs: compiled once and handed to the driver, for around
    it SQLAlchemy takes 30 µs, SQLite 2. Values and results go through the types' conversions."""

    def __init__(self, statement: Any) -> None:
        self._statement = statement
        self._compiled: dict[str, tuple[Any, ...]] = {}

    def run(self, connection: Connection, *values: Mapping[str, Any]) -> list[tuple[Any, ...]]:
        """Run it once for each of these sets of values; return what the last one selects."""
        name = connection.dialect.name
        if name not in self._compiled:
            self._compiled[name] = self._compile(connection.dialect)
        text, own, binds, by_name, readers = self._compiled[name]
        with closing(connection.connection.cursor()) as cursor:
            for one in values:
                given = {**own, **one}
                bound = [
                    convert(given[name]) if convert else given[name] for name, convert in binds
                ]
                names = [name for name, _ in binds] if by_name else ()
                cursor.execute(text, dict(zip(names, bound, strict=True)) if by_name else bound)
            return [
                tuple([read(one) if read else one for one, read in zip(row, readers, strict=True)])
                for row in (cursor.fetchall() if readers else ())
            ]

    def _compile(self, dialect: Dialect) -> tuple[Any, ...]:
        """Return the text, the values in the statement itself, how those given are converted,
        whether they are bound by name, and how results are read."""
        compiled = self._statement.compile(dialect=dialect)
        kinds = {
            name: bind.type.dialect_impl(dialect) for bind, name in compiled.bind_names.items()
        }
        places = compiled.positiontup or [*kinds]
        binds = [(name, kinds[name].bind_processor(dialect)) for name in places]
        columns = getattr(self._statement, "selected_columns", ())
        readers = [
            one.type.dialect_impl(dialect).result_processor(dialect, None) for one in columns
        ]
        by_name = compiled.positiontup is None
        return str(compiled), dict(compiled.params), binds, by_name, readers


MIGRATIONS: Final = Path(__file__).parent.parent / "migrations"


@cache
def revisions() -> tuple[str, ...]:
    """Return every known version, the oldest first."""
    # by their names: Alembic takes long to load, and only an upgrade needs it
    files = (MIGRATIONS / "versions").glob("[0-9]*.py")
    return tuple(sorted(file.name.partition("_")[0] for file in files))


def newest() -> str:
    """Return the version that the app works with."""
    return revisions()[-1]
