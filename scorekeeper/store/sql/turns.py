"""Turns to write: the writers of a process, and of several, take turns; none waits for ever."""

import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from time import monotonic, sleep
from typing import IO, Final

from flask import g, has_request_context

from scorekeeper.store.sql.trouble import ReadOnly, Unavailable

try:
    import fcntl
except ImportError:  # Windows has no flock; there BEGIN IMMEDIATE and busy_timeout stand alone
    fcntl = None  # type: ignore[assignment,unused-ignore]

WAIT_SECONDS = 5
"""What all writes of one request together may wait for others, before it is refused as busy."""
COMMAND_SECONDS = 20
"""What each write of a command may wait."""
LAST_SECONDS: Final = 1
"""What a process that ends waits for others that write, or end too."""
MOST_WRITERS: Final = 6
"""Threads of a process that write, or wait to, at a time, unless its server has room for more; the
others are left for readers."""
_PAUSES: Final = (0.0003, 0.0006, 0.0012, 0)
"""How long it is waited between one try to lock a file and the next; then in a queue."""
STILL_SECONDS: Final = 0.25
"""How long all of them may stand still before one more is refused."""


class WaitingTime:
    """Until when a write may wait. What one write of a request waits, the next may not."""

    def __init__(self, seconds: float | None = None) -> None:
        self._began = monotonic()
        asked = has_request_context()
        usual = WAIT_SECONDS - g.get("waited", 0) if asked else COMMAND_SECONDS
        self.until = self._began + (usual if seconds is None else seconds)

    @property
    def left(self) -> float:
        """The seconds left."""
        return max(0, self.until - monotonic())

    def stop(self) -> None:
        """Stop the clock: the waiting is over."""
        if has_request_context():
            g.waited = g.get("waited", 0) + monotonic() - self._began


class WriterSlots:
    """Room for a number of writers. While these get on, one more waits until another has left; when
    they stand still it is refused, so that it takes no thread from readers."""

    def __init__(self, most: int) -> None:
        self._free = most
        self._changed = threading.Condition()
        self._moved = monotonic()

    @contextmanager
    def take(self, patience: WaitingTime) -> Iterator[None]:
        """Take a slot for the time of a write; raises ``Unavailable`` where none becomes free."""
        with self._changed:
            while not self._free:
                left = min(patience.until, self._moved + STILL_SECONDS) - monotonic()
                if left <= 0:
                    raise Unavailable
                self._changed.wait(left)
            self._move(-1)
        try:
            yield
        finally:
            with self._changed:
                self._move(1)
                self._changed.notify()

    def make_room(self, most: int) -> None:
        """Raise the number of slots to ``most``, never lower it; before any writer has come."""
        self._free = max(self._free, most)

    def _move(self, by: int) -> None:
        self._free += by
        self._moved = monotonic()


writer_slots: Final = WriterSlots(MOST_WRITERS)
_process_turn: Final = threading.Lock()


@contextmanager
def file_turn(path: str | None, patience: WaitingTime) -> Iterator[None]:
    """Wait for this writer's turn among all threads and processes that write to a SQLite file.

    SQLite's own waiting is unfair: one writer of many may starve for seconds. A lock within
    the process and one on a file beside the database queue them instead. Raises ``Unavailable``.
    """
    if not _process_turn.acquire(timeout=patience.left):
        raise Unavailable
    try:
        with _lock_file(path, patience):
            yield
    finally:
        _process_turn.release()


@contextmanager
def _lock_file(path: str | None, patience: WaitingTime) -> Iterator[None]:
    if fcntl is None or path is None:
        yield
        return
    with _locked(f"{path}-turn", patience):
        yield


@contextmanager
def final_turn(path: str) -> Iterator[None]:
    """The turn of a process that ends. It starts no thread, which such a process can't, and takes
    its turn all the same if another holds it for longer than ``LAST_SECONDS``."""
    with ExitStack() as stack:
        if fcntl is not None:
            with suppress(Unavailable, ReadOnly):
                file = stack.enter_context(_opened(f"{path}-turn"))
                _lock_within(LAST_SECONDS, file)
        yield


def _lock_within(seconds: float, file: IO[bytes]) -> None:
    until = monotonic() + seconds
    while True:
        try:
            return fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            if monotonic() > until:
                return None
        sleep(0.01)


_waiters: Final[dict[str, "_LockWaiter"]] = {}
"""Who was given up, still waits and may be asked again, by path; only a process's turn touches it.
"""


def _locked(path: str, patience: WaitingTime) -> IO[bytes]:
    """Return the file, locked; closing it gives the lock back."""
    waiter = _waiters.pop(path, None)
    if waiter is None or not waiter.resume():
        file = _opened(path)  # each time: a fork must not share the lock
        if _locked_soon(file):
            return file
        waiter = _LockWaiter(file)
        waiter.start()
    if not waiter.acquired_within(patience.left):
        _waiters[path] = waiter
        raise Unavailable
    return waiter.file


def _locked_soon(file: IO[bytes]) -> bool:
    """Return whether the lock of the file could be had at once, or nearly: another process needs it
    for a millisecond mostly, and a thread that waits for it costs a tenth of that."""
    for pause in _PAUSES:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            sleep(pause)
        else:
            return True
    return False


class _LockWaiter(threading.Thread):
    """Waits for the lock of a file: the system queues who waits, but knows no limit of time."""

    def __init__(self, file: IO[bytes]) -> None:
        super().__init__(name="waits for its turn", daemon=True)
        self.file = file
        self._settled = threading.Lock()
        self._locked = self._given_up = False

    def run(self) -> None:
        """Wait; who has been given up lets go of the lock at once."""
        fcntl.flock(self.file, fcntl.LOCK_EX)
        with self._settled:
            self._locked = True
            if self._given_up:
                self.file.close()

    def acquired_within(self, seconds: float) -> bool:
        """Return whether the lock was acquired within this time; the attempt is given up if not."""
        self.join(seconds)
        with self._settled:
            self._given_up = not self._locked
            return self._locked

    def resume(self) -> bool:
        """Take it up again, if it still waits."""
        with self._settled:
            self._given_up = False
            return not self._locked


def _opened(path: str) -> IO[bytes]:
    try:
        return open(path, "ab", buffering=0)
    except PermissionError as error:
        raise ReadOnly from error
    except OSError as error:
        raise Unavailable from error
