"""“Anything new?”: what a page is told that asks every two seconds."""

import pytest

from scorekeeper.store.sql.trouble import Unavailable
from scorekeeper.store.table import version_cache
from tests.web.phones import NewPhone, Phone, let_in


def test_a_locked_out_phone_is_told_so(phone: Phone, new_phone: NewPhone, table: str) -> None:
    watcher = let_in(phone, new_phone(), table, "watch")
    address = watcher.get(table).news
    assert watcher.get(address).is_nothing_new

    phone.do(f"{table}/share", do="remove.")

    assert watcher.get(address).status == 403
    assert phone.get(address).is_nothing_new
    assert new_phone().get(address).status == 403


def test_strange_host_and_lost_database_are_told(
    phone: Phone, table: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    address = phone.get(table).news

    assert phone.get(address, Host="a b").status == 400
    monkeypatch.setattr(version_cache, "latest_versions", lambda *_: _raise())
    assert phone.get(address).status == 503


def _raise() -> None:
    raise Unavailable
