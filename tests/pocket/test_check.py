"""The page that tries on a person's phone what the pocket edition takes for granted, and what the
page around the app says while there is none."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from scorekeeper import places
from tests.browser.looks import faults
from tests.browser.phone import SCREEN
from tests.pocket.conftest import static_host

pytestmark = pytest.mark.browser

TRIED = {
    *("Browser", "Secure address", "Service worker", "One engine for all tabs", "Unpacking files"),
    *(
        "Writing to disk",
        "Storage space",
        "Permanent storage",
        "Memory in a worker",
        "Files in a worker",
    ),
}


@pytest.fixture
def page(browser: Browser, tmp_path: Path) -> Iterator[Page]:
    """The page, as a static host has it, without the edition being built."""
    (tmp_path / "static").mkdir()
    for name in ("pocket", "js", "icons"):
        place = tmp_path / "static" / name if name == "icons" else tmp_path / name
        place.symlink_to(places.static_folder() / name)
    (tmp_path / "index.html").symlink_to(places.static_folder() / "pocket" / "index.html")
    with static_host(tmp_path) as address:
        context = browser.new_context(viewport=SCREEN)
        page = context.new_page()
        complaints: list[str] = []
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.goto(f"{address}/pocket/check/")
        page.locator("html[data-check=done]").wait_for(state="attached")
        yield page
        context.close()
        assert complaints == []


def test_it_says_what_it_found(page: Page) -> None:
    assert {*page.locator("dt").all_inner_texts()} == TRIED
    failed = page.locator("dd.bad").all_inner_texts()
    assert all("may delete it" in one for one in failed)  # as a Chromium without a window does
    assert page.evaluate("document.documentElement.scrollWidth") <= SCREEN["width"]


def test_it_is_readable(page: Page) -> None:
    assert faults(page) == []


def test_outer_page_says_the_app_could_not_start(page: Page) -> None:
    page.goto(page.url.replace("/pocket/check/", "/"))  # a host without the service worker
    page.get_by_text("Scorekeeper could not start").wait_for()

    assert faults(page) == []
    page.get_by_role("button", name="Check this browser").click()
    page.get_by_role("heading", name="Check this browser").wait_for()


def test_it_says_which_writes_outlived_closing(page: Page) -> None:
    page.get_by_role("button", name="Begin writing").click()
    while page.evaluate("Number(localStorage.getItem('pocket-check-told'))") < 4:
        page.wait_for_timeout(20)
    page.reload()

    page.get_by_text("Last time all").wait_for()
    assert "writes were kept" in page.locator("#returned").inner_text()
