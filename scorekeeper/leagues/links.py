"""Access to a league: its links, the passphrase, viewing for everybody."""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from sqlalchemy import Connection

from scorekeeper.leagues.decisions import (
    Deciding,
    DecisionRequest,
    decision,
    read_own_name,
    refusal,
)
from scorekeeper.leagues.phones import claim_name, name_of_phone
from scorekeeper.leagues.visit import LeagueVisit, visit_in
from scorekeeper.sentences import Message, phrase
from scorekeeper.store import phones
from scorekeeper.store.access import devices as access
from scorekeeper.store.access import league_access
from scorekeeper.store.access import links as shared
from scorekeeper.store.access.devices import SignedOut, devices_of
from scorekeeper.store.access.league_access import name_of
from scorekeeper.store.access.links import LEAGUE, SharedLink, find_link, new_link
from scorekeeper.store.league import leagues
from scorekeeper.store.league.state import PASSPHRASE, READING, League, access_of
from scorekeeper.store.sql.database import reading, writing
from scorekeeper.store.table.records import Record, fold
from scorekeeper.store.table.rows import Appended, Change, Conflict

SHORTEST_PASSPHRASE = 8
LONGEST_PASSPHRASE = 100


def links_of_league(visit: LeagueVisit, key: bytes) -> list[SharedLink]:
    """Return the league's links; ``key`` is the app's signing key."""
    with reading() as connection:
        return shared.links(connection, LEAGUE, visit.info.id, key)


# --- what organisers decide ---------------------------------------------------------------------


def make_link(visit: LeagueVisit, order: DecisionRequest, role: str, key: bytes) -> Appended:
    """Make the link for a role (member, organiser) that has none."""

    def now(connection: Connection, role: str, was: Any) -> int:
        return was or new_link(connection, LEAGUE, visit.info.id, role, key=key).id

    return _decide(visit, order, [role], now)


def replace_links(
    visit: LeagueVisit, order: DecisionRequest, roles: Sequence[str], key: bytes
) -> Appended:
    """Replace the links of these roles; the phones that came by them are signed out, except the
    organiser's that does it."""

    def now(connection: Connection, role: str, was: Any) -> int | None:
        return was and new_link(connection, LEAGUE, visit.info.id, role, key=key).id

    return _decide(visit, order, roles, now, phrase("There is no link to replace."))


def signed_out_by_replacing(visit: LeagueVisit, device: str) -> dict[int, SignedOut | None]:
    """Return the phones that ``device`` signs out if it replaces a link, by link id and ``ALL``."""
    with reading() as connection:
        return access.signed_out_by_replacing(connection, LEAGUE, visit.info.id, device)


def turn_off_link(visit: LeagueVisit, order: DecisionRequest, role: str) -> Appended:
    """Turn a link off; the phones that came by it are signed out, except the organiser's that
    does it."""
    return _decide(visit, order, [role], lambda *_: None)


def set_public(visit: LeagueVisit, order: DecisionRequest, allowed: bool) -> Appended:
    """Allow anyone with the address to view the league, or stop that."""
    return _decide(visit, order, [READING], lambda *_: allowed)


def set_passphrase(visit: LeagueVisit, order: DecisionRequest, passphrase: str | None) -> Appended:
    """Require this passphrase of organisers who come by the link; ``None``: no longer.

    Raises ``DecisionRefused`` for one that is too short or too long.
    """
    kept = None if passphrase is None else league_access.hash_of(read_passphrase(passphrase))
    return _decide(visit, order, [PASSPHRASE], lambda *_: kept)


def read_passphrase(text: str) -> str:
    """Return the passphrase as typed; refuse one that is too short or too long."""
    if not SHORTEST_PASSPHRASE <= len(text) <= LONGEST_PASSPHRASE:
        raise refusal(
            "passphrase",
            "A passphrase has {low} to {high} characters.",
            low=SHORTEST_PASSPHRASE,
            high=LONGEST_PASSPHRASE,
        )
    return text


