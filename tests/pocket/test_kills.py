"""The whole browser is killed while the pocket edition writes: what was answered is there
afterwards, once, and nothing is damaged."""

import random
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.pocket.profiles import BEGIN, ENTRIES, WRITE, MortalBrowser
from tests.requirements import rounds

pytestmark = [pytest.mark.browser, pytest.mark.hard]

KILLS = rounds(10, quick=2, hard=100)


@pytest.fixture
def mortal(browser: Browser, host: str, tmp_path: Path) -> Iterator[MortalBrowser]:
    """A browser to be killed."""
    mortal = MortalBrowser(browser, tmp_path / "profile", host)
    yield mortal
    mortal.kill()


@pytest.mark.skipif(not Path("/proc/self/cmdline").exists(), reason="the processes are not listed")
def test_answers_survive_browser_kills_once(mortal: MortalBrowser) -> None:
    moments = random.Random(7)
    frame = mortal.start()
    table = frame.evaluate(BEGIN)
    saved = in_flight = 0
    for _ in range(KILLS):
        frame.evaluate(WRITE, [table, saved + 1])
        end = time.monotonic() + 0.5 + moments.random()
        while time.monotonic() < end or mortal.saved() == 0:
            frame.page.wait_for_timeout(5)
        mortal.kill()
        assert not [one for one in mortal.told if one.startswith("refused")]
        answered = mortal.saved()
        frame = mortal.start()

        there = frame.evaluate(ENTRIES, table)

        assert there == [*range(1, len(there) + 1)]
        # a busy machine may kill the browser before it has passed on what was answered last
        assert answered <= len(there)
        in_flight += len(there) > answered
        saved = len(there)
    print(f"{KILLS} kills, {saved} deals, {in_flight} kept of those that were on their way")
    assert frame.page.locator("#starting").is_hidden()  # there it would say that data is damaged
