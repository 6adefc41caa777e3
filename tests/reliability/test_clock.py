"""The clock is put back an hour in the middle of a game: order is by sequence, nothing is lost."""

import time
from collections.abc import Callable

import pytest
from flask import Flask

from tests.web.conftest import app
from tests.web.phones import Phone, let_in, link, points

__all__ = ["app"]

HOUR = 3600


@pytest.fixture
def put_back(monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """Puts the clock back an hour, for everything in this process."""
    now, now_ns = time.time, time.time_ns

    def back() -> None:
        monkeypatch.setattr(time, "time", lambda: now() - HOUR)
        monkeypatch.setattr(time, "time_ns", lambda: now_ns() - HOUR * 1_000_000_000)

    return back


@pytest.mark.long
def test_game_goes_on_when_clock_steps_back(app: Flask, put_back: Callable[[], None]) -> None:
    scorer, watcher = Phone(app), Phone(app)
    table = scorer.starts("tally", {"points": [1, 0, 0, 0]})
    let_in(scorer, watcher, table, "watch")
    old = scorer.get(table).form("save")
    scorer.play(table, points(2, 0, 0, 0))

    put_back()
    page = scorer.play(table, points(3, 0, 0, 0))

    assert page.totals == [6, 0, 0, 0]
    assert page.message == "Deal 3 saved."
    assert watcher.get(table).totals == [6, 0, 0, 0]
    scored = [page.html.index(f">+{points}<") for points in (3, 2, 1)]
    assert scored == sorted(scored), "the newest deal comes first"
    history = scorer.get(f"{table}/history").html
    assert history.count("<li><time") == 4
    assert scorer.send(table, old, points(9, 9, 9, 9), "save").status == 409
    assert scorer.do(table, do="undo").totals == [3, 0, 0, 0]


def test_phone_stays_in_when_clock_steps_back(app: Flask, put_back: Callable[[], None]) -> None:
    scorer, guest = Phone(app), Phone(app)
    table = scorer.starts("tally", {"points": [1, 0, 0, 0]})
    address = link(scorer, table, "scorer")

    put_back()

    assert scorer.get("/tables").links("/t/") == [table]
    guest.enter(address)
    assert guest.play(table, points(1, 0, 0, 0)).totals == [2, 0, 0, 0]
    new = scorer.starts("tally")
    assert set(scorer.get("/tables").links("/t/")) == {table, new}
