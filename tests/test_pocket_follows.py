"""A phone's copy of a game beside the server's, both written to at random: brought together, they
have the same records, and what is stored beside these is as it would be computed anew."""

from collections.abc import Callable
from contextlib import suppress
from typing import Any, Final

import pytest
from flask import Flask
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from scorekeeper.pocket.exchange import Exchange, NotSent
from scorekeeper.pocket.gateway import Pocket
from scorekeeper.tables.changes import add_entry, delete_entry, edit_entry, insert_entry, redo, undo
from scorekeeper.tables.loading import LoadedTable, NotFound, load_table
from scorekeeper.tables.rulings import TableRuling, add_ruling
from scorekeeper.tables.summaries import rebuild_summaries
from scorekeeper.tables.sync.receiving import records_of
from scorekeeper.tables.write_request import EntryInvalid, LaterEntryInvalid, WriteRequest
from tests.requirements import rounds
from tests.tables.conftest import new_key
from tests.test_pocket_servers import SERVER, Wire, app, app_beside, apps_beside, pocket, wire
from tests.web.chains import link
from tests.web.phones import Phone

__all__ = ["app", "app_beside", "apps_beside", "pocket", "wire"]

HERE, THERE = "here", "there"


def deal(number: int) -> dict[str, Any]:
    """A deal of a tally."""
    return {"points": [number, 0, 1, 0]}


def guest(number: int) -> dict[str, Any]:
    """Somebody who sits down in the place of another."""
    return {"seat": {"number": number % 4, "name": f"Guest {number}"}}


RULING: Final = TableRuling("played twice", None, "strike")
WRITES: Final[dict[str, Callable[[LoadedTable, WriteRequest, int, int], object]]] = {
    "deal": lambda table, sent, about, number: add_entry(table, deal(number), sent),
    "seat": lambda table, sent, about, number: add_entry(table, guest(number), sent),
    "ruling": lambda table, sent, about, number: add_ruling(table, RULING, sent, about=about),
    "edit": lambda table, sent, about, number: edit_entry(table, about, deal(number), sent),
    "insert": lambda table, sent, about, number: insert_entry(table, deal(number), about, sent),
    "strike": lambda table, sent, about, number: delete_entry(table, about, sent),
    "undo": lambda table, sent, about, number: undo(table, sent),
    "redo": lambda table, sent, about, number: redo(table, sent),
}
steps = st.lists(
    st.one_of(
        st.tuples(st.sampled_from([HERE, THERE]), st.sampled_from([*WRITES]), st.integers(0, 30)),
        st.tuples(st.just("sync"), st.sampled_from(["heard", "lost"]), st.integers(0, 3)),
    ),
    max_size=25,
)


def write(public_id: str, what: str, number: int) -> None:
    """Write something to the game as it stands; nothing where that cannot be."""
    table = load_table(public_id)
    written = [one.seq for one in table.state.written if one.kind == "entry"]
    about = written[number % len(written)] if written else 0
    sent = WriteRequest(new_key(), table.row.version, "somebody")
    with suppress(NotFound, EntryInvalid, LaterEntryInvalid):
        WRITES[what](table, sent, about, number)


@pytest.mark.hard
@pytest.mark.long
@settings(
    max_examples=rounds(25, quick=5, hard=300),
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(done=steps)
def test_a_copy_and_its_game_come_to_the_same(
    app: Flask, pocket: Pocket, wire: Wire, done: list[tuple[str, str, int]]
) -> None:
    public_id = Phone(app).starts("tally", {"points": [1, 2, 3, 4]}).removeprefix("/t/")
    exchange = Exchange(pocket.folder, wire.ask)
    with pocket.app.app_context():
        exchange.pull(f"{SERVER}/s/{link(app, public_id)}", "phone")
    for where, what, number in done:
        if where == THERE:
            with app.app_context():
                write(public_id, what, number)
            continue
        with pocket.app.app_context():
            if where == HERE:
                write(public_id, what, number)
                continue
            wire.loses = [what == "lost"]
            try:
                exchange.sync(public_id)
            except NotSent:
                assert what == "lost"
            wire.loses = []

    with pocket.app.app_context():
        exchange.sync(public_id)
        exchange.sync(public_id)
        mine = records_of(public_id)
        here = load_table(public_id)
        assert list(rebuild_summaries(repair=False)) == []
    with app.app_context():
        theirs = records_of(public_id)
        there = load_table(public_id)
        assert list(rebuild_summaries(repair=False)) == []
    # a copy begins when it is made, with all else as it was
    assert (mine.version, mine.names) == (theirs.version, theirs.names)
    assert replace(mine.records[0], at=0) == replace(theirs.records[0], at=0)
    assert mine.records[1:] == theirs.records[1:]
    assert here.pad.totals == there.pad.totals
    held = {one.key for one in exchange.known.games[public_id].held}
    assert held.isdisjoint({one.key for one in mine.records})
