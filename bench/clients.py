"""Phones at a running server, on lines that stay open. They cost as little as they can: what is
measured is the server, which shares the machine with them."""

import gzip
import re
import selectors
import socket
import time
from collections.abc import Callable, Sequence
from typing import Final
from urllib.parse import urlencode

from tests.reliability.servers import Distant
from tests.web.phones import points

PLAYERS: Final = ["Ann", "Ben"]
GAME_SO_FAR: Final = 20
"""Deals on a table that is measured."""
_LENGTH: Final = re.compile(rb"\r\ncontent-length: (\d+)", re.IGNORECASE)
_AT_ONCE: Final = 1 << 17


class Line:
    """A connection, from an address of this machine."""

    def __init__(self, port: int, address: str = "127.0.0.1") -> None:
        self.socket = socket.create_connection(("127.0.0.1", port), 30, (address, 0))
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.status, self.body, self._read = 0, b"", b""

    def send(self, request: bytes) -> None:
        """Ask, and do not wait for the answer."""
        self.socket.sendall(request)

    def read(self) -> bool:
        """Read what is there; whether the answer is whole."""
        more = self.socket.recv(_AT_ONCE)
        if not more:
            raise ConnectionError("the server has hung up")
        self._read += more
        head, end, body = self._read.partition(b"\r\n\r\n")
        if not end:
            return False
        self.status, found = int(head[9:12]), _LENGTH.search(head)
        if found and len(body) < int(found[1]):
            return False
        assert found or self.status == 204, head
        self.body, self._read = body, b""
        return True

    def ask(self, request: bytes) -> None:
        """Ask, and wait for the answer, which has to be one."""
        self.send(request)
        while not self.read():
            pass
        assert self.status in (200, 204), self.status

    @property
    def text(self) -> str:
        """The answer's body as text."""
        packed = self.body[:2] == b"\x1f\x8b"
        return (gzip.decompress(self.body) if packed else self.body).decode()


class TableAtServer:
    """A table of its own at a server, and the line of its scorer."""

    def __init__(self, port: int, address: str = "127.0.0.1") -> None:
        phone = Distant(port)
        deals = [{"points": [number, 1]} for number in range(GAME_SO_FAR)]
        self.address = phone.starts("tally", *deals, players=PLAYERS)
        form = phone.get(self.address).form("save")
        self.token, self.version = form["csrf_token"], int(form["version"])
        cookies = "; ".join(f"{name}={text}" for name, text in phone.cookies.items())
        self.head = f"Host: localhost\r\nCookie: {cookies}\r\nAccept-Encoding: gzip\r\n"
        self.line = Line(port, address)

    def look(self) -> bytes:
        """The request for the page."""
        return self.get(self.address)

    def get(self, address: str) -> bytes:
        """The request of one of its phones for this address."""
        return f"GET {address} HTTP/1.1\r\n{self.head}\r\n".encode()

    def record(self) -> bytes:
        """The request that records a deal; the answer has the pad as it is then."""
        now, self.version = self.version, self.version + 1
        own = {"csrf_token": self.token, "key": f"k{now}", "version": now, "do": "save"}
        body = urlencode({**own, **points(now, 1)})
        form = "Content-Type: application/x-www-form-urlencoded\r\n"
        more = f"HX-Request: true\r\n{form}Content-Length: {len(body)}\r\n"
        return f"POST {self.address} HTTP/1.1\r\n{self.head}{more}\r\n{body}".encode()


def rate(lines: Sequence[Line], requests: Sequence[Callable[[], bytes]], times: int) -> float:
    """Return the number of answers per second, on all lines at once, `times` requests on each."""
    begun = time.perf_counter()
    with selectors.DefaultSelector() as selector:
        for line, request in zip(lines, requests, strict=True):
            left = iter(range(times - 1))
            selector.register(line.socket, selectors.EVENT_READ, (line, request, left))
            line.send(request())
        while selector.get_map():
            for key, _ in selector.select():
                line, request, left = key.data
                if not line.read():
                    continue
                assert line.status == 200, line.status
                if next(left, None) is None:
                    selector.unregister(line.socket)
                else:
                    line.send(request())
    return len(lines) * times / (time.perf_counter() - begun)
