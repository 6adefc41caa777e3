"""Storage in the pocket edition, and its messages when the browser has no space."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.pocket.phone import PocketPhone

pytestmark = [pytest.mark.browser, pytest.mark.hard]

POINTS = (3, 1, 4, 1)


@pytest.fixture
def new(browser: Browser, host: str) -> Iterator[PocketPhone]:
    """A phone of its own, still with the network."""
    phone = PocketPhone(browser, host)
    yield phone
    phone.context.close()


def test_game_outlives_a_reload_without_network(new: PocketPhone) -> None:
    new.context.set_offline(True)
    new.start("tally")
    new.deal(*POINTS)
    new.deal(*POINTS)
    table = new.table

    new.reload()

    assert new.table == table
    assert new.totals() == [6, 2, 8, 2]
    assert len(new.sheet()["entries"]) == 2


def test_open_tab_takes_over_the_closed_engine(new: PocketPhone) -> None:
    new.start("tally")
    new.deal(*POINTS)
    table, first = new.address, new.shell
    second = new.context.new_page()
    new.watch(second)
    second.goto(new.base + table)
    second.locator("#app").content_frame.locator(".totals").wait_for()

    first.close()
    new.move_to(second)
    new.deal(*POINTS)

    assert new.totals() == [6, 2, 8, 2]


def test_everything_is_saved_and_brought_back(
    new: PocketPhone, browser: Browser, host: str, tmp_path: Path
) -> None:
    new.start("tally")
    new.deal(*POINTS)
    table = new.table
    new.go("/pocket/kept")
    file = new.saved(tmp_path)

    other = PocketPhone(browser, host)
    other.restore(file)
    other.go(table)

    assert file.suffix == ".db"
    assert other.totals() == [3, 1, 4, 1]
    other.deal(*POINTS)
    assert other.totals() == [6, 2, 8, 2]
    other.context.close()


RESTORE = """async table => {
  const form = document.querySelector("input[type=file]").form;
  const asked = [];
  const ask = setInterval(() => asked.push(fetch(table)), 10);
  await fetch(form.action, { method: "POST", body: new FormData(form) });
  clearInterval(ask);
  asked.push(fetch(table));
  return (await Promise.all(asked)).map(answer => answer.status);
}"""
"""Ask for a game all the while."""


def test_restore_answers_from_restored_games(
    new: PocketPhone, browser: Browser, host: str, tmp_path: Path
) -> None:
    new.start("tally")
    new.deal(*POINTS)
    table = new.table
    new.go("/pocket/kept")
    file = new.saved(tmp_path)

    other = PocketPhone(browser, host)
    other.go("/pocket/kept")
    other.page.set_input_files("input[type=file]", file)
    asked = other.page.evaluate(RESTORE, host + table)
    assert {*asked} <= {403, 200}  # not its own before, its own afterwards
    assert asked[-1] == 200
    other.await_engine()
    other.go(table)
    other.deal(*POINTS)

    assert other.totals() == [6, 2, 8, 2]
    other.context.close()


def test_file_without_backup_is_refused_at_field(new: PocketPhone, tmp_path: Path) -> None:
    file = tmp_path / "holiday.db"
    file.write_bytes(b"\xff\xd8 a picture")
    new.go("/pocket/kept")
    new.page.set_input_files("input[type=file]", file)
    new.page.get_by_role("button", name="Restore").click()

    new.page.locator(".fault").wait_for()
    assert new.faults() == ["This file is not a Scorekeeper backup, or is damaged."]


def test_deletion_warning_stays_off_the_table(new: PocketPhone) -> None:
    notice = new.shell.locator("#notice")
    new.start("tally")
    new.deal(*POINTS)
    assert notice.is_hidden()

    new.go("/")
    notice.get_by_text("The browser may delete your games").wait_for()
    notice.get_by_role("button", name="Close").click()
    new.go("/pocket/kept")
    assert notice.is_hidden()


FILL = """() => {
  IDBObjectStore.prototype.put = () => { throw new DOMException("", "QuotaExceededError"); };
}"""
"""Have the worker's store be full: no Chromium for tests runs out of room on order."""


