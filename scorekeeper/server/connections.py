"""waitress with limits: who may connect, who waits for whom, and how it ends.

A pad that is looked at waits for no writer: what is posted has threads of its own. Where there are
too many connections, those go first on which nothing happens.
"""

import signal
import socket
import sys
import time
from typing import Any, Final

from waitress import wasyncore
from waitress.adjustments import Adjustments
from waitress.channel import HTTPChannel
from waitress.server import TcpWSGIServer, UnixWSGIServer
from waitress.task import ThreadedTaskDispatcher

from scorekeeper.store.sql.turns import writer_slots

WRITERS: Final = 14
"""Tables that may save a deal at the same moment while a slow disk is still busy with the last."""
POSTING_THREADS: Final = WRITERS + 2
"""Two more than may write, or wait to: for what is posted only to be worked out."""
READING_THREADS: Final = 6
CONNECTIONS: Final = 1000
"""A phone keeps two or three open."""
OF_ONE_ADDRESS: Final = 200
"""A club's phones may all come from one address."""
ENDING_SECONDS: Final = 8
"""So long open requests may take once the server is to end; who ends it may kill it after ten."""
_UNSENT_SECONDS: Final = 1
_FILES_BESIDE: Final = 200
_LOOP_SECONDS: Final = 1


class Threads:
    """Threads for what is posted, and others for all else."""

    def __init__(self) -> None:
        self._posting, self._reading = ThreadedTaskDispatcher(), ThreadedTaskDispatcher()
        self._posting.set_thread_count(POSTING_THREADS)
        writer_slots.make_room(WRITERS)
        self._reading.set_thread_count(READING_THREADS)

    def add_task(self, channel: HTTPChannel) -> None:
        """Have the channel's next request answered."""
        posts = getattr(channel.requests[0], "command", "") == "POST"
        (self._posting if posts else self._reading).add_task(channel)

    def shutdown(self) -> None:
        """End the threads; one that is busy is left behind."""
        for threads in (self._posting, self._reading):
            threads.shutdown(timeout=0.5)


class _Limited:
    """What both kinds of server have: a place is made for each new connection, or it is closed."""

    most_connections = CONNECTIONS
    of_one_address: int | None = None
    active_channels: dict[int, HTTPChannel]

    def channel_class(
        self, server: Any, line: socket.socket, address: Any, settings: Adjustments, map: Any
    ) -> None:
        """Take up a connection."""
        everybody = [*self.active_channels.values()]
        alike = [one for one in everybody if one.addr[0] == address[0]]
        if self.of_one_address and len(alike) >= self.of_one_address:
            full = alike
        else:
            full = everybody if len(everybody) >= self.most_connections else []
        if full and not _drop_one_of(full):
            line.close()
        else:
            HTTPChannel(server, line, address, settings, map=map)


def _drop_one_of(channels: list[HTTPChannel]) -> bool:
    """Close the one on which nothing has happened for longest, rather one that asks nothing than
    one that is slow to ask; none whose request is being answered."""
    waiting = [one for one in channels if not _is_busy(one)]
    if waiting:
        min(waiting, key=lambda one: (one.request is not None, one.last_activity)).handle_close()
    return bool(waiting)


def _is_busy(channel: HTTPChannel) -> bool:
    return bool(channel.requests or channel.total_outbufs_len)


class _OnNetwork(_Limited, TcpWSGIServer):  # type: ignore[misc,unused-ignore]
    pass


class _OnSocket(_Limited, UnixWSGIServer):  # type: ignore[misc,unused-ignore]
    pass


def make_server(app: Any, door: socket.socket, *, proxied: bool, **settings: Any) -> Any:
    """A server behind this door. One that is `proxied` has no visitors but the proxy: it counts
    nobody's connections by address, and what the proxy says of them is left to the app to read."""
    unix = door.family not in (socket.AF_INET, socket.AF_INET6)
    most = _room_for(CONNECTIONS)
    # poll() instead of select(): waitress dies near 1,000 connections with the latter
    given = Adjustments(
        sockets=[door],
        asyncore_use_poll=True,
        connection_limit=most + _FILES_BESIDE,
        clear_untrusted_proxy_headers=not proxied,
        **settings,
    )
    server = (_OnSocket if unix else _OnNetwork)(
        app,
        dispatcher=Threads(),
        adj=given,
        _sock=door,
        bind_socket=False,
        sockinfo=(door.family, door.type, door.proto, door.getsockname()),
    )
    server.most_connections = most
    server.of_one_address = None if proxied or unix else OF_ONE_ADDRESS
    return server


def _room_for(connections: int) -> int:
    """Ask the system for as many open files as that needs; how many connections it has room for."""
    if sys.platform == "win32":
        return connections
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = connections + _FILES_BESIDE
    if soft < wanted:
        try:
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
            soft = wanted
        except (OSError, ValueError):  # more than it allows
            return max(soft - _FILES_BESIDE, soft // 2)
    return connections


class Shutdown:
    """Whether somebody has asked the server to end: by Ctrl+C, by SIGTERM, by closing its
    terminal. Asked twice it ends at once, as it would without us."""

    def __init__(self, server: Any) -> None:
        self.asked = False
        self._server = server
        names = ("SIGINT", "SIGTERM", "SIGHUP", "SIGBREAK")
        self._signals = [getattr(signal, name) for name in names if hasattr(signal, name)]
        self._signals = [one for one in self._signals if signal.getsignal(one) != signal.SIG_IGN]
        for one in self._signals:
            signal.signal(one, self._ask)

    def _ask(self, *_: Any) -> None:
        self.asked = True
        for one in self._signals:
            signal.signal(one, signal.SIG_DFL)
        self._server.pull_trigger()  # it may be waiting for somebody to come


def run(server: Any, ending: Shutdown) -> None:
    """Serve until asked to end."""
    while not ending.asked:
        _turn(server, _LOOP_SECONDS)


def finish(server: Any) -> bool:
    """Take up nothing more and answer what is open; whether all of it was answered in time."""
    wasyncore.dispatcher.close(server)  # the door alone
    _turn(server, 0)  # what has been sent by now is open
    until = time.monotonic() + ENDING_SECONDS
    while _open_requests(server) and time.monotonic() < until:
        _turn(server, 0.1)
    left = _open_requests(server)
    server.task_dispatcher.shutdown()
    return not left


def _open_requests(server: Any) -> int:
    """How many there are; connections without one are closed."""
    channels = [*server.active_channels.values()]
    for one in channels:
        quiet = time.time() - one.last_activity > _UNSENT_SECONDS
        if not _is_busy(one) and (one.request is None or quiet):
            one.handle_close()
    return len(server.active_channels)


def _turn(server: Any, seconds: float) -> None:
    wasyncore.loop(timeout=seconds, use_poll=True, map=server._map, count=1)
