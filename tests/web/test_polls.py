"""“Anything new?”: what a page is told that asks every two seconds."""

import pytest

from scorekeeper.store.sql.trouble import Unavailable
from scorekeeper.store.table import version_cache
from tests.web.phones import NewPhone, Phone, let_in


@pytest.fixture
def tally(phone: Phone) -> str:
    """A table with a deal."""
    return phone.starts("tally", {"points": [1, 2, 3, 4]})


def test_a_locked_out_phone_is_told_so(phone: Phone, new_phone: NewPhone, tally: str) -> None:
    watcher = let_in(phone, new_phone(), tally, "watch")
    address = watcher.get(tally).news
    assert watcher.get(address).status == 204

    phone.do(f"{tally}/share", do="remove.")

    assert watcher.get(address).status == 403
    assert phone.get(address).status == 204
    assert new_phone().get(address).status == 403


def test_strange_host_and_lost_database_are_told(
    phone: Phone, tally: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    address = phone.get(tally).news

    assert phone.get(address, Host="a b").status == 400
    monkeypatch.setattr(version_cache, "latest_versions", lambda *_: _raise())
    assert phone.get(address).status == 503


def _raise() -> None:
    raise Unavailable
