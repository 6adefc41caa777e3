"""The progress of a rebuild. It is saved in the database, together with each repair, so that one
that was interrupted, or killed, continues there and repairs nothing twice."""

from collections.abc import Callable
from contextlib import suppress
from typing import Any, Final

import msgspec
from sqlalchemy import Connection, delete, select

from scorekeeper.languages import Message
from scorekeeper.store.schema.table import RebuildMark
from scorekeeper.store.sql.database import insert_or_update, reading, writing
from scorekeeper.store.sql.trouble import Unavailable
from scorekeeper.store.table.rows import now

GAMES: Final[Message] = "Games"
LEAGUE_GAMES: Final[Message] = "League games"

_MARK = RebuildMark.metadata.tables["rebuild_mark"]
_ONE: Final = 1
_STALE: Final = 24 * 60 * 60 * 1000
"""Milliseconds after which a mark is forgotten: what was checked may have been damaged since."""

Tell = Callable[[str, int, int], None]


def _silent(_what: str, _done: int, _of: int) -> None:
    """Report to nobody."""


class RebuildCourse(msgspec.Struct):
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


class RebuildProgress:
    """A rebuild's course: reported with `tell` and, if it repairs, saved now and then."""

    def __init__(
        self, course: RebuildCourse | None = None, tell: Tell = _silent, *, saved: bool = False
    ) -> None:
        self.course = course or RebuildCourse()
        self.tell = tell
        self._saved = saved

    def save(self, connection: Connection) -> None:
        """Save it with a repair."""
        if self._saved:
            self.course.save(connection)

    def save_alone(self) -> None:
        """Save it where nothing was to be repaired. If that cannot be done now, a rebuild that is
        interrupted only has more to check again."""
        if self._saved:
            with suppress(Unavailable), writing() as connection:
                self.course.save(connection)


def interrupted_course(app: str) -> RebuildCourse | None:
    """Return where this version of the app was interrupted in rebuilding, within the last day."""
    with reading() as connection:
        mark: Any = connection.scalar(select(_MARK.c.mark))
    if mark is None or mark.get("app") != app or now() - mark.get("at", 0) > _STALE:
        return None
    return msgspec.convert(mark, RebuildCourse)


def forget_course() -> None:
    """Forget the mark, if there is one."""
    with reading() as connection:
        there = connection.scalar(select(_MARK.c.id)) is not None
    if there:
        with writing() as connection:
            connection.execute(delete(_MARK))
