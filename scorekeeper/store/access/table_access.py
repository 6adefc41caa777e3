"""The rights of a device at a table; see ``links.py`` and ``devices.py``."""

from collections.abc import Collection
from typing import NamedTuple

from sqlalchemy import Connection, bindparam, delete, insert, select, update

from scorekeeper.store import phones
from scorekeeper.store.access.devices import (
    AccessRow,
    Devices,
    devices_in_role,
    devices_of,
    give_access,
    has_joined_by,
    lock_owner,
    maker_of,
    visit_query,
)
from scorekeeper.store.access.league_access import PLAYS_ANYWHERE, role_in
from scorekeeper.store.access.links import LEAGUE, SCORER, TABLE, WATCH, SharedLink, links, new_link
from scorekeeper.store.league import leagues
from scorekeeper.store.league.league_games import game_of_table
from scorekeeper.store.league.state import ORGANISER, League
from scorekeeper.store.schema.league import STILL_HOLDS
from scorekeeper.store.schema.table import Access, GameTable, Link, PencilStepRow
from scorekeeper.store.sql.database import Prepared
from scorekeeper.store.table.drafts import count_change
from scorekeeper.store.table.persons import names_of
from scorekeeper.store.table.rows import TableRow, may_be_id, now


class Role(NamedTuple):
    """The rights of a device: ``may_score``, or answer for its ``seats``, or only watch."""

    may_score: bool
    seats: frozenset[int]


def make_link(
    connection: Connection, table_id: int, role: str, seat: int | None, *, key: bytes
) -> SharedLink:
    """Return the link for this role (and seat), made if there is none."""
    # two who ask for it at the same moment get one link
    lock_owner(connection, TABLE, table_id)
    there = {(one.role, one.seat): one for one in links(connection, TABLE, table_id, key)}
    return there.get((role, seat)) or new_link(connection, TABLE, table_id, role, seat, key=key)


def turn_off_link(
    connection: Connection, table_id: int, link_id: int, *, device: str, key: bytes | None = None
) -> SharedLink | None:
    """Turn a link off, and with it the devices that came by it; with a ``key``, return another in
    its place. ``None`` also if it was gone (a request repeated).

    ``device``, which does it, is in by the new link if it came by the old one; a scorer stays one,
    by no link if need be.
    """
    lock_owner(connection, TABLE, table_id)
    there = {one.id: one for one in links(connection, TABLE, table_id)}
    if (old := there.get(link_id)) is None:
        return None
    came = has_joined_by(connection, TABLE, link_id, device)
    connection.execute(delete(Link).where(Link.id == link_id))
    new = new_link(connection, TABLE, table_id, old.role, old.seat, key=key) if key else None
    if came and (new or old.role == SCORER):
        give_access(connection, TABLE, table_id, device, old.role, new)
    return new


_THERE = (GameTable.public_id == bindparam("public_id")) & GameTable.deleted.is_(None)
_VISIT = Prepared(visit_query(TABLE, TableRow._fields, STILL_HOLDS, _THERE, PLAYS_ANYWHERE))


def visit(
    connection: Connection, public_id: str, device: str
) -> tuple[TableRow, Role | None, bool] | None:
    """Return the table, what the device may do there by all the links it opened, and whether it
    plays in any league.

    Its role is ``None`` if it is a stranger there; all is ``None`` if there is no such table.
    """
    if not may_be_id(public_id):
        return None
    rows = _VISIT.run(connection, {"public_id": public_id, "device": device})
    if not rows:
        return None
    given = [(role, seat) for *_, role, seat in rows if role is not None]
    seats = frozenset(seat for _, seat in given if seat is not None)
    role = Role(any(role == SCORER for role, _ in given), seats) if given else None
    *columns, plays_anywhere, _, _ = rows[0]
    table = TableRow(*columns)
    if table.league_id is not None and not (role and role.may_score):
        role = _by_league(connection, table, table.league_id, device, role)
    return table, role, plays_anywhere


def _by_league(
    connection: Connection, table: TableRow, league_id: int, device: str, role: Role | None
) -> Role | None:
    """Return the role with what the league adds: its members watch; its organisers score, and at a
    table of an evening who directs that and, as far as the league lets them, the members who play
    there."""
    in_league = role_in(connection, league_id, device)
    if in_league is None or not in_league.member:
        return role
    scores = in_league.organiser or _by_evening(connection, table, league_id, device)
    return Role(scores, role.seats if role else frozenset())


def _by_evening(connection: Connection, table: TableRow, league_id: int, device: str) -> bool:
    league = leagues.read(connection, leagues.by_id(connection, league_id))
    player = league.player_of(device)
    if player is None:
        return False
    game = game_of_table(connection, table.id)
    evening = game.evening if game else None
    if evening in league.directed_by(device):
        return True
    return evening is not None and league.players_score and player in _players_at(league, table)


