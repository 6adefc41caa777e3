"""The devices that came in by a link to a table or a league, and the roles that they have there."""

from collections.abc import Collection, Sequence
from typing import Final, NamedTuple

from sqlalchemy import Connection, insert, null, select

from scorekeeper.store.access.links import SCORER, SEAT, WATCH, LinkRow, find_link, links
from scorekeeper.store.access.subjects import Subject, known
from scorekeeper.store.league.state import MEMBER, ORGANISER
from scorekeeper.store.schema.league import PENDING
from scorekeeper.store.table.write import now

Given = tuple[str, int | None]
"""A role, and with the role seat its seat."""

_INCLUDED_IN: Final = {
    WATCH: {SEAT, SCORER},
    SEAT: {SCORER},
    SCORER: set[str](),
    MEMBER: {ORGANISER},
    ORGANISER: {PENDING},  # it has only the passphrase to say
}
"""The other roles of devices that a link for this role would let do nothing new."""


def open_link(
    connection: Connection, subject: Subject, mark: str, device: str, name: str = ""
) -> str | None:
    """Let a device in by a link, under the name it gives; the public id of what it opens, ``None``
    if it opens nothing. A device that is in by it already stays so."""
    link = find_link(connection, subject, mark)
    if link is None:
        return None
    public_id, passphrase = lock(connection, subject, link.owner)
    if find_link(connection, subject, mark) is None:  # turned off in this moment
        return None
    if not has_come_by(connection, subject, link.id, device):
        role = PENDING if passphrase and link.role == ORGANISER else link.role
        give_access(connection, subject, link.owner, device, role, link, name)
    return public_id


def lock(connection: Connection, subject: Subject, owner: int) -> tuple[str, str | None]:
    """Keep others from writing to the table or league until the end of the transaction; its public
    id and passphrase."""
    query = select(subject.row.c.public_id, subject.passphrase).where(subject.row.c.id == owner)
    public_id, passphrase = connection.execute(query.with_for_update()).one()
    return public_id, passphrase


def give_access(
    connection: Connection,
    subject: Subject,
    owner: int,
    device: str,
    role: str,
    link: LinkRow | None = None,
    name: str = "",
) -> None:
    """Let a device in; without a link, as the one that made the table or league."""
    columns = {subject.owner: owner, "device": device, "role": role, "made": now(), "name": name}
    columns |= {"link_id": link and link.id, "seat": link and link.seat, "thrown_out": False}
    connection.execute(insert(subject.access).values(known(subject.access, columns)))


def has_come_by(connection: Connection, subject: Subject, link_id: int, device: str) -> bool:
    """Return whether the device has an access by this link, though it may not hold any more."""
    access = subject.access.c
    came = select(access.id).where(access.device == device, access.link_id == link_id)
    return connection.scalar(came) is not None


def roles_of(connection: Connection, subject: Subject, owner: int, device: str) -> set[Given]:
    """Return the roles in which the device is in at the table or league."""
    access = subject.access.c
    query = select(access.role, access.get("seat", null())).where(
        access[subject.owner] == owner, access.device == device, subject.holds
    )
    return {(role, seat) for role, seat in connection.execute(query)}


def is_in(connection: Connection, subject: Subject, link: LinkRow, device: str) -> bool:
    """Return whether the link would let the device do nothing that it may not do already, by
    itself: not because it plays in the table's league."""
    return any(
        (role, seat) == (link.role, link.seat) or role in _INCLUDED_IN[link.role]
        for role, seat in roles_of(connection, subject, link.owner, device)
    )


class ShutOut(NamedTuple):
    """How many phones would be out without a link, and when the first of them was let in, in
    milliseconds."""

    phones: int
    since: int


ALL: Final = 0
"""All links of a table or league, where else a link has its id."""


def shut_out_by_replacing(
    connection: Connection, subject: Subject, owner: int, device: str
) -> dict[int, ShutOut | None]:
    """Return, for the id of each link and for ``ALL`` of them, whom it shuts out if ``device``
    replaces it: the phones that came by nothing else, but for this one. ``None``: nobody."""
    access = subject.access.c
    query = select(access.device, access.link_id, access.made)
    in_there = query.where(access[subject.owner] == owner, subject.holds)
    came: list[_CameBy] = [(*row,) for row in connection.execute(in_there)]
    ids = [one.id for one in links(connection, subject, owner)]
    each = {one: _shut_out(came, [one], device) for one in ids}
    return {ALL: _shut_out(came, ids, device)} | each


_CameBy = tuple[str, int | None, int]
"""A device, the link by which it came (or none), and when, in milliseconds."""


def _shut_out(came: Sequence[_CameBy], links: Collection[int], but: str) -> ShutOut | None:
    since: dict[str, int] = {}
    stay = {but}
    for device, link, made in came:
        if link in links:
            since[device] = min(made, since.get(device, made))
        else:
            stay.add(device)
    out = [made for device, made in since.items() if device not in stay]
    return ShutOut(len(out), min(out)) if out else None
