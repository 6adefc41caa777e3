"""Over the network: a deal recorded at a running server, and the pad on a slow phone line."""

import json
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import Browser, Page

from bench import floors
from bench.clients import PLAYERS, TableAtServer, rate
from bench.pages import HTMX
from bench.rows import SERIES, Row, median
from tests.browser.phone import Phone
from tests.browser.serving import browsing, serving
from tests.reliability.servers import Server
from tests.requirements import need_browser, need_htmx

ROUND_TRIP: Final = 0.4
BYTES_A_SECOND: Final = 50_000
"""400 ms and 400 kbit/s."""


def rows() -> Iterator[Row]:
    """Every figure of the network; those of the phone only where there is a browser."""
    with tempfile.TemporaryDirectory() as folder:
        yield from _served(Path(folder) / "data", floors.over_http(Path(folder)))
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
        yield _first_load(browser, base)
        yield from _slow(browser, base)


CLIENTS: Final = 8


def _served(data: Path, floor: floors.OverHttp) -> Iterator[Row]:
    """Yield what the default server takes for one client, and for eight at once."""
    server = Server(data)
    server.start()
    try:
        tables = [TableAtServer(server.port) for _ in range(CLIENTS)]
        line, lines = tables[0].line, [table.line for table in tables]
        bare = f"bare WSGI and SQLite {floor.bare * 1e3:.2f} ms"
        record, page = (
            f"Flask + sqlite3 {took * 1e3:.2f} ms"
            for took in (floor.flask_record, floor.flask_page)
        )
        for what, request, goal, beside in (
            ("record a deal over HTTP, one client", tables[0].record, 2.0e-3, f"{bare}, {record}"),
            ("page of 20 deals over HTTP, one client", tables[0].look, 0.7e-3, page),
        ):
            took = median(lambda: line.ask(request()), 300)  # noqa: B023
            yield Row(what, f"{took * 1e3:.2f} ms", f"<= {goal * 1e3} ms", took <= goal, beside)
        for what, requests, least in (
            (f"deals recorded by {CLIENTS} clients", [table.record for table in tables], 700),
            (f"pages fetched by {CLIENTS} clients", [table.look for table in tables], 2500),
        ):
            most = max(rate(lines, requests, 60) for _ in range(SERIES))
            yield Row(what, f"{most:.0f}/s", f">= {least}/s", most >= least)
    finally:
        server.stop()


IDLE_MS: Final = 4000


def _first_load(browser: Browser, base: str) -> Row:
    """What Chromium fetches for a pad until the page is idle, headers too, beside htmx and the
    polls: reading the page's links left out 18 kB that its scripts fetch."""
    home = Phone(browser, base)
    home.start("spades")
    new = Phone(browser, base)
    new.context.add_cookies(home.context.cookies())  # type: ignore[arg-type]
    asked: dict[str, str] = {}
    sizes: dict[str, float] = {}
    line = new.page.context.new_cdp_session(new.page)
    line.send("Network.enable")
    line.on(
        "Network.requestWillBeSent",
        lambda sent: asked.update({sent["requestId"]: sent["request"]["url"]}),
    )
    line.on(
        "Network.loadingFinished",
        lambda ended: sizes.update({ended["requestId"]: ended["encodedDataLength"]}),
    )
    new.go(home.table)
    new.page.wait_for_timeout(IDLE_MS)
    ours = [
        size
        for name, size in sizes.items()
        if asked[name].startswith(base) and "/news" not in asked[name]
    ]
    total, requests = sum(ours), len(ours)
    home.context.close()
    new.context.close()
    told = f"{requests} requests, goal <= 5"
    met = total <= 32_000 and requests <= 5
    return Row("first load of the pad", f"{total / 1000:.1f} kB", "<= 32 kB", met, told)


def _slow(browser: Browser, base: str) -> Iterator[Row]:
    """The pad's first load and a deal, on a line as bad as a cellar's."""
    home = Phone(browser, base)
    link = home.bring("tally", {"points": [1, 2]}, players=PLAYERS)
    address, cookies = f"{base}{link}", home.context.cookies()
    home.context.close()
    # answering on the line takes no time
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
    away.page.locator(".act button.main:not([data-wait])").wait_for()  # both numbers are known
    began = time.perf_counter()
    away.save()
    took = time.perf_counter() - began
    assert "saved" in away.message(), json.dumps(away.message())
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
