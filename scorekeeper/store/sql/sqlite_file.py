"""The file of a SQLite database: created for its owner only, recognised again, closed cleanly; and
taking turns to write to it, among threads and processes. None waits for ever.

Short writes that wait for each other share one transaction, and so one fsync (`GroupCommit`).
Whoever writes while others wait does not commit, but leaves the transaction open for the next one;
the last one commits. Each stands behind a savepoint, so that one that is refused takes nothing of
the others with it, and nobody is told that it was saved before all of it is on the disk.
"""

import os
import sqlite3
import threading
import weakref
from collections.abc import Callable, Iterator
from contextlib import (
    AbstractContextManager,
    ExitStack,
    closing,
    contextmanager,
    nullcontext,
    suppress,
)
from time import monotonic, sleep
from typing import IO, Any, Final

from flask import g, has_request_context
from sqlalchemy import Connection, Engine, event

from scorekeeper.sentences import tell
from scorekeeper.store.sql.trouble import ReadOnly, Replaced, Unavailable

try:
    import fcntl
except ImportError:  # Windows has no flock; there BEGIN IMMEDIATE and busy_timeout stand alone
    fcntl = None  # type: ignore[assignment,unused-ignore]

WAIT_SECONDS = 5
"""How long all writes of one request together may wait for others before it is refused as busy."""
COMMAND_SECONDS = 20
"""How long each write of a command may wait."""
LAST_SECONDS: Final = 1
"""How long a process that is shutting down waits for others that write or shut down too."""
MOST_WRITERS: Final = 6
"""Threads of a process that write, or wait to, at a time, unless its server has room for more; the
others are left for readers."""
_PAUSES: Final = (0.0003, 0.0006, 0.0012, 0)
"""Seconds between attempts to lock a file; a writer that has used them all up joins a queue. With
them two processes write 850 to 1000 times in a second, without 620 to 900."""
STILL_SECONDS: Final = 1
"""How long none of them may make progress before one more is refused. With twenty phones on a busy
machine a write took up to 0.41 s, and at 0.25 one of a build's phones was refused."""
MOST_TOGETHER: Final = 16
"""Writes that share a transaction; other processes wait for its end."""
_LOOK_SECONDS: Final = 0.005
"""How often a finished writer checks whether the next one has gone away silently."""


class Deadline:
    """How long a write may wait. All writes of a request share that time."""

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
    """Slots for a number of writers. While these make progress, one more waits for a slot; when
    they don't, it is refused, so that it takes no thread from readers: under gunicorn with eight
    threads a pad took 10 s while another program held the lock, and takes 0.5. Our own server has
    threads for readers alone."""

    def __init__(self, most: int) -> None:
        self._free = most
        self._changed = threading.Condition()
        self._moved = monotonic()

    @contextmanager
    def take(self, deadline: Deadline) -> Iterator[None]:
        """Take a slot for the time of a write; raises ``Unavailable`` where none becomes free."""
        with self._changed:
            while not self._free:
                left = min(deadline.until, self._moved + STILL_SECONDS) - monotonic()
                if left <= 0:
                    raise Unavailable
                self._changed.wait(left)
            self._free, self._moved = self._free - 1, monotonic()
        try:
            yield
        finally:
            with self._changed:
                self._free, self._moved = self._free + 1, monotonic()
                self._changed.notify()

    def make_room(self, most: int) -> None:
        """Raise the number of slots to ``most``, never lower it; before any writer has come."""
        self._free = max(self._free, most)


writer_slots: Final = WriterSlots(MOST_WRITERS)
_process_turn: Final = threading.Lock()


@contextmanager
def file_turn(path: str | None, deadline: Deadline) -> Iterator[None]:
    """Wait for this writer's turn among all threads and processes that write to a SQLite file.

    SQLite's own waiting is unfair: one writer of many may starve for seconds. A lock within
    the process and one on a file beside the database queue them instead: of 100 writes the slowest
    takes 34 ms, where it took 412. Raises ``Unavailable``.
    """
    if not _process_turn.acquire(timeout=deadline.left):
        raise Unavailable
    try:
        with _locked(f"{path}-turn", deadline) if fcntl and path else nullcontext():
            yield
    finally:
        _process_turn.release()


