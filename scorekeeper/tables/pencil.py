"""Handing over the pencil: a scorer passes it to a player at the table."""

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from sqlalchemy import Connection

from scorekeeper.spelling import folded
from scorekeeper.store.access import table_access
from scorekeeper.store.access.devices import Devices, devices_in_role, devices_of
from scorekeeper.store.access.links import SCORER, SEAT, TABLE
from scorekeeper.store.sql.database import reading, writing
from scorekeeper.store.table.rows import lock
from scorekeeper.tables.loading import LoadedTable

MOST_HOLD: Final = 2
"""So many phones may hold the pencil at once; scorer links let in more."""


class PencilRefused(ValueError):
    """The phone may not hold the pencil, or enough hold it."""


def pencil_steps(table: LoadedTable) -> tuple[Sequence[table_access.PencilStep], Mapping[str, str]]:
    """Return how the pencil went round, the last step first; and the names of phones, as far as
    they are known."""
    with reading() as connection:
        steps = table_access.pencil_steps(connection, table.row.id)
        return steps[::-1], table_access.names_at(connection, table.row) if steps else {}


def had_pencil(table: LoadedTable, device: str) -> bool:
    """Return whether a device ever passed the pencil on, or was given it."""
    with reading() as connection:
        steps = table_access.pencil_steps(connection, table.row.id)
    return any(device in (one.device, one.other) for one in steps)


def scorers(table: LoadedTable) -> list[str]:
    """Return the owners of the phones that may score, by name; an empty name for each phone
    without one."""
    with reading() as connection:
        devices = devices_of(connection, TABLE, table.row.id)
        names = table_access.names_at(connection, table.row)
    found = [
        names.get(device, "") for device in devices if device in devices_in_role(devices, SCORER)
    ]
    return [*dict.fromkeys(name for name in found if name), *(name for name in found if not name)]


class Pencil(NamedTuple):
    """The pencil as a phone sees it: the accesses of the phones that it can be given to, of those
    that it can be taken from, whether one more may hold it, and whether this phone has put its own
    down and may take it back."""

    givable: Sequence[int]
    takable: Sequence[int]
    shareable: bool
    put_down: bool


def pencil_of(table: LoadedTable, device: str) -> Pencil:
    """Return what can be done with the pencil from this phone."""
    with reading() as connection:
        devices = devices_of(connection, TABLE, table.row.id)
        names = table_access.names_at(connection, table.row)
        hold = devices_in_role(devices, SCORER)
        owners = {one for one in devices if table_access.owned_access(connection, devices, one)}
        others = [(one, came[0].id) for one, came in devices.items() if one != device]
        return Pencil(
            [
                number
                for one, number in others
                if one not in hold and _plays(table, devices, names, one)
            ],
            [number for one, number in others if one in hold - owners],
            len(hold) < MOST_HOLD,
            device in owners - hold,
        )


def hand_pencil(table: LoadedTable, phone: int, device: str, *, share: bool) -> None:
    """Allow a player's phone, known by its access, to score; without ``share`` this one
    (``device``) stops scoring. Repeated, it does nothing. Raises ``PencilRefused``."""
    with writing() as connection:
        lock(connection, table.row.id)
        devices, other = _devices_and_own(connection, table, phone)
        names = table_access.names_at(connection, table.row)
        hold = devices_in_role(devices, SCORER)
        if other is None or not _plays(table, devices, names, other):
            raise PencilRefused
        if other in hold and (share or device not in hold):
            return
        rests = device not in hold and table_access.owned_access(connection, devices, device)
        if rests or (share and len(hold) >= MOST_HOLD):
            raise PencilRefused
        if other not in hold:
            table_access.give_pencil(connection, table.row.id, devices, other)
        if not share:
            table_access.put_down_pencil(connection, table.row.id, devices, device)
        kind = table_access.SHARED if share else table_access.HANDED
        table_access.note_pencil(connection, table.row.id, device, other, kind)


def take_pencil(table: LoadedTable, phone: int, device: str) -> bool:
    """Take the pencil back from a phone, known by its access; ``device`` scores again. Return
    whether it may: it scores, or has put its own pencil down."""
    with writing() as connection:
        lock(connection, table.row.id)
        devices, other = _devices_and_own(connection, table, phone)
        hold = devices_in_role(devices, SCORER)
        mine = table_access.owned_access(connection, devices, device)
        if device not in hold and mine is None:
            return False
        if device not in hold:
            table_access.give_pencil(connection, table.row.id, devices, device)
        given = other if other in hold and other != device else None
        if given and not table_access.owned_access(connection, devices, given):
            table_access.put_down_pencil(connection, table.row.id, devices, given)
        elif device in hold:
            return True  # it was taken before
        table_access.note_pencil(
            connection, table.row.id, device, other or device, table_access.TAKEN
        )
        return True


def _devices_and_own(
    connection: Connection, table: LoadedTable, phone: int
) -> tuple[Devices, str | None]:
    devices = devices_of(connection, TABLE, table.row.id)
    own = (device for device, came in devices.items() for one in came if one.id == phone)
    return devices, next(own, None)


def _plays(table: LoadedTable, devices: Devices, names: Mapping[str, str], device: str) -> bool:
    seated = {folded(table.pad.seats[seat] or "") for seat in table.pad.filled}
    sits = any(one.role == SEAT for one in devices[device])
    return sits or folded(names.get(device, "")) in seated - {""}
