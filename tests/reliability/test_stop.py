"""Whoever stops the server finds everything that was acknowledged in one file, and cuts nobody off
who is being answered."""

import fcntl
import http.client
import os
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from urllib.parse import urlencode

import pytest

from tests.reliability.servers import (
    TOP,
    WAIT_SECONDS,
    Distant,
    Gunicorn,
    Server,
    Unanswered,
    command,
)
from tests.requirements import few, rounds
from tests.web.phones import points

pytestmark = pytest.mark.long

DEALS = rounds(30, quick=10, hard=300)
WAYS = {"SIGTERM": signal.SIGTERM, "Ctrl+C": signal.SIGINT}
KINDS: dict[str, type[Server]] = {"waitress": Server, "gunicorn": Gunicorn}

# A shell that runs us in the background has Ctrl+C ignored; a terminal has not.
FROM_A_TERMINAL = (
    sys.executable,
    "-c",
    "import os, signal, sys; signal.signal(signal.SIGINT, signal.SIG_DFL); "
    "os.execv(sys.argv[1], sys.argv[1:])",
)


@contextmanager
def started(kind: type[Server], data: Path) -> Iterator[Server]:
    server = kind(data, FROM_A_TERMINAL)
    server.start()
    try:
        yield server
    finally:
        server.kill()


def entries_in(copy: Path) -> int:
    """Return how many deals a copied main file holds."""
    with closing(sqlite3.connect(copy)) as connection:
        (count,) = connection.execute("SELECT count(*) FROM record WHERE kind = 'entry'").fetchone()
    return int(count)


def write(server: Server, deals: int) -> str:
    phone = Distant(server.port)
    table = phone.starts("tally", players=["Ann", "Ben"])
    for number in range(deals):
        form = phone.get(table).form("save")
        assert phone.send(table, form, points(number, 0), "save").status == 303
    return table


@pytest.mark.parametrize("kind", few(KINDS, {"waitress"}))
@pytest.mark.parametrize("how", WAYS)
def test_stopping_leaves_all_in_the_main_file(tmp_path: Path, kind: str, how: str) -> None:
    data, copy = tmp_path / "data", tmp_path / "copy.db"
    with started(KINDS[kind], data) as server:
        write(server, DEALS)
        status, said = server.end(WAYS[how])

    shutil.copy(data / "scorekeeper.db", copy)
    assert entries_in(copy) == DEALS
    assert not (data / "scorekeeper.db-wal").exists()
    assert status == 0
    if kind == "waitress":
        assert f"Stopped. All data is in {data / 'scorekeeper.db'}." in said


@pytest.mark.hard
def test_stopping_one_of_two_leaves_all_in_file(tmp_path: Path) -> None:
    data, copy = tmp_path / "data", tmp_path / "copy.db"
    with started(Server, data) as stays, started(Server, data) as goes:
        write(goes, DEALS)
        assert goes.end(signal.SIGTERM)[0] == 0
        shutil.copy(data / "scorekeeper.db", copy)
        assert entries_in(copy) == DEALS
        write(stays, 1)


LETS_GO = """
import sys, time
from sqlalchemy import create_engine, text
from scorekeeper.store.sql.sqlite_file import close, watch
for path in sys.argv[1:]:
    engine = create_engine(f"sqlite:///{path}")
    watch(engine)
    with engine.begin() as connection:
        connection.execute(text("INSERT INTO deal VALUES (1)"))
    print("open", flush=True)
    moment = float(sys.stdin.readline())
    while time.time() < moment:
        pass
    close(engine)
    print("closed", flush=True)
"""