@contextmanager
def final_turn(path: str) -> Iterator[None]:
    """Take the turn of a process that is shutting down. This starts no thread, which such a process
    can't, and goes ahead if another holds the turn for longer than ``LAST_SECONDS``."""
    with ExitStack() as stack:
        with suppress(Unavailable):  # the lock's file cannot be opened
            file = stack.enter_context(_opened_lock(f"{path}-turn")) if fcntl else None
            until = monotonic() + LAST_SECONDS
            while file and monotonic() < until:
                try:
                    fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
                    break
                except BlockingIOError:
                    sleep(0.01)
        yield


_waiters: Final[dict[str, "_LockWaiter"]] = {}
"""Waiters that nobody waits for any more but that may still get the lock, by path; only the writer
whose turn it is in this process uses them."""


def _locked(path: str, deadline: Deadline) -> IO[bytes]:
    """Return the file, locked; closing it releases the lock."""
    waiter = _waiters.pop(path, None)
    if waiter is None or not waiter.resume():
        file = _opened_lock(path)  # each time: a fork must not share the lock
        # other processes mostly hold the lock for a millisecond; a thread that waits costs 0.1 ms
        for pause in _PAUSES:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
                return file
            except BlockingIOError:
                sleep(pause)
        waiter = _LockWaiter(file)
        waiter.start()
    if not waiter.acquired_within(deadline.left):
        _waiters[path] = waiter
        raise Unavailable
    return waiter.file


class _LockWaiter(threading.Thread):
    """Waits for the lock of a file: the system queues those who wait, but has no time limit."""

    def __init__(self, file: IO[bytes]) -> None:
        super().__init__(name="waits for its turn", daemon=True)
        self.file = file
        self._settled = threading.Lock()
        self._locked = self._given_up = False

    def run(self) -> None:
        """Wait for the lock; release it at once if nobody wants it any more."""
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
        """Wait for it again; return whether this still waits for the lock."""
        with self._settled:
            self._given_up = False
            return not self._locked


def _opened_lock(path: str) -> IO[bytes]:
    try:
        return open(path, "ab", buffering=0)
    except PermissionError as error:
        raise ReadOnly from error
    except OSError as error:
        raise Unavailable from error


Opened = Callable[[Deadline], AbstractContextManager[Connection]]
"""Takes the database's turn to write and opens a transaction, which ends with it."""


class _Shared:
    """A transaction that several writes share."""

    def __init__(self, opened: AbstractContextManager[Connection]) -> None:
        self._opened, self.connection = opened, opened.__enter__()
        self.writes = 0
        self.over = threading.Event()
        self.fault: BaseException | None = None

    def end(self) -> None:
        """Commit it, unless it has failed."""
        fault = self.fault
        try:
            self._opened.__exit__(type(fault) if fault else None, fault, None)
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


class GroupCommit:
    """The writers of one database. Where a sync takes 10 ms, 3.5 to 4 times as many deals are saved
    in a second as when each has a transaction of its own."""

    def __init__(self, opened: Opened) -> None:
        self._opened = opened
        self._turn = threading.Lock()
        self._counting = threading.Lock()
        self.waiting = 0
        self._shared: _Shared | None = None

    @contextmanager
    def write(self, deadline: Deadline) -> Iterator[Connection]:
        """Open a connection in a transaction, committed when this returns, perhaps with others.

        Raises what prevented the commit.
        """
        with self._counting:
            self.waiting += 1
        taken = self._turn.acquire(timeout=deadline.left)
        with self._counting:
            self.waiting -= 1
        if not taken:
            raise Unavailable
        try:
            if self._shared is None:
                self._shared = _Shared(self._opened(deadline))
            else:
                deadline.stop()
            shared = self._shared
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

    def _write(self, shared: _Shared) -> Iterator[Connection]:
        alone = shared.writes == 0
        shared.writes += 1
        try:
            # the first can go back to the beginning: nothing of others is in the transaction yet
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
            if shared.fault or not self.waiting or shared.writes >= MOST_TOGETHER:
                self._end(shared)

    def _end(self, shared: _Shared) -> None:
        if self._shared is shared:
            self._shared = None
            shared.end()


