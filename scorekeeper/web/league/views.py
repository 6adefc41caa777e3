"""Leagues: this phone's, a new one, the passphrase, and a league's first page."""

from flask import Blueprint, abort, redirect, render_template, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.leagues.lifecycle import create_league, restorable_leagues
from scorekeeper.leagues.links import verify_passphrase
from scorekeeper.leagues.visit import my_leagues, visit_league
from scorekeeper.sentences import tell
from scorekeeper.store.access.budgets import BudgetSpent
from scorekeeper.tables.loading import NotFound
from scorekeeper.web.league import league_request, standings
from scorekeeper.web.league.forms import CreateLeagueForm, EnterLeagueForm
from scorekeeper.web.shared.errors import LeaguePrivate, too_many_response
from scorekeeper.web.table import table_request

bp = Blueprint("league", __name__)


@bp.route("/leagues", methods=["GET", "POST"])
def mine() -> ResponseReturnValue:
    """The leagues of this phone, and a form for a new one."""
    form, waits = CreateLeagueForm(), False
    if form.validate_on_submit():
        name, called = form.name.data, form.called.data
        try:
            league_id = create_league(name, called=called, **table_request.maker())
            return redirect(url_for("league.home", league_id=league_id), 303)
        except BudgetSpent as spent:
            form.name.errors, waits = [too_many_response(spent)], True
    page = render_template(
        "league/mine.html",
        leagues=my_leagues(table_request.known_device()),
        deleted=restorable_leagues(table_request.known_device()),
        message=table_request.take_flash(),
        form=form,
        key=table_request.new_key(),
    )
    return page, 429 if waits else 422 if form.errors else 200


@bp.get("/l/<league_id>")
def home(league_id: str) -> ResponseReturnValue:
    """The standings of the season that goes on."""
    visit = league_request.visit_or_403(league_id)
    season = visit.season_shown
    return standings.page(visit, season) if season else abort(404)


@bp.get("/l/<league_id>/season/<int:season>")
def season(league_id: str, season: int) -> str:
    """The standings of a season."""
    visit = league_request.visit_or_403(league_id)
    return standings.page(visit, visit.season(season) or abort(404))


@bp.route("/l/<league_id>/enter", methods=["GET", "POST"])
def enter(league_id: str) -> ResponseReturnValue:
    """Ask an organiser who came by the link for the passphrase."""
    try:
        visit = visit_league(league_id, table_request.known_device())
    except NotFound:
        raise LeaguePrivate from None
    if visit.role is None:
        raise LeaguePrivate
    if not visit.role.pending:
        return redirect(url_for("league.home", league_id=league_id), 303)
    form, wait = EnterLeagueForm(), None
    if not visit.info.passphrase:  # removed since the link was opened
        del form.passphrase
    if form.validate_on_submit():
        typed = form.passphrase.data if form.passphrase else ""
        wait = verify_passphrase(visit, table_request.device(), typed)
        if wait is None:
            return redirect(url_for("league.home", league_id=league_id), 303)
        if not form.passphrase:  # set again at this moment
            return redirect(url_for("league.enter", league_id=league_id), 303)
        minutes = -(-wait // 60)
        form.passphrase.errors = [_try_again(minutes) if wait else tell("Wrong passphrase.")]
    page = render_template("league/enter.html", visit=visit, form=form)
    return (page, 429, {"Retry-After": str(wait)}) if wait else (page, 422 if form.errors else 200)


def _try_again(minutes: int) -> str:
    if minutes == 1:
        return tell("Too many tries. Try again in a minute.")
    return tell("Too many tries. Try again in {n} minutes.", n=minutes)
