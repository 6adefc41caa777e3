"""A browser with a profile on a disk of its own, which writes deals until it is killed or has no
room."""

import os
import signal
from contextlib import suppress
from pathlib import Path

from playwright.sync_api import Browser, BrowserContext, Error, Frame

from tests.browser.serving import FLAGS
from tests.pocket.phone import START_MS, STARTED
from tests.requirements import need_browser

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
ENTRIES = """async table => {
  const asked = () => fetch(`${table}/sheet.json`);
  let answer = await asked();
  for (let times = 0; answer.status === 503 && times < 20; times++) {
    await new Promise(done => setTimeout(done, 500));
    answer = await asked();
  }
  if (!answer.ok) throw new Error(`${answer.status}: ${await answer.text()}`);
  return (await answer.json()).entries.map(one => one.points[0]);
}"""
"""Each deal has its number as the points of the first player. An engine that the browser lets store
nothing for a moment answers 503 until the next one has taken over."""


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
        try:
            frame.locator("main#main").wait_for()
        except Error:
            why = page.locator("#starting").inner_text()
            raise AssertionError(f"{why} {self.told}") from None
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