def _players_at(league: League, table: TableRow) -> set[int]:
    seated = {*table.summary["seats"]}
    return {
        league.after_merges(one.number) for one in league.players.values() if one.person in seated
    }


def claim_person(connection: Connection, table_id: int, device: str, person: int | None) -> None:
    """Set whose a device is at a table (``None``: nobody's there), and with it its person's other
    phones. If that player has another device, this takes effect once it agrees."""
    own = [device, *phones.others_of(connection, device)]
    taken = any(
        one.person == person and one.agreed
        for other, came in devices_of(connection, TABLE, table_id).items()
        for one in came
        if other not in own
    )
    mine = update(Access).where(Access.table_id == table_id, Access.device.in_(own))
    connection.execute(mine.values(person=person, agreed=person is None or not taken))


def answer_claim(connection: Connection, table_id: int, device: str, *, agree: bool) -> None:
    """Agree that a device is whose it says it is; or take that back, it has no other name there
    either."""
    mine = update(Access).where(Access.table_id == table_id, Access.device == device)
    values = {"agreed": True} if agree else {"person": None, "agreed": False}
    connection.execute(mine.values(values))


def sign_out(connection: Connection, table_id: int, devices: Collection[str]) -> None:
    """Sign devices out of a table. By a link that is in force they can come again."""
    gone = delete(Access).where(Access.table_id == table_id, Access.device.in_(devices))
    connection.execute(gone)


def names_at(connection: Connection, table: TableRow) -> dict[str, str]:
    """Return the name of each device's owner at a table: the player whose it is in the table's
    league, else at the table, else the name that its owner goes by. Devices of which nothing is
    known or agreed are left out."""
    came = devices_of(connection, TABLE, table.id)
    waiting = {device for device, rows in came.items() if not all(one.agreed for one in rows)}
    persons = {
        device: one.person
        for device, rows in came.items()
        for one in rows
        if one.person is not None and one.agreed
    }
    if table.league_id is not None:
        league = leagues.read(connection, leagues.by_id(connection, table.league_id))
        players = {device: league.player_of(device) for device in league.claims}
        waiting |= {device for device, claims in league.claims.items() if not claims[-1].agreed}
        persons |= {one: league.players[of].person for one, of in players.items() if of is not None}
    names = names_of(connection, {*persons.values()})
    known = phones.known(connection, came.keys() - persons.keys() - waiting)
    called = {device: phone.name for device, phone in known.items() if phone.name}
    return called | {device: names[of] for device, of in persons.items() if of in names}


def by_league_alone(connection: Connection, table: TableRow) -> set[str]:
    """Return the devices that may score at a table only because they organise its league."""
    if table.league_id is None:
        return set()
    organisers = devices_in_role(devices_of(connection, LEAGUE, table.league_id), ORGANISER)
    return organisers - devices_in_role(devices_of(connection, TABLE, table.id), SCORER)


HANDED, SHARED, TAKEN = "handed", "shared", "taken"


class PencilStep(NamedTuple):
    """A device handed the pencil to the ``other`` (or shared it, or took it back), in
    milliseconds since 1970."""

    device: str
    other: str
    kind: str
    at: int


def pencil_steps(connection: Connection, table_id: int) -> list[PencilStep]:
    """Return who handed the pencil of a table to whom, the first step first."""
    columns = [getattr(PencilStepRow, name) for name in PencilStep._fields]
    query = select(*columns).where(PencilStepRow.table_id == table_id)
    return [PencilStep(*row) for row in connection.execute(query.order_by(PencilStepRow.id))]


def give_pencil(connection: Connection, table_id: int, devices: Devices, device: str) -> None:
    """Allow a device to score, or to score again after it has put the pencil down."""
    if owned := owned_access(connection, devices, device):
        _set_role(connection, owned, SCORER)
    else:
        came = devices[device][0]
        give_access(connection, TABLE, table_id, device, SCORER)
        whose = update(Access).where(Access.table_id == table_id, Access.device == device)
        connection.execute(whose.values(person=came.person, agreed=came.agreed))


def put_down_pencil(connection: Connection, table_id: int, devices: Devices, device: str) -> None:
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


def note_pencil(connection: Connection, table_id: int, device: str, other: str, kind: str) -> None:
    """Record a step, and let all phones at the table know."""
    step = {"table_id": table_id, "device": device, "other": other, "kind": kind, "at": now()}
    connection.execute(insert(PencilStepRow).values(step))
    count_change(connection, table_id)


def _set_role(connection: Connection, access: AccessRow, role: str) -> None:
    connection.execute(update(Access).where(Access.id == access.id).values(role=role))
