"""The thoroughness of random tests: less in `make quick` than in `make test` and the build, most in
`make test-hard`. What is slow has less of each: `fewer` in `requirements.py`."""

import gc
import os
import re
import signal
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING
from zlib import crc32

import pytest
from hypothesis import HealthCheck, settings

from scorekeeper import places
from scorekeeper.engine.game import Game
from scorekeeper.games import games
from scorekeeper.index_files import IndexFiles
from scorekeeper.search.tables import open_by
from tests.kept_templates import keep_templates
from tests.requirements import need_browser, need_htmx, quick, rounds

if TYPE_CHECKING:
    from playwright.sync_api import Browser

gc.set_threshold(50_000, 20, 50)  # little of what tests make goes in circles

# a shell has what it runs in the background ignore Ctrl+C, and so would all that tests start
signal.signal(signal.SIGINT, signal.default_int_handler)

open_by(IndexFiles(places.search_folder(), places.search_folder).open)
keep_templates()

# tests begin more games in an hour than any club
os.environ["SCOREKEEPER_BUDGET"] = "0"
# and find the same pages whether or not the edition is built
os.environ["SCOREKEEPER_POCKET"] = "off"

pytest_plugins = ["tests.databases"]  # once for all rooms, not once for each

# Machines differ too much for a deadline, and a whole game is a large thing to draw.
settings.register_profile(
    "ours",
    max_examples=rounds(100, quick=25, hard=1000),
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
settings.load_profile("ours")


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """In `make quick` spare the import of modules whose tests are all long."""
    if not quick() or "not long" not in config.option.markexpr or collection_path.suffix != ".py":
        return None
    return True if _ALL_LONG.search(collection_path.read_text(encoding="utf-8")) else None


_ALL_LONG = re.compile(r"^pytestmark = .*\bmark\.long\b", re.MULTILINE)


@pytest.hookimpl(trylast=True)  # after -m has chosen
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Where hard tests are left out, a test of many cases tries some of them, always the same:
    forty, and forty of each game; in `make quick` two and a twenty-fifth, and one of each game."""
    if "not hard" not in config.option.markexpr or config.option.keyword:
        return  # who asks for some gets all of them
    cases: dict[str, list[pytest.Item]] = defaultdict(list)
    for item in items:
        cases[item.nodeid.partition("[")[0]].append(item)
    chosen = {item for of_one in cases.values() for item in _few(of_one)}
    config.hook.pytest_deselected(items=[item for item in items if item not in chosen])
    items[:] = [item for item in items if item in chosen]


@pytest.fixture(scope="session")
def browser() -> "Iterator[Browser]":
    """A Chromium: one for all tests of a process, for Playwright starts only once in it."""
    # here, because most tests need none
    from playwright.sync_api import expect

    from tests.browser.phone import PATIENCE_MS
    from tests.browser.serving import browsing

    need_htmx()
    expect.set_options(timeout=PATIENCE_MS)
    with browsing(need_browser()) as started:
        yield started


def _few(cases: list[pytest.Item]) -> Iterator[pytest.Item]:
    some, of_each = (2 + len(cases) // 25, 1) if quick() else (40, 40)
    shuffled = sorted(cases, key=lambda item: crc32(item.nodeid.encode()))
    seen: Counter[str] = Counter()
    for place, item in enumerate(shuffled):
        game = _game_of(item)
        if place < some or (game and seen[game] < of_each):
            yield item
        seen[game] += 1


def _game_of(item: pytest.Item) -> str:
    """The slug of the game that a case is about; empty for none."""
    params = item.callspec.params if hasattr(item, "callspec") else {}
    slugs = (one.slug if isinstance(one, Game) else one for one in params.values())
    return next((one for one in slugs if isinstance(one, str) and one in games()), "")


def pytest_collection_finish() -> None:
    """Spare the garbage collector what lives to the end: thousands of tests and their vectors."""
    gc.collect()
    gc.freeze()
