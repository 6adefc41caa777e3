"""The devices that were let in at a table or a league, by a link or because they made it."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from sqlalchemy import (
    ColumnElement,
    Connection,
    Select,
    bindparam,
    insert,
    null,
    outerjoin,
    select,
)

from scorekeeper.store import phones
from scorekeeper.store.access.links import (
    SCORER,
    SEAT,
    WATCH,
    Resource,
    SharedLink,
    columns_of,
    find_link,
    links,
)
from scorekeeper.store.league.state import MEMBER, ORGANISER
from scorekeeper.store.schema.league import PENDING
from scorekeeper.store.table.rows import now


class AccessRow(NamedTuple):
    """The access of a device: a role and, with the role seat, its seat; by which link (``None``: it
    made the table or league), when, in milliseconds, and under which name (empty: it gave none).
    ``thrown_out``: that one phone was signed out. ``is_in``: the access holds. At a table, the
    phone is that ``person``'s, as far as that is ``agreed``."""

    id: int
    device: str
    role: str
    link_id: int | None
    made: int
    is_in: bool
    seat: int | None = None
    name: str = ""
    thrown_out: bool = False
    person: int | None = None
    agreed: bool = True


Devices = Mapping[str, Sequence[AccessRow]]
"""The accesses of each device, whether they hold or not, in order."""


def devices_of(connection: Connection, resource: Resource, owner: int) -> Devices:
    """Return the devices that were ever let in at the table or league with this id."""
    access = resource.access.c
    columns = [access[name] for name in AccessRow._fields if name in access]
    query = select(*columns, resource.holds.label("is_in")).where(access[resource.owner] == owner)
    found: dict[str, list[AccessRow]] = {}
    for row in connection.execute(query.order_by(access.id)):
        found.setdefault(row.device, []).append(AccessRow(**row._mapping))
    return found


def devices_in_role(devices: Devices, role: str) -> set[str]:
    """Return the devices that are in with this role."""
    return {device for device, came in devices.items() if role in roles_in(came)}


def roles_in(came: Sequence[AccessRow]) -> set[str]:
    """Return the roles in which a device is in."""
    return {one.role for one in came if one.is_in}


def maker_of(devices: Devices) -> str | None:
    """Return the device that made the table or league: the first that came by no link."""
    by_no_link = [one for came in devices.values() for one in came if one.link_id is None]
    return min(by_no_link).device if by_no_link else None


def visit_query(
    resource: Resource,
    columns: Iterable[str],
    holds: ColumnElement[bool],
    found: ColumnElement[bool],
    *more: ColumnElement[bool],
) -> Select[Any]:
    """Return the statement that reads these columns of the row that is ``found``, and what ``more``
    is asked, once for each role and seat (NULL: none) for which the ``device`` has an access that
    ``holds``."""
    row, access = resource.row, resource.access
    # row and rights in one statement: every page begins with it
    here = (access.c[resource.owner] == row.c.id) & (access.c.device == bindparam("device")) & holds
    read = [*(row.c[name] for name in columns), *more, access.c.role, access.c.get("seat", null())]
    return select(*read).select_from(outerjoin(row, access, here)).where(found)


# --- letting in ---------------------------------------------------------------------------------


def open_link(
    connection: Connection, resource: Resource, secret_hash: str, device: str, name: str = ""
) -> str | None:
    """Sign a device in by a link, under the name it gives; return the public id of what the link
    opens, ``None`` if it opens nothing. A device that is in by it already stays so."""
    link = find_link(connection, resource, secret_hash)
    if link is None:
        return None
    public_id, passphrase = lock_owner(connection, resource, link.owner)
    if find_link(connection, resource, secret_hash) is None:  # turned off at this moment
        return None
    if not has_joined_by(connection, resource, link.id, device):
        role = PENDING if passphrase and link.role == ORGANISER else link.role
        give_access(connection, resource, link.owner, device, role, link, name)
    return public_id


def lock_owner(connection: Connection, resource: Resource, owner: int) -> tuple[str, str | None]:
    """Lock the table or league against other writers until the end of the transaction; return its
    public id and passphrase."""
    query = select(resource.row.c.public_id, resource.passphrase).where(resource.row.c.id == owner)
    public_id, passphrase = connection.execute(query.with_for_update()).one()
    return public_id, passphrase


def give_access(
    connection: Connection,
    resource: Resource,
    owner: int,
    device: str,
    role: str,
    link: SharedLink | None = None,
    name: str = "",
) -> None:
    """Give access to a device and the other phones of its person; without a link, as the creator
    of the table or league."""
    columns = {resource.owner: owner, "device": device, "role": role, "made": now(), "name": name}
    columns |= {"link_id": link and link.id, "seat": link and link.seat, "thrown_out": False}
    columns |= {"person": None, "agreed": True}
    phones.add(connection, device)
    connection.execute(insert(resource.access).values(columns_of(resource.access, columns)))
    for other in phones.others_of(connection, device) if role != PENDING else ():
        if link is None or not has_joined_by(connection, resource, link.id, other):
            row = columns_of(resource.access, {**columns, "device": other})
            connection.execute(insert(resource.access).values(row))


def has_joined_by(connection: Connection, resource: Resource, link_id: int, device: str) -> bool:
    """Return whether the device has an access by this link, though it may not hold any more."""
    access = resource.access.c
    came = select(access.id).where(access.device == device, access.link_id == link_id)
    return connection.scalar(came) is not None


_INCLUDED_IN: Final = {
    WATCH: {SEAT, SCORER},
    SEAT: {SCORER},
    SCORER: set[str](),
    MEMBER: {ORGANISER},
    ORGANISER: {PENDING},  # only the passphrase is missing
}
"""The other roles that include all that a link for this role allows."""


def is_in(connection: Connection, resource: Resource, link: SharedLink, device: str) -> bool:
    """Return whether the device may already do all that the link allows, by an access of its own,
    not because it plays in the table's league."""
    came = devices_of(connection, resource, link.owner).get(device, ())
    same = {(one.role, one.seat) for one in came if one.is_in}
    return (link.role, link.seat) in same or not roles_in(came).isdisjoint(_INCLUDED_IN[link.role])


# --- phones that a new link signs out -----------------------------------------------------------


class SignedOut(NamedTuple):
    """The number of phones that would be out without a link, and when the first of them was let in,
    in milliseconds."""

    phones: int
    since: int


ALL: Final = 0
"""All links of a table or league, where else a link has its id."""


def signed_out_by_replacing(
    connection: Connection, resource: Resource, owner: int, device: str
) -> dict[int, SignedOut | None]:
    """Return, for the id of each link and for ``ALL`` of them, the phones that are out if
    ``device`` replaces it: those that came by nothing else, but for this one. ``None``: no
    phones."""
    devices = devices_of(connection, resource, owner)
    others = [[one for one in devices[other] if one.is_in] for other in devices if other != device]
    ids = {one.id for one in links(connection, resource, owner)}
    return {ALL: _signed_out(others, ids)} | {one: _signed_out(others, {one}) for one in ids}


def _signed_out(devices: Sequence[Sequence[AccessRow]], links: Collection[int]) -> SignedOut | None:
    out = [came for came in devices if came and all(one.link_id in links for one in came)]
    return SignedOut(len(out), min(one.made for came in out for one in came)) if out else None
