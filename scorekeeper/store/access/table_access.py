"""Who may do what at a table: secret links, and the devices that came by them.

A device is known by the random text in its cookie, a link by the secret in its address; of both
only a hash is stored. A link's secret is made from a salt in the database and a key that is not
in it (the app's signing key): so that its QR code can be shown again, and a copy of the
database by itself opens nothing; a backup carries the key.
"""

import base64
import hashlib
import hmac
import secrets
from collections.abc import Collection, Iterable
from typing import NamedTuple

from sqlalchemy import Connection, bindparam, delete, insert, outerjoin, select

from scorekeeper.store.league.state import MEMBER, ORGANISER
from scorekeeper.store.schema.league import IS_IN, STILL_HOLDS, LeagueAccess
from scorekeeper.store.schema.table import Access, GameTable, Link
from scorekeeper.store.sql.direct import Direct
from scorekeeper.store.table.read import TableRow, may_be_id
from scorekeeper.store.table.write import lock, now

WATCH, SEAT, SCORER = "watch", "seat", "scorer"


class Role(NamedTuple):
    """What a device may do: ``may_score``, or answer for its ``seats``, or only watch."""

    may_score: bool
    seats: frozenset[int]


class LinkRow(NamedTuple):
    """A link that is in force, for ``role`` and, with the role seat, its ``seat``."""

    id: int
    role: str
    seat: int | None
    salt: str
    secret_hash: str


def hashed(secret: str) -> str:
    """How a device or a link's secret is stored."""
    return hashlib.sha256(secret.encode()).hexdigest()


def secret_of(link: LinkRow, key: bytes) -> str | None:
    """The link's secret, 160 bits in 27 letters; ``None`` if it was made with another key.

    Such a link still opens, but cannot be shown again: it has to be renewed.
    """
    secret = _secret(link.salt, key)
    return secret if hmac.compare_digest(hashed(secret), link.secret_hash) else None


def secret_hash_of(salt: str, key: bytes) -> str:
    """The hash of the secret that a link with this salt has."""
    return hashed(_secret(salt, key))


def _secret(salt: str, key: bytes) -> str:
    digest = hmac.digest(key, f"link {salt}".encode(), "sha256")
    return base64.urlsafe_b64encode(digest[:20]).decode().rstrip("=")


_LINKS = select(*(getattr(Link, name) for name in LinkRow._fields)).order_by(Link.id)


def links(connection: Connection, table_id: int) -> list[LinkRow]:
    """The table's links."""
    return [LinkRow(*row) for row in connection.execute(_LINKS.where(Link.table_id == table_id))]


def make_link(
    connection: Connection, table_id: int, role: str, seat: int | None, *, key: bytes
) -> LinkRow:
    """The link for this role (and seat): the one there is, else a new one."""
    lock(connection, table_id)
    here = (one for one in links(connection, table_id) if (one.role, one.seat) == (role, seat))
    return next(here, None) or _new_link(connection, table_id, role, seat, key)


def renew_link(
    connection: Connection, table_id: int, link_id: int, *, key: bytes, device: str
) -> LinkRow | None:
    """Throw a link out and make one in its place; ``None`` if it was gone (a request repeated).
    If ``device``, which does it, came by the old one, it is in by the new one."""
    lock(connection, table_id)
    came = _came(connection, link_id, device)
    old = _throw_out(connection, table_id, link_id)
    if old is None:
        return None
    new = _new_link(connection, table_id, old.role, old.seat, key)
    if came:
        give_access(connection, table_id, device, new.role, new.seat, new.id)
    return new


def remove_link(
    connection: Connection, table_id: int, link_id: int, *, device: str
) -> LinkRow | None:
    """Throw a link out, and the devices that came by it; ``None`` if it was gone. ``device``, which
    does it, stays in as one that may write, by no link if need be."""
    lock(connection, table_id)
    came = _came(connection, link_id, device)
    old = _throw_out(connection, table_id, link_id)
    if old and came and old.role == SCORER:
        give_access(connection, table_id, device, SCORER)
    return old


def _came(connection: Connection, link_id: int, device: str) -> bool:
    """Whether the device came by this link."""
    came = select(Access.id).where(Access.device == device, Access.link_id == link_id)
    return connection.scalar(came) is not None


def _throw_out(connection: Connection, table_id: int, link_id: int) -> LinkRow | None:
    old = next((one for one in links(connection, table_id) if one.id == link_id), None)
    if old:
        connection.execute(delete(Link).where(Link.id == link_id))
    return old


class ShutOut(NamedTuple):
    """How many phones would be out without a link, and when the first of them was let in, in
    milliseconds."""

    phones: int
    since: int


CameBy = Iterable[tuple[str, int | None, int]]
"""Which device came by which link (or by none), and when."""


def came_by(connection: Connection, table_id: int) -> list[tuple[str, int | None, int]]:
    """The devices that are in at the table."""
    query = select(Access.device, Access.link_id, Access.made).where(Access.table_id == table_id)
    return [(device, link, made) for device, link, made in connection.execute(query)]


def shut_out(came: CameBy, links: Collection[int], but: str) -> ShutOut | None:
    """Whom it shuts out to renew these links: who came by them alone, ``but`` this one. ``None``:
    nobody."""
    since: dict[str, int] = {}
    stay = {but}
    for device, link, made in came:
        if link in links:
            since[device] = min(made, since.get(device, made))
        else:
            stay.add(device)
    out = [made for device, made in since.items() if device not in stay]
    return ShutOut(len(out), min(out)) if out else None


