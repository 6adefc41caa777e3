"""Who gets into a league, as its rows say: which links are in force, who may read, the passphrase,
which phones were thrown out.

Every visit asks the rows. What is decided stands in the league's records, which they follow.
"""

from collections.abc import Mapping
from typing import Any, Final

from sqlalchemy import Connection

from scorekeeper.store.access import league_access as access
from scorekeeper.store.access.devices import devices_of, in_as
from scorekeeper.store.access.links import links
from scorekeeper.store.access.subjects import IN_LEAGUE
from scorekeeper.store.league import leagues
from scorekeeper.store.league.state import MEMBER, ORGANISER, PASSPHRASE, READING, League

LINKS: Final = (MEMBER, ORGANISER)
_COLUMNS: Final = {READING: "open_watch", PASSPHRASE: "passphrase"}
_PHONE: Final = "phone "


def of_phone(device: str) -> str:
    """The door that shuts out one phone: which of its accesses do not hold any more."""
    return f"{_PHONE}{device}"


def held(connection: Connection, league_id: int) -> Mapping[str, Any]:
    """What the rows say of every door, as ``decided.doors_of`` has it."""
    info = leagues.by_id(connection, league_id)
    there = {one.role: one.id for one in links(connection, IN_LEAGUE, league_id)}
    columns = {door: getattr(info, column) for door, column in _COLUMNS.items()}
    phones = {
        of_phone(device): ids
        for device, came in devices_of(connection, IN_LEAGUE, league_id).items()
        if (ids := [one.id for one in came if one.thrown_out])
    }
    return {role: there.get(role) for role in LINKS} | columns | phones


def differing(connection: Connection, league: League) -> dict[str, Any]:
    """The doors of which the rows do not say what the records do, and what these say."""
    rows = held(connection, league.id)
    return {door: now for door, now in league.doors.items() if rows.get(door, []) != now}


def mend(connection: Connection, league: League) -> list[str]:
    """Have the rows say what the records do; the doors that it took."""
    wrong = differing(connection, league)
    for role in wrong.keys() & {*LINKS}:
        access.activate_link(connection, league.id, role, wrong[role])
    for door in wrong:
        if door.startswith(_PHONE):
            device = door.removeprefix(_PHONE)
            access.sign_out(connection, league.id, device, wrong[door])
    columns = {column: wrong[door] for door, column in _COLUMNS.items() if door in wrong}
    if columns:
        leagues.change(connection, league.id, **columns)
    return [*wrong]


def follow(connection: Connection, league: League, device: str) -> None:
    """The same after a decision; an organiser stays in, also by whose own device that shuts the
    door he came through."""
    organised = _organises(connection, league, device)
    mend(connection, league)
    if organised and not _organises(connection, league, device):
        access.keep_signed_in(connection, league.id, device)


def _organises(connection: Connection, league: League, device: str) -> bool:
    return device in in_as(devices_of(connection, IN_LEAGUE, league.id), ORGANISER)
