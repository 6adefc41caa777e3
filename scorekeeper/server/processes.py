"""Several processes behind one listening socket, so that every core of the machine answers.

The first process listens and answers nothing itself: it hands each connection to the process that
has the fewest, replaces one that dies, and ends them all. They end too if the first one is gone.
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
"""More processes would need more connections than PostgreSQL allows by default."""
# two more than they give open requests (`ENDING_SECONDS`)
PATIENCE_SECONDS: Final = 10
"""How long the others may take to end."""
_END: Final = b"."
_CONNECTION: Final = b"+"
_LIVED_SECONDS: Final = 1
"""A process that lived for less is replaced only after as long again."""
_PAUSE_SECONDS: Final = 0.05
_AT_ONCE: Final = 64
"""The most connections accepted before other events are handled."""


def default_count() -> int:
    """Return the default number of processes: one per core, up to `MOST`; one where a system
    cannot fork or hand connections on, as on Windows."""
    if not hasattr(os, "fork") or not hasattr(socket, "send_fds"):
        return 1
    cores = len(os.sched_getaffinity(0)) if sys.platform == "linux" else os.cpu_count()
    return min(cores or 1, MOST)


class HandedConnections:
    """The connections that the first process hands to another; `ended` once it sends no more."""

    def __init__(self, channel: socket.socket, closed: memoryview, place: int) -> None:
        self.channel, self.ended = channel, False
        self._closed, self._place = closed, place

    def take(self) -> socket.socket | None:
        """Return the next connection; `None` if there is none. If the first process is gone, end
        this one at once."""
        try:
            message, descriptors, _, _ = socket.recv_fds(self.channel, 1, 1)
        except BlockingIOError:
            return None
        if not message:
            # at once: a process that outlived the first one would keep its port from the next start
            os._exit(1)
        self.ended |= message == _END
        return socket.socket(fileno=descriptors[0]) if descriptors else None

    def note_closed(self) -> None:
        """Count one of them as closed."""
        self._closed[self._place] += 1


class _Worker:
    """A process that answers, as the first one sees it."""

    def __init__(self, pid: int, channel: socket.socket, place: int) -> None:
        self.pid, self.channel, self.place = pid, channel, place
        self.began, self.given = time.monotonic(), 0

    def give(self, connection: socket.socket) -> bool:
        """Hand it a connection; return whether it could take it."""
        try:
            socket.send_fds(self.channel, [_CONNECTION], [connection.fileno()])
        except OSError:  # it is far behind, or dying
            return False
        self.given += 1
        return True


class Processes:
    """Processes that answer: each runs `work`, which returns whether it answered all requests."""

    def __init__(
        self, listener: socket.socket, count: int, work: Callable[[HandedConnections], bool]
    ) -> None:
        self._listener, self._work = listener, work
        # memory that all processes share; each counts in a place of its own, so there is no lock
        self._closed = memoryview(mmap.mmap(-1, 8 * count)).cast("Q")
        self._selector = selectors.DefaultSelector()
        self._woken, self._waker = socket.socketpair()
        self._running: dict[int, _Worker] = {}
        listener.setblocking(False)
        for one in (listener, self._woken):
            self._selector.register(one, selectors.EVENT_READ)
        for place in range(count):
            self._start(place)
        listener.listen(socket.SOMAXCONN)

    def pull_trigger(self) -> None:
        """Wake the loop, so that it checks whether to end."""
        self._waker.send(_END)

    def serve_until(self, asked: Callable[[], bool]) -> None:
        """Hand on connections until asked to end."""
        while not asked():
            for key, _ in self._selector.select():
                if key.fileobj is self._listener:
                    self._hand_on()
                elif isinstance(key.data, _Worker):
                    self._replace(key.data)

    def finish(self) -> bool:
        """Accept nothing more and end all processes; return whether each answered what was open."""
        self._selector.unregister(self._listener)
        self._listener.close()
        for one in self._running.values():
            with suppress(OSError):
                one.channel.send(_END)
        answered, until = True, time.monotonic() + PATIENCE_SECONDS
        while self._running and (left := until - time.monotonic()) > 0:
            for key, _ in self._selector.select(left):
                if isinstance(key.data, _Worker):
                    answered &= self._forget(key.data) == 0
        for one in self._running.values():
            os.kill(one.pid, signal.SIGKILL)
        return answered and not self._running

    def _hand_on(self) -> None:
        for _ in range(_AT_ONCE):
            try:
                connection, _ = self._listener.accept()
            except OSError:  # no request waits any more
                return
            # only our copy of it: the process that it was sent to has its own
            with connection:
                self._give(connection)

    def _give(self, connection: socket.socket) -> None:
        """Hand the connection to the process with the fewest, waiting until one can take it."""
        until = time.monotonic() + PATIENCE_SECONDS
        while self._running and time.monotonic() < until:
            for one in sorted(self._running.values(), key=self._open):
                if one.give(connection):
                    return
            select.select([], [one.channel for one in self._running.values()], [], _PAUSE_SECONDS)

    def _open(self, one: _Worker) -> int:
        return one.given - self._closed[one.place]

    def _replace(self, one: _Worker) -> None:
        self._forget(one)
        if time.monotonic() - one.began < _LIVED_SECONDS:
            time.sleep(_LIVED_SECONDS)
        self._start(one.place)

    def _forget(self, one: _Worker) -> int:
        """Forget a process that has ended; return its exit code."""
        self._selector.unregister(one.channel)
        one.channel.close()
        del self._running[one.place]
        return os.waitstatus_to_exitcode(os.waitpid(one.pid, 0)[1])

    def _start(self, place: int) -> None:
        ours, theirs = socket.socketpair()
        self._closed[place] = 0
        sys.stdout.flush()
        pid = os.fork()
        if pid == 0:
            ours.close()
            os._exit(self._run_worker(HandedConnections(theirs, self._closed, place)))
        theirs.close()
        ours.setblocking(False)
        self._running[place] = one = _Worker(pid, ours, place)
        self._selector.register(ours, selectors.EVENT_READ, one)

    def _run_worker(self, source: HandedConnections) -> int:
        """Answer requests in a new process; return its exit code.

        Copies of the first process's sockets are closed, or they would stay open when that is gone.
        """
        for name in ("SIGINT", "SIGTERM", "SIGHUP"):  # the first process passes it on
            signal.signal(getattr(signal, name), signal.SIG_IGN)
        self._selector.close()
        for one in (self._listener, self._woken, self._waker):
            one.close()
        for other in self._running.values():
            other.channel.close()
        try:
            return 0 if self._work(source) else 1
        except BaseException:
            sys.excepthook(*sys.exc_info())
            return 1
