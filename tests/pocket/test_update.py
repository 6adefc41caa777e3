"""Another edition takes over at a start, whole, and starts without the older one's snapshot."""

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.pocket.conftest import static_host
from tests.pocket.phone import MADE, START_MS, PocketPhone, started_quickly
from tests.requirements import need_pocket

pytestmark = [pytest.mark.browser, pytest.mark.hard]

OTHER = "other-edition"
EDITION = "document.documentElement.dataset.edition"
SHELVES = "caches.keys().then(names => names.filter(name => name.startsWith('pocket-')).sort())"
UPDATE = """async () => {
  const registration = await navigator.serviceWorker.getRegistration();
  await registration.update();
}"""
WAITS = """async () => {
  const registration = await navigator.serviceWorker.getRegistration();
  return Boolean(registration.waiting);
}"""
"""Whether another edition is there, whole, for the next start."""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The pocket edition, to be changed."""
    return Path(shutil.copytree(need_pocket(), tmp_path / "host", copy_function=os.symlink))


@pytest.fixture
def phone(browser: Browser, folder: Path) -> Iterator[PocketPhone]:
    """A phone that has made a snapshot of this edition."""
    with static_host(folder) as host:
        phone = PocketPhone(browser, host)
        try:
            phone.shell.locator(MADE).wait_for(state="attached", timeout=START_MS)
            yield phone
        finally:
            phone.context.close()


def publish(folder: Path, edition: str) -> None:
    """Have the host send the same under another name."""
    for name in ("index.html", "sw.js"):
        text = (folder / name).read_text(encoding="utf-8")
        (folder / name).unlink()
        (folder / name).write_text(text.replace(edition, OTHER), encoding="utf-8")


def test_an_update_waits_for_the_next_start_and_makes_a_snapshot_of_its_own(
    phone: PocketPhone, folder: Path
) -> None:
    first = phone.shell.evaluate(EDITION)
    phone.start("tally")
    for seat, points in enumerate((3, 1, 4, 1)):
        phone.write(f"points.{seat}", str(points))
    phone.save()
    phone.write("points.0", "5")
    phone.settle()
    publish(folder, first)

    phone.shell.evaluate(UPDATE)
    phone.shell.wait_for_function(WAITS, timeout=START_MS)
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
