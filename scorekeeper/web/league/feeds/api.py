"""A league's feeds, and the score sheets that programs post."""

import hashlib
from typing import Any

import msgspec
from flask import Blueprint, Response, abort, request, url_for

from scorekeeper import sheet
from scorekeeper.leagues.decisions import DecisionRefused
from scorekeeper.leagues.results.feeds import (
    PostedGame,
    evenings_calendar,
    games_document,
    results_atom,
    standings_document,
)
from scorekeeper.leagues.tables import open_table
from scorekeeper.sentences import tell
from scorekeeper.sheet.documents import NotJSON, SheetRefused, decoded
from scorekeeper.tables.write import refuse_too_long
from scorekeeper.web.api import as_json, measure, refused_in_json, sent_bytes
from scorekeeper.web.league.feeds.access import reader_or_403, writer_or_403
from scorekeeper.web.shared.security import csrf
from scorekeeper.web.table import table_request

bp = Blueprint("feeds_api", __name__, url_prefix="/api/leagues/<league_id>")
csrf.exempt(bp)
bp.before_request(measure)


@bp.get("/standings.json")
def standings(league_id: str) -> Response:
    """The standings of the season that goes on, or of a season by its number."""
    visit = reader_or_403(league_id)
    asked = request.args.get("season", type=int)
    season = visit.season_shown if asked is None else visit.season(asked)
    return _tagged(_encoded(standings_document(visit, season or abort(404))))


@bp.get("/games.json")
def games(league_id: str) -> Response:
    """The games that ended last."""
    return _tagged(_encoded(games_document(reader_or_403(league_id))))


@bp.get("/results.atom")
def results(league_id: str) -> Response:
    """The games that ended last, as a feed."""
    visit = reader_or_403(league_id)
    address = url_for("league_games.listed", league_id=league_id, _external=True)
    return _tagged(results_atom(visit, address), "application/atom+xml")


@bp.get("/evenings.ics")
def evenings(league_id: str) -> Response:
    """The evenings, as a calendar."""
    visit = reader_or_403(league_id)

    def address(evening: int) -> str:
        return url_for("evening.page", league_id=league_id, evening=evening, _external=True)

    return _tagged(evenings_calendar(visit, address), "text/calendar")


@bp.post("/sheets")
def post_sheet(league_id: str) -> Response:
    """Add a finished score sheet to the current season. The same sheet counts once."""
    visit, token = writer_or_403(league_id)
    body = sent_bytes()
    try:
        document = decoded(body)
    except NotJSON:
        abort(400)
    try:
        refuse_too_long(document)
    except SheetRefused as refused:
        return refused_in_json(refused.errors)
    result = sheet.score(document)
    if "errors" in result:
        return refused_in_json(result["errors"])
    if not result["finished"]:
        return _refused(tell("The game is not finished."))
    mark = hashlib.sha256(body).hexdigest()[:32]
    try:
        table = open_table(
            visit,
            document,
            key=f"~{league_id}.{token}.{mark}",
            device=f"token {token} of {league_id}",
            address=table_request.client_address(),
        )
    except SheetRefused as refused:
        return refused_in_json(refused.errors)
    except DecisionRefused as refused:
        return _refused(" ".join(refused.faults.values()))
    return as_json(PostedGame(table=table), 201)


def _refused(message: str) -> Response:
    return as_json({"errors": [{"at": "", "message": message}]}, 422)


def _encoded(document: Any) -> bytes:
    return msgspec.json.encode(document)


def _tagged(text: bytes, kind: str = "application/json") -> Response:
    """Return the answer with its entity tag; 304 to a program that has it already."""
    response = Response(text, mimetype=kind)
    response.headers["Cache-Control"] = "private, no-cache"
    response.set_etag(hashlib.sha256(text).hexdigest()[:32])
    response.make_conditional(request)
    return response
