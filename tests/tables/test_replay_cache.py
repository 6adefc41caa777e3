"""The cache of replayed tables: limited by bytes, with realistic estimates."""

import gc
import json
import tracemalloc
from collections.abc import Callable
from typing import Any, TypeVar

import pytest

from scorekeeper.games import games
from scorekeeper.sheet import read_head
from scorekeeper.statistics import deals_of, sums_of
from scorekeeper.store.league import leagues
from scorekeeper.store.league.state import League
from scorekeeper.store.table.records import Record, fold
from scorekeeper.store.table.rows import TableRow
from scorekeeper.tables import loading, statistics
from scorekeeper.tables.changes import head_payload
from scorekeeper.tables.loading import LoadedTable, ReplayCache, replay_table
from scorekeeper.tables.statistics import PlayedTable
from tests.vectors import load

Made = TypeVar("Made")
NAMES = ["Ann", "Ben", "Cat", "Dan"]


def table_of(sheet: dict[str, Any], public_id: str = "abcdefghij", version: int = 0) -> LoadedTable:
    """The table of this sheet, as a process reads it from the database."""
    head = read_head({**sheet, "entries": []})
    stored = json.loads(json.dumps([head_payload(head), *sheet["entries"]]))
    row = TableRow(
        0, public_id, head.game.slug, head.variant, {}, 1, version, 0, "open", False, {}, 0, 0
    )
    records = [
        Record(seq, "entry" if seq else "head", None, None, one, 0, "phone")
        for seq, one in enumerate(stored)
    ]
    return replay_table(row, fold(records), {name: 1 for name in head.players if name})


def points(count: int) -> dict[str, Any]:
    """A sheet of so many deals of the plain pad."""
    entries = [{"points": [deal % 200 - 100, 300 + deal % 7, 2, 3]} for deal in range(count)]
    return {"format": "scorekeeper/1", "game": "tally", "players": NAMES, "entries": entries}


def longest(slug: str) -> dict[str, Any]:
    """The longest sheet of a game among the vectors."""
    fitting = (one for one in load() if one["expect"]["valid"])
    sheets = [one["sheet"] for one in fitting if one["sheet"]["game"] == slug]
    return max(sheets, key=lambda sheet: len(sheet["entries"]))


def weighed(make: Callable[[], Made]) -> tuple[Made, int]:
    """Return what is made, and the bytes that it takes up."""
    make()  # what is made once for all
    gc.freeze()  # what earlier tests left is looked through no more: that took most of the time
    # the least of three: threads that earlier tests left may take up memory meanwhile
    return min((_weighed_once(make) for _ in range(3)), key=lambda weighed: weighed[1])


def _weighed_once(make: Callable[[], Made]) -> tuple[Made, int]:
    gc.collect()
    tracemalloc.start()
    try:
        made = make()
        gc.collect()
        return made, tracemalloc.get_traced_memory()[0]
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize("sheet", [points(20), points(300), *map(longest, games())])
def test_table_size_estimate_is_about_right(sheet: dict[str, Any]) -> None:
    table, size = weighed(lambda: table_of(sheet))

    # a sheet of boxes that each fill once takes twice the estimate: each pad knows which are filled
    assert 0.4 * size < loading.size_of(table) < 2 * size


@pytest.mark.long
@pytest.mark.parametrize("sheet", [points(20), points(300), *map(longest, games())])
def test_statistics_size_estimate_is_about_right(sheet: dict[str, Any]) -> None:
    table = table_of(sheet)

    def make() -> PlayedTable:
        deals = tuple(deals_of("abcdefghij", table.pads))
        return PlayedTable(table.head.game.slug, deals, sums_of(deals), table.persons)

    made, size = weighed(make)

    assert 0.6 * size < statistics.size_of(made) < 2.5 * size


@pytest.mark.long
@pytest.mark.parametrize("count", [10, 2000])
def test_league_size_estimate_is_about_right(count: int) -> None:
    games_played = [
        {
            "game": "whist",
            "day": "2024-01-02",
            "sides": [
                {"players": [3 + n % 9, 4 + n % 7], "points": n % 20},
                {"players": [12, 13], "points": 5},
            ],
        }
        for n in range(count)
    ]
    stored = json.dumps([{"name": "Club", "edition": 1}, {"games": games_played}])

    def make() -> League:
        head, brought = json.loads(stored)
        records = [
            Record(0, "head", None, None, head, 0, "phone"),
            Record(1, "import", None, None, brought, 0, "phone"),
        ]
        return League(id=1, public_id="club", version=1, state=fold(records), access={})

    league, size = weighed(make)

    assert 0.75 * size < leagues.size_of(league) < 2 * size


@pytest.mark.long
def test_many_long_tables_stay_within_memory() -> None:
    sheet = points(250)

    def fill() -> ReplayCache[LoadedTable]:
        kept = ReplayCache(2**20, loading.size_of)
        for number in range(12):
            table = table_of(sheet, f"table{number}")
            kept.put(table.row, table)
        return kept

    kept, size = weighed(fill)

    assert size < 1.35 * 2**20
    tables = [table_of(points(0), f"table{number}").row for number in range(12)]
    held = [number for number, row in enumerate(tables) if kept.get(row)]
    assert held == [*range(held[0], 12)]


def test_cache_keeps_newest_version_of_a_table() -> None:
    kept = ReplayCache(2**20, loading.size_of)
    new, old = table_of(points(2), version=2), table_of(points(1), version=1)
    for table in (new, old):
        kept.put(table.row, table)

    assert kept.get(new.row) is new
    assert kept.get(old.row) is None
    kept.clear()
    assert kept.get(new.row) is None
