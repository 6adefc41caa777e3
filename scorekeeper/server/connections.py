"""waitress with limits: how many may connect, which requests have priority, how it ends.

Reading a pad never waits for writers: POST requests have threads of their own. If there are too
many connections, idle ones are closed first.

This loop is waitress' own, told what to wait for, because no server off the shelf does as well:
sixty phones that send a request's body slowly stop granian, gunicorn and plain waitress, while this
one answers others within 5 ms.
"""

import logging
import re
import select
import selectors
import signal
import socket
import sys
import time
from collections.abc import Callable
from typing import Any, Final

from flask import Flask
from waitress import wasyncore
from waitress.adjustments import Adjustments
from waitress.channel import HTTPChannel
from waitress.server import BaseWSGIServer, TcpWSGIServer, UnixWSGIServer
from waitress.task import ThreadedTaskDispatcher, WSGITask

from scorekeeper.server.processes import HandedConnections
from scorekeeper.store.sql.sqlite_file import writer_slots

WRITERS: Final = 14
"""Tables that may save a deal at the same moment while a slow disk is still busy with the last."""
POSTING_THREADS: Final = WRITERS + 2
"""Two more than may write or wait to: for POST requests that only compute an answer."""
READING_THREADS: Final = 6
COMPUTING_THREADS: Final = 2
"""For all pages and documents that take long to compute, together: they wait for each other, and
nothing else waits for them. Scoring and the referee's questions are limited in `web/api.py`."""
_COMPUTING: Final = re.compile(
    r"POST .*/(import|records|sheets)|GET .*/(search|trick|auction|what-if(/\d+)?|figures)"
)
MOST_SENT: Final = 8 * 1024 * 1024
"""The most bytes of a request that waitress accepts, keeping them on disk. The app's own limit is
lower, and its refusal is in words."""
LONGEST_HEAD: Final = 32 * 1024
"""The most bytes of a request's head: an address with a whole trick, and cookies, take a tenth."""
_IDLE_SECONDS: Final = 60
CONNECTIONS: Final = 3000
"""A phone keeps one or two open."""
OF_ONE_ADDRESS: Final = 200
"""A club's phones may all come from one address."""
ENDING_SECONDS: Final = 8
"""How long open requests may take at the end; a service manager may kill the server after ten."""
_LINGER_SECONDS: Final = 0.5
# else a phone that stopped in the middle of a request would hold up the end for eight seconds
_UNSENT_SECONDS: Final = 1
_FILES_BESIDE: Final = 200
_LOOP_SECONDS: Final = 1
_ON_WINDOWS: Final = 400
"""select() there takes 512 at most."""


SWITCH_SECONDS: Final = 0.001
"""How long a thread that computes goes on before another one may. With the usual 5 ms, a page
beside eight clients who send nonsense took 170 ms (95 %) instead of 70."""


class Threads:
    """Threads for POST requests, others for what takes long to compute, and others for the rest."""

    def __init__(self) -> None:
        self._posting, self._computing, self._reading = (ThreadedTaskDispatcher() for _ in range(3))
        self._posting.set_thread_count(POSTING_THREADS)
        self._computing.set_thread_count(COMPUTING_THREADS)
        self._reading.set_thread_count(READING_THREADS)
        writer_slots.make_room(WRITERS)
        sys.setswitchinterval(SWITCH_SECONDS)

    def add_task(self, channel: HTTPChannel) -> None:
        """Queue the channel's next request."""
        self._threads_for(channel.requests[0]).add_task(channel)

    def _threads_for(self, request: Any) -> ThreadedTaskDispatcher:
        method, path = getattr(request, "command", ""), getattr(request, "path", "")
        if _COMPUTING.fullmatch(f"{method} {path}"):
            return self._computing
        return self._posting if method == "POST" else self._reading

    def shutdown(self) -> None:
        """End the threads; one that is busy is left behind."""
        for threads in (self._posting, self._computing, self._reading):
            threads.shutdown(timeout=0.5)


