"""Copying all rows of one database into another, empty one, SQLite or PostgreSQL either way."""

from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import blake2b
from typing import Any, Final

import msgspec
from sqlalchemy import Connection, Engine, Row, Table, func, insert, select, text

import scorekeeper.store.schema.league  # noqa: F401 (its tables belong to the schema)
from scorekeeper.store.schema.table import Base
from scorekeeper.store.sql.database import begin, is_sqlite, translate_errors

_AT_ONCE: Final = 1000
"""Rows that are in memory at a time."""
_PASSING: Final = {"rebuild_mark"}
"""Tables about work in progress, which are not copied."""


class NotEmpty(ValueError):
    """The target database is not empty."""


class CopyDiffers(ValueError):
    """The copy differs from the source; nothing was saved."""


def copy_rows(source: Engine, target: Engine) -> dict[str, int]:
    """Copy every row, as of one moment; return the number of rows by table name.

    Both have the newest tables, and the target's are empty. All of it is one transaction, which is
    read again and compared before it is saved. Raises ``NotEmpty``, ``CopyDiffers``,
    ``Unavailable``.
    """
    tables = lasting_tables()
    with translate_errors(), _moment(source) as here, target.connect() as there, there.begin():
        begin(there, "BEGIN IMMEDIATE")
        check_empty(there)
        for table in tables:
            for rows in _rows(here, table):
                there.execute(insert(table), [row._asdict() for row in rows])
            number_above(there, table, _last_number(here, table))
        counted = {}
        for table in tables:
            sent, arrived = _sum(here, table), _sum(there, table)
            if sent != arrived:
                raise CopyDiffers(table.name)
            counted[table.name] = sent[0]
    return counted


def lasting_tables() -> list[Table]:
    """Return all tables whose rows are copied, each after those that it refers to."""
    return [one for one in Base.metadata.sorted_tables if one.name not in _PASSING]


def check_empty(connection: Connection) -> None:
    """Raise ``NotEmpty``, with the names of the tables, where any table has a row."""
    filled = [one for one in lasting_tables() if connection.execute(select(one).limit(1)).first()]
    if filled:
        raise NotEmpty(", ".join(one.name for one in filled))


@contextmanager
def _moment(engine: Engine) -> Iterator[Connection]:
    """Open a connection that sees the database as it is now, whatever others write meanwhile."""
    with engine.connect() as connection:
        if not is_sqlite(connection):
            connection.execution_options(isolation_level="REPEATABLE READ")
        begin(connection, "BEGIN")
        yield connection


def _rows(connection: Connection, table: Table) -> Iterator[list[Row[Any]]]:
    """Yield the rows in batches, in the order of their keys, so that rows come after those they
    refer to."""
    ordered = select(table).order_by(*table.primary_key)
    found = connection.execution_options(yield_per=_AT_ONCE).execute(ordered)
    for rows in found.partitions():
        yield [*rows]


def _sum(connection: Connection, table: Table) -> tuple[int, int]:
    """Return the number of rows, and a digest that does not depend on their order: databases
    sort text each in its own way."""
    count = total = 0
    for rows in _rows(connection, table):
        count += len(rows)
        for row in rows:
            digest = blake2b(msgspec.json.encode([*row]), digest_size=16).digest()
            total += int.from_bytes(digest)
    return count, total


def number_above(there: Connection, table: Table, last: int = 0) -> None:
    """Make new rows get ids above all existing ones, and above the last that was ever given: the
    id of a deleted link must not be given to another."""
    column = table.autoincrement_column
    if column is None:
        return
    last = max(last, there.scalar(select(func.max(column))) or 0)
    if not last:
        return
    if not is_sqlite(there):
        number = text("SELECT setval(pg_get_serial_sequence(:name, :column), :last)")
        there.execute(number, {"name": table.name, "column": column.name, "last": last})
    elif table.dialect_options["sqlite"]["autoincrement"]:
        there.execute(text("DELETE FROM sqlite_sequence WHERE name = :name"), {"name": table.name})
        number = text("INSERT INTO sqlite_sequence VALUES (:name, :last)")
        there.execute(number, {"name": table.name, "last": last})


def _last_number(connection: Connection, table: Table) -> int:
    """Return the last id that a table assigned, where the database stores it; else 0."""
    column = table.autoincrement_column
    if column is None:
        return 0
    if not is_sqlite(connection):
        name = connection.scalar(
            text("SELECT pg_get_serial_sequence(:name, :column)"),
            {"name": table.name, "column": column.name},
        )
        state = connection.execute(text(f"SELECT last_value, is_called FROM {name}")).one()
        return state.last_value if state.is_called else 0
    if not table.dialect_options["sqlite"]["autoincrement"]:
        return 0
    kept = text("SELECT seq FROM sqlite_sequence WHERE name = :name")
    return connection.scalar(kept, {"name": table.name}) or 0
