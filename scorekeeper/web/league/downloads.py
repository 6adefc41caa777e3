"""Downloads of a league: standings, games and players as CSV, everything as JSON."""

from typing import Final

from flask import Blueprint, Response, abort

from scorekeeper.leagues.results.downloads import (
    games_csv,
    games_workbook,
    league_json,
    players_csv,
    standings_csv,
)
from scorekeeper.web.league import league_request, parts

bp = Blueprint("league_papers", __name__)


@bp.get("/l/<league_id>/standings.csv")
def standings(league_id: str) -> Response:
    """The standings of a season (else of the one that goes on), in a game or in all."""
    visit = league_request.visit_or_403(league_id)
    picked = parts.selection(visit, now=True)
    return _csv(standings_csv(visit, picked.season or abort(404), picked.game))


@bp.get("/l/<league_id>/games.csv")
def games(league_id: str) -> Response:
    """The games that count, as a file of past results."""
    return _csv(games_csv(league_request.visit_or_403(league_id)))


@bp.get("/l/<league_id>/games.xlsx")
def workbook(league_id: str) -> Response:
    """The same as a workbook."""
    book = games_workbook(league_request.visit_or_403(league_id))
    return Response(book, mimetype=_WORKBOOK)


@bp.get("/l/<league_id>/players.csv")
def players(league_id: str) -> Response:
    """Everybody who plays or played."""
    return _csv(players_csv(league_request.visit_or_403(league_id)))


@bp.get("/l/<league_id>/league.json")
def everything(league_id: str) -> Response:
    """The whole league."""
    visit = league_request.visit_or_403(league_id)
    return Response(league_json(visit), mimetype="application/json")


_WORKBOOK: Final = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"


def _csv(text: bytes) -> Response:
    return Response(text, mimetype="text/csv")