@pytest.mark.hard
def test_simultaneous_closing_leaves_one_file(tmp_path: Path) -> None:
    databases = [tmp_path / f"{number}.db" for number in range(rounds(20, quick=5, hard=200))]
    for database in databases:
        with closing(sqlite3.connect(database)) as connection:
            connection.execute("PRAGMA journal_mode=WAL")
            connection.execute("CREATE TABLE deal (number)")
    both = [
        subprocess.Popen(
            [sys.executable, "-c", LETS_GO, *map(str, databases)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            cwd=TOP,
        )
        for _ in range(2)
    ]
    for database in databases:
        hear(both, "open\n")
        moment = f"{time.time() + 0.05}\n"
        for one in both:
            assert one.stdin is not None
            one.stdin.write(moment)
            one.stdin.flush()
        hear(both, "closed\n")
        assert not database.with_name(f"{database.name}-wal").exists()
    for one in both:
        one.communicate(timeout=WAIT_SECONDS)
        assert one.returncode == 0


def hear(processes: Sequence["subprocess.Popen[str]"], line: str) -> None:
    """Wait until each of the processes has written this line."""
    for one in processes:
        assert one.stdout is not None
        assert one.stdout.readline() == line


@contextmanager
def locked(data: Path) -> Iterator[sqlite3.Connection]:
    """Another program holds the database's write lock."""
    with closing(sqlite3.connect(data / "scorekeeper.db", isolation_level=None)) as connection:
        connection.execute("BEGIN IMMEDIATE")
        yield connection


def test_open_request_is_answered_before_the_end(tmp_path: Path) -> None:
    data = tmp_path / "data"
    answers: list[int] = []
    with started(Server, data) as server:
        phone = Distant(server.port)
        table = phone.starts("tally", players=["Ann", "Ben"])
        form = phone.get(table).form("save")

        def send() -> None:
            answers.append(phone.send(table, form, points(7, 0), "save").status)

        with locked(data) as other:
            sender = threading.Thread(target=send)
            sender.start()
            until_waiting(data)
            process = asked_to_end(server, signal.SIGTERM)
            other.execute("ROLLBACK")
        sender.join()
        process.communicate(timeout=WAIT_SECONDS)
        assert process.returncode == 0
    assert answers == [303]
    assert entries_in(data / "scorekeeper.db") == 1


def asked_to_end(server: Server, how: signal.Signals) -> "subprocess.Popen[str]":
    """Ask the server to end, and wait until it says that it will."""
    process = server.process
    assert process is not None
    assert process.stdout is not None
    process.send_signal(how)
    assert any(line.startswith("Finishing open requests") for line in process.stdout)
    return process


def until_waiting(data: Path) -> None:
    """Wait until a writer has taken its turn, which it holds while it waits for the lock."""
    while True:
        with open(data / "scorekeeper.db-turn", "ab") as file:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                return


@pytest.mark.hard
def test_ctrl_c_twice_ends_it_at_once(tmp_path: Path) -> None:
    data = tmp_path / "data"
    with started(Server, data) as server:
        phone = Distant(server.port)
        table = phone.starts("tally", players=["Ann", "Ben"])
        form = phone.get(table).form("save")
        cut_off: list[BaseException] = []

        def send() -> None:
            try:
                phone.send(table, form, points(7, 0), "save")
            except Unanswered as error:
                cut_off.append(error)

        with locked(data):
            sender = threading.Thread(target=send)
            sender.start()
            until_waiting(data)
            process = asked_to_end(server, signal.SIGINT)
            process.send_signal(signal.SIGINT)
            process.communicate(timeout=WAIT_SECONDS)
            assert process.returncode == -signal.SIGINT
            sender.join()
        server.start()
        assert len(cut_off) == 1
        assert phone.send(table, form, points(7, 0), "save").status == 303


def test_last_answer_says_connection_closes(tmp_path: Path) -> None:
    """Eight writers each keep a connection, as browsers and proxies do; none sends into a closed
    one."""
    failed, closed = list[BaseException](), list[bool]()
    with started(Server, tmp_path / "data") as server:
        phones = [Distant(server.port) for _ in range(8)]
        tables = [phone.starts("tally", players=["Ann", "Ben"]) for phone in phones]
        begun = threading.Barrier(len(phones) + 1)

        def write_on(phone: Distant, table: str) -> None:
            line = http.client.HTTPConnection("127.0.0.1", server.port, timeout=WAIT_SECONDS)
            form = phone.get(table).form("save")
            fields = {**form.fields, **points(1, 0), "do": "save"}
            for number in range(1_000_000):
                if number == 3:
                    begun.wait()
                body = urlencode({**fields, "key": f"{number}-{table}"})
                cookie = "; ".join(f"{name}={text}" for name, text in phone.cookies.items())
                kind = "application/x-www-form-urlencoded"
                try:
                    line.request("POST", table, body, {"Cookie": cookie, "Content-Type": kind})
                    answer = line.getresponse()
                    answer.read()
                except Unanswered as error:
                    failed.append(error)
                    return
                if answer.getheader("Connection") == "close":
                    closed.append(True)
                    return
                time.sleep(0.02)

        writers = [
            threading.Thread(target=write_on, args=both)
            for both in zip(phones, tables, strict=True)
        ]
        for writer in writers:
            writer.start()
        begun.wait()
        assert server.end(signal.SIGTERM)[0] == 0
        for writer in writers:
            writer.join(WAIT_SECONDS)

    assert failed == []
    assert closed == [True] * 8


def test_idle_connection_keeps_no_server_alive(tmp_path: Path) -> None:
    with (
        started(Server, tmp_path / "data") as server,
        socket.create_connection(("127.0.0.1", server.port)) as idle,
    ):
        idle.sendall(b"GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n")
        assert b"200" in idle.recv(1000)
        status, said = server.end(signal.SIGTERM)
        while idle.recv(1000):  # until the server closes it
            pass
    assert status == 0
    assert "not answered" not in said


def test_a_command_leaves_one_file_too(tmp_path: Path) -> None:
    data = tmp_path / "data"
    command(data, "upgrade")
    assert sorted(os.listdir(data)) == ["scorekeeper.db", "scorekeeper.db-turn", "signing"]
