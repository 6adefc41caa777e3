"""Strangers' requests and another program's locks keep nobody from the pads."""

import fcntl
import json
import resource
import socket
import sqlite3
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from typing import NamedTuple

import pytest
from flask import Flask

from scorekeeper.server.connections import CONNECTIONS, Threads
from scorekeeper.tables.write import MOST_ENTRIES
from tests.reliability.servers import WAIT_SECONDS, Distant, Gunicorn, Server, Unanswered
from tests.web.conftest import app
from tests.web.phones import HTMX, Form, Page, points

pytestmark = pytest.mark.long

__all__ = ["app"]


class Threaded(Gunicorn):
    """The app under gunicorn, in threads."""

    options = ("-w", "1", "-k", "gthread", "--threads", "8")


KINDS: dict[str, type[Server]] = {"waitress": Server, "gunicorn": Threaded}
WRITERS = 20


# --- another program has the lock ---------------------------------------------------------------


@contextmanager
def locked_by_sqlite(data: Path) -> Iterator[None]:
    """Another program writes, and does not come to an end."""
    with closing(sqlite3.connect(data / "scorekeeper.db", isolation_level=None)) as connection:
        connection.execute("BEGIN IMMEDIATE")
        yield


@contextmanager
def locked_by_a_server(data: Path) -> Iterator[None]:
    """Another server has its turn to write, and stands still."""
    with open(data / "scorekeeper.db-turn", "ab") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


LOCKS = {"SQLite's lock": locked_by_sqlite, "a server's turn": locked_by_a_server}


class Sender(threading.Thread):
    """Somebody who saves a deal."""

    def __init__(self, phone: Distant, table: str, number: int, **headers: str) -> None:
        super().__init__(daemon=True)
        self.phone, self.table, self.headers = phone, table, headers
        self.form: Form = phone.get(table).form("save")
        self.typed = points(number, 0)
        self.answer: Page | None = None

    def run(self) -> None:
        """Send it."""
        self.answer = self.phone.send(self.table, self.form, self.typed, "save", self.headers)


@pytest.mark.hard
@pytest.mark.parametrize(("kind", "seconds"), [("waitress", 1), ("gunicorn", 0.6)])
def test_joint_saves_wait_for_a_stuck_disk(tmp_path: Path, kind: str, seconds: float) -> None:
    server = KINDS[kind](tmp_path / "data")
    with server.running() as phone:
        tables = [phone.starts("tally", players=["Ann", "Ben"]) for _ in range(12)]
        senders = [
            Sender(Distant(server.port).like(phone), table, number)
            for number, table in enumerate(tables, 1)
        ]
        with locked_by_a_server(server.data):
            for sender in senders:
                sender.start()
            time.sleep(seconds)
        for sender in senders:
            sender.join(WAIT_SECONDS)

        assert [sender.answer and sender.answer.status for sender in senders] == [303] * 12


@pytest.mark.hard
@pytest.mark.parametrize("lock", LOCKS)
@pytest.mark.parametrize("kind", KINDS)
def test_foreign_lock_keeps_what_was_typed(tmp_path: Path, kind: str, lock: str) -> None:
    server = KINDS[kind](tmp_path / "data")
    with server.running() as phone:
        tables = [phone.starts("tally", players=["Ann", "Ben"]) for _ in range(WRITERS)]
        senders = [
            Sender(Distant(server.port).like(phone), table, number)
            for number, table in enumerate(tables, 1)
        ]
        by_part = Sender(Distant(server.port).like(phone), tables[0], 1, **HTMX)
        with LOCKS[lock](server.data):
            for sender in senders:
                sender.start()
            looked = [phone.get(table).status for table in tables]
            still_waiting = [sender for sender in senders if sender.answer is None]
            for sender in senders:
                sender.join(WAIT_SECONDS)
            by_part.start()
            by_part.join(WAIT_SECONDS)

        assert looked == [200] * WRITERS
        assert still_waiting, "all were refused before anybody had looked"
        for number, sender in enumerate(senders, 1):
            refused = sender.answer
            assert refused is not None
            assert refused.status == 503
            assert refused.headers["Retry-After"]
            kept = refused.form()
            assert kept["points.0"] == str(number)
            assert kept.attributes["action"] == sender.table
        part = by_part.answer
        assert part is not None
        assert part.status == 503
        assert part.headers["HX-Retarget"] == "#message"  # the form itself stays

        for sender in senders:
            refused = sender.answer
            assert refused is not None
            for _ in range(2):  # what was sent once is written once
                sent = sender.phone.send(sender.table, refused.form(), {}, None)
                assert sent.status == 303
            sheet = json.loads(phone.get(f"{sender.table}/sheet.json").html)
            assert len(sheet["entries"]) == 1


