"""What PostgreSQL tells of changes, whichever server made them: a thread listens to it (LISTEN),
and what it hears is told on. SQLite tells nothing of the kind."""

import logging
import threading
from collections.abc import Callable
from contextlib import closing
from time import monotonic
from typing import Any, Final

from sqlalchemy import Engine

CHANNEL: Final = "scorekeeper"
"""As its migration has it."""
NAME: Final = "scorekeeper listens"
"""By which its connection is known in PostgreSQL."""
BEAT_SECONDS: Final = 1
"""How often the connection is asked whether it is still there."""
BELIEVED_SECONDS: Final = 3
"""How long what is known is believed since the connection last answered."""
_log = logging.getLogger(__name__)


class Listener(threading.Thread):
    """Listens until it is stopped, over a connection of its own. `hear` is given what is told;
    an empty text where anything may have been told before."""

    def __init__(self, engine: Engine, hear: Callable[[str], None]) -> None:
        super().__init__(name="listens for changes", daemon=True)
        self._engine, self._hear = engine, hear
        self._ended = threading.Event()
        self._answered: float | None = None

    @property
    def hears(self) -> bool:
        """Return whether all that was told by now has been heard, or is about to be."""
        answered = self._answered
        return answered is not None and monotonic() - answered < BELIEVED_SECONDS

    def run(self) -> None:
        """Listen; where the connection is lost, over another one."""
        while not self._ended.is_set():
            try:
                with closing(self._connect()) as line:
                    self._listen(line)
            except Exception as error:  # of the driver (perhaps not installed) or the network
                _log.info("Nothing is heard of changes: %s", error)
            self._answered = None
            self._ended.wait(BEAT_SECONDS)

    def stop(self) -> None:
        """Listen no more."""
        self._ended.set()
        self._answered = None

    def _connect(self) -> Any:
        dialect: Any = self._engine.dialect
        positional, named = dialect.create_connect_args(self._engine.url)
        own = {"application_name": NAME, "autocommit": True}
        return dialect.loaded_dbapi.connect(*positional, **{**named, **own})

    def _listen(self, line: Any) -> None:
        line.execute(f"LISTEN {CHANNEL}")
        self._hear("")
        while not self._ended.is_set():
            asked = monotonic()
            line.execute("SELECT 1")  # a dead connection fails here, or blocks
            self._answered = asked
            for told in line.notifies(timeout=BEAT_SECONDS):
                self._hear(told.payload)
