"""Leagues: those of this phone, a new one, the door of one, and its first page."""

from flask import Blueprint, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper import leagues, tables
from scorekeeper.leagues import DecisionRefused
from scorekeeper.web.league import league_request, standings
from scorekeeper.web.shared.errors import NoLeagueOfYours, told_to_wait
from scorekeeper.web.table import table_request

bp = Blueprint("league", __name__)


@bp.route("/leagues", methods=["GET", "POST"])
def mine() -> ResponseReturnValue:
    """The leagues of this phone, and a form for a new one."""
    typed, called = request.form.get("name", ""), request.form.get("called", "")
    faults, status = {}, 200
    if request.method == "POST":
        try:
            league_id = leagues.start_league(typed, called=called, **table_request.maker())
            return redirect(url_for("league.home", league_id=league_id), 303)
        except DecisionRefused as refused:
            faults, status = dict(refused.faults), 422
        except tables.Spent as spent:
            faults, status = {"name": told_to_wait(spent)}, 429
    page = render_template(
        "league/mine.html",
        leagues=leagues.my_leagues(table_request.known_device()),
        deleted=leagues.restorable_leagues(table_request.known_device()),
        message=table_request.said(),
        typed=typed,
        called=called,
        faults=faults,
        key=table_request.new_key(),
    )
    return page, status


@bp.get("/l/<league_id>")
def home(league_id: str) -> ResponseReturnValue:
    """The standings of the season that goes on."""
    found = league_request.visit_or_403(league_id)
    season = found.season_shown
    return standings.page(found, season) if season else abort(404)


@bp.get("/l/<league_id>/season/<int:season>")
def season(league_id: str, season: int) -> str:
    """The standings of a season."""
    found = league_request.visit_or_403(league_id)
    return standings.page(found, found.season(season) or abort(404))


@bp.route("/l/<league_id>/enter", methods=["GET", "POST"])
def enter(league_id: str) -> ResponseReturnValue:
    """Ask an organiser who came by the link for the passphrase."""
    try:
        found = leagues.visit(league_id, table_request.known_device())
    except tables.NotFound:
        raise NoLeagueOfYours from None
    if found.role is None:
        raise NoLeagueOfYours
    if not found.role.pending:
        return redirect(url_for("league.home", league_id=league_id), 303)
    wrong, status = "", 200
    said = request.form.get("passphrase", "")
    if request.method == "POST" and not said.strip():
        wrong, status = "Write the passphrase.", 422
    elif request.method == "POST":
        wait = leagues.say_passphrase(found, table_request.device(), said)
        if wait is None:
            return redirect(url_for("league.home", league_id=league_id), 303)
        status = 429 if wait else 422
        minutes = -(-wait // 60)
        told = "a minute" if minutes == 1 else f"{minutes} minutes"
        wrong = f"Too often wrong. Try again in {told}." if wait else "That is not it."
    page = render_template("league/enter.html", found=found, wrong=wrong)
    return (page, status, {"Retry-After": str(wait)}) if status == 429 else (page, status)