# --- the file -------------------------------------------------------------------------------------

_PRIVATE: Final = 0o600


class DatabaseFile:
    """The file that an engine opened first. A file that has replaced it since is another database:
    what was read from this one must not be written there."""

    def __init__(self, path: str) -> None:
        self.path = path
        self._log = f"{path}-wal"
        self._known: _Identity = None
        self._known_log: _Identity = None

    def check_same_file(self) -> None:
        """Raise ``Replaced`` if the file that has the name now is not the one that was opened."""
        if self._known is None:
            return
        if _identity(self.path) != self._known:
            raise Replaced
        # noted while the file is ours: at the end no other file's log may be taken away
        self._known_log = _identity(self._log)

    def before_connecting(self, *_: Any) -> None:
        """Create a missing file, readable by its owner alone; SQLite gives its other files the same
        rights. A file that has disappeared since is not created again."""
        self.check_same_file()
        with suppress(OSError):  # it is there, or SQLite will say what is wrong
            os.close(os.open(self.path, os.O_RDWR | os.O_CREAT | os.O_EXCL, _PRIVATE))

    def remember_identity(self, *_: Any) -> None:
        """Remember the identity of the file that was opened."""
        self._known = self._known or _identity(self.path)

    @property
    def was_opened(self) -> bool:
        """Return whether it has been opened."""
        return self._known is not None

    def merge_log(self) -> str:
        """Merge the log beside the file into it; return what prevented that, in words."""
        if _identity(self.path) != self._known:
            self._take_log_away()
            return tell(
                "{file} was replaced or deleted; entries saved since are not in it.", file=self.path
            )
        if not os.path.exists(self._log):
            return ""
        with (
            suppress(sqlite3.Error),
            closing(sqlite3.connect(self.path, timeout=WAIT_SECONDS)) as connection,
        ):
            busy, _, _ = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
            if not busy:
                return ""
        return tell(
            "Another program has the database open, so the latest entries are still in {file}. "
            "Copy both files, or run “scorekeeper backup”.",
            file=self._log,
        )

    def _take_log_away(self) -> None:
        """Rename the log of the file that was opened: SQLite would apply it to the file that has
        the name now, and so damage that."""
        if self._known_log is not None and _identity(self._log) == self._known_log:
            os.replace(self._log, f"{self._log}.old")
            with suppress(OSError):
                os.unlink(f"{self.path}-shm")


_Identity = tuple[int, int] | None


def _identity(path: str) -> _Identity:
    try:
        found = os.stat(path)
    except OSError:
        return None
    return found.st_dev, found.st_ino


_files: Final = weakref.WeakKeyDictionary[Engine, DatabaseFile]()


def watch(engine: Engine) -> None:
    """Check the file of a SQLite engine at each connection from the first on."""
    path = engine.url.database
    if path and path != ":memory:" and not path.startswith("file:"):
        file = _files[engine] = DatabaseFile(path)
        event.listen(engine, "do_connect", file.before_connecting)
        event.listen(engine, "connect", file.remember_identity)


def file_of(engine: Engine) -> DatabaseFile | None:
    """Return the file; `None` in memory and on a server."""
    return _files.get(engine)


def close(engine: Engine) -> str:
    """Close the database, with all that was written in its one file; return what prevented that,
    in words (another process that reads may)."""
    file = file_of(engine)
    if file is None or not file.was_opened:
        engine.dispose()
        return ""
    # if two close at the same moment, SQLite lets neither remove the log
    with final_turn(file.path):
        engine.dispose()
        return file.merge_log()
