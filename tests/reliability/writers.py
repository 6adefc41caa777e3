"""Those who write without a pause while the server, or its database, is killed under them."""

import itertools
import json
import random
import threading
import time
from collections.abc import Callable
from typing import Any

from scorekeeper.engine.other_entries import MOST_POINTS
from tests.reliability.servers import Distant, Unanswered
from tests.web.phones import Page, points

AWAY = {502, 503}
"""The database was not there, or a proxy found no server that is; it is sent again, as the pad
does."""


class Own:
    """A table with one writer, and what must stand on it: each deal's number by its record. Before
    each change stands what was there before, for an undo."""

    def __init__(self, address: str, chance: random.Random) -> None:
        self.address = address
        self.chance = chance
        self.version = 0
        self.deals: dict[int, int] = {}
        self.before: list[dict[int, int]] = []
        self.undone: dict[int, int] | None = None
        self.count = {"save": 0, "edit": 0, "undo": 0, "redo": 0}

    def next(self, number: int) -> tuple[str, str, dict[str, Any]]:
        """Return what is done next with this number: its name, the address, the fields."""
        act = self.chance.choices(("save", "edit", "undo"), (5, 3, 2))[0]
        if self.undone is not None and self.chance.random() < 0.5:
            return "redo", self.address, {"do": "redo"}
        if act == "undo" and self.before:
            return act, self.address, {"do": "undo"}
        typed = {**points(number, 0), "do": "save"}
        if act == "edit" and self.deals:
            self.edited = self.chance.choice([*self.deals])
            return act, f"{self.address}/e/{self.edited}", typed
        return "save", self.address, typed

    def done(self, act: str, number: int) -> None:
        """It was confirmed."""
        self.version += 1
        self.count[act] += 1
        now = dict(self.deals)
        if act == "undo":
            self.deals, self.undone = self.before.pop(), now
            return
        self.before.append(now)
        if act == "redo" and self.undone is not None:
            self.deals = self.undone
        else:
            self.deals[self.version if act == "save" else self.edited] = number
        self.undone = None


class Writer(threading.Thread):
    """Somebody who writes in turn a deal at a table where others write too, and a deal, an edit, an
    undo or a redo at a table of one's own; each deal with a number of its own.

    What is not answered is sent again as it was until it is.
    """

    def __init__(self, phone: Distant, shared: str, own: Own, first: int) -> None:
        super().__init__(daemon=True)
        self.phone, self.shared, self.own = phone, shared, own
        self.token = phone.get("/settings").form()["csrf_token"]
        self.numbers = itertools.count(first)
        self.stopped = threading.Event()
        self.sending = False
        self.unanswered = 0
        self.away = 0
        self.confirmed: list[int] = []
        self.faults: list[str] = []

    def run(self) -> None:
        """Write."""
        try:
            while not self.stopped.is_set():
                self._at_shared(next(self.numbers))
                self._at_own(next(self.numbers))
        except Exception as error:  # a thread's end is not the test's
            self.faults.append(repr(error))

    def _at_shared(self, number: int) -> None:
        status = 409
        while status == 409:  # another was quicker
            version = self._until_answered(lambda: self.phone.get(self.shared)).form()["version"]
            deal = {**points(number, 0), "do": "save"}
            status = self._send(self.shared, f"{number}-{version}", version, deal)
        if status != 303:
            raise AssertionError(f"deal {number} was answered {status}")
        self.confirmed.append(number)

    def _at_own(self, number: int) -> None:
        act, address, fields = self.own.next(number)
        status = self._send(address, f"own-{number}", str(self.own.version), fields)
        if status != 303:
            raise AssertionError(f"{act} {number} was answered {status}")
        self.own.done(act, number)

    def _send(self, address: str, key: str, version: str, fields: dict[str, Any]) -> int:
        sent = {"csrf_token": self.token, "key": key, "version": version, **fields}
        return self._until_answered(lambda: self._post(address, sent)).status

    def _post(self, address: str, sent: dict[str, Any]) -> Page:
        self.sending = True
        try:
            return self.phone.post(address, sent)
        except ConnectionRefusedError:
            raise  # the server is not there yet; nothing was sent
        except Unanswered:
            self.unanswered += 1
            raise
        finally:
            self.sending = False

    def _until_answered(self, ask: Callable[[], Page]) -> Page:
        """The answer; asks again for as long as none comes, or the database is away."""
        while True:
            try:
                page = ask()
                if page.status not in AWAY:
                    return page
                self.away += 1
            except Unanswered:
                pass
            time.sleep(0.02)


