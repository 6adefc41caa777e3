"""What programs take from a league: downloads, its feeds; and the score sheets that they post."""

import hashlib
from typing import Final

import msgspec
from flask import Blueprint, Response, abort, request, url_for

from scorekeeper import sheet
from scorekeeper.leagues.access_tokens import EVENINGS, READ, WRITE, calendar_of, visit_by_token
from scorekeeper.leagues.decisions import DecisionRefused
from scorekeeper.leagues.results.calendar import evenings_calendar
from scorekeeper.leagues.results.downloads import (
    games_csv,
    games_workbook,
    league_json,
    players_csv,
    standings_csv,
)
from scorekeeper.leagues.results.feeds import (
    PostedGame,
    games_document,
    results_atom,
    standings_document,
)
from scorekeeper.leagues.tables import open_table
from scorekeeper.leagues.visit import LeagueVisit
from scorekeeper.sentences import tell
from scorekeeper.sheet.documents import NotJSON, SheetRefused, decoded
from scorekeeper.store.table.records import SheetItem
from scorekeeper.tables.loading import NotFound
from scorekeeper.tables.write import refuse_too_long
from scorekeeper.web.api import as_json, measure, refused_in_json, sent_bytes
from scorekeeper.web.league import parts
from scorekeeper.web.league.league_request import visit_or_403
from scorekeeper.web.shared.security import csrf
from scorekeeper.web.table import table_request

bp = Blueprint("league_papers", __name__)


@bp.get("/l/<league_id>/standings.csv")
def standings(league_id: str) -> Response:
    """The standings of a season (else of the one that goes on), in a game or in all."""
    visit = visit_or_403(league_id)
    picked = parts.selection(visit, now=True)
    return _csv(standings_csv(visit, picked.season or abort(404), picked.game))


@bp.get("/l/<league_id>/games.csv")
def games(league_id: str) -> Response:
    """The games that count, as a file of past results."""
    return _csv(games_csv(visit_or_403(league_id)))


@bp.get("/l/<league_id>/games.xlsx")
def workbook(league_id: str) -> Response:
    """The same as a workbook."""
    return Response(games_workbook(visit_or_403(league_id)), mimetype=_WORKBOOK)


@bp.get("/l/<league_id>/players.csv")
def players(league_id: str) -> Response:
    """Everybody who plays or played."""
    return _csv(players_csv(visit_or_403(league_id)))


@bp.get("/l/<league_id>/league.json")
def everything(league_id: str) -> Response:
    """The whole league."""
    return Response(league_json(visit_or_403(league_id)), mimetype="application/json")


_WORKBOOK: Final = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"


def _csv(text: bytes) -> Response:
    return Response(text, mimetype="text/csv")


# --- feeds --------------------------------------------------------------------------------------

api = Blueprint("feeds_api", __name__, url_prefix="/api/leagues/<league_id>")
csrf.exempt(api)
api.before_request(measure)

_SCHEME: Final = "Bearer "


def reader_or_403(league_id: str, may: str = READ) -> LeagueVisit:
    """Return the league for a phone that may view it, or whoever has a token that may do this; else
    403."""
    if not (token := _sent_token()):
        return visit_or_403(league_id)
    visit, _ = _by_token(league_id, token, may)
    return visit


def _sent_token() -> str:
    """Return the token that was sent, in the header or, as calendars need it, in the address."""
    header = request.headers.get("Authorization", "")
    if header.startswith(_SCHEME):
        return header.removeprefix(_SCHEME).strip()
    return request.args.get("token", "")


def _by_token(league_id: str, token: str, *may: str) -> tuple[LeagueVisit, SheetItem]:
    """Return the league for a program with a token that may do one of these, and the token."""
    try:
        visit = visit_by_token(league_id, token, *may)
    except NotFound:
        visit = None
    return visit or abort(403)


@api.get("/standings.json", endpoint="standings")
def standings_feed(league_id: str) -> Response:
    """The standings of the season that goes on, or of a season by its number."""
    visit = reader_or_403(league_id)
    asked = request.args.get("season", type=int)
    season = visit.season_shown if asked is None else visit.season(asked)
    return _tagged(msgspec.json.encode(standings_document(visit, season or abort(404))))


@api.get("/games.json", endpoint="games")
def games_feed(league_id: str) -> Response:
    """The games that ended last."""
    return _tagged(msgspec.json.encode(games_document(reader_or_403(league_id))))


@api.get("/results.atom")
def results(league_id: str) -> Response:
    """The games that ended last, as a feed."""
    visit = reader_or_403(league_id)
    address = url_for("league_games.listed", league_id=league_id, _external=True)
    return _tagged(results_atom(visit, address), "application/atom+xml")


@api.get("/evenings.ics")
def evenings(league_id: str) -> Response:
    """The evenings, as a calendar; by the token of a player's own calendar, that player's."""
    if secret := _sent_token():
        visit, token = _by_token(league_id, secret, READ, EVENINGS)
        player = calendar_of(visit.league, token)
    else:
        visit, player = visit_or_403(league_id), None

    def address(evening: int) -> str:
        return url_for("evening.page", league_id=league_id, evening=evening, _external=True)

    return _tagged(evenings_calendar(visit, address, player), "text/calendar")


def _tagged(text: bytes, kind: str = "application/json") -> Response:
    """Return the answer with its entity tag; 304 to a program that has it already."""
    response = Response(text, mimetype=kind)
    # programs ask again and again, and may keep what they have until its tag changes
    response.headers["Cache-Control"] = "private, no-cache"
    response.set_etag(hashlib.sha256(text).hexdigest()[:32])
    response.make_conditional(request)
    return response


# --- posted score sheets ------------------------------------------------------------------------


@api.post("/sheets")
def post_sheet(league_id: str) -> Response:
    """Add a finished score sheet to the current season. The same sheet counts once. No cookie lets
    anybody write here."""
    visit, token = _by_token(league_id, _sent_token(), WRITE)
    body = sent_bytes()
    try:
        document = decoded(body)
    except NotJSON:
        abort(400)
    try:
        refuse_too_long(document)
        result = sheet.score(document)
        if "errors" in result:
            return refused_in_json(result["errors"])
        if not result["finished"]:
            return _refused(tell("The game is not finished."))
        table = open_table(
            visit,
            document,
            # no form can send a key that begins with ~
            key=f"~{league_id}.{token.seq}.{hashlib.sha256(body).hexdigest()[:32]}",
            device=f"token {token.seq} of {league_id}",
            address=table_request.client_address(),
        )
    except SheetRefused as refused:
        return refused_in_json(refused.errors)
    except DecisionRefused as refused:
        return _refused(" ".join(refused.faults.values()))
    return as_json(PostedGame(table=table), 201)


def _refused(message: str) -> Response:
    return as_json({"errors": [{"at": "", "message": message}]}, 422)