class _Answer(WSGITask):  # type: ignore[misc,unused-ignore]
    """Keeps the connection open after an answer without a body, as HTTP/1.1 allows. waitress would
    close it, and most answers are of this kind: nothing is new (204). Closes it while the server
    ends."""

    close_on_finish: bool

    def build_response_header(self) -> bytes:
        """Return the answer's head; while the server ends, it says that no more are taken."""
        if self.channel.server.ending:
            self.request.headers["CONNECTION"] = "close"
        asked = self.request.headers.get("CONNECTION", "").lower()
        stays = self.version == "1.1" and asked != "close" and not self.close_on_finish
        head: bytes = super().build_response_header()
        if self.has_body or not stays:
            return head
        self.close_on_finish = False
        return head.replace(b"Connection: close\r\n", b"", 1)


_POLLIN: Final = getattr(select, "POLLIN", 1)
_POLLOUT: Final = getattr(select, "POLLOUT", 4)
"""The values that waitress uses; Windows has no poll()."""


class _Channel(HTTPChannel):  # type: ignore[misc,unused-ignore]
    """A connection that its server watches."""

    task_class = _Answer

    def del_channel(self, map: Any = None) -> None:
        """Tell the server that it is closed."""
        # waitress may call this again, and a connection is counted as closed once
        if self._fileno in self.server.active_channels:
            self.server.forget(self)
        super().del_channel(map)


# granian and fastpysgi take 0.3 to 0.4 ms less of the processor for a page, but can't limit
# connections, neither all of them nor those of one address.
class _Limited:
    """The part shared by every kind of server: limits, and waiting for connections.

    For a new connection above a limit an idle one is closed, else the new one itself.
    waitress asks every connection before each wait what it waits for. Here the system is told once;
    only those on which something happened, or whose request a thread answers, are asked again.
    """

    most_connections = CONNECTIONS
    of_one_address: int | None = None
    ending = False
    active_channels: dict[int, HTTPChannel]
    task_dispatcher: Threads
    _map: dict[int, Any]

    def __init__(self, **settings: Any) -> None:
        # not select(), with which waitress dies near 1,000 connections
        self._selector = selectors.DefaultSelector()
        self._watched = dict[int, int]()
        self._busy = set[HTTPChannel]()
        super().__init__(**settings)
        for one in self._map.values():
            self._watch(one)

    def channel_class(
        self, server: Any, connection: socket.socket, address: Any, settings: Adjustments, map: Any
    ) -> None:
        """Accept a connection, unless there is no room for it."""
        everybody = [*self.active_channels.values()]
        alike = [one for one in everybody if one.addr[0] == address[0]]
        if self.of_one_address and len(alike) >= self.of_one_address:
            full = alike
        else:
            full = everybody if len(everybody) >= self.most_connections else []
        if full and not _drop_one_of(full):
            self.refuse(connection)
        else:
            self._watch(_Channel(server, connection, address, settings, map=map))

    def refuse(self, connection: socket.socket) -> None:
        """Close a connection for which there is no room."""
        connection.close()

    def forget(self, channel: HTTPChannel) -> None:
        """Stop watching a connection that is about to be closed."""
        self._busy.discard(channel)
        self._leave(channel)

    def add_task(self, channel: HTTPChannel) -> None:
        """Queue the channel's next request."""
        self._busy.add(channel)
        self.task_dispatcher.add_task(channel)

    def maintenance(self, now: float) -> None:
        """Close connections that have been idle for long."""
        super().maintenance(now)  # type: ignore[misc,unused-ignore]
        for one in self.active_channels.values():
            if one.will_close:
                self._watch(one)

    def serve_until(self, asked: Callable[[], bool]) -> None:
        """Serve until asked to end."""
        while not asked():
            self._turn(_LOOP_SECONDS)

    def finish(self) -> bool:
        """Accept nothing more and answer what is open; return whether all was answered in time.

        A connection that is only kept open is closed a little later: whoever is about to send its
        next request would send it into a closed socket. That one is answered, and is told by the
        answer to open another.
        """
        # closed at once, the next request of each of eight writers went into a closed socket
        self.ending = True
        self.close_listener()
        began = time.monotonic()
        while self.active_channels and time.monotonic() < began + _LINGER_SECONDS:
            self._turn(_LINGER_SECONDS / 10)
        while self._open_requests() and time.monotonic() < began + ENDING_SECONDS:
            self._turn(0.1)
        left = self._open_requests()
        self.task_dispatcher.shutdown()
        return not left

    def close_listener(self) -> None:
        """Stop accepting connections; open ones go on."""
        self._leave(self)
        wasyncore.dispatcher.close(self)

    def _open_requests(self) -> int:
        """Return the number of open connections; those without a request are closed."""
        for one in [*self.active_channels.values()]:
            quiet = time.time() - one.last_activity > _UNSENT_SECONDS
            if not _is_busy(one) and (one.request is None or quiet):
                one.handle_close()
        return len(self.active_channels)

    def _turn(self, seconds: float) -> None:
        self._watch(self)  # it may have room again
        for one in [*self._busy]:
            if not one.requests:
                self._busy.discard(one)
            self._watch(one)
        for key, ready in self._selector.select(seconds):
            one = key.data
            if one._fileno != key.fd:  # closed meanwhile
                continue
            flags = _POLLIN if ready & selectors.EVENT_READ and one.readable() else 0
            if ready & selectors.EVENT_WRITE and one.writable():
                flags |= _POLLOUT
            if flags:
                wasyncore.readwrite(one, flags)
            self._watch(one, narrow=not flags)

    def _watch(self, one: Any, *, narrow: bool = False) -> None:
        """Register the connection for what it waits for, reading or writing. What it no longer
        waits for is only taken back with `narrow`, after one more event."""
        place = one._fileno
        if place not in self._map:
            return
        wanted = selectors.EVENT_READ if one.readable() else 0
        if not one.accepting and one.writable():
            wanted |= selectors.EVENT_WRITE
        there = self._watched.get(place, 0)
        if not narrow:
            wanted |= there
        if wanted == there:
            return
        if not wanted:
            self._leave(one)
            return
        (self._selector.modify if there else self._selector.register)(place, wanted, one)
        self._watched[place] = wanted

    def _leave(self, one: Any) -> None:
        if self._watched.pop(one._fileno, 0):
            self._selector.unregister(one._fileno)


