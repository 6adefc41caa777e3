"""The pocket edition as `make pocket` built it, in Chromium: bytes fetched, starts, a page."""

import shutil
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from typing import Final

from bench.rows import Row
from scorekeeper.pocket.building import fetched

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


def rows() -> Iterator[Row]:
    """Every figure of the pocket edition; none where it is not built, or no Chromium is there."""
    program = next(filter(None, map(shutil.which, CHROMIUM)), None)
    if not (OUT / "sw.js").is_file() or program is None:
        return
    # here, because the other figures need no browser
    from tests.browser.serving import browsing
    from tests.pocket.conftest import static_host
    from tests.pocket.phone import PocketPhone

    size = fetched(OUT) / 1e6
    yield Row("pocket: fetched once, with gzip", f"{size:.1f} MB", "<= 8.5 MB", size <= 8.5)
    with static_host(OUT) as host, browsing(Path(program)) as browser:
        first, later, page = [], [], []
        for _ in range(STARTS):
            phone = PocketPhone(browser, host)
            first.append(phone.shell.evaluate("marks.shown"))
            phone.context.set_offline(True)
            phone.reload()
            later.append(phone.shell.evaluate("marks.shown"))
            page.append(median(phone.page.evaluate(ASK)))
            phone.context.close()
        yield _took("pocket: first visit", min(first), 5000)
        yield _took("pocket: later start, without a network", min(later), 3500)
        yield _took("pocket: a page, from asking to reading", min(page), 15)


def _took(what: str, took: float, goal: int) -> Row:
    return Row(what, f"{took:.0f} ms", f"<= {goal} ms", took <= goal)