@decision
def _decide(
    at: Deciding,
    settings: Sequence[str],
    now: Callable[[Connection, str, Any], Any],
    unchanged: Message = "Nothing to change.",
) -> list[Change]:
    """Change each of these access settings to what ``now`` makes of its name and of what it was.
    Raises ``Conflict`` where one has changed since the order's version, ``unchanged`` if none
    changes."""
    _refuse_changed_settings(at.connection, at.league, at.sent.version, settings)
    was = {**league_access.current_access(at.connection, at.league.id), **at.league.access}
    will = {setting: now(at.connection, setting, was[setting]) for setting in settings}
    made = [
        Change("door", {"door": setting, "now": will[setting], "was": was[setting]})
        for setting in settings
        if will[setting] != was[setting]
    ]
    if not made:
        raise refusal("", unchanged)
    return made


def _refuse_changed_settings(
    connection: Connection, league: League, version: int | None, settings: Sequence[str]
) -> None:
    if version is None:
        return
    records = leagues.records(connection, leagues.by_id(connection, league.id))
    seen = access_of(records, fold(records[: version + 1]))
    if any(seen.get(setting) != league.access.get(setting) for setting in settings):
        raise Conflict(league.version)


# --- joining by a link ----------------------------------------------------------------------------


class LeagueInvitation(NamedTuple):
    """An offer to a device: a league, for a role. ``accepted``: it is in already, or asked for the
    passphrase; ``name``: the one it gave before, here or elsewhere; ``by``: whose phone made the
    link (empty: nobody knows)."""

    visit: LeagueVisit
    role: str
    accepted: bool
    name: str
    by: str


def invitation(secret_hash: str, device: str) -> LeagueInvitation | None:
    """Return what the link whose secret has this hash offers; ``None`` if it opens nothing.
    Writes nothing."""
    with reading() as connection:
        # read only, because a messenger that previews the link comes here too
        link = find_link(connection, LEAGUE, secret_hash)
        if link is None:
            return None
        visit = visit_in(connection, *league_access.visit_by_id(connection, link.owner, device))
        accepted = access.is_in(connection, LEAGUE, link, device)
        devices = devices_of(connection, LEAGUE, link.owner)
        name, known = name_of(devices.get(device, ())), phones.find(connection, device)
        maker = _maker(leagues.records(connection, visit.info), link)
        by = name_of_phone(visit, devices, maker) if maker else ""
        return LeagueInvitation(
            visit, link.role, accepted, name or (known.name if known else ""), by
        )


def _maker(records: Sequence[Record], link: SharedLink) -> str | None:
    decided = ((one.device, one.payload or {}) for one in reversed(records) if one.kind == "door")
    made = {"door": link.role, "now": link.id}
    return next((device for device, setting in decided if made.items() <= setting.items()), None)


def accept_invitation(
    secret_hash: str, device: str, name: str = "", address: str = ""
) -> str | None:
    """Sign a device in by the link whose secret has this hash, under that ``name`` if one is given;
    the phone claims the member of that name.

    Return the league's public id, ``None`` if the link opens nothing. Raises ``DecisionRefused``.
    """
    name = read_own_name(name)
    with writing() as connection:
        opened = access.open_link(connection, LEAGUE, secret_hash, device, name)
        if opened and name:
            phones.set_name(connection, device, name)
    if opened:
        claim_name(opened, device, name, address)
    return opened


def verify_passphrase(visit: LeagueVisit, device: str, passphrase: str) -> int | None:
    """Sign a pending device in if the passphrase is right.

    Any text is right once the league has none any more. Return ``None`` if it is, 0 if it is wrong
    or has changed, else the seconds to wait after too many wrong ones, of this device or of all.
    """
    known = visit.info.passphrase
    with reading() as connection:
        if known and (wait := league_access.retry_after(connection, visit.info, device)):
            return wait
    right = league_access.is_passphrase(known, passphrase)  # slow: nobody waits for it
    with writing() as connection:
        info = leagues.lock(connection, visit.info.id)
        right = right and info.passphrase == known
        refused = league_access.try_passphrase(connection, info, device, right)
        if refused is None:
            phones.share(connection, device)
        came = devices_of(connection, LEAGUE, info.id).get(device, ())
    if refused is None:
        claim_name(info.public_id, device, name_of(came))
    return refused
