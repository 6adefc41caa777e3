"""The pocket edition as a Scorekeeper server has it, beside its own pages."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from tests.browser.phone import Phone
from tests.browser.serving import serving
from tests.pocket.phone import PocketPhone
from tests.requirements import need_pocket

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a Scorekeeper server that has the pocket edition."""
    folder = tmp_path_factory.mktemp("server")
    with serving(folder, POCKET=str(need_pocket())) as address:
        yield address


def test_every_page_leads_to_it(browser: Browser, server: str) -> None:
    phone = Phone(browser, server)
    phone.go("/rules/")

    link = phone.page.get_by_role("link", name="Use without a network")

    assert link.get_attribute("href") == "/pocket/"
    phone.context.close()


def test_a_game_is_played_beside_the_server_without_a_network(
    browser: Browser, server: str
) -> None:
    phone = PocketPhone(browser, f"{server}/pocket")
    phone.context.set_offline(True)
    phone.start("tally")
    for seat, points in enumerate((3, 1, 4, 1)):
        phone.write(f"points.{seat}", str(points))
    phone.save()
    table = phone.table

    phone.reload()

    assert phone.shell.url.startswith(f"{server}/pocket{table}")
    assert phone.totals() == [3, 1, 4, 1]
    assert phone.go("/pocket/kept") == 200
    assert phone.complaints == []
    phone.context.close()