def test_full_store_refuses_deals_until_room(new: PocketPhone) -> None:
    new.start("tally")
    new.deal(*POINTS)
    for seat, points in enumerate(POINTS):
        new.write(f"points.{seat}", str(points))
    new.settle()
    new.shell.workers[0].evaluate(FILL)
    new.save()

    assert new.message() == "The disk is full. Nothing was saved."
    new.forgive("507")
    assert new.field("points.2").input_value() == "4"
    new.await_engine()  # another one, which reads what lies on the disk
    new.save()
    assert new.totals() == [6, 2, 8, 2]


def test_it_says_the_browser_deleted_the_games(new: PocketPhone) -> None:
    new.start("tally")
    new.deal(*POINTS)
    new.shell.goto("about:blank")
    new.storage("clearDataForOrigin", storageTypes="indexeddb")
    new.shell.goto(new.base)

    new.shell.get_by_text("The browser has deleted the games").wait_for(timeout=120_000)
    new.shell.get_by_role("button", name="Restore games").click()
    new.await_engine()
    assert new.page.locator("h1").inner_text() == "On this phone"


SPOIL = """async () => {
  const open = indexedDB.open("scorekeeper", 1);
  await new Promise(done => open.onsuccess = done);
  const change = open.result.transaction("blocks", "readwrite");
  const blocks = change.objectStore("blocks");
  const keys = await new Promise(done => {
    const all = blocks.getAllKeys(); all.onsuccess = () => done(all.result);
  });
  for (const key of keys.filter(one => typeof one === "number" && one >= FROM))
    blocks.put(new Uint8Array(4096).fill(7), key);
  await new Promise(done => change.oncomplete = done);
}"""


@pytest.mark.parametrize("first", [0, 1])
def test_damaged_data_is_told_and_may_be_saved(new: PocketPhone, first: int) -> None:
    new.start("tally")
    new.deal(*POINTS)
    new.shell.evaluate(SPOIL.replace("FROM", str(first)))
    new.shell.reload()

    new.shell.get_by_text("The data on this phone is damaged.").wait_for(timeout=120_000)
    with new.shell.expect_download() as download:
        new.shell.get_by_role("button", name="Save data to a file").click()
    assert download.value.suggested_filename == "scorekeeper-damaged.db"

    new.shell.on("dialog", lambda dialog: dialog.accept())
    new.shell.get_by_role("button", name="Delete and start again").click()
    new.await_engine()
    new.forgive("")
    assert new.page.get_by_role("link", name="New game").first.is_visible()


def test_open_games_may_be_saved_after_deletion(new: PocketPhone, tmp_path: Path) -> None:
    new.start("tally")
    new.deal(*POINTS)
    table = new.table
    new.storage("clearDataForOrigin", storageTypes="indexeddb")

    new.shell.get_by_text("The browser has deleted the games on this phone.").wait_for()
    with new.shell.expect_download() as download:
        new.shell.get_by_role("button", name="Save everything to a file").click()
    file = tmp_path / download.value.suggested_filename
    download.value.save_as(file)
    new.shell.get_by_role("button", name="Start again").click()
    new.shell.get_by_role("button", name="Restore games").click(timeout=120_000)
    new.await_engine()
    new.page.set_input_files("input[type=file]", file)
    new.page.get_by_role("button", name="Restore").click()
    new.page.get_by_role("heading", name="Restored").wait_for()
    new.await_engine()

    new.go(table)
    assert new.totals() == [3, 1, 4, 1]


def test_parts_deleted_by_browser_are_refetched(new: PocketPhone) -> None:
    new.start("tally")
    new.deal(*POINTS)
    new.storage("clearDataForOrigin", storageTypes="cache_storage")
    new.reload()

    new.context.set_offline(True)
    new.reload()
    assert new.totals() == [3, 1, 4, 1]
