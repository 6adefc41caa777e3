"""The rights of a device in a league, and the passphrase; see ``links.py`` and ``devices.py``.

An organiser's device that came by the link while a passphrase is set is ``PENDING`` until it has
given it.
"""

from collections.abc import Collection, Mapping, Sequence
from typing import Any, Final, NamedTuple

from sqlalchemy import Connection, bindparam, exists, select, update
from werkzeug.security import check_password_hash, generate_password_hash

from scorekeeper.store.access import budgets
from scorekeeper.store.access.budgets import Budget
from scorekeeper.store.access.devices import (
    AccessRow,
    devices_in_role,
    devices_of,
    give_access,
    has_joined_by,
    roles_in,
    visit_query,
)
from scorekeeper.store.access.links import LEAGUE, links
from scorekeeper.store.league import leagues
from scorekeeper.store.league.leagues import LeagueInfo, find
from scorekeeper.store.league.state import MEMBER, ORGANISER, PASSPHRASE, READING, League
from scorekeeper.store.schema.league import (
    IS_IN,
    PENDING,
    LeagueAccess,
    LeagueLink,
    LeagueRow,
)

_ACCESS = LeagueAccess.metadata.tables["league_access"]
_LINK = LeagueLink.metadata.tables["league_link"]


def activate_link(connection: Connection, league_id: int, role: str, link: int | None) -> None:
    """Make this the active link of its role, or none: devices that came by another are out,
    those that once came by this one are in."""
    of_role = update(_LINK).where(_LINK.c.league_id == league_id, _LINK.c.role == role)
    # off before on: the index allows one link of a role to be in force
    connection.execute(of_role.where(_LINK.c.in_force).values(in_force=False))
    connection.execute(of_role.where(_LINK.c.id == link).values(in_force=True))


def give_name(connection: Connection, league_id: int, device: str, name: str) -> None:
    """Name a device that has given no name yet."""
    mine = (_ACCESS.c.league_id == league_id) & (_ACCESS.c.device == device)
    if not any(connection.scalars(select(_ACCESS.c.name).where(mine))):
        connection.execute(update(_ACCESS).where(mine).values(name=name))


def remove_claim(connection: Connection, league_id: int, device: str, name: str) -> None:
    """Forget that a device gave this name when it was let in."""
    mine = (_ACCESS.c.league_id == league_id) & (_ACCESS.c.device == device)
    connection.execute(update(_ACCESS).where(mine, _ACCESS.c.name == name).values(name=""))


def name_of(came: Sequence[AccessRow], at: int | None = None) -> str:
    """Return the name that a device had at that time (now), else its first; empty if it never gave
    one."""
    given = [one for one in came if one.name]
    before = [one for one in given if at is None or one.made <= at]
    known = before[-1:] or given[:1]
    return known[0].name if known else ""


def keep_signed_in(connection: Connection, league_id: int, device: str) -> None:
    """Keep an organiser's device in that turned off its own link, by the link that is active
    now; if there is none, or the device was signed out of it, by no link."""
    here = links(connection, LEAGUE, league_id)
    link = next((one for one in here if one.role == ORGANISER), None)
    if link and has_joined_by(connection, LEAGUE, link.id, device):
        link = None
    give_access(connection, LEAGUE, league_id, device, ORGANISER, link)


# --- the phones that are in ---------------------------------------------------------------------


def main_role(came: Sequence[AccessRow]) -> str:
    """Return the role of a device that is in: organiser, member or pending."""
    return next(one for one in (ORGANISER, MEMBER, PENDING) if one in roles_in(came))


def sign_out(connection: Connection, league_id: int, device: str, ids: Collection[int]) -> None:
    """Sign a device out of these of its accesses, and of no others of them."""
    of_device = update(_ACCESS).where(_ACCESS.c.league_id == league_id, _ACCESS.c.device == device)
    connection.execute(of_device.values(thrown_out=_ACCESS.c.id.in_(ids)))


def is_out(came: Sequence[AccessRow]) -> bool:
    """Return whether a device was in once and no longer is; one that has yet to give the passphrase
    was never in."""
    held = [one.is_in for one in came if one.role != PENDING]
    return bool(held) and not any(held)


class LeagueRole(NamedTuple):
    """The rights of a device in a league; ``pending``: it has yet to give the passphrase."""

    organiser: bool
    member: bool
    pending: bool = False

    @property
    def needs_passphrase(self) -> bool:
        """Return whether it stays out until it gives the passphrase; a member who came by the
        organisers' link is in already."""
        return self.pending and not self.member


def visit(
    connection: Connection, public_id: str, device: str
) -> tuple[LeagueInfo, LeagueRole | None] | None:
    """Return the league, and what the device may do there: ``None`` for a stranger."""
    info = find(connection, public_id)
    return info and visit_by_id(connection, info.id, device)


_VISIT = visit_query(LEAGUE, LeagueInfo._fields, IS_IN, LeagueRow.id == bindparam("id"))


def visit_by_id(
    connection: Connection, league_id: int, device: str
) -> tuple[LeagueInfo, LeagueRole | None]:
    """Return the league with this id, which must be there, and what the device may do in it."""
    rows = connection.execute(_VISIT, {"id": league_id, "device": device}).all()
    return LeagueInfo(*rows[0][:-2]), _role({role for *_, role, _ in rows if role is not None})


def role_in(connection: Connection, league_id: int, device: str) -> LeagueRole | None:
    """Return what the device may do in the league; ``None`` for a stranger."""
    return visit_by_id(connection, league_id, device)[1]


def _role(roles: set[str]) -> LeagueRole | None:
    if not roles:
        return None
    organiser = ORGANISER in roles
    return LeagueRole(organiser, organiser or MEMBER in roles, PENDING in roles and not organiser)


