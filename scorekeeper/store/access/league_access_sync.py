"""Keeping the access rows of a league in step with its records: which links are in force, whether
anyone may read, the passphrase, which phones are signed out.

Every visit reads only the rows; the records say what was decided.
"""

from collections.abc import Mapping
from typing import Any, Final

from sqlalchemy import Connection

from scorekeeper.store.access import league_access as access
from scorekeeper.store.access.devices import devices_in_role, devices_of
from scorekeeper.store.access.links import links
from scorekeeper.store.access.subjects import IN_LEAGUE
from scorekeeper.store.league import leagues
from scorekeeper.store.league.state import MEMBER, ORGANISER, PASSPHRASE, READING, League

LINKS: Final = (MEMBER, ORGANISER)
_COLUMNS: Final = {READING: "open_watch", PASSPHRASE: "passphrase"}
_PHONE: Final = "phone "


def of_phone(device: str) -> str:
    """Return the name of the door that is one phone: which of its accesses are signed out."""
    return f"{_PHONE}{device}"


def current_access(connection: Connection, league_id: int) -> Mapping[str, Any]:
    """Return what the rows say of every door, in the shape of ``state.doors_of``."""
    info = leagues.by_id(connection, league_id)
    there = {one.role: one.id for one in links(connection, IN_LEAGUE, league_id)}
    columns = {door: getattr(info, column) for door, column in _COLUMNS.items()}
    phones = {
        of_phone(device): ids
        for device, came in devices_of(connection, IN_LEAGUE, league_id).items()
        if (ids := [one.id for one in came if one.thrown_out])
    }
    return {role: there.get(role) for role in LINKS} | columns | phones


def differing_doors(connection: Connection, league: League) -> dict[str, Any]:
    """Return the doors where the rows differ from the records, with what the records say."""
    rows = current_access(connection, league.id)
    return {door: now for door, now in league.doors.items() if rows.get(door, []) != now}


def repair(connection: Connection, league: League) -> list[str]:
    """Change the rows to what the records say; return the doors that differed."""
    wrong = differing_doors(connection, league)
    for role in wrong.keys() & {*LINKS}:
        access.activate_link(connection, league.id, role, wrong[role])
    for door in wrong:
        if door.startswith(_PHONE):
            device = door.removeprefix(_PHONE)
            access.sign_out(connection, league.id, device, wrong[door])
    columns = {column: wrong[door] for door, column in _COLUMNS.items() if door in wrong}
    if columns:
        leagues.set_columns(connection, league.id, **columns)
    return [*wrong]


def sync(connection: Connection, league: League, device: str) -> None:
    """Repair the rows after a decision. The organiser who made it stays in, even if it turns off
    the link by which their ``device`` came."""
    organised = _organises(connection, league, device)
    repair(connection, league)
    if organised and not _organises(connection, league, device):
        access.keep_signed_in(connection, league.id, device)


def _organises(connection: Connection, league: League, device: str) -> bool:
    return device in devices_in_role(devices_of(connection, IN_LEAGUE, league.id), ORGANISER)
