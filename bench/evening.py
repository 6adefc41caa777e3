"""A large evening at its real pace: every phone asks every two seconds whether there is anything
new, at each table a deal is saved every few minutes, and the other phones of the table fetch it.

`python -m bench.evening TABLES PHONES SECONDS LINES` plays another one than `make bench` does, over
so many connections: a proxy keeps a few dozen open, and without one each phone has its own.
"""

import asyncio
import gzip
import heapq
import itertools
import os
import random
import re
import resource
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple
from urllib.parse import urlencode

from bench.rows import Row
from tests.reliability.servers import Distant, Server
from tests.web.phones import points

POLL_SECONDS: Final = 2.0
DEAL_SECONDS: Final = 180.0
LINES: Final = 48
"""Connections that stay open to the server, as a proxy before it keeps them."""
_FILES_BESIDE: Final = 200
_NEWS = re.compile(rb'id="news" hx-get="([^"]+)"')
_LENGTH = re.compile(rb"(?i)\r\ncontent-length: (\d+)")


class Evening(NamedTuple):
    """The size of the evening and its measurements: seconds from the moment that each request
    was due, in order, and of processor time; bytes of memory."""

    tables: int
    phones: int
    seconds: float
    polls: list[float]
    changes: list[float]
    saves: list[float]
    refused: int
    processor: float
    own_processor: float
    memory: int


class Line(asyncio.Protocol):
    """An open connection: one request, one answer, the next request."""

    def __init__(self) -> None:
        self._got = b""
        self._answer: asyncio.Future[tuple[int, bytes, bytes]]
        self._transport: asyncio.Transport

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """It is open."""
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport

    async def ask(self, request: bytes) -> tuple[int, bytes, bytes]:
        """Status, head and body of what is answered."""
        self._answer = asyncio.get_running_loop().create_future()
        self._transport.write(request)
        return await self._answer

    def data_received(self, data: bytes) -> None:
        """A part of an answer, or all of it."""
        self._got += data
        head, found, body = self._got.partition(b"\r\n\r\n")
        length = _LENGTH.search(head)
        if found and len(body) >= (int(length[1]) if length else 0):
            self._got = b""
            self._answer.set_result((int(head[9:12]), head, body))

    def connection_lost(self, exc: Exception | None) -> None:
        """The server hung up."""
        if hasattr(self, "_answer") and not self._answer.done():
            self._answer.set_exception(exc or ConnectionError("the server hung up"))


class Table:
    """A table, and what the phones there know of it."""

    def __init__(self, scorer: Distant, phones: int) -> None:
        self.address = scorer.starts("tally", *({"points": [n, 1, 1, 1]} for n in range(20)))
        page = scorer.get(self.address)
        form = page.form("save")
        self.token, self.version = form["csrf_token"], int(form["version"])
        self.cookies = "; ".join(f"{name}={text}" for name, text in scorer.cookies.items())
        found = _NEWS.search(page.html.encode())
        assert found
        self.seen = [found[1].decode()] * phones

    def poll(self, phone: int) -> bytes:
        """Return a phone's request for news."""
        return self._request("GET", self.seen[phone])

    def save(self) -> bytes:
        """The next deal."""
        now = self.version
        own = {"csrf_token": self.token, "key": f"k{now}", "version": now, "do": "save"}
        body = urlencode({**own, **points(now, 1, 1, 1)})
        return self._request("POST", self.address, body)

    def _request(self, method: str, path: str, body: str = "") -> bytes:
        lines = [
            f"{method} {path} HTTP/1.1",
            *("Host: pad.example", "X-Forwarded-For: 192.0.2.1"),
            *(f"Cookie: {self.cookies}", "HX-Request: true", "Accept-Encoding: gzip"),
        ]
        if body:
            lines += [
                "Content-Type: application/x-www-form-urlencoded",
                f"Content-Length: {len(body)}",
            ]
        return "\r\n".join([*lines, "", body]).encode()

    def sees(self, phone: int, head: bytes, body: bytes) -> None:
        """A phone has been answered with the pad."""
        text = gzip.decompress(body) if b"gzip" in head else body
        if found := _NEWS.search(text):
            self.seen[phone] = found[1].decode()


class Players:
    """Everybody at all tables, who tap when it is time and not when the server has time."""

    def __init__(self, port: int, tables: list[Table], seconds: float, lines: int) -> None:
        self._port, self._tables, self._seconds, self._lines = port, tables, seconds, lines
        self._free: asyncio.Queue[Line] = asyncio.Queue()
        self.polls: list[float] = []
        self.changes: list[float] = []
        self.saves: list[float] = []
        self.refused = 0

    async def play(self) -> None:
        """Play for so many seconds."""
        loop, chance = asyncio.get_running_loop(), random.Random(1)
        for _ in range(self._lines):
            _, line = await loop.create_connection(Line, "127.0.0.1", self._port)
            self._free.put_nowait(line)
        turn = itertools.count()
        due = [
            (chance.uniform(0, POLL_SECONDS), next(turn), table, phone)
            for table in self._tables
            for phone in range(len(table.seen))
        ]
        due += [(chance.uniform(0, DEAL_SECONDS), next(turn), table, -1) for table in self._tables]
        heapq.heapify(due)
        began, tasks = loop.time(), set[asyncio.Task[None]]()
        while due[0][0] < self._seconds:
            when, _, table, phone = heapq.heappop(due)
            pause = began + when - loop.time()
            if pause > 0:
                await asyncio.sleep(pause)
            task = loop.create_task(self._act(began + when, table, phone))
            tasks.add(task)
            task.add_done_callback(tasks.discard)
            later = POLL_SECONDS if phone >= 0 else DEAL_SECONDS
            heapq.heappush(due, (when + later, next(turn), table, phone))
        await asyncio.gather(*tasks)

    async def _act(self, due: float, table: Table, phone: int) -> None:
        line = await self._free.get()
        try:
            request = table.save() if phone < 0 else table.poll(phone)
            status, head, body = await line.ask(request)
        finally:
            self._free.put_nowait(line)
        took = asyncio.get_running_loop().time() - due
        if status not in (200, 204):
            self.refused += 1
        elif phone < 0:
            table.version += 1
            table.sees(0, head, body)
            self.saves.append(took)
        elif status == 200:
            table.sees(phone, head, body)
            self.changes.append(took)
        else:
            self.polls.append(took)


