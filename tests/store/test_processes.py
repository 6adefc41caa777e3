"""Several processes on one SQLite file, and processes that die."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from flask import Flask
from sqlalchemy import text

from scorekeeper.store.sql.database import reading
from scorekeeper.store.table.rows import find_by_id, read_records
from tests.requirements import rounds
from tests.store.conftest import new_table

pytestmark = pytest.mark.long

TOP = Path(__file__).resolve().parents[2]

# Writes to a table until it has so many records, from several threads; says what was answered.
WRITER = """
import sys, threading
from flask import Flask
from scorekeeper.store.sql import database
from scorekeeper.store.table.rows import find_by_id
from scorekeeper.store.table.rows import Change, Conflict, Summary, WriteRequest, append

url, table, name, threads, most = sys.argv[1], *sys.argv[2:4], *map(int, sys.argv[4:])
app = Flask("writer")
app.config["SQLALCHEMY_DATABASE_URI"] = url
database.init_app(app)

def write(key):
    while True:
        with database.reading() as connection:
            version = find_by_id(connection, int(table)).version
        try:
            with database.writing() as connection:
                answer = append(
                    connection, int(table), WriteRequest(key, version, "phone"),
                    [Change("entry", {"key": key})],
                    summary=Summary("open", {"deals": version + 1}),
                )
        except Conflict:
            continue
        sys.stdout.write(f"{answer.seq} {key}\\n")
        sys.stdout.flush()
        return

def work(thread):
    with app.app_context():
        for n in range(most):
            write(f"{name}-{thread}-{n}")

for thread in range(threads):
    threading.Thread(target=work, args=(thread,)).start()
"""


def writer(app: Flask, table: int, name: str, threads: int, most: int) -> "subprocess.Popen[str]":
    """A process that writes ``most`` deals from each of ``threads`` threads."""
    url = str(app.config["SQLALCHEMY_DATABASE_URI"])
    return subprocess.Popen(
        [sys.executable, "-c", WRITER, url, str(table), name, str(threads), str(most)],
        cwd=TOP,
        stdout=subprocess.PIPE,
        text=True,
    )


def stored(table: int) -> dict[int, str]:
    """The key of each entry by its seq."""
    with reading() as connection:
        records = read_records(connection, find_by_id(connection, table))
    return {one.seq: one.payload["key"] for one in records if one.seq and one.payload}


def test_two_processes_lock_and_lose_nothing(sqlite: Flask) -> None:
    table, threads, most = new_table(), 8, rounds(5, quick=2, hard=20)
    processes = [writer(sqlite, table, name, threads, most) for name in "ab"]
    answered: dict[int, str] = {}
    for process in processes:
        out, _ = process.communicate()
        assert process.returncode == 0
        answered |= {int(line.split()[0]): line.split()[1] for line in out.splitlines()}

    assert len(answered) == 2 * threads * most
    assert stored(table) == answered


@pytest.mark.hard
@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="processes are killed otherwise here")
def test_what_was_answered_outlives_the_process(sqlite: Flask) -> None:
    table = new_table()
    answered: dict[int, str] = {}
    for turn in range(rounds(4, quick=1, hard=20)):
        process = writer(sqlite, table, f"p{turn}", 4, 10_000)
        assert process.stdout is not None
        for line in process.stdout:
            answered[int(line.split()[0])] = line.split()[1]
            if len(answered) % 15 == 0:
                break
        os.kill(process.pid, signal.SIGKILL)
        for line in process.stdout:
            if line.endswith("\n"):
                answered[int(line.split()[0])] = line.split()[1]
        process.wait()
        process.stdout.close()

    there = stored(table)
    assert answered.items() <= there.items()
    assert len(set(there.values())) == len(there)
    with reading() as connection:
        assert connection.scalar(text("PRAGMA integrity_check")) == "ok"