def _drop_one_of(channels: list[HTTPChannel]) -> bool:
    """Close the connection that has been idle for longest, and return whether there was one.

    One without a request goes before one that has sent part of one, or something still unread; none
    is closed whose request is being answered.
    """
    waiting = [one for one in channels if not _is_busy(one)]
    waiting.sort(key=lambda one: (one.request is not None, one.last_activity))
    if waiting:
        # a busy server has not yet read the request of a phone that looks idle
        next((one for one in waiting if not _has_unread(one)), waiting[0]).handle_close()
    return bool(waiting)


def _has_unread(channel: HTTPChannel) -> bool:
    """Return whether something has arrived that has not been read yet."""
    try:
        return bool(channel.socket.recv(1, socket.MSG_PEEK))
    except OSError:  # nothing, or it is gone already
        return False


def _is_busy(channel: HTTPChannel) -> bool:
    return bool(channel.requests or channel.total_outbufs_len)


class _OnNetwork(_Limited, TcpWSGIServer):  # type: ignore[misc,unused-ignore]
    pass


class _OnSocket(_Limited, UnixWSGIServer):  # type: ignore[misc,unused-ignore]
    pass


class _WorkerServer(_Limited, BaseWSGIServer):  # type: ignore[misc,unused-ignore]
    """The server of one of several processes, which gets its connections from the first one."""

    def __init__(self, source: HandedConnections, **settings: Any) -> None:
        self.source = source
        super().__init__(_sock=source.channel, **settings)

    def getsockname(self) -> Any:
        """Return the address on which the first process listens."""
        name = self.sockinfo[3]
        return name[:2] if isinstance(name, tuple) else ("unix", name)

    def accept_connections(self) -> None:
        """Accept the connections handed on."""
        self.accepting = True

    def handle_accept(self) -> None:
        """Accept the connections handed on by now."""
        while (connection := self.source.take()) is not None:
            try:
                address = connection.getpeername()
                self.set_socket_options(connection)
            except OSError:  # it is gone already
                self.refuse(connection)
                continue
            self.channel_class(
                self, connection, address or ("localhost", None), self.adj, self._map
            )

    def set_socket_options(self, connection: socket.socket) -> None:
        """Send answers at once."""
        if isinstance(self.sockinfo[3], tuple):
            TcpWSGIServer.set_socket_options(self, connection)

    def refuse(self, connection: socket.socket) -> None:
        """Close a connection for which there is no room."""
        connection.close()
        self.source.note_closed()

    def forget(self, channel: HTTPChannel) -> None:
        """Stop watching a connection that is about to be closed, and count it as closed."""
        super().forget(channel)
        self.source.note_closed()

    def close_listener(self) -> None:
        """Do nothing: the first process has closed the listener."""


