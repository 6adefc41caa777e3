"""Who may do what at a table; see ``links.py`` and ``devices.py``."""

from typing import NamedTuple

from sqlalchemy import Connection, bindparam, delete, outerjoin, select

from scorekeeper.store.access.devices import give_access, has_come_by, lock
from scorekeeper.store.access.links import SCORER, LinkRow, links, new_link
from scorekeeper.store.access.subjects import AT_TABLE
from scorekeeper.store.league.state import MEMBER, ORGANISER
from scorekeeper.store.schema.league import IS_IN, STILL_HOLDS, LeagueAccess
from scorekeeper.store.schema.table import Access, GameTable, Link
from scorekeeper.store.sql.direct import Direct
from scorekeeper.store.table.read import TableRow, may_be_id


class Role(NamedTuple):
    """What a device may do: ``may_score``, or answer for its ``seats``, or only watch."""

    may_score: bool
    seats: frozenset[int]


def make_link(
    connection: Connection, table_id: int, role: str, seat: int | None, *, key: bytes
) -> LinkRow:
    """The link for this role (and seat): the one there is, else a new one."""
    lock(connection, AT_TABLE, table_id)
    there = {(one.role, one.seat): one for one in links(connection, AT_TABLE, table_id)}
    return there.get((role, seat)) or new_link(connection, AT_TABLE, table_id, role, seat, key=key)


def renew_link(
    connection: Connection, table_id: int, link_id: int, *, key: bytes, device: str
) -> LinkRow | None:
    """Throw a link out and make one in its place; ``None`` if it was gone (a request repeated).
    If ``device``, which does it, came by the old one, it is in by the new one."""
    lock(connection, AT_TABLE, table_id)
    came = has_come_by(connection, AT_TABLE, link_id, device)
    old = _throw_out(connection, table_id, link_id)
    if old is None:
        return None
    new = new_link(connection, AT_TABLE, table_id, old.role, old.seat, key=key)
    if came:
        give_access(connection, AT_TABLE, table_id, device, new.role, new)
    return new


def remove_link(
    connection: Connection, table_id: int, link_id: int, *, device: str
) -> LinkRow | None:
    """Throw a link out, and the devices that came by it; ``None`` if it was gone. ``device``, which
    does it, stays in as one that may write, by no link if need be."""
    lock(connection, AT_TABLE, table_id)
    came = has_come_by(connection, AT_TABLE, link_id, device)
    old = _throw_out(connection, table_id, link_id)
    if old and came and old.role == SCORER:
        give_access(connection, AT_TABLE, table_id, device, SCORER)
    return old


def _throw_out(connection: Connection, table_id: int, link_id: int) -> LinkRow | None:
    old = next((one for one in links(connection, AT_TABLE, table_id) if one.id == link_id), None)
    if old:
        connection.execute(delete(Link).where(Link.id == link_id))
    return old


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
