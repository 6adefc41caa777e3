"""A game's deals may have a timer: set by the scorer, shown on every phone, in nobody's way."""

import re

import pytest

from scorekeeper.leagues.evening import direction
from scorekeeper.store.table.rows import now
from tests.web.phones import NewPhone, Phone, let_in, points


def left(phone: Phone, table: str) -> int:
    """The milliseconds that the deal still has."""
    found = re.search(r'data-left="(-?\d+)"', phone.get(f"{table}/clock").html)
    assert found
    return int(found[1])


def test_scorer_sets_timer_for_every_phone(phone: Phone, new_phone: NewPhone) -> None:
    table = phone.starts("tally", {"points": [1, 2, 3, 4]})
    watcher = let_in(phone, new_phone(), table, "watch")
    news = watcher.get(table).news
    assert watcher.get(f"{table}/clock").html == ""

    phone.do(f"{table}/timer", {"minutes": "5"})

    assert watcher.get(news).headers["HX-Refresh"] == "true"
    for each in (phone, watcher):
        assert f'hx-get="{table}/clock"' in each.get(table).html
        assert 290_000 < left(each, table) <= 300_000
    assert f'hx-get="{table}/clock"' in phone.get(f"{table}/wall").html
    assert watcher.get(f"{table}/timer").status == 403

    phone.do(f"{table}/timer", {"minutes": "0"})
    assert watcher.get(f"{table}/clock").html == ""


def test_timer_warns_ends_and_begins_again(phone: Phone, monkeypatch: pytest.MonkeyPatch) -> None:
    table = phone.starts("tally", {"points": [1, 2, 3, 4]})
    phone.do(f"{table}/timer", {"minutes": "5"})

    for passed, late, over in ((170, False, False), (200, True, False), (400, True, True)):
        monkeypatch.setattr(direction, "now", lambda passed=passed: now() + 1000 * passed)
        clock = phone.get(f"{table}/clock").html
        assert ("clock deal late" in clock) == late
        assert ("<b>Time is up" in clock) == over

    phone.do(table, points(1, 1, 1, 1))  # nobody is stopped
    monkeypatch.undo()
    assert left(phone, table) > 290_000
    phone.do(f"{table}/write/finish", {}, "save")
    assert phone.get(f"{table}/clock").html == ""
