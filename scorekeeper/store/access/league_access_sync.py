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
    """Return the name of one phone's access setting: which of its accesses are signed out."""
    return f"{_PHONE}{device}"


def current_access(connection: Connection, league_id: int) -> Mapping[str, Any]:
    """Return every access setting as the rows have it, in the shape of ``state.access_of``."""
    info = leagues.by_id(connection, league_id)
    there = {one.role: one.id for one in links(connection, IN_LEAGUE, league_id)}
    columns = {setting: getattr(info, column) for setting, column in _COLUMNS.items()}
    phones = {
        of_phone(device): ids
        for device, came in devices_of(connection, IN_LEAGUE, league_id).items()
        if (ids := [one.id for one in came if one.thrown_out])
    }
    return {role: there.get(role) for role in LINKS} | columns | phones


def differing_access(connection: Connection, league: League) -> dict[str, Any]:
    """Return the access settings that the rows have differently, as the records have them."""
    rows = current_access(connection, league.id)
    return {setting: now for setting, now in league.access.items() if rows.get(setting, []) != now}


def repair(connection: Connection, league: League) -> list[str]:
    """Change the rows to what the records say; return the settings that differed."""
    wrong = differing_access(connection, league)
    for role in wrong.keys() & {*LINKS}:
        access.activate_link(connection, league.id, role, wrong[role])
    for setting in wrong:
        if setting.startswith(_PHONE):
            device = setting.removeprefix(_PHONE)
            access.sign_out(connection, league.id, device, wrong[setting])
    columns = {column: wrong[setting] for setting, column in _COLUMNS.items() if setting in wrong}
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
