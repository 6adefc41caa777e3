"""The pocket edition as `make pocket` built it, in Chromium: bytes, starts, a page, memory."""

import os
import shutil
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from statistics import median
from typing import Final

from bench.rows import Row
from scorekeeper.games import games
from scorekeeper.pocket.building import fetched, fetched_later

OUT: Final = Path(__file__).parent.parent / ".cache" / "pocket" / "out"
CHROMIUM: Final = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
STARTS: Final = 3
ASK: Final = """async () => {
  const times = [];
  for (let place = 0; place < 60; place++) {
    const begun = performance.now();
    await (await fetch("/settings")).text();
    times.push(performance.now() - begun);
  }
  return times;
}"""
QUESTION: Final = """async () => {
  const begun = performance.now();
  await (await fetch("/rules/search?game=whist&q=who+leads")).text();
  return performance.now() - begun;
}"""


def rows() -> Iterator[Row]:
    """Every figure of the pocket edition; none where it is not built, or no Chromium is there."""
    program = next(filter(None, map(shutil.which, CHROMIUM)), None)
    if not (OUT / "sw.js").is_file() or program is None:
        return
    # here, because the other figures need no browser
    from tests.browser.serving import browsing
    from tests.pocket.conftest import static_host
    from tests.pocket.phone import MADE, START_MS, PocketPhone
    from tests.pocket.test_search_offline import ARRIVES

    size = fetched(OUT) / 1e6
    yield Row("pocket: fetched once", f"{size:.1f} MB", "<= 8.5 MB", size <= 8.5)
    size = fetched_later(OUT) / 1e6
    yield Row("pocket: fetched later, for the search", f"{size:.1f} MB", "<= 8 MB", size <= 8)
    with static_host(OUT) as host, browsing(Path(program)) as browser:
        first, later, quick, page, memory, asked, again = [], [], [], [], [], [], []
        blank = _memory()
        for _ in range(STARTS):
            phone = PocketPhone(browser, host)
            first.append(phone.shell.evaluate("marks.shown"))
            phone.context.set_offline(True)
            phone.reload()
            later.append(phone.shell.evaluate("marks.shown"))
            page.append(median(phone.page.evaluate(ASK)))
            memory.append(_memory() - blank)
            phone.context.set_offline(False)
            phone.shell.evaluate(ARRIVES, len(games()))
            phone.shell.locator(MADE).wait_for(state="attached", timeout=START_MS)
            phone.context.set_offline(True)
            asked.append(phone.page.evaluate(QUESTION))
            again.append(phone.page.evaluate(QUESTION))
            phone.reload()
            quick.append(phone.shell.evaluate("marks.shown"))
            phone.context.close()
        yield _took("pocket: first visit", min(first), 5000)
        yield _took("pocket: later start, without a network", min(later), 3500)
        yield _took("pocket: later start, from a snapshot", min(quick), 1500)
        yield _took("pocket: a page, from asking to reading", min(page), 15)
        yield _took("pocket: the first question", min(asked), 1000)
        yield _took("pocket: a later question", min(again), 100)
        beside = f"beside the {blank:.0f} MB of a Chromium without a page and its driver"
        yield Row("pocket: memory", f"{min(memory):.0f} MB", "none", True, beside)


def _memory() -> float:
    """Return the memory of the processes that this one has started, in MB, shared memory counted
    once; 0 where the system does not tell."""
    parents = dict[int, int]()
    for one in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            parents[int(one.parent.name)] = int(one.read_text().rpartition(")")[2].split()[1])
    return sum(_share(one) for one in parents if os.getpid() in _ancestors(one, parents))


def _ancestors(process: int, parents: Mapping[int, int]) -> Iterator[int]:
    while process in parents:
        yield (process := parents[process])


def _share(process: int) -> float:
    """The proportional share of a process, in MB."""
    with suppress(OSError):
        rollup = Path(f"/proc/{process}/smaps_rollup").read_text(encoding="ascii")
        return next(int(line.split()[1]) for line in rollup.splitlines() if "Pss:" in line) / 1000
    return 0


def _took(what: str, took: float, goal: int) -> Row:
    return Row(what, f"{took:.0f} ms", f"<= {goal} ms", took <= goal)
