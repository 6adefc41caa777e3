"""“Anything new?”: what a page is told that asks every two seconds."""

import re
from collections.abc import Callable

import pytest

from scorekeeper.store.sql.trouble import Unavailable
from scorekeeper.store.table import version_cache
from tests.web.phones import Page, Phone, let_in, points


@pytest.fixture
def tally(phone: Phone) -> str:
    """A table with a deal."""
    return phone.starts("tally", {"points": [1, 2, 3, 4]})


def news_of(page: Page) -> str:
    """The address at which the page asks for news."""
    found = re.search(r'id="news" hx-get="([^"]*)"', page.html)
    assert found
    return found[1].replace("&amp;", "&")


def test_page_is_told_of_the_next_deal_only(
    phone: Phone, new_phone: Callable[[], Phone], tally: str
) -> None:
    watcher = let_in(phone, new_phone(), tally, "watch")
    address = news_of(watcher.get(tally))

    assert [watcher.get(address).status for _ in range(3)] == [204, 204, 204]

    phone.play(tally, points(1, 2, 3, 4))
    assert watcher.get(address).totals == [2, 4, 6, 8]


def test_a_locked_out_phone_is_told_so(
    phone: Phone, new_phone: Callable[[], Phone], tally: str
) -> None:
    watcher = let_in(phone, new_phone(), tally, "watch")
    address = news_of(watcher.get(tally))
    assert watcher.get(address).status == 204

    phone.do(f"{tally}/share", do="remove." + share_number(phone, tally))

    assert watcher.get(address).status == 403
    assert phone.get(address).status == 204
    assert new_phone().get(address).status == 403


def share_number(phone: Phone, table: str) -> str:
    """The number of the link to watch."""
    found = re.search(r'value="remove\.(\d+)"', phone.get(f"{table}/share").html)
    assert found
    return found[1]


def test_strange_host_and_lost_database_are_told(
    phone: Phone, tally: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    address = news_of(phone.get(tally))

    assert phone.get(address, Host="a b").status == 400
    monkeypatch.setattr(version_cache, "latest_versions", lambda *_: _raise())
    assert phone.get(address).status == 503


def _raise() -> None:
    raise Unavailable
