"""Tokens by which programs read a league or post finished score sheets, and calendars its evenings,
or those of one player; by which a screen shows what is played; and the sites that may show its
standings.

Only a token's hash is stored, in the record that made it: a token is turned off by deleting that
record.
"""

import hmac
import re
import secrets
from dataclasses import replace
from typing import Final

from scorekeeper.leagues.decisions import (
    Deciding,
    DecisionRequest,
    decide,
    decision,
    decision_at_any_version,
    read_name,
    refusal,
)
from scorekeeper.leagues.visit import READER, LeagueVisit, visit_league
from scorekeeper.store.access.links import hash_secret, secret_of
from scorekeeper.store.league.state import League
from scorekeeper.store.schema.table import Json
from scorekeeper.store.table.records import SheetItem
from scorekeeper.store.table.rows import Change

READ, WRITE, EVENINGS, WALL = "read", "write", "evenings", "wall"
"""What a token may do: read all feeds, post score sheets, read the calendar alone, or show the
evening on a screen."""
MOST_SITES: Final = 10
_SITE: Final = re.compile(r"https?://[a-z0-9]([a-z0-9.-]{0,250}[a-z0-9])?(:[0-9]{1,5})?")


def make_token(visit: LeagueVisit, order: DecisionRequest, name: str, may: str) -> str:
    """Make a token that may ``READ``, ``WRITE`` or read the ``EVENINGS``; return its secret, 192
    bits, to be shown once: empty where the same request had made it before. Raises
    ``DecisionRefused``, ``Conflict``, ``Unavailable``."""
    if may not in (READ, WRITE, EVENINGS):
        raise refusal("may", "Choose what the token may do.")
    secret = secrets.token_urlsafe(24)
    payload = {"name": read_name(name), "may": may, "hash": hash_secret(secret)}
    made = decide(visit, order, lambda connection, league: [Change("token", payload)])
    return "" if made.repeated else secret


def visit_by_token(public_id: str, secret: str, *may: str) -> tuple[LeagueVisit, SheetItem] | None:
    """Return the league as one sees it who has a token that may do one of these, and the token's
    record; None where the token opens nothing. Raises ``NotFound``, ``Unavailable``."""
    league_visit = visit_league(public_id, "")
    mark = hash_secret(secret)
    league = league_visit.league
    for one in league.of_kinds("token"):
        player = league.players.get(calendar_of(league, one) or 0)
        if player and player.forgotten:
            continue
        if one.payload["may"] in may and hmac.compare_digest(one.payload["hash"], mark):
            return replace(league_visit, role=READER), one
    return None


# --- a player's own calendar --------------------------------------------------------------------


def own_calendar(league: League, device: str) -> SheetItem | None:
    """Return the token by which the calendar of a phone's player is read; None where they have
    none."""
    player = league.player_of(device)
    tokens = (one for one in league.newest("token") if not one.deleted)
    own = (one for one in tokens if player is not None and calendar_of(league, one) == player)
    return next(own, None)


def calendar_of(league: League, token: SheetItem) -> int | None:
    """Return whose calendar a token reads; None: the league's."""
    player = token.payload.get("player")
    return None if player is None else league.after_merges(player)


def own_calendar_secret(league: League, device: str, key: bytes) -> str:
    """Return the secret in the address of that calendar, which can be shown again; empty where
    there is none, or it was made with another key."""
    return _secret_again(own_calendar(league, device), key)


@decision_at_any_version
def make_own_calendar(at: Deciding, key: bytes) -> list[Change]:
    """Make an address of the evenings of the phone's player, in place of the one before."""
    player = at.league.player_of(at.sent.device)
    if player is None:
        raise refusal("", "Say whose phone this is first, under “Phones”.")
    before = own_calendar(at.league, at.sent.device)
    return _made_in_place_of(before, key, {"may": EVENINGS, "player": player})


@decision_at_any_version
def turn_off_own_calendar(at: Deciding) -> list[Change]:
    """Turn that address off."""
    return _turned_off(own_calendar(at.league, at.sent.device))


def _secret_again(token: SheetItem | None, key: bytes) -> str:
    """Return the secret of a token that can be shown again; empty where there is none, or it was
    made with another key."""
    secret = secret_of(token.payload["salt"], key) if token else ""
    return secret if token and hash_secret(secret) == token.payload["hash"] else ""


def _made_in_place_of(before: SheetItem | None, key: bytes, payload: Json) -> list[Change]:
    salt = secrets.token_hex(16)
    secret = hash_secret(secret_of(salt, key))
    made = Change("token", {"name": "", **payload, "salt": salt, "hash": secret})
    return [made, *([Change("strike", about=before.seq)] if before else [])]


def _turned_off(token: SheetItem | None) -> list[Change]:
    if token is None:
        raise refusal("", "That no longer exists.")
    return [Change("strike", about=token.seq)]


# --- the link for a screen on the wall ----------------------------------------------------------


def wall_link(league: League) -> SheetItem | None:
    """Return the token by which a screen shows the evening; None where there is none."""
    walls = (one for one in league.newest("token") if one.payload["may"] == WALL)
    return next((one for one in walls if not one.deleted), None)


def wall_link_secret(league: League, key: bytes) -> str:
    """Return the secret in the address of that link; empty where there is none, or it was made with
    another key."""
    return _secret_again(wall_link(league), key)


@decision
def make_wall_link(at: Deciding, key: bytes) -> list[Change]:
    """Make the link for screens, in place of the one before, which opens nothing any more."""
    return _made_in_place_of(wall_link(at.league), key, {"may": WALL})


@decision
def turn_off_wall_link(at: Deciding) -> list[Change]:
    """Turn the link for screens off."""
    return _turned_off(wall_link(at.league))


# --- sites that may show the standings ----------------------------------------------------------


def read_sites(text: str) -> list[str]:
    """Return the addresses of sites, one per line; refused where one is none."""
    sites = [line.strip().rstrip("/").lower() for line in text.splitlines() if line.strip()]
    if wrong := [one for one in sites if not _SITE.fullmatch(one)]:
        raise refusal("sites", "{site} is not an address such as https://club.org.", site=wrong[0])
    if len(sites) > MOST_SITES:
        raise refusal("sites", "Enter up to {n} sites.", n=MOST_SITES)
    return list(dict.fromkeys(sites))


@decision
def set_sites(at: Deciding, text: str) -> list[Change]:
    """Set the sites that may show the standings in a frame."""
    return [Change("sites", {"sites": read_sites(text)})]