# --- the API ------------------------------------------------------------------------------------


def numbers(size: int) -> str:
    """A sheet of so many bytes, as full of deals as a game may be."""
    sheet = {"format": "scorekeeper/1", "game": "tally", "players": ["A", "B"]}
    return json.dumps({**sheet, "entries": [{"points": [1, 2]}] * MOST_ENTRIES}).ljust(size)


def nonsense(entry: str) -> str:
    """A sheet of about 250 kB, full of entries that are none."""
    head = '"format":"scorekeeper/1","game":"tally","players":["A","B"]'
    return f'{{{head},"entries":[{",".join([entry] * (250_000 // (len(entry) + 1)))}]}}'


@pytest.mark.hard
@pytest.mark.parametrize(
    ("document", "statuses"),
    [
        (numbers(250_000), {200, 503}),
        (nonsense("1e308"), {422, 503}),
        (nonsense('{"points":[1e308,"2 of the deal is wrong, and it is long"]}'), {422, 503}),
    ],
    ids=["a long sheet", "floats", "errors"],
)
def test_documents_of_strangers_stop_no_pad(
    tmp_path: Path, new_server: Callable[[Path], Server], document: str, statuses: set[int]
) -> None:
    server = new_server(tmp_path / "data")
    phone = Distant(server.port)
    table = phone.starts("tally", players=["Ann", "Ben"])
    over, answers = threading.Event(), list[int]()

    def ask() -> None:
        stranger = Distant(server.port)
        while not over.is_set():
            status, _, text = stranger._exchange("POST", "/api/score", document, {})
            answers.append(status)
            assert status == 200 or len(text) < 5000

    strangers = [threading.Thread(target=ask, daemon=True) for _ in range(8)]
    for stranger in strangers:
        stranger.start()
    looked = sorted(seconds(phone, table) for _ in range(60))
    for number in range(1, 11):
        form = phone.get(table).form("save")
        assert phone.send(table, form, points(number, 0), "save").status == 303
    over.set()
    for stranger in strangers:
        stranger.join(WAIT_SECONDS)

    assert phone.get(table).totals == [55, 0]
    assert set(answers) == statuses
    print(f"\nwhile ten deals were written: {dict(Counter(answers))};", end=" ")
    print(f"a page took {looked[30] * 1e3:.0f} ms, 95 % at most {looked[56] * 1e3:.0f}")
    status, _, _ = Distant(server.port)._exchange("POST", "/api/score", numbers(300_000), {})
    assert status == 413


def seconds(phone: Distant, address: str) -> float:
    """Return how long a page takes."""
    began = time.perf_counter()
    assert phone.get(address).status == 200
    return time.perf_counter() - began


def test_slow_computing_holds_no_thread_of_a_pad(app: Flask) -> None:
    threads = Threads()
    try:
        computing = threads._threads_for(Asked("GET", "/rules/search"))
        others = {threads._threads_for(Asked(method, "/t/x")) for method in ("GET", "POST")}
        slow = {
            (method, rule.rule)
            for rule in app.url_map.iter_rules()
            for method in (rule.methods or set()) & {"GET", "POST"}
            if threads._threads_for(Asked(method, rule.rule.replace("<int:seq>", "7"))) is computing
        }
    finally:
        threads.shutdown()

    assert computing not in others
    assert {path for _, path in slow} == {
        "/import",
        "/l/<league_id>/import",
        "/api/leagues/<league_id>/sheets",
        "/api/tables/<public_id>/records",
        "/figures",
        "/t/<public_id>/figures",
        "/rules/search",
        "/rules/<slug>/trick",
        "/t/<public_id>/trick",
        "/t/<public_id>/auction",
        "/t/<public_id>/what-if",
        "/t/<public_id>/what-if/<int:seq>",
    }
    for path in ("/t/<public_id>", "/api/score", "/rules/<slug>"):
        assert not {("GET", path), ("POST", path)} & slow


