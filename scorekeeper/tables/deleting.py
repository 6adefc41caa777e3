"""Deleting a table: gone at once for everybody, restorable with one tap for a day, then removed."""

from collections.abc import Collection
from time import monotonic
from typing import Final, NamedTuple

from sqlalchemy import Connection

from scorekeeper.store import deleting as store
from scorekeeper.store import own_games
from scorekeeper.store.erasing import empty_log, erasing, persons_elsewhere
from scorekeeper.store.league import league_games, leagues
from scorekeeper.store.sql.database import reading, writing
from scorekeeper.store.table.records import persons_in
from scorekeeper.store.table.rows import find_by_id, lock, now, read_records
from scorekeeper.tables import league_results
from scorekeeper.tables.loading import LoadedTable, NotFound
from scorekeeper.tables.summaries import ListedTable, list_tables

AT_ONCE: Final = 20
"""Tables that are removed in one go."""
_MARGIN: Final = 60 * 1000
"""Milliseconds by which a removal stays behind the last restoring."""
PURGES_EVERY: Final = 600
"""Seconds after which a process looks again for what is to be removed."""


class Restorable(NamedTuple):
    """A deleted table as it would be listed, and until when it can be restored (milliseconds)."""

    table: ListedTable
    until: int


def delete_table(table: LoadedTable) -> None:
    """Delete a table; of a league, its game counts no more. Deleted twice is deleted once."""
    mark_table(table.row.id, now())


def mark_table(table_id: int, at: int | None) -> None:
    """Mark a table as deleted at that moment, or (None) as there again; its league follows."""
    with writing() as connection:
        _mark(connection, table_id, at)


def restorable_tables(device: str) -> list[Restorable]:
    """Return the tables that this device may restore, the last one deleted first."""
    with reading() as connection:
        found = store.tables_deleted(connection, device, now() - store.DAY)
        rows = [find_by_id(connection, one.id) for one in found]
        tables = list_tables(connection, rows)
    return [
        Restorable(table, one.deleted + store.DAY) for table, one in zip(tables, found, strict=True)
    ]


def restore_table(public_id: str, device: str) -> None:
    """Restore a deleted table, so that it counts again; raises ``NotFound`` where the device may
    not, or it is too late."""
    with writing() as connection:
        found = store.tables_deleted(connection, device, now() - store.DAY)
        one = next((one for one in found if one.public_id == public_id), None)
        if one is None:
            raise NotFound(f"there is no deleted table {public_id}")
        _mark(connection, one.id, None)


def _mark(connection: Connection, table_id: int, at: int | None) -> None:
    # the table before its league, as every writer does: else two could wait for each other
    lock(connection, table_id)
    store.mark_table(connection, table_id, at)
    league_id = find_by_id(connection, table_id).league_id
    if league_id is None:
        return
    info = leagues.lock(connection, league_id)
    game = league_games.game_of_table(connection, table_id)
    if game is not None:
        league_results.count_games(connection, leagues.read(connection, info), [game.id])


def purge() -> int:
    """Remove some of what was deleted more than a day ago; return how many rows.

    A table's players go first: if interrupted, the table is found again.
    """
    before = now() - store.DAY - _MARGIN
    with reading() as connection:
        tables, empty = store.deletion_due(connection, before, AT_ONCE)
        gone = _persons_at(connection, tables)
        gone -= persons_elsewhere(connection, gone, tables)
    if not (tables or empty):
        return 0
    if gone:
        with erasing() as connection:
            store.remove_persons(connection, gone)
    for table_id in tables:
        with erasing() as connection:
            store.remove_table(connection, table_id)
    for league_id in empty:
        with erasing() as connection:
            persons = store.persons_of_league(connection, league_id)
            persons -= persons_elsewhere(connection, persons, ())
            store.remove_league(connection, league_id)
            store.remove_persons(connection, persons)
    if tables:
        with writing() as connection:
            own_games.remove_unused(connection)
    empty_log()
    return len(tables) + len(empty)


_purged_last = monotonic()


def purge_if_due() -> None:
    """Purge every ten minutes; called in passing, with the first page of a phone in an hour."""
    global _purged_last
    # so a server needs no scheduler
    if monotonic() - _purged_last > PURGES_EVERY:
        _purged_last = monotonic()
        purge()


def _persons_at(connection: Connection, tables: Collection[int]) -> set[int]:
    rows = [find_by_id(connection, one) for one in tables]
    return {
        person
        for row in rows
        for record in read_records(connection, row)
        if record.payload
        for person in persons_in(record.payload)
    }
