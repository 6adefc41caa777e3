"""Looking after the database: migrations, backups, and summaries made again."""

import os
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from alembic import command
from alembic.config import Config
from sqlalchemy import Connection

from scorekeeper.store.database import MIGRATIONS, db, is_sqlite, reading, translated, writing
from scorekeeper.store.read import TableRow, find_by_id, read_scored, table_ids
from scorekeeper.store.write import Summary, lock, save_summary


def upgrade() -> None:
    """Bring the database up to date; makes all of it where there is none. Needs an app context."""
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    command.upgrade(config, "head")


def backup(path: Path) -> None:
    """Write a copy of the database as it is at this moment, while others go on writing.

    The copy is complete and on the disk when this returns, and only then has its name. Raises
    ``FileExistsError`` rather than overwrite an older copy, ``FileNotFoundError`` where there is
    no database, ``OSError`` where the copy cannot be written, ``ValueError`` that says what to do
    on PostgreSQL, ``Unavailable``.
    """
    if not is_sqlite(db.engine):
        raise ValueError("A PostgreSQL database is copied with pg_dump.")
    if path.exists():
        raise FileExistsError(f"{path} is there already; a copy never overwrites another.")
    database = Path(db.engine.url.database or "")
    if not database.is_file():  # SQLite would make one, and copy that
        raise FileNotFoundError(f"There is no database at {database} to copy.")
    part = path.with_name(f"{path.name}.part")
    # made here, for its owner alone; what is wrong with the folder is better said by the system
    os.close(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600))
    with (
        translated(),
        closing(db.engine.raw_connection()) as connection,  # not in a transaction
        closing(connection.cursor()) as cursor,
    ):
        cursor.execute("VACUUM INTO ?", (str(part),))
    _settle(part)
    part.rename(path)
    _settle(path.parent)


def _settle(path: Path) -> None:
    """Have the disk keep a file's content, or a folder's names."""
    if os.name == "nt" and path.is_dir():  # a folder cannot be opened there
        return
    handle = os.open(path, os.O_RDONLY if path.is_dir() else os.O_RDWR)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


@dataclass(frozen=True)
class Difference:
    """A table whose stored copies were not what its records say."""

    public_id: str
    stored: Summary
    computed: Summary


SummaryOf = Callable[[Connection, TableRow], Summary | None]


def rebuild(summary_of: SummaryOf, *, mend: bool = True) -> Iterator[Difference]:
    """Compute every table's summary again from its records; yield, and mend, what differs.

    ``summary_of`` answers ``None`` for a table that cannot be computed (scored under rules
    that are gone); it is left as it is. Each table is read and mended by itself, so that
    others go on writing.
    """
    with reading() as connection:
        ids = table_ids(connection)
    for table_id in ids:
        if found := _difference(table_id, summary_of, mend):
            yield found


def _difference(table_id: int, summary_of: SummaryOf, mend: bool) -> Difference | None:
    with reading() as connection:
        found = _compared(connection, table_id, summary_of)
    if found is None or not mend:
        return found
    with writing() as connection:  # it may have been written to since
        lock(connection, table_id)
        found = _compared(connection, table_id, summary_of)
        if found is not None:
            save_summary(connection, table_id, found.computed)
    return found


def _compared(connection: Connection, table_id: int, summary_of: SummaryOf) -> Difference | None:
    table = find_by_id(connection, table_id)
    stored = Summary(table.status, table.summary, read_scored(connection, table_id))
    computed = summary_of(connection, table)
    if computed is None or computed == stored:
        return None
    return Difference(table.public_id, stored, computed)
