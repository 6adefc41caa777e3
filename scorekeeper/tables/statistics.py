"""Finished and running games of a device's tables, for statistics.

A table's part is made of its records once and kept under its version; so a page about all tables
of a phone replays only those that have changed since this process last saw them.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from scorekeeper.sentences import tell
from scorekeeper.spelling import folded
from scorekeeper.statistics import PlayedDeal, Sums, deals_of, sums_of, with_merged_names
from scorekeeper.store.rule_sets import add_same_player, remove_same_player, same_players
from scorekeeper.store.sql.database import reading, writing
from scorekeeper.store.table import rows as table_rows
from scorekeeper.store.table.persons import names_of
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
    return 1000 + 300 * len(played.deals) + 270 * len(played.sums)


_cache = ReplayCache[PlayedTable](32 * 2**20, size_of)
"""The figures of 30 tables of 20 deals take 6 ms with it, 100 without."""


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


class MergedName(NamedTuple):
    """A name that counts for another one; ``id`` undoes it."""

    id: int
    name: str
    other: str


class CannotMerge(ValueError):
    """Two names that cannot be merged; says why."""


def merged_names(device: str) -> list[MergedName]:
    """Return the merges of this device, the oldest first."""
    if not device:
        return []
    with reading() as connection:
        merged = [one for one in same_players(connection, device) if not one.taken_back]
        names = names_of(connection, {one for row in merged for one in (row.person, row.other)})
    return [MergedName(one.id, names[one.person], names[one.other]) for one in merged]


def final_names(same: Iterable[MergedName]) -> dict[str, str]:
    """Return the name that each merged one counts under, by the folded one; a chain of merges
    counts under its last."""
    to = {folded(one.name): one.other for one in same}
    return {name: _last(to, name) for name in to}


def _last(to: Mapping[str, str], name: str) -> str:
    seen = {name}
    other = to[name]
    while (folded_ := folded(other)) in to and folded_ not in seen:
        seen.add(folded_)
        other = to[folded_]
    return other


def played_under_merged_names(device: str, same: Sequence[MergedName]) -> list[PlayedTable]:
    """Return what was played at this device's tables, by players under their merged names."""
    names, found = final_names(same), []
    for played in played_by(device):
        if any(folded(name) in names for name in played.persons):
            deals = tuple(with_merged_names(deal, names) for deal in played.deals)
            played = played._replace(deals=deals, sums=sums_of(deals))
        found.append(played)
    return found


def merge_names(device: str, name: str, other: str) -> None:
    """Merge a name into another in this device's statistics, both as written anywhere.

    A merge that exists changes nothing. Raises ``CannotMerge`` for names that nobody bore, one and
    the same, or two that sat at one deal; ``Unavailable``.
    """
    played, counting = played_by(device), final_names(merged_names(device))
    persons = {folded(called): one for table in played for called, one in table.persons.items()}
    one, into = folded(name), folded(counting.get(folded(other), other))
    if one not in persons or into not in persons or one == into:
        raise CannotMerge(tell("Choose two different names."))
    if one in counting:
        if folded(counting[one]) == into:
            return
        raise CannotMerge(
            tell(
                "{name} is already merged with {other}. Undo that first.",
                name=name,
                other=counting[one],
            )
        )
    if _played_together(played, _all_of(one, counting), _all_of(into, counting)):
        raise CannotMerge(
            tell("{name} and {other} played together: can't merge them.", name=name, other=other)
        )
    with writing() as connection:
        add_same_player(connection, device, persons[one], persons[into])


def _all_of(name: str, counting: Mapping[str, str]) -> set[str]:
    return {name, *(one for one, other in counting.items() if folded(other) == name)}


def _played_together(played: Iterable[PlayedTable], some: set[str], others: set[str]) -> bool:
    deals = (deal for table in played for deal in table.deals)
    seated = ({folded(name) for name in deal.seats if name} for deal in deals)
    return any(names & some and names & others for names in seated)


def unmerge_names(device: str, same_id: int) -> None:
    """Undo a merge of two names."""
    with writing() as connection:
        remove_same_player(connection, device, same_id)
