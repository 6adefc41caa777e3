"""Tokens by which programs read a league or post finished score sheets, and the sites that may show
its standings.

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
    read_name,
    refusal,
)
from scorekeeper.leagues.visit import READER, LeagueVisit, visit_league
from scorekeeper.store.access.links import hash_secret
from scorekeeper.store.table.rows import Change

READ, WRITE = "read", "write"
MOST_SITES: Final = 10
_SITE: Final = re.compile(r"https?://[a-z0-9]([a-z0-9.-]{0,250}[a-z0-9])?(:[0-9]{1,5})?")


def make_token(visit: LeagueVisit, order: DecisionRequest, name: str, may: str) -> str:
    """Make a token that may ``READ``, or ``WRITE``; return its secret, 192 bits, to be shown once:
    empty where the same request had made it before. Raises ``DecisionRefused``, ``Conflict``,
    ``Unavailable``."""
    if may not in (READ, WRITE):
        raise refusal("may", "Choose what the token may do.")
    secret = secrets.token_urlsafe(24)
    payload = {"name": read_name(name), "may": may, "hash": hash_secret(secret)}
    made = decide(visit, order, lambda connection, league: [Change("token", payload)])
    return "" if made.repeated else secret


def visit_by_token(public_id: str, secret: str, may: str) -> tuple[LeagueVisit, int] | None:
    """Return the league as one sees it who has a token that may do this, and the token's number;
    None where the token opens nothing. Raises ``NotFound``, ``Unavailable``."""
    league_visit = visit_league(public_id, "")
    mark = hash_secret(secret)
    for one in league_visit.league.of_kinds("token"):
        if one.payload["may"] == may and hmac.compare_digest(one.payload["hash"], mark):
            return replace(league_visit, role=READER), one.seq
    return None


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