class Company:
    """Writers, two at a table; `phone` makes each a phone of its own, where the server is found."""

    def __init__(self, phone: Callable[[], Distant], count: int = 4) -> None:
        self.scorer = phone()
        self.tables = [self._table() for _ in range(count // 2)]
        self.writers = [
            Writer(
                phone().like(self.scorer),
                self.tables[place % len(self.tables)],
                Own(self._table(), random.Random(place)),
                place * MOST_POINTS // count,
            )
            for place in range(count)
        ]
        for writer in self.writers:
            writer.start()

    def _table(self) -> str:
        return self.scorer.starts("tally", players=["Ann", "Ben"])

    def hit(self, end: Callable[[], object], pause: float) -> bool:
        """Do this while somebody sends; whether somebody was left without an answer, or told that
        the database is away."""
        time.sleep(pause)
        before = self._told()
        while not any(writer.sending for writer in self.writers):
            self._all_well()
            time.sleep(0)
        end()
        deadline = time.monotonic() + 5
        while time.monotonic() < deadline and any(writer.sending for writer in self.writers):
            time.sleep(0.01)
        return self._told() != before

    def _all_well(self) -> None:
        faults = [fault for writer in self.writers for fault in writer.faults]
        assert not faults, faults

    def _told(self) -> list[tuple[int, int]]:
        return [(writer.unanswered, writer.away) for writer in self.writers]

    def go_on(self) -> None:
        """Wait until everybody has had something confirmed at both tables."""
        before = [(len(one.confirmed), one.own.version) for one in self.writers]
        for writer, (shared, own) in zip(self.writers, before, strict=True):
            while len(writer.confirmed) == shared or writer.own.version == own:
                self._all_well()
                time.sleep(0.005)

    def stop(self) -> None:
        """Let everybody finish."""
        for writer in self.writers:
            writer.stopped.set()
        for writer in self.writers:
            writer.join()

    def check(self) -> None:
        """What was confirmed is there, once, and nothing else."""
        self._all_well()
        for place, table in enumerate(self.tables):
            writing = self.writers[place :: len(self.tables)]
            confirmed = [number for writer in writing for number in writer.confirmed]
            assert sorted(self.numbers(table)) == sorted(confirmed)
            assert self.scorer.get(table).totals == [sum(confirmed), 0]
        for writer in self.writers:
            own = writer.own
            assert self.numbers(own.address) == [*own.deals.values()]
            assert self.scorer.version(own.address) == str(own.version)

    def numbers(self, table: str) -> list[int]:
        """The numbers of the deals at a table, in order."""
        sheet = json.loads(self.scorer.get(f"{table}/sheet.json").html)
        return [entry["points"][0] for entry in sheet["entries"]]

    @property
    def figures(self) -> str:
        """Return what was written."""
        own = [writer.own.count for writer in self.writers]
        shared = sum(len(writer.confirmed) for writer in self.writers)
        counts = {act: sum(one[act] for one in own) for act in own[0]}
        counts["save"] += shared
        written = ", ".join(f"{count} {act}s" for act, count in counts.items())
        return f"{written}; {sum(w.unanswered for w in self.writers)} unanswered"


def timings(what: str, seconds: list[float]) -> str:
    """The middle one and the longest."""
    return f"{what} {sorted(seconds)[len(seconds) // 2]:.2f} s, at most {max(seconds):.2f} s"
