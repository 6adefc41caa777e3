"""A game's deals may have a timer: set by the scorer, shown on every phone, in nobody's way."""

import re
from collections.abc import Callable

import pytest

from scorekeeper.leagues.evening import direction
from scorekeeper.store.table.rows import now
from tests.web.phones import Phone, let_in, points

NewPhone = Callable[[], Phone]


def left(phone: Phone, table: str) -> int:
    """The milliseconds that the deal still has."""
    found = re.search(r'data-left="(-?\d+)"', phone.get(f"{table}/clock").html)
    assert found
    return int(found[1])


def test_scorer_sets_timer_for_every_phone(phone: Phone, new_phone: NewPhone) -> None:
    table = phone.starts("tally", {"points": [1, 2, 3, 4]})
    watcher = let_in(phone, new_phone(), table, "watch")
    asked = re.search(r'hx-get="([^"]*/news[^"]*)"', watcher.get(table).html)
    assert asked
    assert watcher.get(f"{table}/clock").html == ""

    page = phone.do(f"{table}/timer", {"minutes": "5"})

    assert "Each deal has 5 minutes." in page.text
    assert watcher.get(asked[1].replace("&amp;", "&")).headers["HX-Refresh"] == "true"
    for each in (phone, watcher):
        assert f'hx-get="{table}/clock"' in each.get(table).html
        assert 290_000 < left(each, table) <= 300_000
    assert f'hx-get="{table}/clock"' in phone.get(f"{table}/wall").html
    assert watcher.get(f"{table}/timer").status == 403

    assert "Deals have no timer." in phone.do(f"{table}/timer", {"minutes": "0"}).text
    assert watcher.get(f"{table}/clock").html == ""


def test_timer_warns_ends_and_begins_again(phone: Phone, monkeypatch: pytest.MonkeyPatch) -> None:
    table = phone.starts("tally", {"points": [1, 2, 3, 4]})
    phone.do(f"{table}/timer", {"minutes": "5"})
    assert "less than two minutes left" in phone.get(f"{table}/clock").html

    for passed, late, over in ((170, False, False), (200, True, False), (400, True, True)):
        monkeypatch.setattr(direction, "now", lambda passed=passed: now() + 1000 * passed)
        clock = phone.get(f"{table}/clock").html
        assert ("clock deal late" in clock) == late
        assert ("<b>: time is up" in clock) == over

    phone.do(table, points(1, 1, 1, 1))  # nobody is stopped
    monkeypatch.undo()
    assert left(phone, table) > 290_000
    phone.do(f"{table}/write/finish", {}, "save")
    assert phone.get(f"{table}/clock").html == ""


def test_only_what_is_offered_can_be_set(phone: Phone) -> None:
    table = phone.starts("tally", {"points": [1, 2, 3, 4]})

    assert phone.fill(f"{table}/timer", {"minutes": "7"}, "save").status == 400
