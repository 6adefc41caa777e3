"""The pocket edition and a server at another address, in the browser: a game loses its network and
gets it back."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from tests.browser.phone import Phone
from tests.browser.serving import serving
from tests.pocket.phone import PocketPhone

pytestmark = [pytest.mark.browser, pytest.mark.hard]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a Scorekeeper server."""
    with serving(tmp_path_factory.mktemp("server")) as address:
        yield address


@pytest.fixture
def other(browser: Browser, server: str) -> Iterator[Phone]:
    """A phone that has the game open on the server."""
    phone = Phone(browser, server)
    yield phone
    phone.context.close()
    assert phone.complaints == []


@pytest.fixture
def mine(browser: Browser, host: str) -> Iterator[PocketPhone]:
    """A phone with the pocket edition."""
    phone = PocketPhone(browser, host)
    yield phone
    phone.context.close()
    assert phone.complaints == []


def scorer_link(phone: Phone) -> str:
    """The address of the scorer link of the game that the phone shows."""
    table = phone.table
    phone.go(f"{table}/share?shown=scorer")
    phone.page.locator("[value='make.scorer']").click()
    address = phone.page.get_by_role("textbox", name="Scorer").input_value()
    phone.go(table)
    return address


def test_game_finds_network_as_another_writes(mine: PocketPhone, other: Phone) -> None:
    other.start("tally")
    other.deal(1, 2, 3, 4)
    table = other.table
    mine.go("/pocket/take")
    mine.page.get_by_label("Scorer link").fill(scorer_link(other))
    mine.page.get_by_role("button", name="Copy game").click()
    mine.page.locator(".totals").wait_for()
    assert mine.totals() == [1, 2, 3, 4]

    mine.context.set_offline(True)
    mine.deal(1, 1, 1, 1)
    mine.go(f"{table}/share")
    mine.page.get_by_role("button", name="Send and fetch changes").click()
    mine.page.get_by_text("Can't reach the server.").wait_for()
    mine.forgive("")
    other.deal(5, 5, 5, 5)
    mine.context.set_offline(False)
    mine.page.get_by_role("button", name="Send and fetch changes").click()
    mine.page.get_by_text("Another phone saved entries first").wait_for()
    mine.page.get_by_role("button", name="Add entry").click()
    mine.page.get_by_text("Everything has been sent.").wait_for()

    mine.reload()
    mine.go(table)
    assert mine.totals() == [7, 8, 9, 10]
    other.go(table)
    assert other.totals() == [7, 8, 9, 10]
