"""The pencil: the right to score, passed by one phone at a table to another.

A phone that passes it on without keeping it may only watch, until it takes it back. An access that
was given by hand came by no link, as that of the phone that started the table did.
"""

from typing import NamedTuple

from sqlalchemy import Connection, delete, insert, select, update

from scorekeeper.store.access.devices import AccessRow, Devices, give_access, maker_of
from scorekeeper.store.access.links import SCORER, WATCH
from scorekeeper.store.access.subjects import AT_TABLE
from scorekeeper.store.phone import phones
from scorekeeper.store.schema.table import Access, Link, PencilStepRow
from scorekeeper.store.table.drafts import count_change
from scorekeeper.store.table.rows import now

HANDED, SHARED, TAKEN = "handed", "shared", "taken"


class PencilStep(NamedTuple):
    """A device handed the pencil to the ``other`` (or shared it, or took it back), in
    milliseconds since 1970."""

    device: str
    other: str
    kind: str
    at: int


def steps(connection: Connection, table_id: int) -> list[PencilStep]:
    """Return who handed the pencil of a table to whom, the first step first."""
    columns = [getattr(PencilStepRow, name) for name in PencilStep._fields]
    query = select(*columns).where(PencilStepRow.table_id == table_id)
    return [PencilStep(*row) for row in connection.execute(query.order_by(PencilStepRow.id))]


def give(connection: Connection, table_id: int, devices: Devices, device: str) -> None:
    """Allow a device to score, or to score again after it has put the pencil down."""
    if owned := owned_access(connection, devices, device):
        _set_role(connection, owned, SCORER)
    else:
        came = devices[device][0]
        give_access(connection, AT_TABLE, table_id, device, SCORER)
        whose = update(Access).where(Access.table_id == table_id, Access.device == device)
        connection.execute(whose.values(person=came.person, agreed=came.agreed))


def put_down(connection: Connection, table_id: int, devices: Devices, device: str) -> None:
    """Stop a device scoring: access handed to it is deleted, its own is reduced to watching."""
    if owned := owned_access(connection, devices, device):
        _set_role(connection, owned, WATCH)
        return
    mine = [device, *phones.others_of(connection, device)]
    by_hand = (Access.link_id.is_(None)) & (Access.role == SCORER) & Access.device.in_(mine)
    connection.execute(delete(Access).where(Access.table_id == table_id, by_hand))


def owned_access(connection: Connection, devices: Devices, device: str) -> AccessRow | None:
    """Return the access by which a device may score without having been given it by hand: it
    started the table, or came by the scorer's link; ``None`` if there is none."""
    links = {one.link_id for one in devices.get(device, ()) if one.link_id is not None}
    query = select(Link.id).where(Link.id.in_(links), Link.role == SCORER)
    by_link = {*connection.scalars(query)}
    made = device == maker_of(devices)
    return next(
        (
            one
            for one in devices.get(device, ())
            if one.link_id in by_link or (made and one.link_id is None)
        ),
        None,
    )


def note(connection: Connection, table_id: int, device: str, other: str, kind: str) -> None:
    """Record a step, and let all phones at the table know."""
    step = {"table_id": table_id, "device": device, "other": other, "kind": kind, "at": now()}
    connection.execute(insert(PencilStepRow).values(step))
    count_change(connection, table_id)


def _set_role(connection: Connection, access: AccessRow, role: str) -> None:
    connection.execute(update(Access).where(Access.id == access.id).values(role=role))
