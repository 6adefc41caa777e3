"""Phones in a bad network, and senders who mean no good, keep nobody else waiting."""

import socket
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from scorekeeper.server.connections import LONGEST_HEAD, POSTING_THREADS
from tests.reliability.servers import WAIT_SECONDS, Distant, Server

pytestmark = pytest.mark.long

MIB = 1024 * 1024


@pytest.fixture(scope="module")
def server(data: Path, new_server: Callable[[Path], Server]) -> Server:
    """A server."""
    return new_server(data)


def line(server: Server) -> socket.socket:
    return socket.create_connection(("127.0.0.1", server.port), timeout=WAIT_SECONDS)


def head(length: str) -> bytes:
    return f"POST /api/score HTTP/1.1\r\nHost: localhost\r\n{length}\r\n\r\n".encode()


def status(answer: bytes) -> int:
    """The status of an answer as it came."""
    return int(answer.split()[1])


@pytest.mark.hard
@pytest.mark.parametrize("begun", [b"", b"POST /api/sc", head("Content-Length: 1000") + b"{"])
def test_unfinished_senders_keep_nobody_waiting(server: Server, begun: bytes) -> None:
    with ExitStack() as stack:
        for _ in range(5 * POSTING_THREADS):
            stack.enter_context(line(server)).sendall(begun)

        phone = Distant(server.port)
        assert [phone.get("/health").status for _ in range(10)] == [200] * 10


def chunks(size: int) -> Iterator[bytes]:
    for _ in range(size // 65_536):
        yield b"10000\r\n" + b" " * 65_536 + b"\r\n"
    yield b"0\r\n\r\n"


def test_too_much_is_refused_however_it_is_sent(server: Server) -> None:
    with line(server) as whole:
        whole.sendall(head(f"Content-Length: {2 * MIB}") + b" " * (2 * MIB))
        assert status(whole.recv(1000)) == 413
    with line(server) as pieces:
        pieces.sendall(head("Transfer-Encoding: chunked") + b"".join(chunks(2 * MIB)))
        assert status(pieces.recv(1000)) == 413


def test_oversized_request_is_refused_unsent(server: Server) -> None:
    with line(server) as announced:
        announced.sendall(head(f"Content-Length: {1000 * MIB}"))
        assert status(announced.recv(1000)) == 413


def test_overlong_address_is_refused(server: Server) -> None:
    with line(server) as asked:
        begun = b"GET /rules/bridge/trick?hand="
        asked.sendall(begun + b"." * (LONGEST_HEAD - len(begun)))
        assert status(asked.recv(1000)) == 431


def test_connection_without_news_stays_open(server: Server) -> None:
    phone = Distant(server.port)
    table = phone.starts("tally")
    news = phone.get(table).news
    cookies = "; ".join(f"{name}={text}" for name, text in phone.cookies.items())
    asked = f"GET {news} HTTP/1.1\r\nHost: localhost\r\nCookie: {cookies}\r\n"
    with line(server) as kept:
        for _ in range(3):
            kept.sendall(f"{asked}\r\n".encode())
            answer = kept.recv(10_000)
            assert status(answer) == 204
            assert b"Connection: close" not in answer
        kept.sendall(f"{asked}Connection: close\r\n\r\n".encode())
        assert status(kept.recv(10_000)) == 204
        assert kept.recv(1) == b""