def make_server(
    app: Flask, listener: socket.socket | HandedConnections, sockinfo: tuple[Any, ...], share: int
) -> Any:
    """Return a server for this listening socket, or for one of the `share` processes behind it.

    Behind a proxy all connections are the proxy's: they are not counted by address, and the
    proxy's headers are left for the app to read.
    """
    # waitress would log a warning whenever all its threads are busy
    logging.getLogger("waitress.queue").setLevel(logging.ERROR)
    proxied = app.config["PROXIES"] > 0
    unix = sockinfo[0] not in (socket.AF_INET, socket.AF_INET6)
    most = _room_for(CONNECTIONS // share)
    adjusted = Adjustments(
        sockets=[listener.channel if isinstance(listener, HandedConnections) else listener],
        # above ours: at its own limit waitress accepts nobody, where we close an idle connection
        connection_limit=most + _FILES_BESIDE,
        clear_untrusted_proxy_headers=not proxied,
        max_request_body_size=MOST_SENT,
        max_request_header_size=LONGEST_HEAD,
        channel_timeout=_IDLE_SECONDS,
        ident="",  # a phone need not know, and on a slow line each header of a file counts
    )
    given = {"application": app, "dispatcher": Threads(), "adj": adjusted, "sockinfo": sockinfo}
    if isinstance(listener, HandedConnections):
        server: Any = _WorkerServer(listener, bind_socket=False, **given)
    else:
        server = (_OnSocket if unix else _OnNetwork)(_sock=listener, bind_socket=False, **given)
    server.most_connections = most
    # the first process spreads the connections, so each has its part of the limit
    server.of_one_address = None if proxied or unix else OF_ONE_ADDRESS // share
    return server


def _room_for(connections: int) -> int:
    """Raise the limit of open files for so many connections; return how many there is room for."""
    if sys.platform == "win32":
        return min(connections, _ON_WINDOWS)
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = connections + _FILES_BESIDE
    if soft < wanted:
        try:
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
            soft = wanted
        except (OSError, ValueError):  # above the hard limit
            return max(soft - _FILES_BESIDE, soft // 2)
    return connections


class Shutdown:
    """Whether the server was asked to end: by Ctrl+C, SIGTERM, or closing its terminal. A second
    signal ends it at once, as without this."""

    def __init__(self) -> None:
        self.asked = False
        self.server: Any = None
        names = ("SIGINT", "SIGTERM", "SIGHUP", "SIGBREAK")
        self._signals = [getattr(signal, name) for name in names if hasattr(signal, name)]
        # a shell has Ctrl+C ignored by what it runs in the background
        self._signals = [one for one in self._signals if signal.getsignal(one) != signal.SIG_IGN]
        for one in self._signals:
            signal.signal(one, self._ask)

    def _ask(self, *_: Any) -> None:
        self.asked = True
        for one in self._signals:
            signal.signal(one, signal.SIG_DFL)
        if self.server is not None:
            self.server.pull_trigger()  # it may be waiting for a connection
