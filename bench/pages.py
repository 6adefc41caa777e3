"""The pages in process, without a socket: a pad, a recorded deal, the poll, bytes sent."""

import gzip
import re
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

from flask import Flask
from flask.testing import FlaskClient
from werkzeug.datastructures import Headers
from werkzeug.test import EnvironBuilder

from bench import floors
from bench.rows import Row, best, median
from scorekeeper import create_app
from scorekeeper.store import upkeep

HTMX = 13_353
"""Bytes of htmx 4.0.1 as the CDN sends it, compressed."""

BIDS = (4, 4, 3, 3)
"""Seven bid by either side, so that one of them always loses what the other makes."""


def rows() -> Iterator[Row]:
    """Every figure of the pages."""
    with tempfile.TemporaryDirectory() as folder:
        floor = floors.in_process(Path(folder))
        table = Table(Path(folder))
        table.play(20)
        at_20 = best(table.looker(), 300)
        poll = best(table.poller(), 300)
        table.play(170)
        at_200 = best(table.looker(), 300)
        yield _row("page of a table, 20 deals", at_20, 600e-6, floor.of_a_page)
        ratio = at_200 / at_20
        yield Row("the same at 200 deals", f"{ratio:.2f} x", "<= 1.5 x", ratio <= 1.5)
        yield _row("anything new?", poll, 150e-6, floor.of_a_page)
        recorded = median(table.recorder(180), 180)
        yield _row("record a deal, 200 before it", recorded, 1500e-6, floor.of_a_deal)
        computed = median(table.recorder(999), 999, time.process_time)
        yield _row("the same in processor time", computed, 1100e-6, "without the disk")
        yield from table.bytes_sent()


def _row(what: str, took: float, goal: float, beside: str) -> Row:
    return Row(what, f"{took * 1e6:.0f} µs", f"<= {goal * 1e6:.0f} µs", took <= goal, beside)


def _asker(app: Flask, path: str, headers: Mapping[str, str]) -> Callable[[], object]:
    """Asks the app for a page, past any client."""
    path, _, query = path.partition("?")
    environ = EnvironBuilder(
        path=path, query_string=query, headers=Headers(dict(headers))
    ).get_environ()

    def start(*_: Any) -> Any:
        return None

    return lambda: b"".join(app.wsgi_app(dict(environ), start))


class Table:
    """A game of Spades on a database of its own, and the phone that keeps its score."""

    def __init__(self, folder: Path) -> None:
        uri = f"sqlite:///{folder / 'bench.db'}"
        self.app = create_app({"SQLALCHEMY_DATABASE_URI": uri, "SECRET_KEY": b"k" * 32})
        with self.app.app_context():
            upkeep.upgrade()
        self.phone: FlaskClient = self.app.test_client()
        form = self.phone.get("/new/spades").text
        typed = {"target": "2000", "lose_at": "-2000", "name": ["Ann", "Ben", "Cat", "Dan"]}
        start = self.phone.post("/new/spades", data={**_own(form), **typed, "do": "start"})
        self.address = start.headers["Location"]
        self.version = 0
        self.token = _own(self.phone.get(self.address).text)["csrf_token"]

    def play(self, deals: int) -> None:
        """Record so many deals."""
        record = self.recorder(deals)
        for _ in range(deals):
            record()

    def recorder(self, deals: int) -> Callable[[], object]:
        """Records one deal at each call, so many times; the phone's part is done beforehand."""
        headers = Headers({"Cookie": self._cookie(), "HX-Request": "true"})
        sent = iter([self._sent(self.version + number, headers) for number in range(deals)])

        def act() -> None:
            status: list[str] = []

            def start(said: str, *_: Any) -> Any:
                status.append(said)

            b"".join(self.app.wsgi_app(next(sent), start))
            assert status[0].startswith("200"), status
            self.version += 1

        return act

    def _sent(self, version: int, headers: Headers) -> dict[str, Any]:
        """The request that records the deal after this version of the table."""
        data = self._deal(version)
        return EnvironBuilder(self.address, method="POST", data=data, headers=headers).get_environ()

    def looker(self) -> Callable[[], object]:
        """Looks at the pad."""
        return _asker(self.app, self.address, {"Cookie": self._cookie()})

    def poller(self) -> Callable[[], object]:
        """Asks whether anything is new; nothing is."""
        page = self.phone.get(self.address).text
        found = re.search(r'id="news" hx-get="([^"]*)"', page)
        assert found
        return _asker(self.app, found[1], {"Cookie": self._cookie()})

    def bytes_sent(self) -> Iterator[Row]:
        """The answer to a recorded deal."""
        answer = len(gzip.compress(self._recorded(), 6))
        yield Row("a recorded deal", f"{answer / 1000:.1f} kB", "<= 3 kB", answer <= 3000)

    def _deal(self, version: int) -> dict[str, Any]:
        """Return the form of the next deal; the sides win in turns."""
        fields: dict[str, Any] = {f"bids.{seat}": bid for seat, bid in enumerate(BIDS)}
        own = {"csrf_token": self.token, "key": f"k{version}", "version": version}
        return {**fields, **own, "side_tricks.0": 6 + version % 2, "do": "save"}

    def _recorded(self) -> bytes:
        headers = {"HX-Request": "true"}
        answer: bytes = self.phone.post(
            self.address, data=self._deal(self.version), headers=headers
        ).data
        return answer

    def _cookie(self) -> str:
        cookie = self.phone.get_cookie("scorekeeper")
        assert cookie is not None
        return f"scorekeeper={cookie.value}"


def _own(form: str) -> dict[str, str]:
    """The token and the key that a form carries."""
    found = {}
    for name in ("csrf_token", "key"):
        match = re.search(f'name="{name}" value="([^"]+)"', form)
        assert match, name
        found[name] = match[1]
    return found


def _text(data: bytes) -> str:
    return gzip.decompress(data).decode() if data[:2] == b"\x1f\x8b" else data.decode()
