"""Points that no game brings: bonuses and penalties with a reason; and lots, drawn between players
whom no other tie-break separates."""

from flask import Blueprint, abort
from flask.typing import ResponseReturnValue

from scorekeeper.leagues.seasons import draw_lots, give_bonus, tied_players, uses_lots
from scorekeeper.leagues.visit import LeagueVisit
from scorekeeper.sentences import tell
from scorekeeper.web.league.forms import BonusForm, DeletedForm, LotsForm
from scorekeeper.web.league.league_request import (
    LOOKED,
    DecisionOutcome,
    attempt,
    attempt_mark,
    league_page,
    players,
    respond,
    visit_or_403,
)

bp = Blueprint("bonuses", __name__)


@bp.route("/l/<league_id>/bonus", methods=["GET", "POST"], endpoint="page")
def bonuses(league_id: str) -> ResponseReturnValue:
    """Give bonus points, and list those given before, the newest first, deleted ones too."""
    visit = visit_or_403(league_id, organise=True)
    outcome, season, seasons = LOOKED, visit.season_shown, visit.league.seasons
    form, deleted = BonusForm(season=season.number if season else None), DeletedForm()
    if form.is_submitted():
        outcome = _give(visit, form)
    elif deleted.is_submitted():
        deleted.validate()
        outcome = attempt_mark(visit, deleted.do.data)
    if outcome is not LOOKED and outcome.done:
        return respond(outcome)
    return league_page(
        "season/bonus.html",
        visit,
        "bonus",
        outcome,
        form=form,
        players=players(visit, lambda one: not one.forgotten),
        seasons=[(one.number, one.name) for one in visit.newest_seasons],
        given=[one for one in visit.league.newest("bonus") if one.payload["season"] in seasons],
    )


def _give(visit: LeagueVisit, form: BonusForm) -> DecisionOutcome:
    season, player = form.season.data or 0, form.player.data or 0
    return attempt(
        lambda sent: give_bonus(visit, sent, season, player, form.signed, form.reason.data),
        tell("Penalty saved.") if form.sign.data == "minus" else tell("Bonus saved."),
        form,
    )


@bp.route("/l/<league_id>/season/<int:season>/lots", methods=["GET", "POST"])
def lots(league_id: str, season: int) -> ResponseReturnValue:
    """Players who share a place, each group with a key that draws lots; the lots drawn so far, the
    newest first, deleted ones too."""
    visit = visit_or_403(league_id, organise=True)
    one, outcome, form = visit.season(season) or abort(404), LOOKED, LotsForm()
    if form.is_submitted():
        form.validate()
        if form.do.data.act == "draw":
            outcome = attempt(
                lambda sent: draw_lots(visit, sent, one, form.player.data), tell("Lots drawn.")
            )
        else:
            outcome = attempt_mark(visit, form.do.data)
        if outcome.done:
            return respond(outcome)
    return league_page(
        "season/lots.html",
        visit,
        "lots",
        outcome,
        season=one,
        uses=uses_lots(one),
        tied=tied_players(visit, one),
        draws=[one for one in visit.league.newest("lots") if one.payload["season"] == season],
    )
