"""Another edition takes over at a start, whole, and starts without the older one's snapshot."""

import gzip
import hashlib
import os
import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import ClassVar

import pytest
from playwright.sync_api import Browser

from tests.pocket.conftest import StaticFiles, static_host
from tests.pocket.phone import MADE, START_MS, PocketPhone, started_quickly
from tests.requirements import need_pocket

pytestmark = [pytest.mark.browser, pytest.mark.hard]

OTHER = "other-edition"
CHANGED = "pocket/network.mjs"
EDITION = "document.documentElement.dataset.edition"
SHELVES = "caches.keys().then(names => names.filter(name => name.startsWith('pocket-')).sort())"
UPDATE = """async () => {
  const registration = await navigator.serviceWorker.getRegistration();
  await registration.update();
}"""
ARRIVES = """async () => {
  const registration = await navigator.serviceWorker.getRegistration();
  while (!registration.waiting) await new Promise(done => setTimeout(done, 50));
}"""
"""Until another edition is there, whole, for the next start."""

ENDS = """async () => {
  const registration = await navigator.serviceWorker.getRegistration();
  const ended = new Promise(done => registration.addEventListener("updatefound", () =>
    registration.installing.addEventListener("statechange", ({ target }) => done(target.state))));
  await registration.update().catch(() => undefined);
  return ended;
}"""
"""What becomes of another edition: "installed", or "redundant" if it cannot be."""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The pocket edition, to be changed."""
    return Path(shutil.copytree(need_pocket(), tmp_path / "host", copy_function=os.symlink))


class Listed(StaticFiles):
    """Says which files it has sent."""

    sent: ClassVar[list[str]] = []

    def copyfile(self, source, outputfile):  # type: ignore[no-untyped-def]
        """Send what was opened."""
        self.sent.append(self.path)
        super().copyfile(source, outputfile)


@pytest.fixture
def phone(browser: Browser, folder: Path) -> Iterator[PocketPhone]:
    """A phone that has made a snapshot of this edition."""
    with static_host(folder, Listed) as host:
        phone = PocketPhone(browser, host)
        try:
            phone.shell.locator(MADE).wait_for(state="attached", timeout=START_MS)
            yield phone
        finally:
            phone.context.close()


def publish(folder: Path, edition: str) -> None:
    """Have the host send another edition, in which one script has changed."""
    content = f"{(folder / CHANGED).read_text(encoding='utf-8')}// changed\n".encode()
    replace(folder / CHANGED, content)
    replace(folder / f"{CHANGED}.gz", gzip.compress(content))
    for name in ("index.html", "sw.js"):
        text = (folder / name).read_text(encoding="utf-8").replace(edition, OTHER)
        digest = f'("{CHANGED}": )"[0-9a-f]+"'
        text = re.sub(digest, rf'\1"{hashlib.sha256(content).hexdigest()}"', text)
        replace(folder / name, text.encode())


def replace(file: Path, content: bytes) -> None:
    """Put this in the place of a file that is a link."""
    file.unlink()
    file.write_bytes(content)


def test_update_waits_for_start_and_own_snapshot(phone: PocketPhone, folder: Path) -> None:
    first = phone.shell.evaluate(EDITION)
    phone.start("tally")
    phone.deal(3, 1, 4, 1)
    phone.write("points.0", "5")
    phone.settle()
    publish(folder, first)
    Listed.sent.clear()

    phone.shell.evaluate(UPDATE)
    phone.shell.evaluate(ARRIVES)
    packed = [path for path in Listed.sent if path.endswith((".xz", ".gz"))]
    assert packed == [f"/{CHANGED}.gz"]  # what has not changed is not fetched again
    phone.write("points.1", "9")  # what was written before is kept as soon as it is left
    phone.settle()
    phone.reload()  # in the middle of the deal
    assert phone.shell.evaluate(EDITION) == first
    assert started_quickly(phone)
    assert phone.field("points.0").input_value() == "5"
    assert phone.shell.evaluate(SHELVES) == sorted([f"pocket-{first}", f"pocket-{OTHER}"])

    table = phone.table
    while phone.shell.evaluate(EDITION) == first:  # until the browser notices that no tab has it
        phone.shell.goto("about:blank")
        phone.shell.goto(phone.base + table)
        phone.await_engine()
    assert not started_quickly(phone)
    assert phone.totals() == [3, 1, 4, 1]
    assert phone.field("points.0").input_value() == "5"
    assert phone.shell.evaluate(SHELVES) == [f"pocket-{OTHER}"]

    phone.shell.locator(MADE).wait_for(state="attached", timeout=START_MS)
    phone.context.set_offline(True)
    phone.reload()
    assert started_quickly(phone)
    assert phone.complaints == []


def test_half_published_update_is_not_taken(phone: PocketPhone, folder: Path) -> None:
    first = phone.shell.evaluate(EDITION)
    before = (folder / f"{CHANGED}.gz").read_bytes()
    phone.start("tally")
    publish(folder, first)
    replace(folder / f"{CHANGED}.gz", before)

    assert phone.shell.evaluate(ENDS) == "redundant"

    phone.reload()
    assert phone.shell.evaluate(EDITION) == first
    phone.write("points.0", "5")
    phone.settle()
    assert phone.complaints == []
