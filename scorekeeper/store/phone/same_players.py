"""Merged names: one player under two names, as a device has said, for its own statistics only.

A name is kept as the person who bears it, since names stand nowhere else. What was taken back
stays, marked.
"""

from typing import NamedTuple

from sqlalchemy import Connection, insert, select, update

from scorekeeper.store.phone import phones
from scorekeeper.store.schema.table import SamePlayerRow
from scorekeeper.store.table.rows import now


class SamePlayer(NamedTuple):
    """One person is another, both by id; columns as in ``SamePlayerRow``."""

    id: int
    person: int
    other: int
    taken_back: bool


_SAME = SamePlayerRow.metadata.tables["same_player"]
_ALL = select(*(_SAME.c[name] for name in SamePlayer._fields)).order_by(_SAME.c.id)


def same_players(connection: Connection, device: str) -> list[SamePlayer]:
    """Return the merges of the device's person, undone ones too; the oldest first."""
    mine = _SAME.c.device.in_([device, *phones.others_of(connection, device)])
    return [SamePlayer(*row) for row in connection.execute(_ALL.where(mine))]


def add_same_player(connection: Connection, device: str, person: int, other: int) -> None:
    """Merge a person into another one."""
    row = {"device": device, "person": person, "other": other, "taken_back": False, "made": now()}
    connection.execute(insert(_SAME), row)


def remove_same_player(connection: Connection, device: str, same_id: int) -> None:
    """Undo the merge of this id."""
    mine = _SAME.c.device.in_([device, *phones.others_of(connection, device)])
    here = mine & (_SAME.c.id == same_id)
    connection.execute(update(_SAME).where(here).values(taken_back=True))
