"""Over the network: a deal recorded at a running server, and the pad on a slow phone line."""

import http.client
import json
import sqlite3
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from threading import Thread
from typing import Any, Final
from urllib.parse import urlencode

import pytest
from playwright.sync_api import Browser, Page
from waitress import create_server

from bench.pages import HTMX
from bench.rows import Row, median
from tests.browser.phone import Phone
from tests.browser.serving import browsing, serving
from tests.reliability.servers import Distant, Server
from tests.requirements import need_browser, need_htmx
from tests.web.phones import points

ROUND_TRIP: Final = 0.4
BYTES_A_SECOND: Final = 50_000
"""400 ms and 400 kbit/s."""

PLAYERS: Final = ["Ann", "Ben"]


def rows() -> Iterator[Row]:
    """Every figure of the network; those of the phone only where there is a browser."""
    with tempfile.TemporaryDirectory() as folder:
        bare = _bare(Path(folder))
        ours = _recorded(Path(folder) / "data")
    told = f"bare WSGI and SQLite {bare * 1e3:.2f} ms; the fastest peer measured took 4.1 ms"
    what, met = "record a deal over HTTP, one client", ours <= 4.1e-3 / 2
    yield Row(what, f"{ours * 1e3:.2f} ms", "<= 2.05 ms", met, told)
    try:
        program = need_browser()
        need_htmx()
    except pytest.skip.Exception as why:
        print(f"slow phone network: not measured, {why}")
        return
    with (
        tempfile.TemporaryDirectory() as folder,
        serving(Path(folder)) as base,
        browsing(program) as browser,
    ):
        yield from _slow(browser, base)


def _answered(port: int, sent: Callable[[], tuple[str, str, dict[str, str]]]) -> float:
    """Seconds for an answer to what `sent` gives (address, body, headers); the line stays open."""
    with closing(http.client.HTTPConnection("127.0.0.1", port)) as line:

        def ask() -> None:
            line.request("POST", *sent())
            answer = line.getresponse()
            answer.read()
            assert answer.status == 200, answer.status

        return median(ask, 300)


def _recorded(data: Path) -> float:
    """Seconds for a deal at a server of its own, the answer's pad included."""
    server = Server(data)
    server.start()
    try:
        phone = Distant(server.port)
        table = phone.starts("tally", players=PLAYERS)
        token = phone.get("/settings").form()["csrf_token"]
        cookies = "; ".join(f"{name}={text}" for name, text in phone.cookies.items())
        form = "application/x-www-form-urlencoded"
        headers = {"Cookie": cookies, "HX-Request": "true", "Content-Type": form}
        version = iter(range(10_000))

        def deal() -> tuple[str, str, dict[str, str]]:
            now = next(version)
            own = {"csrf_token": token, "key": f"k{now}", "version": now, "do": "save"}
            return table, urlencode({**own, **points(now, 1)}), headers

        return _answered(server.port, deal)
    finally:
        server.stop()


def _bare(folder: Path) -> float:
    """Seconds for a row that a WSGI app of a few lines writes, with one fsync."""
    connection = sqlite3.connect(folder / "bare.db", isolation_level=None, check_same_thread=False)
    connection.executescript("PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; CREATE TABLE t (x)")

    def app(environ: dict[str, Any], start: Callable[..., Any]) -> list[bytes]:
        connection.execute("INSERT INTO t VALUES (1)")
        start("200 OK", [("Content-Length", "0")])
        return [b""]

    server = create_server(app, host="127.0.0.1", port=0, threads=1)
    thread = Thread(target=server.run, daemon=True)
    thread.start()
    try:
        return _answered(server.effective_port, lambda: ("/", "", {}))
    finally:
        server.close()
        thread.join()
        connection.close()


def _slow(browser: Browser, base: str) -> Iterator[Row]:
    """The pad's first load and a deal, on a line as bad as a cellar's."""
    home = Phone(browser, base)
    link = home.bring("tally", {"points": [1, 2]}, players=PLAYERS)
    address, cookies = f"{base}{link}", home.context.cookies()
    home.context.close()
    # what a test answers takes no time on the line
    away = Phone(browser, base, late=ROUND_TRIP + HTMX / BYTES_A_SECOND)
    away.context.add_cookies(cookies)  # type: ignore[arg-type]
    _slow_line(away.page)
    away.page.goto(address, wait_until="commit")
    usable = _usable(away.page)
    paint = float(
        away.page.evaluate(
            "performance.getEntriesByName('first-contentful-paint')[0].startTime / 1000"
        )
    )
    told = "400 ms round trip, 400 kbit/s"
    yield Row("first paint of the pad", f"{paint:.2f} s", "<= 1.5 s", paint <= 1.5, told)
    yield Row("usable", f"{usable:.2f} s", "<= 2.2 s", usable <= 2.2, told)
    for seat, text in enumerate(("3", "4")):
        away.write(f"points.{seat}", text)
        away.settle()
    began = time.perf_counter()
    away.save()
    took = time.perf_counter() - began
    assert "written" in away.message(), json.dumps(away.message())
    yield Row("deal acknowledged", f"{took:.2f} s", "<= 0.6 s", took <= 0.6, told)
    away.context.close()


def _slow_line(page: Page) -> None:
    line = page.context.new_cdp_session(page)
    line.send("Network.enable")
    speed = {"downloadThroughput": BYTES_A_SECOND, "uploadThroughput": BYTES_A_SECOND}
    slow = {"offline": False, "latency": ROUND_TRIP * 1000, **speed}
    line.send("Network.emulateNetworkConditions", slow)


def _usable(page: Page) -> float:
    """Seconds from the tap on a link until the keys answer at once."""
    page.locator("html.js").wait_for(state="attached")
    while not page.evaluate("Boolean(window.htmx)"):
        time.sleep(0.01)
    return float(page.evaluate("performance.now() / 1000"))
