"""Access to a league's feeds: by a phone that may view the league, or a program with a token."""

from typing import Final

from flask import abort, request

from scorekeeper.leagues.access_tokens import READ, WRITE, visit_by_token
from scorekeeper.leagues.visit import LeagueVisit
from scorekeeper.tables.loading import NotFound
from scorekeeper.web.league import league_request

_SCHEME: Final = "Bearer "


def sent_token() -> str:
    """Return the token that was sent, in the header or, as calendars need it, in the address."""
    header = request.headers.get("Authorization", "")
    if header.startswith(_SCHEME):
        return header.removeprefix(_SCHEME).strip()
    return request.args.get("token", "")


def reader_or_403(league_id: str) -> LeagueVisit:
    """Return the league, if the request may view it; else 403."""
    if not (token := sent_token()):
        return league_request.visit_or_403(league_id)
    visit, _ = _by_token(league_id, token, READ)
    return visit


def writer_or_403(league_id: str) -> tuple[LeagueVisit, int]:
    """Return the league, for a program that may post score sheets, and its token's number; no
    cookie lets anybody write here."""
    return _by_token(league_id, sent_token(), WRITE)


def _by_token(league_id: str, token: str, may: str) -> tuple[LeagueVisit, int]:
    try:
        visit = visit_by_token(league_id, token, may)
    except NotFound:
        visit = None
    return visit or abort(403)
