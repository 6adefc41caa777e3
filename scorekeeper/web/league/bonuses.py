"""Bonuses and penalties: points given with a reason."""

from fractions import Fraction
from typing import Any

from flask import Blueprint, abort, render_template, request
from flask.typing import ResponseReturnValue

from scorekeeper.leagues.decisions import delete_decision, restore_decision
from scorekeeper.leagues.seasons import give_bonus
from scorekeeper.leagues.visit import LeagueVisit
from scorekeeper.sentences import tell
from scorekeeper.standings.numbers import number_text
from scorekeeper.web.league import league_request
from scorekeeper.web.league.forms import BonusForm, DeletedForm
from scorekeeper.web.league.league_request import DecisionOutcome

bp = Blueprint("bonuses", __name__)


@bp.route("/l/<league_id>/bonus", methods=["GET", "POST"])
def page(league_id: str) -> ResponseReturnValue:
    """Give bonus points, and list those given before, deleted ones too."""
    visit = league_request.visit_or_403(league_id, organise=True)
    outcome, season = league_request.LOOKED, visit.season_shown
    form = BonusForm(season=season.number if season else None)
    if request.method == "POST":
        outcome = _give(visit, form) if form.is_submitted() else _delete(visit, DeletedForm())
        if outcome.done:
            return league_request.respond(outcome, "bonuses.page", league_id=league_id)
    frame = league_request.frame(
        visit,
        "bonus",
        given=_listed(visit),
        players=league_request.players(visit, lambda one: not one.forgotten),
        seasons=[(one.number, one.name) for one in reversed([*visit.league.seasons.values()])],
        form=form,
        **league_request.outcome_context(outcome, visit),
    )
    return render_template("league/season/bonus.html", **frame), outcome.status


def _delete(visit: LeagueVisit, form: DeletedForm) -> DecisionOutcome:
    form.validate()
    act, seq = form.do.data.act, form.do.data.number
    change, done = (
        (delete_decision, tell("Deleted. You can restore it."))
        if act == "strike"
        else (restore_decision, tell("Restored."))
    )
    if seq is None:
        abort(400)
    return league_request.attempt(
        lambda: change(visit, league_request.decision_request(), seq), done
    )


def _give(visit: LeagueVisit, form: BonusForm) -> DecisionOutcome:
    season, player = form.season.data or 0, form.player.data or 0
    return league_request.attempt(
        lambda: give_bonus(
            visit, league_request.decision_request(), season, player, form.signed, form.reason.data
        ),
        tell("Penalty saved.") if form.sign.data == "minus" else tell("Bonus saved."),
        form,
    )


def _listed(visit: LeagueVisit) -> list[dict[str, Any]]:
    """Return every bonus, the newest first, deleted ones too."""
    seasons = visit.league.seasons
    return [
        {
            "seq": one.seq,
            "name": visit.names[visit.league.after_merges(one.payload["player"])],
            "points": number_text(Fraction(one.payload["points"])),
            "season": seasons[one.payload["season"]].name,
            "reason": one.payload["reason"],
            "deleted": one.deleted,
        }
        for one in reversed(visit.league.state.written)
        if one.kind == "bonus" and one.payload["season"] in seasons
    ]
