"""Several processes behind one door, so that each core of the machine answers.

The first process, which was started, opens the door and answers nothing: it hands each connection
to the process that has fewest, starts another in the place of one that dies, and has all of them
end. A process whose first one is gone ends too.
"""

import mmap
import os
import select
import selectors
import signal
import socket
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Final

MOST: Final = 4
"""More would want more connections to PostgreSQL than it gives by default."""
PATIENCE_SECONDS: Final = 10
"""So long the others may take to end."""
_END: Final = b"."
_LINE: Final = b"+"
_LIVED_SECONDS: Final = 1
"""What dies sooner is started again no faster than once in so long."""
_PAUSE_SECONDS: Final = 0.05
_AT_ONCE: Final = 64
"""Connections that are taken up before the rest is looked at again."""


def default_count() -> int:
    """Return the default number of processes: one per core, up to `MOST`; one where a system
    cannot fork or hand connections on, as on Windows."""
    if not hasattr(os, "fork") or not hasattr(socket, "send_fds"):
        return 1
    cores = len(os.sched_getaffinity(0)) if sys.platform == "linux" else os.cpu_count()
    return min(cores or 1, MOST)


class Lines:
    """The source of one process's connections; `ended` once it is to take no more."""

    def __init__(self, line: socket.socket, closed: memoryview, place: int) -> None:
        self.line, self.ended = line, False
        self._closed, self._place = closed, place

    def take(self) -> socket.socket | None:
        """The next connection; `None` where there is none now, or none any more. Where the first
        process is gone, this one ends at once."""
        try:
            message, descriptors, _, _ = socket.recv_fds(self.line, 1, 1)
        except BlockingIOError:
            return None
        if not message:
            os._exit(1)
        self.ended |= message == _END
        return socket.socket(fileno=descriptors[0]) if descriptors else None

    def note_closed(self) -> None:
        """Tell that one of them is closed."""
        self._closed[self._place] += 1


class _Process:
    """One that answers, as the first one sees it."""

    def __init__(self, pid: int, line: socket.socket, place: int) -> None:
        self.pid, self.line, self.place = pid, line, place
        self.began, self.given = time.monotonic(), 0

    def give(self, connection: socket.socket) -> bool:
        """Hand it a connection; whether it can take one now."""
        try:
            socket.send_fds(self.line, [_LINE], [connection.fileno()])
        except OSError:  # it lags far behind, or is dying
            return False
        self.given += 1
        return True


class Processes:
    """A number of processes that answer, each by `work`, which returns whether it answered all."""

    def __init__(self, door: socket.socket, count: int, work: Callable[[Lines], bool]) -> None:
        self._door, self._work = door, work
        self._closed = memoryview(mmap.mmap(-1, 8 * count)).cast("Q")
        self._selector = selectors.DefaultSelector()
        self._woken, self._waker = socket.socketpair()
        self._running: dict[int, _Process] = {}
        door.setblocking(False)
        for one in (door, self._woken):
            self._selector.register(one, selectors.EVENT_READ)
        for place in range(count):
            self._start(place)
        door.listen(socket.SOMAXCONN)

    def pull_trigger(self) -> None:
        """Wake it, to check whether it is to end."""
        self._waker.send(_END)

    def serve_until(self, asked: Callable[[], bool]) -> None:
        """Hand on connections until asked to end."""
        while not asked():
            for key, _ in self._selector.select():
                if key.fileobj is self._door:
                    self._hand_on()
                elif isinstance(key.data, _Process):
                    self._replace(key.data)

    def finish(self) -> bool:
        """Accept nothing more and end all processes; return whether each answered what was open."""
        self._selector.unregister(self._door)
        self._door.close()
        for one in self._running.values():
            with suppress(OSError):
                one.line.send(_END)
        answered, until = True, time.monotonic() + PATIENCE_SECONDS
        while self._running and (left := until - time.monotonic()) > 0:
            for key, _ in self._selector.select(left):
                if isinstance(key.data, _Process):
                    answered &= self._forget(key.data) == 0
        for one in self._running.values():
            os.kill(one.pid, signal.SIGKILL)
        return answered and not self._running

    def _hand_on(self) -> None:
        for _ in range(_AT_ONCE):
            try:
                connection, _ = self._door.accept()
            except OSError:  # no request waits any more
                return
            with connection:
                self._give(connection)

    def _give(self, connection: socket.socket) -> None:
        """Hand it to whoever has fewest; where nobody can take it, wait until somebody can."""
        until = time.monotonic() + PATIENCE_SECONDS
        while self._running and time.monotonic() < until:
            for one in sorted(self._running.values(), key=self._open):
                if one.give(connection):
                    return
            select.select([], [one.line for one in self._running.values()], [], _PAUSE_SECONDS)

    def _open(self, one: _Process) -> int:
        return one.given - self._closed[one.place]

    def _replace(self, one: _Process) -> None:
        self._forget(one)
        if time.monotonic() - one.began < _LIVED_SECONDS:
            time.sleep(_LIVED_SECONDS)
        self._start(one.place)

    def _forget(self, one: _Process) -> int:
        """Forget one that has ended; its exit code."""
        self._selector.unregister(one.line)
        one.line.close()
        del self._running[one.place]
        return os.waitstatus_to_exitcode(os.waitpid(one.pid, 0)[1])

    def _start(self, place: int) -> None:
        ours, theirs = socket.socketpair()
        self._closed[place] = 0
        sys.stdout.flush()
        pid = os.fork()
        if pid == 0:
            ours.close()
            os._exit(self._run_worker(Lines(theirs, self._closed, place)))
        theirs.close()
        ours.setblocking(False)
        self._running[place] = one = _Process(pid, ours, place)
        self._selector.register(ours, selectors.EVENT_READ, one)

    def _run_worker(self, lines: Lines) -> int:
        """Be one of those that answer. None of what the first one holds is kept open: a door or a
        line of which there is a copy would not be closed when the first one is gone."""
        for name in ("SIGINT", "SIGTERM", "SIGHUP"):  # the first process passes it on
            signal.signal(getattr(signal, name), signal.SIG_IGN)
        self._selector.close()
        for one in (self._door, self._woken, self._waker):
            one.close()
        for other in self._running.values():
            other.line.close()
        try:
            return 0 if self._work(lines) else 1
        except BaseException:
            sys.excepthook(*sys.exc_info())
            return 1
