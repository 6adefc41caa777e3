"""What was played at tables, for statistics.

A table's part is made of its records once and kept under its version; so a page about all tables
of a phone replays only those that have changed since this process last saw them.
"""

from collections.abc import Mapping
from typing import NamedTuple

from scorekeeper.byte_cache import MIB
from scorekeeper.statistics import PlayedDeal, Sums, deals_of, sums_of
from scorekeeper.store.sql.database import reading
from scorekeeper.store.table import read
from scorekeeper.tables.loading import Opened, read_table
from scorekeeper.tables.replay_cache import ReplayCache

_MOST_TABLES = 1000


class Played(NamedTuple):
    """A table's part: its game, its deals in order, what they come to, and the persons who sat
    there by name."""

    game: str
    deals: tuple[PlayedDeal, ...]
    sums: Sums
    persons: Mapping[str, int]


def size_of(played: Played) -> int:
    """About how many bytes it takes up here, as measured."""
    return 1000 + 300 * len(played.deals) + 250 * len(played.sums)


_kept = ReplayCache[Played](32 * MIB, size_of)


def played_at(table: Opened) -> Played:
    """Return what was played at this table."""
    return _kept.get(table.row) or _make(table)


def played_by(device: str) -> list[Played]:
    """Return what was played at the tables that this device may see, open ones first, then the
    newest."""
    with reading() as connection:
        rows = read.tables_of(connection, device, _MOST_TABLES)
        # not kept as a whole: tables that are long over must not push out those being played
        return [_kept.get(row) or _make(read_table(connection, row)) for row in rows]


def _make(table: Opened) -> Played:
    """An outdated table counts as it was scored."""
    stored = table.last_scored or {}
    scored = {place: stored[seq]["scores"] for place, seq in enumerate(table.seqs) if seq in stored}
    deals = tuple(deals_of(table.row.public_id, table.pads, scored))
    made = Played(table.head.game.slug, deals, sums_of(deals), table.persons)
    _kept.put(table.row, made)
    return made
