"""The whole browser is killed while the pocket edition writes: what was answered is there
afterwards, once, and nothing is damaged."""

import os
import random
import signal
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Error, Frame

from tests.browser.serving import FLAGS
from tests.pocket.phone import START_MS, STARTED
from tests.requirements import need_browser, rounds

pytestmark = [pytest.mark.browser, pytest.mark.hard]

KILLS = rounds(10, quick=2, hard=100)
BEGIN = """async () => {
  const text = await (await fetch("/new/tally")).text();
  const page = new DOMParser().parseFromString(text, "text/html");
  const form = [...page.forms].find(one => one.querySelector("[name=key]"));
  const typed = new URLSearchParams(new FormData(form));
  typed.delete("name");
  for (const name of ["Ann", "Ben", "Cat", "Dan"]) typed.append("name", name);
  typed.set("do", "start");
  return new URL((await fetch("/new/tally", {method: "POST", body: typed})).url).pathname;
}"""
WRITE = """([table, first]) => {
  const write = async number => {
    const text = await (await fetch(table)).text();
    const page = new DOMParser().parseFromString(text, "text/html");
    const form = [...page.forms].find(one => one.querySelector("[name^='points']"));
    const typed = new URLSearchParams(new FormData(form));
    for (const seat of [0, 1, 2, 3]) typed.set(`points.${seat}`, String(seat ? 0 : number));
    typed.set("do", "save");
    console.log(`sent ${number}`);
    const answer = await fetch(table, {method: "POST", body: typed});
    console.log(answer.ok ? `saved ${number}` : `refused ${number}: ${answer.status}`);
  };
  (async () => { for (let number = first; ; number++) await write(number); })();
}"""
ENTRIES = """table => fetch(`${table}/sheet.json`).then(answer => answer.json())
  .then(sheet => sheet.entries.map(one => one.points[0]))"""
"""Each deal has its number as the points of the first player."""


class MortalBrowser:
    """A browser with a profile of its own, which outlives it."""

    def __init__(self, browser: Browser, profile: Path, host: str) -> None:
        self.browser, self.profile, self.host = browser, profile, host
        self.told: list[str] = []

    def start(self) -> Frame:
        """Start it; the frame of the app once the engine runs."""
        self.context: BrowserContext = self.browser.browser_type.launch_persistent_context(
            self.profile, executable_path=need_browser(), args=FLAGS, handle_sigint=False
        )
        self.told = []
        page = self.context.pages[0]
        page.on("console", lambda message: self.told.append(message.text))
        page.goto(self.host)
        page.locator(STARTED).wait_for(state="attached", timeout=START_MS)
        frame = page.locator("#app").element_handle().content_frame()
        assert frame
        frame.locator("main#main").wait_for()
        return frame

    def kill(self) -> None:
        """Kill all its processes at once."""
        mark = f"--user-data-dir={self.profile}".encode()
        for process in Path("/proc").glob("[0-9]*"):
            with suppress(OSError):
                command = (process / "cmdline").read_bytes()
                if mark in command and b"--type=" not in command:
                    os.killpg(int(process.name), signal.SIGKILL)
        with suppress(Error):
            self.context.close()

    def saved(self) -> int:
        """The number of the last deal that was answered; 0 before the first."""
        saved = [int(one.split()[1]) for one in self.told if one.startswith("saved ")]
        return saved[-1] if saved else 0


@pytest.fixture
def mortal(browser: Browser, host: str, tmp_path: Path) -> Iterator[MortalBrowser]:
    """A browser to be killed."""
    mortal = MortalBrowser(browser, tmp_path / "profile", host)
    yield mortal
    mortal.kill()


@pytest.mark.skipif(not Path("/proc/self/cmdline").exists(), reason="the processes are not listed")
def test_what_was_answered_is_there_once_however_often_the_browser_is_killed(
    mortal: MortalBrowser,
) -> None:
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