class Asked(NamedTuple):
    """A request, as far as waitress has read it."""

    command: str
    path: str


# --- connections --------------------------------------------------------------------------------


@pytest.fixture
def many_files() -> Iterator[None]:
    """This process may hold thousands of connections."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(4096, hard), hard))
    yield
    resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


def idle(
    stack: ExitStack, port: int, count: int, address: str = "127.0.0.1"
) -> list[socket.socket]:
    """So many connections from one address on which nothing happens."""
    return [
        stack.enter_context(
            socket.create_connection(("127.0.0.1", port), WAIT_SECONDS, (address, 0))
        )
        for _ in range(count)
    ]


def alive(lines: list[socket.socket]) -> int:
    """Return how many of them the server has not closed."""
    count = 0
    for line in lines:
        line.setblocking(False)
        try:
            count += bool(line.recv(1))
        except BlockingIOError:
            count += 1
        except OSError:
            continue
    return count


def alive_soon(lines: list[socket.socket], most: int) -> int:
    """The same once there are no more than `most`, or after five seconds: a busy machine closes the
    last ones a moment later."""
    late = time.monotonic() + 5
    while (count := alive(lines)) > most and time.monotonic() < late:
        time.sleep(0.1)
    return count


@pytest.mark.hard
@pytest.mark.usefixtures("many_files")
def test_idle_connections_keep_nobody_out(
    tmp_path: Path, new_server: Callable[[Path], Server]
) -> None:
    server = new_server(tmp_path / "data")
    with ExitStack() as stack:
        lines = idle(stack, server.port, 1200)
        assert [Distant(server.port).get("/new").status for _ in range(10)] == [200] * 10
        assert alive_soon(lines, 200) <= 200


@pytest.mark.usefixtures("many_files")
def test_idle_connections_are_dropped_first(
    tmp_path: Path, new_server: Callable[[Path], Server]
) -> None:
    server = new_server(tmp_path / "data")
    phone = Distant(server.port)
    sender = Sender(phone, phone.starts("tally", players=["Ann", "Ben"]), 7)
    with ExitStack() as stack:
        with locked_by_sqlite(server.data):
            sender.start()  # is being answered, or will be told that it has to wait
            lines = [
                line
                for place in range(2, 4 + CONNECTIONS // 150)
                for line in idle(stack, server.port, 150, f"127.0.0.{place}")
            ]
            assert [Distant(server.port).get("/new").status for _ in range(10)] == [200] * 10
            assert alive_soon(lines, CONNECTIONS) <= CONNECTIONS
        sender.join(WAIT_SECONDS)
    assert sender.answer is not None
    assert sender.answer.status in (303, 503)


@pytest.mark.usefixtures("many_files")
def test_a_proxy_is_not_one_visitor(tmp_path: Path) -> None:
    with (
        Server(tmp_path / "data", SCOREKEEPER_PROXIES="1").running() as phone,
        ExitStack() as stack,
    ):
        lines = idle(stack, phone.port, 400)
        assert phone.get("/new").status == 200
        assert alive(lines) == 400


@pytest.mark.hard
@pytest.mark.usefixtures("many_files")
def test_half_sent_requests_are_dropped_early(
    tmp_path: Path, new_server: Callable[[Path], Server]
) -> None:
    server = new_server(tmp_path / "data")
    with ExitStack() as stack:
        for line in idle(stack, server.port, 210):
            try:
                line.sendall(
                    b"POST /api/score HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n"
                )
            except Unanswered:  # dropped already
                continue
        assert [Distant(server.port).get("/new").status for _ in range(10)] == [200] * 10
