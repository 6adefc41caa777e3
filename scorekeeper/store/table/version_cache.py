"""The versions of tables, cached by a process that is notified of every change: on PostgreSQL, by
whichever server made it. A thread listens (LISTEN). SQLite has no notifications."""

import logging
import threading
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from time import monotonic
from typing import Any, Final, NamedTuple

from flask import Flask, current_app
from sqlalchemy import Engine, bindparam, select

from scorekeeper.store.schema.league import IS_IN, PENDING, STILL_HOLDS, LeagueAccess
from scorekeeper.store.schema.table import Access, GameTable
from scorekeeper.store.sql.database import Prepared, db, is_sqlite, reading
from scorekeeper.store.table.rows import may_be_id


class Versions(NamedTuple):
    """Two numbers, one of which has grown when anything about a table is new."""

    version: int
    drafted: int


_SEEN = select(Access.id).where(
    Access.table_id == GameTable.id, Access.device == bindparam("device"), STILL_HOLDS
)
_IN_LEAGUE = select(LeagueAccess.id).where(
    LeagueAccess.league_id == GameTable.league_id,
    LeagueAccess.device == bindparam("device"),
    LeagueAccess.role != PENDING,
    IS_IN,
)
_VERSIONS = Prepared(
    select(GameTable.version, GameTable.drafted).where(
        GameTable.public_id == bindparam("public_id"),
        GameTable.deleted.is_(None),
        GameTable.open_watch | _SEEN.exists() | _IN_LEAGUE.exists(),
    )
)


def versions_of(public_id: str, device: str) -> Versions | None:
    """Return how far a table has come, if ``device`` may see it; ``None`` tells strangers
    nothing."""
    if not may_be_id(public_id):
        return None
    with reading() as connection:
        rows = _VERSIONS.run(connection, {"public_id": public_id, "device": device})
    return Versions(*rows[0]) if rows else None


CHANNEL: Final = "scorekeeper"
"""The channel that the triggers of the migration notify."""
NAME: Final = "scorekeeper listens"
"""The name of its connection in PostgreSQL."""
BEAT_SECONDS: Final = 1
"""How often the connection is checked."""
BELIEVED_SECONDS: Final = 3
"""How long memory is trusted after the connection last answered."""
_log = logging.getLogger(__name__)


class Listener(threading.Thread):
    """Listens until it is stopped, over a connection of its own. `on_notify` gets the payload of
    each notification; an empty text if any number may have been missed."""

    def __init__(self, engine: Engine, on_notify: Callable[[str], None]) -> None:
        super().__init__(name="listens for changes", daemon=True)
        self._engine, self._on_notify = engine, on_notify
        self._ended = threading.Event()
        self._answered: float | None = None

    @property
    def is_listening(self) -> bool:
        """Return whether notifications are arriving: none can have been missed for long."""
        answered = self._answered
        return answered is not None and monotonic() - answered < BELIEVED_SECONDS

    def run(self) -> None:
        """Listen, reconnecting when the connection is lost."""
        while not self._ended.is_set():
            try:
                with closing(self._connect()) as connection:
                    self._listen(connection)
            except Exception as error:  # of the driver (perhaps not installed) or the network
                _log.info("Nothing is heard of changes: %s", error)
            self._answered = None
            self._ended.wait(BEAT_SECONDS)

    def stop(self) -> None:
        """Stop listening."""
        self._ended.set()
        self._answered = None

    def _connect(self) -> Any:
        dialect: Any = self._engine.dialect
        positional, named = dialect.create_connect_args(self._engine.url)
        # within a transaction PostgreSQL would deliver no notifications
        own = {"application_name": NAME, "autocommit": True}
        return dialect.loaded_dbapi.connect(*positional, **{**named, **own})

    def _listen(self, connection: Any) -> None:
        connection.execute(f"LISTEN {CHANNEL}")
        self._on_notify("")
        while not self._ended.is_set():
            asked = monotonic()
            connection.execute("SELECT 1")  # a dead connection fails here, or blocks
            self._answered = asked
            for notification in connection.notifies(timeout=BEAT_SECONDS):
                self._on_notify(notification.payload)


VERSIONS: Final = "versions of tables"
_MOST: Final = 50_000
"""The most tables cached."""


class VersionCache:
    """The last answer to each phone at each table, until a change of the table is notified. A poll
    takes 1.4 ms of the server's processor time, and 1.9 where it asks the database."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._known: dict[str, dict[str, Versions]] = {}
        self._notified = 0
        self.listener: Listener | None = None

    def on_notify(self, public_id: str) -> None:
        """Forget what is known of a table, or of all (an empty text)."""
        with self._lock:
            self._notified += 1
            if public_id:
                self._known.pop(public_id, None)
            else:
                self._known.clear()

    def latest(self, public_id: str, device: str) -> Versions | None:
        """Return the cached answer, else the database's; that is cached, unless a notification
        arrived meanwhile, whose change it may lack."""
        if self.listener is None or not self.listener.is_listening:
            return versions_of(public_id, device)
        known = self._known.get(public_id, {}).get(device)
        if known is not None:
            return known
        notified, found = self._notified, versions_of(public_id, device)
        if found is not None:
            with self._lock:
                if notified == self._notified:
                    if len(self._known) >= _MOST:
                        self._known.clear()
                    self._known.setdefault(public_id, {})[device] = found
        return found


def latest_versions(public_id: str, device: str) -> Versions | None:
    """Return how far the table has come, if the device may see it; for “is anything new?”. Raises
    ``Unavailable``."""
    cache: VersionCache | None = current_app.extensions.get(VERSIONS)
    return cache.latest(public_id, device) if cache else versions_of(public_id, device)


@contextmanager
def listening(app: Flask) -> Iterator[None]:
    """Listen for other processes' changes meanwhile, if the database can notify of them."""
    with app.app_context():
        engine = db.engine
    if is_sqlite(engine):
        yield
        return
    cache = app.extensions[VERSIONS] = VersionCache()
    cache.listener = Listener(engine, cache.on_notify)
    cache.listener.start()
    try:
        yield
    finally:
        cache.listener.stop()
        del app.extensions[VERSIONS]