PLAYS_ANYWHERE: Final = exists().where(
    _ACCESS.c.device == bindparam("device"), _ACCESS.c.role != PENDING, IS_IN
)
"""The ``device`` is a member or organiser of any league."""


def leagues_of(connection: Connection, device: str) -> list[LeagueInfo]:
    """Return the leagues that the device is in, the newest first."""
    mine = exists().where(
        _ACCESS.c.league_id == LeagueRow.id, _ACCESS.c.device == bindparam("device"), IS_IN
    )
    columns = [getattr(LeagueRow, name) for name in LeagueInfo._fields]
    query = select(*columns).where(mine, LeagueRow.deleted.is_(None)).order_by(LeagueRow.id.desc())
    return [LeagueInfo(*row) for row in connection.execute(query, {"device": device})]


# --- the passphrase -----------------------------------------------------------------------------

GUESS_WINDOW: Final = 15 * 60 * 1000
"""Milliseconds in which guesses are counted."""
MOST_GUESSES: Final = 5
MOST_GUESSES_OF_ALL: Final = 50


def hash_of(passphrase: str) -> str:
    """Return what is stored of a passphrase."""
    return generate_password_hash(passphrase)


def is_passphrase(stored: str | None, passphrase: str) -> bool:
    """Return whether this is the stored passphrase; where none is stored, any text is."""
    # 77 ms, on purpose; so callers ask before they open a write, for which others would wait
    return not stored or check_password_hash(stored, passphrase)


def retry_after(connection: Connection, league: LeagueInfo, device: str) -> int:
    """Return the seconds to wait after too many wrong guesses, of this device or of all; 0:
    none."""
    return budgets.retry_after(connection, _guess_budgets(connection, league, device))


def try_passphrase(
    connection: Connection, league: LeagueInfo, device: str, right: bool
) -> int | None:
    """Sign a pending device in that was ``right``, or count a wrong guess.

    Return ``None`` if it is in, 0 if not, else the seconds to wait: others have guessed meanwhile.
    """
    if league.passphrase and (wait := retry_after(connection, league, device)):
        return wait
    if not right:
        budgets.count(connection, _guess_budgets(connection, league, device))
        return 0
    here = (_ACCESS.c.league_id == league.id) & (_ACCESS.c.device == device) & IS_IN
    pending = update(_ACCESS).where(here, _ACCESS.c.role == PENDING)
    connection.execute(pending.values(role=ORGANISER))
    return None


def _guess_budgets(connection: Connection, league: LeagueInfo, device: str) -> tuple[Budget, ...]:
    """Return what limits guesses. A device that has organised before is limited by its own alone,
    not by those of others."""
    own = Budget(f"{league.id} {device}", MOST_GUESSES, GUESS_WINDOW)
    came = devices_of(connection, LEAGUE, league.id).get(device, ())
    # else strangers who guess could keep the organisers out of their league
    if any(one.role == ORGANISER for one in came):
        return (own,)
    return own, Budget(f"{league.id}", MOST_GUESSES_OF_ALL, GUESS_WINDOW)


# --- in step with the records -------------------------------------------------------------------

# Every visit reads only the rows: which links are in force, whether anyone may read, the
# passphrase, which phones are signed out. The league's records say what was decided.

LINKS: Final = (MEMBER, ORGANISER)
_COLUMNS: Final = {READING: "open_watch", PASSPHRASE: "passphrase"}
_PHONE: Final = "phone "


def of_phone(device: str) -> str:
    """Return the name of one phone's access setting: which of its accesses are signed out."""
    return f"{_PHONE}{device}"


def current_access(connection: Connection, league_id: int) -> Mapping[str, Any]:
    """Return every access setting as the rows have it, in the shape of ``state.access_of``."""
    info = leagues.by_id(connection, league_id)
    there = {one.role: one.id for one in links(connection, LEAGUE, league_id)}
    columns = {setting: getattr(info, column) for setting, column in _COLUMNS.items()}
    phones = {
        of_phone(device): ids
        for device, came in devices_of(connection, LEAGUE, league_id).items()
        if (ids := [one.id for one in came if one.thrown_out])
    }
    return {role: there.get(role) for role in LINKS} | columns | phones


def differing_access(connection: Connection, league: League) -> dict[str, Any]:
    """Return the access settings that the rows have differently, as the records have them."""
    rows = current_access(connection, league.id)
    return {setting: now for setting, now in league.access.items() if rows.get(setting, []) != now}


def repair_access(connection: Connection, league: League) -> list[str]:
    """Change the rows to what the records say; return the settings that differed."""
    wrong = differing_access(connection, league)
    for role in wrong.keys() & {*LINKS}:
        activate_link(connection, league.id, role, wrong[role])
    for setting in wrong:
        if setting.startswith(_PHONE):
            device = setting.removeprefix(_PHONE)
            sign_out(connection, league.id, device, wrong[setting])
    columns = {column: wrong[setting] for setting, column in _COLUMNS.items() if setting in wrong}
    if columns:
        leagues.set_columns(connection, league.id, **columns)
    return [*wrong]


def sync_access(connection: Connection, league: League, device: str) -> None:
    """Repair the rows after a decision. The organiser who made it stays in, even if it turns off
    the link by which their ``device`` came."""
    organised = _organises(connection, league, device)
    repair_access(connection, league)
    if organised and not _organises(connection, league, device):
        keep_signed_in(connection, league.id, device)


def _organises(connection: Connection, league: League, device: str) -> bool:
    return device in devices_in_role(devices_of(connection, LEAGUE, league.id), ORGANISER)
