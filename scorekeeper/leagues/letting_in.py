"""Letting others into a league: its links, the passphrase, reading for everybody."""

from collections.abc import Callable
from typing import Any, NamedTuple

from sqlalchemy import Connection

from scorekeeper.leagues.deciding import Decided, DecisionRefused, Order, decide
from scorekeeper.leagues.visited import Found
from scorekeeper.store import doors, leagues
from scorekeeper.store import league_access as access
from scorekeeper.store.access import LinkRow, secret_of
from scorekeeper.store.database import reading, writing
from scorekeeper.store.decided import PASSPHRASE, READING, League, doors_of
from scorekeeper.store.league_access import PhoneIn
from scorekeeper.store.records import fold
from scorekeeper.store.write import Change, Conflict

SHORTEST = 8
LONGEST = 100


class Shared(NamedTuple):
    """A link in force, for a role. ``secret`` goes into its address; ``None``: it opens, but was
    made with another signing key and has to be renewed to be shown again."""

    role: str
    secret: str | None


def links(found: Found, key: bytes) -> list[Shared]:
    """The league's links; ``key`` is the app's signing key."""
    with reading() as connection:
        return [_shared(link, key) for link in access.links(connection, found.info.id)]


def _shared(link: LinkRow, key: bytes) -> Shared:
    return Shared(link.role, secret_of(link, key))


# --- what organisers decide ---------------------------------------------------------------------


def make_link(found: Found, order: Order, role: str, key: bytes) -> Decided:
    """Make the link for a role (member, organiser) that has none."""
    return _decide(
        found, order, role, lambda connection, was: was or _new(connection, found, role, key)
    )


def renew_link(found: Found, order: Order, role: str, key: bytes) -> Decided:
    """Another link in the place of this one; the phones that came by it are out at once, all but
    the organiser's that does it."""
    return _decide(found, order, role, lambda connection, was: _new(connection, found, role, key))


def remove_link(found: Found, order: Order, role: str) -> Decided:
    """Throw a link out, and the phones that came by it, all but the organiser's that does it."""
    return _decide(found, order, role, lambda connection, was: None)


def let_anyone_read(found: Found, order: Order, allowed: bool) -> Decided:
    """Whether anyone with the address may read."""
    return _decide(found, order, READING, lambda connection, was: allowed)


def throw_out(found: Found, order: Order, phone: int) -> Decided:
    """Shut out a phone, known by one of the ``ids`` that ``phones`` has of it. Who still has a link
    in force, and comes by it as another phone, is in again.

    Raises ``DecisionRefused`` for one that is not in, and for the organiser's own.
    """
    with reading() as connection:
        device = access.device_of(connection, found.info.id, phone)
    if device == order.device:
        raise DecisionRefused({"": "This phone is your own; another organiser can throw it out."})
    door = doors.of_phone(device or "")

    def changes(connection: Connection, league: League) -> list[Change]:
        here = access.phones(connection, found.info.id)
        one = next((one for one in here if one.device == device), None)
        if one is None:
            raise DecisionRefused({"": "That phone is not in any more."})
        was = doors.held(connection, league.id).get(door, [])
        about = {"role": one.role, "made": one.made}
        return [
            Change("door", {"door": door, "now": sorted({*was, *one.ids}), "was": was, **about})
        ]

    return decide(found, order._replace(version=None), changes)


def phones(found: Found) -> list[PhoneIn]:
    """The phones that are in, by when they were let in."""
    with reading() as connection:
        return access.phones(connection, found.info.id)


def set_passphrase(found: Found, order: Order, passphrase: str | None) -> Decided:
    """Have organisers who come by the link say this too; ``None``: no more.

    Raises ``DecisionRefused`` for one that is too short or too long.
    """
    if passphrase is not None and not SHORTEST <= len(passphrase) <= LONGEST:
        raise DecisionRefused(
            {"passphrase": f"A passphrase has {SHORTEST} to {LONGEST} characters."}
        )
    kept = None if passphrase is None else access.hash_of(passphrase)
    return _decide(found, order, PASSPHRASE, lambda connection, was: kept)


def _new(connection: Connection, found: Found, role: str, key: bytes) -> int:
    return access.new_link(connection, found.info.id, role, key=key)


def _decide(
    found: Found, order: Order, door: str, now: Callable[[Connection, Any], Any]
) -> Decided:
    """Have a door be what ``now`` makes of what it was. Raises ``Conflict`` where it is not what it
    was at the order's version."""

    def changes(connection: Connection, league: League) -> list[Change]:
        _refuse_overtaken(connection, league, order.version, door)
        was = {**doors.held(connection, league.id), **league.doors}[door]
        will = now(connection, was)
        if will == was:
            raise DecisionRefused({"": "It is so already."})
        return [Change("door", {"door": door, "now": will, "was": was})]

    return decide(found, order, changes)


def _refuse_overtaken(
    connection: Connection, league: League, version: int | None, door: str
) -> None:
    if version is None:
        return
    records = leagues.records(connection, leagues.by_id(connection, league.id))
    seen = doors_of(records, fold(records[: version + 1]))
    if seen.get(door) != league.doors.get(door):
        raise Conflict(league.version)


# --- at the door --------------------------------------------------------------------------------


def enter(secret: str, device: str) -> str | None:
    """Let a device in by a link's secret; the league's public id, ``None`` if it opens nothing."""
    with writing() as connection:
        return access.open_link(connection, secret, device)


def say_passphrase(found: Found, device: str, passphrase: str) -> int | None:
    """Let a pending device in if the passphrase is right.

    ``None``: it is in; 0: it is wrong, or another by now; else the seconds to wait after too many
    wrong ones, of this device or of all.
    """
    known = found.info.passphrase
    with reading() as connection:
        if wait := access.must_wait(connection, found.info, device):
            return wait
    right = access.is_passphrase(known, passphrase)  # slow: nobody waits for it
    with writing() as connection:
        info = leagues.lock(connection, found.info.id)
        right = right and info.passphrase == known
        return access.said_passphrase(connection, info, device, right)
