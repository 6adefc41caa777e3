"""Deleting a league with all its tables: back with one tap for a day, then removed."""

from typing import NamedTuple

from scorekeeper.leagues.visit import LeagueVisit
from scorekeeper.store import deleting as store
from scorekeeper.store.league import leagues
from scorekeeper.store.sql.database import reading, writing
from scorekeeper.store.table.rows import now
from scorekeeper.tables.loading import NotFound


class RestorableLeague(NamedTuple):
    """A deleted league: its public id and name, and until when it can be restored (ms)."""

    public_id: str
    name: str
    until: int


def owns_league(visit: LeagueVisit, device: str) -> bool:
    """Return whether the device may delete the league: the one that made it; if that has no access
    any more, any that organises it."""
    with reading() as connection:
        return store.owns_league(connection, visit.info.id, device)


def delete_league(visit: LeagueVisit) -> None:
    """Delete a league, and all its tables with it."""
    with writing() as connection:
        leagues.lock(connection, visit.info.id)
        store.mark_league(connection, visit.info.id, now())


def restorable_leagues(device: str) -> list[RestorableLeague]:
    """Return the leagues that the device may restore, the last one deleted first."""
    with reading() as connection:
        return [
            RestorableLeague(
                one.public_id,
                leagues.read(connection, leagues.by_id(connection, one.id)).name,
                one.deleted + store.DAY,
            )
            for one in store.leagues_deleted(connection, device, now() - store.DAY)
        ]


def restore_league(public_id: str, device: str) -> None:
    """Restore a deleted league with the tables that were deleted with it; raises ``NotFound`` where
    the device may not, or it is too late."""
    with writing() as connection:
        found = store.leagues_deleted(connection, device, now() - store.DAY)
        one = next((one for one in found if one.public_id == public_id), None)
        if one is None:
            raise NotFound(f"there is no deleted league {public_id}")
        leagues.lock(connection, one.id)
        store.unmark_league(connection, one.id, one.deleted)
