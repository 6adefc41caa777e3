"""Looking after the database: migrations, and summaries made again."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from sqlalchemy import Connection

from scorekeeper.store.rebuild_progress import GAMES, RebuildProgress
from scorekeeper.store.sql.database import reading, writing
from scorekeeper.store.sql.revisions import MIGRATIONS
from scorekeeper.store.table.rows import (
    Summary,
    TableRow,
    find_by_id,
    lock,
    read_scored,
    save_summary,
    table_ids,
)


def upgrade() -> None:
    """Migrate the database to the newest version, or create it. Needs an app context."""
    # here, because it takes long to load and only a start needs it
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    command.upgrade(config, "head")


@dataclass(frozen=True)
class TableDifference:
    """A table whose stored copies were not what its records say."""

    public_id: str
    stored: Summary
    computed: Summary


SummaryOf = Callable[[Connection, TableRow], Summary | None]


AT_ONCE = 50
"""Tables between two savings of how far a rebuild has come."""


def rebuild(
    summary_of: SummaryOf, *, repair: bool = True, progress: RebuildProgress | None = None
) -> Iterator[TableDifference]:
    """Compute every table's summary again from its records; yield, and mend, what differs.

    ``summary_of`` answers ``None`` for a table that cannot be computed (scored under rules
    that are gone); it is left as it is. Each table is read and mended by itself, so that
    others go on writing. Tables that were checked before an interruption are passed over.
    """
    progress = progress or RebuildProgress()
    with reading() as connection:
        ids = table_ids(connection)
    for place, table_id in enumerate(ids, 1):
        if table_id <= progress.course.table:
            continue
        if found := _difference(table_id, summary_of, repair, progress):
            yield found
        progress.course.table = table_id
        if place % AT_ONCE == 0 or place == len(ids):
            progress.save_alone()
        progress.tell(GAMES, place, len(ids))


def _difference(
    table_id: int, summary_of: SummaryOf, mend: bool, progress: RebuildProgress
) -> TableDifference | None:
    with reading() as connection:
        found = _compare(connection, table_id, summary_of)
    if found is None or not mend:
        return found
    with writing() as connection:  # it may have been written to since
        lock(connection, table_id)
        found = _compare(connection, table_id, summary_of)
        if found is not None:
            save_summary(connection, table_id, found.computed)
            progress.course.table = table_id
            progress.course.mended += 1
            progress.save(connection)
    return found


def _compare(
    connection: Connection, table_id: int, summary_of: SummaryOf
) -> TableDifference | None:
    table = find_by_id(connection, table_id)
    stored = Summary(table.status, table.summary, read_scored(connection, table_id))
    computed = summary_of(connection, table)
    if computed is None or computed == stored:
        return None
    return TableDifference(table.public_id, stored, computed)
