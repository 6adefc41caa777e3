"""Short writes that wait for each other share one transaction, and so one fsync.

Whoever writes while others wait does not commit, but leaves the transaction open for the next one;
the last one commits. Each stands behind a savepoint, so that one that is refused takes nothing of
the others with it, and nobody is told that it was saved before all of it is on the disk.
"""

import threading
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from typing import Any, Final

from sqlalchemy import Connection

from scorekeeper.store.sql.trouble import Unavailable
from scorekeeper.store.sql.turns import WaitingTime

MOST: Final = 16
"""Writes that share a transaction; other processes wait for its end."""
_LOOK_SECONDS: Final = 0.005
"""How often who is done looks whether the next one has gone away without a word."""

Opened = Callable[[WaitingTime], AbstractContextManager[Connection]]
"""Takes the database's turn to write and opens a transaction, which ends with it."""


class _Shared:
    """A transaction that several writes share."""

    def __init__(self, stack: ExitStack, connection: Connection) -> None:
        self._stack, self.connection = stack, connection
        self.writes = 0
        self.over = threading.Event()
        self.fault: BaseException | None = None

    def end(self) -> None:
        """Commit it, unless it has failed."""
        fault = self.fault
        try:
            self._stack.__exit__(type(fault) if fault else None, fault, None)
        except BaseException as error:
            self.fault = error
        self.over.set()

    def run(self, statement: str) -> None:
        """Run a statement of the transaction's own."""
        self._driver.execute(statement).close()

    @property
    def is_open(self) -> bool:
        """Return whether SQLite still has it; some failures roll all of it back."""
        return bool(self._driver.in_transaction)

    @property
    def _driver(self) -> Any:
        return self.connection.connection.dbapi_connection


class Together:
    """The writers of one database."""

    def __init__(self, opened: Opened) -> None:
        self._opened = opened
        self._turn = threading.Lock()
        self._counting = threading.Lock()
        self.waiting = 0
        self._shared: _Shared | None = None

    @contextmanager
    def write(self, patience: WaitingTime) -> Iterator[Connection]:
        """A connection in a transaction that is committed when this returns, perhaps with others.

        Raises what hindered the commit.
        """
        self._take_turn(patience)
        try:
            if self._shared:
                patience.stop()
            shared = self._shared or self._open(patience)
            yield from self._write(shared)
        finally:
            self._turn.release()
        while not shared.over.wait(_LOOK_SECONDS):
            if self._turn.acquire(blocking=False):
                try:
                    self._end(shared)
                finally:
                    self._turn.release()
        if shared.fault is not None:
            raise shared.fault

    def _take_turn(self, patience: WaitingTime) -> None:
        with self._counting:
            self.waiting += 1
        taken = self._turn.acquire(timeout=patience.left)
        with self._counting:
            self.waiting -= 1
        if not taken:
            raise Unavailable

    def _open(self, patience: WaitingTime) -> _Shared:
        with ExitStack() as stack:
            connection = stack.enter_context(self._opened(patience))
            self._shared = _Shared(stack.pop_all(), connection)
        return self._shared

    def _write(self, shared: _Shared) -> Iterator[Connection]:
        alone = shared.writes == 0
        shared.writes += 1
        try:
            if not alone:
                shared.run("SAVEPOINT one")
            yield shared.connection
            if not alone:
                shared.run("RELEASE one")
        except BaseException as error:
            if alone or not shared.is_open:
                shared.fault = error
            else:
                shared.run("ROLLBACK TO one")
                shared.run("RELEASE one")
            raise
        finally:
            if shared.fault or not self.waiting or shared.writes >= MOST:
                self._end(shared)

    def _end(self, shared: _Shared) -> None:
        if self._shared is shared:
            self._shared = None
            shared.end()
