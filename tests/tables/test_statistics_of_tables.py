"""Statistics of a phone's tables: replayed once, then cached under the table's version."""

from typing import Any

import pytest
from flask import Flask

from scorekeeper import statistics
from scorekeeper.statistics import POINTS, WITH, StatisticKey
from scorekeeper.store.access.devices import give_access
from scorekeeper.store.access.links import TABLE, WATCH
from scorekeeper.store.sql.database import writing
from scorekeeper.store.table.rows import WriteRequest
from scorekeeper.tables import loading
from scorekeeper.tables import statistics as tables_statistics
from scorekeeper.tables.changes import undo
from scorekeeper.tables.starting import start_table
from scorekeeper.tables.statistics import played_at, played_by
from tests.tables.conftest import bids, new_key, record, sheet, started


@pytest.fixture
def replays(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The tables that were replayed for statistics, in order, by a process that begins cold."""
    read_table = loading.replay_row
    found: list[str] = []

    def counting(connection: Any, row: Any) -> Any:
        found.append(row.public_id)
        return read_table(connection, row)

    monkeypatch.setattr(tables_statistics, "replay_row", counting)
    tables_statistics._cache.clear()
    return found


def test_table_is_replayed_once_until_changed(store: Flask, replays: list[str]) -> None:
    one = started("tally", {"points": [1, 2, 3, 4]})
    other = started("tally", {"points": [5, 6, 7, 8]})
    both = {one.row.public_id, other.row.public_id}

    first = played_by("phone")
    assert played_by("phone") == first
    assert sorted(replays) == sorted(both)

    one = record(one, {"points": [10, 0, 0, 0]})
    replays.clear()
    now = played_by("phone")

    assert replays == [one.row.public_id]
    assert (
        statistics.merge_sums(part.sums for part in now)[StatisticKey("ann", POINTS)].total
        == 1 + 5 + 10
    )


def test_viewed_table_is_not_replayed_again(store: Flask, replays: list[str]) -> None:
    table = started("tally", {"points": [1, 2, 3, 4]})

    at = played_at(table)

    assert played_by("phone") == [at]
    assert replays == []


def test_an_undone_deal_does_not_count(store: Flask, replays: list[str]) -> None:
    table = record(started("tally", {"points": [1, 2, 3, 4]}), {"points": [10, 0, 0, 0]})
    assert len(played_at(table).deals) == 2

    undo(table, WriteRequest(new_key(), table.row.version, "phone"))

    (part,) = played_by("phone")
    assert [deal.points for deal in part.deals] == [(1, 2, 3, 4)]


def test_only_tables_a_phone_may_see_count(store: Flask, replays: list[str]) -> None:
    table = started("tally", {"points": [1, 2, 3, 4]})
    started("tally", {"points": [5, 6, 7, 8]})

    assert played_by("other") == []
    assert played_by("") == []
    with writing() as connection:
        give_access(connection, TABLE, table.row.id, "other", WATCH)

    assert [part.deals[0].table for part in played_by("other")] == [table.row.public_id]


def test_partners_of_several_tables_are_added_up(store: Flask, replays: list[str]) -> None:
    # 4 + 3 bid and made: 70, 60 in the second
    started("spades", bids(4, 3, 3, 3))
    public_id = start_table(
        sheet("spades", bids(3, 3, 3, 4), players=["Cat", "Eve", "ann", "Dan"]),
        key=new_key(),
        device="phone",
    )
    sums = statistics.merge_sums(part.sums for part in played_by("phone"))

    assert sums[StatisticKey("ann", POINTS, WITH, "cat")].deals == 2
    assert sums[StatisticKey("ann", POINTS)].total == 70 + 60
    assert public_id in {deal.table for part in played_by("phone") for deal in part.deals}