def play(tables: int, phones: int, seconds: float, lines: int = LINES) -> Evening:
    """Start the default server and play an evening there, tables x phones for so long."""
    now, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    files = min(max(now, lines + _FILES_BESIDE), most)
    resource.setrlimit(resource.RLIMIT_NOFILE, (files, most))
    with tempfile.TemporaryDirectory() as folder:
        settings = {"SCOREKEEPER_PROXIES": "1", "SCOREKEEPER_BUDGET": "0"}
        server = Server(Path(folder) / "data", **settings)
        server.start()
        try:
            scorers = [Distant(server.port) for _ in range(20)]
            made = [Table(scorers[place % 20], phones) for place in range(tables)]
            before, own = _processor(server), time.process_time()
            players = Players(server.port, made, seconds, lines)
            asyncio.run(players.play())
            return Evening(
                tables,
                phones,
                seconds,
                *(sorted(players.polls), sorted(players.changes), sorted(players.saves)),
                players.refused,
                _processor(server) - before,
                time.process_time() - own,
                _memory(server),
            )
        finally:
            server.stop()


def _family(server: Server) -> Iterator[int]:
    """The server's processes."""
    assert server.process is not None
    due = [server.process.pid]
    while due:
        one = due.pop()
        yield one
        for task in Path(f"/proc/{one}/task").iterdir():
            due += map(int, (task / "children").read_text().split())


def _processor(server: Server) -> float:
    """Seconds of processor time that the server has taken so far."""
    ticks = 0
    for one in _family(server):
        fields = Path(f"/proc/{one}/stat").read_text().rpartition(")")[2].split()
        ticks += int(fields[11]) + int(fields[12])
    return ticks / os.sysconf("SC_CLK_TCK")


def _memory(server: Server) -> int:
    """Bytes that the server's processes take up, shared ones counted once."""
    found = 0
    for one in _family(server):
        rollup = Path(f"/proc/{one}/smaps_rollup").read_text()
        found += 1024 * int(rollup.partition("\nPss:")[2].split()[0])
    return found


def _at(share: float, times: list[float]) -> float:
    """The time that this share of them does not exceed."""
    return times[min(len(times) - 1, int(share * len(times)))] if times else float("nan")


def told(evening: Evening) -> str:
    """Return the results in a few lines."""
    polls, changes, saves = (
        f"{len(times)} {what}, median {_at(0.5, times) * 1e3:.1f} ms, "
        f"95 of 100 within {_at(0.95, times) * 1e3:.1f} ms, "
        f"99 within {_at(0.99, times) * 1e3:.1f} ms"
        for what, times in (
            ("polls with nothing new", evening.polls),
            ("polls with a new deal", evening.changes),
            ("deals saved", evening.saves),
        )
    )
    count = len(evening.polls) + len(evening.changes) + len(evening.saves)
    return "\n".join(
        [
            f"{evening.tables} tables of {evening.phones} phones for {evening.seconds:.0f} s",
            *(polls, changes, saves, f"refused: {evening.refused}"),
            f"processor: server {evening.processor / evening.seconds:.2f} cores "
            f"({evening.processor / max(1, count) * 1e3:.2f} ms a request), "
            f"phones {evening.own_processor / evening.seconds:.2f} cores",
            f"memory of the server: {evening.memory / 1e6:.0f} MB",
        ]
    )


def rows() -> Iterator[Row]:
    """2 000 phones at 500 tables for three minutes, a connection for each."""
    if not Path("/proc/self/smaps_rollup").exists():
        print("an evening of 2 000 phones: not measured, this system does not tell of processes")
        return
    evening = play(500, 4, 180, 2000)
    who = "2 000 phones at 500 tables"
    beside = told(evening).splitlines()[5]
    for what, took, goal in (
        (f"{who}: poll, 99 of 100", _at(0.99, evening.polls), 0.2),
        (f"{who}: save, 95 of 100", _at(0.95, evening.saves), 0.1),
    ):
        figure = f"{took * 1e3:.1f} ms"
        yield Row(
            what, figure, f"< {goal * 1e3:.0f} ms", took < goal and not evening.refused, beside
        )


if __name__ == "__main__":
    print(told(play(*map(int, sys.argv[1:5]))))
