"""The server is killed in the middle of saving, again and again: every deal that was confirmed is
there, once, and what was not answered is sent again with its key."""

import itertools
import json
import random
import threading
import time
from collections import Counter
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

import pytest

from tests.reliability.servers import Distant, Server, Unanswered, command
from tests.requirements import rounds
from tests.web.phones import points

pytestmark = pytest.mark.long

Answer = TypeVar("Answer")
ROUNDS = rounds(20, quick=2, hard=100)
WRITERS = 4


class Writer(threading.Thread):
    """Somebody who writes deals without a pause, each with a number of its own, until stopped.

    What is not answered is sent again as it was until it is.
    """

    def __init__(self, phone: Distant, table: str, first: int) -> None:
        super().__init__(daemon=True)
        self.phone, self.table = phone, table
        self.form = {"csrf_token": phone.get("/settings").form()["csrf_token"]}
        self.numbers = itertools.count(first)
        self.stopped = threading.Event()
        self.sending = False
        self.unanswered = 0
        self.confirmed: list[int] = []
        self.faults: list[str] = []

    def run(self) -> None:
        """Write."""
        try:
            while not self.stopped.is_set():
                self._write(next(self.numbers))
        except Exception as error:  # a thread's end is not the test's
            self.faults.append(repr(error))

    def _write(self, number: int) -> None:
        status = 409
        while status == 409:  # another was quicker
            version = until_answered(lambda: self.phone.version(self.table))
            deal = {"key": f"{number}-{version}", "version": version, **points(number, 0)}
            status = until_answered(partial(self._send, deal))
        if status != 303:
            raise AssertionError(f"deal {number} was answered {status}")
        self.confirmed.append(number)

    def _send(self, deal: dict[str, Any]) -> int:
        self.sending = True
        try:
            return self.phone.post(self.table, {**self.form, **deal, "do": "save"}).status
        except ConnectionRefusedError:
            raise  # the server is not there yet; nothing was sent
        except Unanswered:
            self.unanswered += 1
            raise
        finally:
            self.sending = False


def until_answered(ask: Callable[[], Answer]) -> Answer:
    """The answer; asks again for as long as none comes."""
    while True:
        try:
            return ask()
        except Unanswered:
            time.sleep(0.05)


def killed(server: Server, writers: list[Writer], pause: float) -> bool:
    """Kill the server while somebody sends; whether somebody was left without an answer."""
    time.sleep(pause)
    before = [writer.unanswered for writer in writers]
    while not any(writer.sending for writer in writers):
        time.sleep(0)
    server.kill()
    deadline = time.monotonic() + 5
    while time.monotonic() < deadline and any(writer.sending for writer in writers):
        time.sleep(0.01)
    return [writer.unanswered for writer in writers] != before


def progress(writers: list[Writer]) -> None:
    """Wait until everybody has had a deal confirmed."""
    before = [len(writer.confirmed) for writer in writers]
    while any(
        len(writer.confirmed) == count and not writer.faults
        for writer, count in zip(writers, before, strict=True)
    ):
        time.sleep(0.005)


def test_what_was_confirmed_is_there_once(
    tmp_path: Path, new_server: Callable[[Path], Server]
) -> None:
    server, chance = new_server(tmp_path / "data"), random.Random(1)
    scorer = Distant(server.port)
    tables = [scorer.starts("tally", players=["Ann", "Ben"]) for _ in range(2)]
    writers = [
        Writer(Distant(server.port).like(scorer), tables[n % 2], n * 20_000) for n in range(WRITERS)
    ]
    for writer in writers:
        writer.start()

    starts, rounds = [], 0
    while rounds < ROUNDS:
        progress(writers)
        rounds += killed(server, writers, chance.uniform(0, 0.1))
        starts.append(server.start())
    progress(writers)
    for writer in writers:
        writer.stopped.set()
    for writer in writers:
        writer.join()

    assert [writer.faults for writer in writers] == [[]] * WRITERS
    assert sum(writer.unanswered for writer in writers) >= ROUNDS
    for place, table in enumerate(tables):
        sheet = json.loads(scorer.get(f"{table}/sheet.json").html)
        there = Counter(entry["points"][0] for entry in sheet["entries"])
        confirmed = [n for writer in writers[place::2] for n in writer.confirmed]
        assert there == Counter(confirmed)
        assert scorer.get(table).totals == [sum(confirmed), 0]
    starts.sort()
    print(f"\n{len(starts)} kills, {sum(w.unanswered for w in writers)} unanswered;", end=" ")
    print(f"serving again after {starts[len(starts) // 2]:.2f} s, at most {starts[-1]:.2f} s")
    assert command(tmp_path / "data", "rebuild") == "All agree.\n"
