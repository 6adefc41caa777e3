"""Notifications of changes from PostgreSQL, whichever server made them: a thread listens (LISTEN)
and passes them on. SQLite has none."""

import logging
import threading
from collections.abc import Callable
from contextlib import closing
from time import monotonic
from typing import Any, Final

from sqlalchemy import Engine

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
    """Listens until it is stopped, over a connection of its own. `hear` gets each notification's
    payload; an empty text if any number may have been missed."""

    def __init__(self, engine: Engine, hear: Callable[[str], None]) -> None:
        super().__init__(name="listens for changes", daemon=True)
        self._engine, self._hear = engine, hear
        self._ended = threading.Event()
        self._answered: float | None = None

    @property
    def hears(self) -> bool:
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
        own = {"application_name": NAME, "autocommit": True}
        return dialect.loaded_dbapi.connect(*positional, **{**named, **own})

    def _listen(self, connection: Any) -> None:
        connection.execute(f"LISTEN {CHANNEL}")
        self._hear("")
        while not self._ended.is_set():
            asked = monotonic()
            connection.execute("SELECT 1")  # a dead connection fails here, or blocks
            self._answered = asked
            for notification in connection.notifies(timeout=BEAT_SECONDS):
                self._hear(notification.payload)
