"""Finished and running games of a device's tables, for statistics.

A table's part is made of its records once and kept under its version; so a page about all tables
of a phone replays only those that have changed since this process last saw them.
"""

from collections.abc import Mapping
from typing import NamedTuple

from scorekeeper.statistics import PlayedDeal, Sums, deals_of, sums_of
from scorekeeper.store.sql.database import reading
from scorekeeper.store.table import rows as table_rows
from scorekeeper.tables.loading import LoadedTable, ReplayCache, replay_row

_MOST_TABLES = 1000


class PlayedTable(NamedTuple):
    """A table's part in the statistics: its game, its deals in order, its totals, and the persons
    who sat there by name."""

    game: str
    deals: tuple[PlayedDeal, ...]
    sums: Sums
    persons: Mapping[str, int]


def size_of(played: PlayedTable) -> int:
    """About how many bytes it takes up here, as measured."""
    return 1000 + 300 * len(played.deals) + 250 * len(played.sums)


_cache = ReplayCache[PlayedTable](32 * 2**20, size_of)


def played_at(table: LoadedTable) -> PlayedTable:
    """Return the table's part in the statistics."""
    return _cache.get(table.row) or _make(table)


def played_by(device: str) -> list[PlayedTable]:
    """Return the parts of the tables that this device may see, open ones first, then the newest."""
    with reading() as connection:
        rows = table_rows.tables_of(connection, device, _MOST_TABLES)
        # not cached whole: finished tables must not push out those being played
        return [_cache.get(row) or _make(replay_row(connection, row)) for row in rows]


def _make(table: LoadedTable) -> PlayedTable:
    """Return a table's part; an outdated table counts as it was scored."""
    stored = table.last_scored or {}
    scored = {place: stored[seq]["scores"] for place, seq in enumerate(table.seqs) if seq in stored}
    deals = tuple(deals_of(table.row.public_id, table.pads, scored))
    made = PlayedTable(table.head.game.slug, deals, sums_of(deals), table.persons)
    _cache.put(table.row, made)
    return made