def _new_link(
    connection: Connection, table_id: int, role: str, seat: int | None, key: bytes
) -> LinkRow:
    salt = secrets.token_hex(16)
    new = LinkRow(0, role, seat, salt, secret_hash_of(salt, key))
    columns = {**new._asdict(), "table_id": table_id, "made": now()}
    del columns["id"]
    query = insert(Link).values(columns).returning(Link.id)
    return new._replace(id=connection.execute(query).scalar_one())


class TableLink(NamedTuple):
    """What a link opens: a table, for a role and, with the role seat, that seat."""

    public_id: str
    table_id: int
    id: int
    role: str
    seat: int | None


_OPENED = (
    select(GameTable.public_id, Link.table_id, Link.id, Link.role, Link.seat)
    .join(Link, Link.table_id == GameTable.id)
    .where(Link.secret_hash == bindparam("hash"))
)


def find_link(connection: Connection, mark: str) -> TableLink | None:
    """What the link with this mark, the hash of its secret, opens."""
    row = connection.execute(_OPENED, {"hash": mark}).first()
    return row and TableLink(*row)


def open_link(connection: Connection, mark: str, device: str) -> str | None:
    """Let a device in by a link; the table's public id, ``None`` if it opens nothing. Who is in by
    it already stays so."""
    found = find_link(connection, mark)
    if found is None:
        return None
    lock(connection, found.table_id)
    found = find_link(connection, mark)
    if found is None:  # thrown out in this moment
        return None
    if not _came(connection, found.id, device):
        give_access(connection, found.table_id, device, found.role, found.seat, found.id)
    return found.public_id


def is_in(connection: Connection, link: TableLink, device: str) -> bool:
    """Whether the device may do all already that the link would let it do, and by itself: not
    because it plays in the table's league."""
    here = select(Access.role, Access.seat)
    held = connection.execute(here.where(Access.table_id == link.table_id, Access.device == device))
    given = {(role, seat) for role, seat in held}
    if link.role == WATCH:
        return bool(given)
    return (SCORER, None) in given or (link.role, link.seat) in given


def give_access(
    connection: Connection,
    table_id: int,
    device: str,
    role: str,
    seat: int | None = None,
    link_id: int | None = None,
) -> None:
    """Let a device in; without a link, as the one that made the table."""
    columns = {"device": device, "role": role, "seat": seat, "link_id": link_id}
    connection.execute(insert(Access).values(table_id=table_id, made=now(), **columns))


_TABLE = GameTable.metadata.tables["game_table"].c
_ACCESS = Access.metadata.tables["access"].c
_HERE = (_ACCESS.table_id == _TABLE.id) & (_ACCESS.device == bindparam("device")) & STILL_HOLDS
_VISIT = Direct(
    select(*(_TABLE[name] for name in TableRow._fields), _ACCESS.role, _ACCESS.seat)
    .select_from(outerjoin(_TABLE.id.table, _ACCESS.id.table, _HERE))
    .where(_TABLE.public_id == bindparam("public_id"), _TABLE.deleted.is_(None))
)


def visit(
    connection: Connection, public_id: str, device: str
) -> tuple[TableRow, Role | None] | None:
    """The table, and what the device may do there by all the links it opened.

    Its role is ``None`` if it is a stranger there; all is ``None`` if there is no such table.
    """
    if not may_be_id(public_id):
        return None
    rows = _VISIT.rows(connection, public_id=public_id, device=device)
    if not rows:
        return None
    given = [(role, seat) for *_, role, seat in rows if role is not None]
    seats = frozenset(seat for _, seat in given if seat is not None)
    role = Role(any(role == SCORER for role, _ in given), seats) if given else None
    table = TableRow(*rows[0][:-2])
    if table.league_id is not None and not (role and role.may_score):
        role = _by_league(connection, table.league_id, device, role)
    return table, role


def came_by_link(connection: Connection, table_id: int, device: str) -> bool:
    """Whether a link of the table that is in force lets the device write."""
    came = select(Access.id).where(Access.table_id == table_id, Access.device == device)
    by_link = came.where(Access.link_id.is_not(None), Access.role == SCORER)
    return connection.execute(by_link).first() is not None


def opened_by(connection: Connection, table_id: int) -> str | None:
    """The device that made the table: the first that may write there by no link."""
    query = select(Access.device).where(Access.table_id == table_id, Access.link_id.is_(None))
    return connection.scalar(query.order_by(Access.id).limit(1))


_IN_LEAGUE = select(LeagueAccess.role).where(
    LeagueAccess.league_id == bindparam("league"), LeagueAccess.device == bindparam("device"), IS_IN
)


def _by_league(
    connection: Connection, league_id: int, device: str, role: Role | None
) -> Role | None:
    """Members of a league may watch its tables, organisers write there."""
    asked = {"league": league_id, "device": device}
    roles = set(connection.scalars(_IN_LEAGUE, asked))
    if not roles & {MEMBER, ORGANISER}:
        return role
    return Role(ORGANISER in roles, role.seats if role else frozenset())


def by_league_alone(connection: Connection, table: TableRow) -> set[str]:
    """The devices that may write at a table only because they organise its league."""
    if table.league_id is None:
        return set()
    here = select(Access.device).where(Access.table_id == table.id, Access.role == SCORER)
    organise = select(LeagueAccess.device).where(
        LeagueAccess.league_id == table.league_id, LeagueAccess.role == ORGANISER, IS_IN
    )
    return {*connection.scalars(organise)} - {*connection.scalars(here)}
