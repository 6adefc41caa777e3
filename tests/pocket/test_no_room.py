"""A download that breaks off, and a disk that is full, as the browser itself meets them."""

import re
from collections.abc import Iterator
from pathlib import Path
from threading import Event

import pytest
from playwright.sync_api import Browser

from tests.disks import FILLER, fill, small_disk
from tests.pocket.conftest import StaticFiles, static_host
from tests.pocket.phone import START_MS, PocketPhone
from tests.pocket.profiles import BEGIN, WRITE, MortalBrowser
from tests.requirements import need_pocket

pytestmark = [pytest.mark.browser, pytest.mark.hard]

LARGEST = "/pocket/packages.zip"
SCRIPT = "/static/js/app.js"


class BreaksOff(StaticFiles):
    """Sends half of the largest file, as long as the network is bad."""

    is_bad = True

    def copyfile(self, source, outputfile):  # type: ignore[no-untyped-def]
        """Send what was opened, or a part of it."""
        if self.is_bad and self.path.startswith(LARGEST):
            outputfile.write(source.read(1000))
            self.close_connection = True
        else:
            super().copyfile(source, outputfile)


def test_broken_first_download_is_tried_again(browser: Browser) -> None:
    with static_host(need_pocket(), BreaksOff) as address:
        context = browser.new_context()
        page = context.new_page()
        page.goto(address)
        page.get_by_text("a part of it could not be downloaded").wait_for(timeout=START_MS)

        BreaksOff.is_bad = False
        page.get_by_role("button", name="Try again").click()

        page.locator("#app").content_frame.get_by_role("link", name="New game").first.wait_for(
            timeout=START_MS
        )
        context.close()


class NeverAnswers(StaticFiles):
    """Keeps the phone waiting for one script, until the network is good again."""

    answers = Event()

    def send_head(self):  # type: ignore[no-untyped-def]
        """Wait before that script is sent."""
        if self.path.startswith(SCRIPT):
            self.answers.wait(START_MS / 1000)
        return super().send_head()


FORGET = """async path => {
  for (const name of await caches.keys()) await (await caches.open(name)).delete(path);
}"""


def test_missing_part_does_not_hide_the_games(browser: Browser) -> None:
    NeverAnswers.answers.set()
    with static_host(need_pocket(), NeverAnswers) as address:
        phone = PocketPhone(browser, address)
        phone.shell.evaluate(FORGET, SCRIPT)
        NeverAnswers.answers.clear()

        phone.reload()

        assert phone.page.get_by_role("link", name="New game").first.is_visible()
        NeverAnswers.answers.set()
        phone.context.close()


@pytest.fixture
def narrow(browser: Browser, host: str, tmp_path: Path) -> Iterator[tuple[MortalBrowser, Path]]:
    """A browser whose profile lies on a disk of 400 megabytes, and that disk."""
    with small_disk(tmp_path / "disk", 400) as disk:
        mortal = MortalBrowser(browser, disk / "profile", host)
        yield mortal, disk
        mortal.kill()


def test_full_disk_lets_saved_games_go_to_a_file(
    narrow: tuple[MortalBrowser, Path], browser: Browser, host: str, tmp_path: Path
) -> None:
    mortal, disk = narrow
    frame = mortal.start()
    table = frame.evaluate(BEGIN)
    frame.evaluate(WRITE, [table, 1])
    while mortal.saved() < 3:
        frame.page.wait_for_timeout(50)
    fill(disk)

    # Chromium without room may also delete what it has stored of this site, but not at once
    told = frame.page.get_by_text(re.compile("no free space|has deleted the games"))
    told.wait_for(timeout=START_MS)
    saved = mortal.saved()
    (disk / FILLER).unlink()
    with frame.page.expect_download() as download:
        frame.page.get_by_role("button", name="Save everything to a file").click()
    file = tmp_path / "saved.db"
    download.value.save_as(file)
    other = PocketPhone(browser, host)
    other.restore(file)

    there = [one["points"][0] for one in other.sheet(table)["entries"]]
    other.context.close()
    assert there == [*range(1, len(there) + 1)]
    assert len(there) in (saved, saved + 1)
