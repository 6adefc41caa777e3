"""Letting others into a league: its links, the passphrase, reading for everybody."""

from typing import NamedTuple

from sqlalchemy import Connection

from scorekeeper.leagues.deciding import DecisionRefused
from scorekeeper.leagues.visited import Found
from scorekeeper.store import league_access as access
from scorekeeper.store import leagues
from scorekeeper.store.access import LinkRow, secret_of
from scorekeeper.store.database import reading, writing

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


def make_link(found: Found, role: str, key: bytes) -> Shared:
    """The link for a role (member, organiser), made if there is none."""
    with writing() as connection:
        return _shared(access.make_link(connection, found.info.id, role, key=key), key)


def renew_link(found: Found, role: str, key: bytes, device: str) -> Shared:
    """Another link in the place of this one; the phones that came by it are out at once, all but
    the organiser's ``device`` that does it."""
    with writing() as connection:
        link = access.renew_link(connection, found.info.id, role, key=key)
        _stay(connection, found, device)
        return _shared(link, key)


def remove_link(found: Found, role: str, device: str) -> None:
    """Throw a link out, and the phones that came by it, all but the organiser's that does it."""
    with writing() as connection:
        access.remove_link(connection, found.info.id, role)
        _stay(connection, found, device)


def _stay(connection: Connection, found: Found, device: str) -> None:
    role = access.role_in(connection, found.info.id, device)
    if role is None or not role.organiser:
        access.give_access(connection, found.info.id, device, access.ORGANISER)


def enter(secret: str, device: str) -> str | None:
    """Let a device in by a link's secret; the league's public id, ``None`` if it opens nothing."""
    with writing() as connection:
        return access.open_link(connection, secret, device)


def let_anyone_read(found: Found, allowed: bool) -> None:
    """Whether anyone with the address may read."""
    with writing() as connection:
        leagues.change(connection, found.info.id, open_watch=allowed)


def set_passphrase(found: Found, passphrase: str | None) -> None:
    """Have organisers who come by the link say this too; ``None``: no more.

    Raises ``DecisionRefused`` for one that is too short or too long.
    """
    if passphrase is not None and not SHORTEST <= len(passphrase) <= LONGEST:
        raise DecisionRefused(
            {"passphrase": f"A passphrase has {SHORTEST} to {LONGEST} characters."}
        )
    with writing() as connection:
        access.set_passphrase(connection, found.info.id, passphrase)


def say_passphrase(found: Found, device: str, passphrase: str) -> int | None:
    """Let a pending device in; see ``league_access.say_passphrase``."""
    with writing() as connection:
        info = leagues.lock(connection, found.info.id)
        return access.say_passphrase(connection, info, device, passphrase)


def _shared(link: LinkRow, key: bytes) -> Shared:
    return Shared(link.role, secret_of(link, key))
