"""Looking after the database: migrations, and summaries made again.

How far a rebuild has come is saved in the database, together with each repair, so that one that was
interrupted, or killed, continues there and repairs nothing twice.
"""

from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Final

import msgspec
from sqlalchemy import Connection, delete, select

from scorekeeper.languages import Message
from scorekeeper.store.schema.table import RebuildMark
from scorekeeper.store.sql.database import MIGRATIONS, insert_or_update, reading, writing
from scorekeeper.store.sql.trouble import Unavailable
from scorekeeper.store.table.rows import (
    Summary,
    TableRow,
    find_by_id,
    lock,
    now,
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
    # Alembic would take a % in the folder's name for a placeholder
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    command.upgrade(config, "head")


# --- the progress of a rebuild ---------------------------------------------------------------

GAMES: Final[Message] = "Games"
LEAGUE_GAMES: Final[Message] = "League games"

_MARK = RebuildMark.metadata.tables["rebuild_mark"]
_ONE: Final = 1
_STALE: Final = 24 * 60 * 60 * 1000
"""Milliseconds after which a mark is forgotten: what was checked may have been damaged since."""

Tell = Callable[[str, int, int], None]


class RebuildProgress(msgspec.Struct):
    """The progress of a rebuild: tables up to the id ``table`` are checked, of which so many
    were repaired (``mended``); all leagues below the id ``league``, of which so many (``leagues``)
    were repaired; and of that league the games up to the id ``game``, with the number repaired."""

    app: str = ""
    table: int = 0
    mended: int = 0
    league: int = 0
    leagues: int = 0
    game: int = 0
    games: list[int] = []
    sums: int = 0
    # as it was called once, and is in marks that are stored
    access: list[str] = msgspec.field(default_factory=list, name="doors")
    at: int = 0

    def enter(self, league_id: int) -> None:
        """Go on with a league, unless it is the one that is being checked."""
        if league_id != self.league:
            self.league, self.game, self.games, self.sums, self.access = league_id, 0, [], 0, []

    def save(self, connection: Connection) -> None:
        """Save it with what the transaction writes."""
        self.at = now()
        row = {"id": _ONE, "mark": msgspec.to_builtins(self)}
        put = insert_or_update(connection, _MARK).values(row)
        connection.execute(
            put.on_conflict_do_update(index_elements=[_MARK.c.id], set_={"mark": row["mark"]})
        )


class Rebuild:
    """A rebuild's progress: reported with `tell` and, if it repairs, saved now and then."""

    def __init__(
        self,
        progress: RebuildProgress | None = None,
        tell: Tell = lambda *_: None,
        *,
        saved: bool = False,
    ) -> None:
        self.progress = progress or RebuildProgress()
        self.tell = tell
        self._saved = saved

    def save(self, connection: Connection) -> None:
        """Save it with a repair."""
        if self._saved:
            self.progress.save(connection)

    def save_alone(self) -> None:
        """Save it where nothing was to be repaired. If that cannot be done now, a rebuild that is
        interrupted only has more to check again."""
        if self._saved:
            with suppress(Unavailable), writing() as connection:
                self.progress.save(connection)


def interrupted_progress(app: str) -> RebuildProgress | None:
    """Return where this version of the app was interrupted in rebuilding, within the last day."""
    with reading() as connection:
        mark: Any = connection.scalar(select(_MARK.c.mark))
    if mark is None or mark.get("app") != app or now() - mark.get("at", 0) > _STALE:
        return None
    return msgspec.convert(mark, RebuildProgress)


def forget_progress() -> None:
    """Forget the mark, if there is one."""
    with reading() as connection:
        there = connection.scalar(select(_MARK.c.id)) is not None
    if there:
        with writing() as connection:
            connection.execute(delete(_MARK))


# --- rebuilding ---------------------------------------------------------------------------------


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
    summary_of: SummaryOf, *, repair: bool = True, run: Rebuild | None = None
) -> Iterator[TableDifference]:
    """Compute every table's summary again from its records; yield, and mend, what differs.

    ``summary_of`` answers ``None`` for a table that cannot be computed (scored under rules
    that are gone); it is left as it is. Each table is read and mended by itself, so that
    others go on writing. Tables that were checked before an interruption are passed over.
    """
    run = run or Rebuild()
    with reading() as connection:
        ids = table_ids(connection)
    for place, table_id in enumerate(ids, 1):
        if table_id <= run.progress.table:
            continue
        if found := _difference(table_id, summary_of, repair, run):
            yield found
        run.progress.table = table_id
        if place % AT_ONCE == 0 or place == len(ids):
            run.save_alone()
        run.tell(GAMES, place, len(ids))


def _difference(
    table_id: int, summary_of: SummaryOf, mend: bool, run: Rebuild
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
            run.progress.table = table_id
            run.progress.mended += 1
            run.save(connection)
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
