"""The engine starts from a snapshot of its memory that the phone has made itself, and without it
where that is of no use."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from tests.pocket.phone import MADE, START_MS, PocketPhone, started_quickly

pytestmark = [pytest.mark.browser, pytest.mark.hard]

SNAPSHOTS = """async () => {
  const found = [];
  for (const name of await caches.keys())
    for (const one of await (await caches.open(name)).keys())
      if (new URL(one.url).pathname === "/pocket/snapshot") found.push(name);
  return found;
}"""
"""The shelves that have a snapshot."""
SPOIL = """async bytes => {
  const [name] = (await caches.keys()).filter(one => one.startsWith("pocket-"));
  const shelf = await caches.open(name);
  const [request] = (await shelf.keys())
    .filter(one => new URL(one.url).pathname === "/pocket/snapshot");
  const kept = new Uint8Array(await (await shelf.match(request)).arrayBuffer());
  kept.fill(0, bytes);
  await shelf.put(request, new Response(kept));
}"""
"""Have all bytes of the snapshot be 0 from that one on."""
KEY = """() => new Promise(done => {
  const open = indexedDB.open("scorekeeper", 1);
  open.onsuccess = () => {
    const asked = open.result.transaction("blocks").objectStore("blocks").get("signing/key");
    asked.onsuccess = () => { open.result.close(); done([...asked.result]); };
  };
})"""
LATER = "() => { const now = Date.now; Date.now = () => now() + 3 * 86400e3; }"


@pytest.fixture
def quick(browser: Browser, host: str) -> Iterator[PocketPhone]:
    """A phone that has made a snapshot, and has no network any more."""
    phone = PocketPhone(browser, host)
    phone.shell.locator(MADE).wait_for(state="attached", timeout=START_MS)
    phone.context.set_offline(True)
    yield phone
    phone.context.close()
    assert phone.complaints == []


def snapshots(phone: PocketPhone) -> int:
    """Return how many snapshots the phone keeps."""
    return len(phone.shell.evaluate(SNAPSHOTS))


def test_snapshot_starts_next_time_with_games(quick: PocketPhone) -> None:
    assert not started_quickly(quick)
    quick.start("tally")
    quick.deal(3, 1, 4, 1)

    quick.reload()

    assert started_quickly(quick)
    assert quick.totals() == [3, 1, 4, 1]
    quick.press("undo")
    assert quick.totals() == [0, 0, 0, 0]


def test_chance_and_the_clock_are_no_part_of_it(quick: PocketPhone) -> None:
    seen = []
    for _ in range(2):
        quick.shell.evaluate("localStorage.removeItem('pocket-kept-since')")
        quick.shell.goto("about:blank")
        quick.storage("clearDataForOrigin", storageTypes="indexeddb")
        quick.shell.goto(quick.base)
        quick.await_engine()
        assert started_quickly(quick)
        quick.start("tally")
        token = quick.page.locator("[name=csrf_token]").first.input_value()
        key = quick.page.locator("#pad [name=key]").input_value()
        seen.append((quick.table, token, key, tuple(quick.shell.evaluate(KEY))))
    assert [*map(len, map(set, zip(*seen, strict=True)))] == [2, 2, 2, 2]

    quick.shell.workers[0].evaluate(LATER)
    quick.go("/pocket/kept")
    with quick.shell.expect_download():
        quick.page.get_by_role("button", name="Save everything to a file").click()
    told = quick.page.locator("time").first
    told.wait_for()
    ahead = quick.page.evaluate("Date.parse(document.querySelector('time').dateTime) - Date.now()")
    assert 2.9 * 86400e3 < ahead < 3.1 * 86400e3


@pytest.mark.parametrize("first", [0, 4096])
def test_broken_snapshot_is_deleted_and_unneeded(quick: PocketPhone, first: int) -> None:
    quick.shell.evaluate(SPOIL, first)

    quick.reload()

    assert not started_quickly(quick)
    assert snapshots(quick) == 0
    quick.forgive("")


def test_snapshot_of_an_endless_start_is_dropped(quick: PocketPhone) -> None:
    quick.shell.goto("about:blank")
    quick.shell.goto(f"{quick.base}/pocket/check/")
    quick.shell.evaluate("localStorage.setItem('pocket-quick-start-begun', 'yes')")
    quick.shell.goto(quick.base)
    quick.await_engine()

    assert not started_quickly(quick)
    assert snapshots(quick) == 0


def test_snapshot_is_turned_off_on_storage_page(quick: PocketPhone) -> None:
    quick.go("/pocket/kept")
    quick.page.get_by_text("Scorekeeper starts from a copy of its memory.").wait_for()
    quick.page.get_by_role("button", name="Turn off faster start").click()
    quick.page.get_by_text("Scorekeeper starts slowly").wait_for()
    assert snapshots(quick) == 0

    quick.reload()
    assert not started_quickly(quick)
    quick.page.get_by_role("button", name="Turn on faster start").click()
    quick.shell.locator(MADE).wait_for(state="attached", timeout=START_MS)
