"""Tables at which games are played."""

import itertools
from typing import Any

import pytest
from flask import Flask

from scorekeeper.store.table.rows import WriteRequest
from scorekeeper.tables.changes import add_entry
from scorekeeper.tables.loading import LoadedTable, load_table
from scorekeeper.tables.starting import start_table
from scorekeeper.tables.summaries import rebuild_summaries
from scorekeeper.tables.write import WriteResult

NAMES = ["Ann", "Ben", "Cat", "Dan"]
_keys = itertools.count()


def new_key() -> str:
    """A request key of its own."""
    return f"key-{next(_keys)}"


def sheet(game: str, *entries: Any, **head: Any) -> dict[str, Any]:
    """A sheet of four players with these entries."""
    head.setdefault("players", NAMES)
    return {"format": "scorekeeper/1", "game": game, **head, "entries": list(entries)}


def started(game: str, *entries: Any, **head: Any) -> LoadedTable:
    """A new table with these entries."""
    public_id = start_table(sheet(game, *entries, **head), key=new_key(), device="phone")
    return load_table(public_id)


def sent(table: LoadedTable) -> WriteRequest:
    """A write typed against the table as it is."""
    return WriteRequest(new_key(), table.row.version, "phone")


def bids(*numbers: int) -> dict[str, Any]:
    """A deal of Spades in which everybody took what he bid, the last player also the rest."""
    return {"bids": list(numbers), "tricks": [*numbers[:3], 13 - sum(numbers[:3])]}


def record(table: LoadedTable, *entries: dict[str, Any]) -> LoadedTable:
    """The table after these entries."""
    for entry in entries:
        table = saved(add_entry(table, entry, sent(table)))
    return table


def saved(answer: WriteResult) -> LoadedTable:
    """The table after a write, which is also what a cold process reads."""
    from scorekeeper.tables import loading

    loading._cache.clear()
    cold = load_table(answer.table.row.public_id)
    assert cold.row == answer.table.row._replace(drafted=cold.row.drafted)
    assert cold.state == answer.table.state
    assert cold.seqs == answer.table.seqs
    assert cold.pad.totals == answer.table.pad.totals
    assert cold.persons == answer.table.persons
    assert list(rebuild_summaries(repair=False)) == []
    return answer.table


@pytest.fixture
def spades(store: Flask) -> LoadedTable:
    """Spades, nothing written yet."""
    return started("spades", variant="nil", options={"target": 300})
