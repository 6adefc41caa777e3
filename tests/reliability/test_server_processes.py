"""The server answers by several processes: one that dies is replaced, none outlives the first."""

import os
import signal
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from functools import partial
from pathlib import Path

import pytest

from scorekeeper.server.connections import OF_ONE_ADDRESS
from tests.reliability.servers import WAIT_SECONDS, Distant, Server
from tests.web.phones import points

pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="no /proc on this system"),
]

TOKEN = "a token of the operator"


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    """Two processes, however many cores there are."""
    settings = {"SCOREKEEPER_PROCESSES": "2", "SCOREKEEPER_METRICS_TOKEN": TOKEN}
    server = Server(tmp_path / "data", **settings)
    server.start()
    yield server
    server.kill()


def answering(server: Server) -> list[int]:
    """The processes that answer."""
    assert server.process is not None
    first = server.process.pid
    return [int(one) for one in Path(f"/proc/{first}/task/{first}/children").read_text().split()]


def until(said: Callable[[], bool]) -> None:
    end = time.monotonic() + WAIT_SECONDS
    while not said():
        assert time.monotonic() < end
        time.sleep(0.05)


def runs(one: int) -> bool:
    """Return whether a process is there, and no mere entry of one that has ended."""
    try:
        return Path(f"/proc/{one}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def is_replaced(server: Server, dead: int) -> bool:
    """Return whether another stands in the place of one that has died."""
    now = answering(server)
    return dead not in now and len(now) == 2


def test_killed_process_is_replaced_without_loss(server: Server) -> None:
    phone = Distant(server.port)
    table = phone.starts("tally", players=["Ann", "Ben"])
    for number, dies in enumerate(answering(server), 1):
        form = phone.get(table).form("save")
        assert phone.send(table, form, points(number, 0), "save").status == 303
        os.kill(dies, signal.SIGKILL)
        until(partial(is_replaced, server, dies))

    assert phone.get(table).totals == [3, 0]
    status, said = server.end()
    assert status == 0
    assert "All data is in" in said


@pytest.mark.hard
def test_no_process_outlives_the_first(server: Server) -> None:
    processes = answering(server)
    assert len(processes) == 2
    assert server.process is not None

    os.kill(server.process.pid, signal.SIGKILL)

    until(lambda: not any(runs(one) for one in processes))
    server.kill()
    server.start()


@pytest.mark.hard
def test_they_count_together(server: Server) -> None:
    phone = Distant(server.port)
    assert [phone.get("/health/live").status for _ in range(20)] == [200] * 20

    told = phone.get("/metrics", Authorization=f"Bearer {TOKEN}").html

    counted = [line for line in told.splitlines() if 'route="/health/live"' in line]
    assert any(line.startswith("scorekeeper_requests_total") and "20.0" in line for line in counted)
    assert "process_cpu_seconds_total" in told


@pytest.mark.hard
def test_unread_request_is_no_idle_connection(server: Server) -> None:
    workers = answering(server)
    for worker in workers:
        os.kill(worker, signal.SIGSTOP)
    door = ("127.0.0.1", server.port)
    with ExitStack() as stack:
        phone, *_ = (
            stack.enter_context(socket.create_connection(door, WAIT_SECONDS))
            for _ in range(OF_ONE_ADDRESS + 40)
        )
        phone.sendall(b"GET /new HTTP/1.1\r\nHost: localhost\r\n\r\n")
        for worker in workers:
            os.kill(worker, signal.SIGCONT)

        assert phone.recv(100).startswith(b"HTTP/1.1 200 ")
