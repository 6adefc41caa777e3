"""Lots: drawn between players whom no other tie-break separates, and recorded."""

from typing import Any

from flask import Blueprint, abort, render_template
from flask.typing import ResponseReturnValue

from scorekeeper.leagues.decisions import delete_decision, restore_decision
from scorekeeper.leagues.seasons import draw_lots, tied_players, uses_lots
from scorekeeper.leagues.visit import LeagueVisit
from scorekeeper.sentences import tell
from scorekeeper.store.league.state import Season
from scorekeeper.web.league import league_request
from scorekeeper.web.league.forms import LotsForm
from scorekeeper.web.league.league_request import DecisionOutcome

bp = Blueprint("lots", __name__)


@bp.route("/l/<league_id>/season/<int:season>/lots", methods=["GET", "POST"])
def page(league_id: str, season: int) -> ResponseReturnValue:
    """Players who share a place, each group with a key that draws lots; the lots drawn so far,
    deleted ones too."""
    visit = league_request.visit_or_403(league_id, organise=True)
    one, outcome = visit.season(season) or abort(404), league_request.LOOKED
    form = LotsForm()
    if form.is_submitted():
        outcome = _decide(visit, one, form)
        if outcome.done:
            return league_request.respond(outcome, "lots.page", league_id=league_id, season=season)
    frame = league_request.frame(
        visit,
        "lots",
        season=one,
        uses=uses_lots(one),
        tied=[
            [(player, visit.names[player]) for player in group]
            for group in tied_players(visit, one)
        ],
        draws=_season_lots(visit, one),
        **league_request.outcome_context(outcome, visit),
    )
    return render_template("league/season/lots.html", **frame), outcome.status


def _decide(visit: LeagueVisit, season: Season, form: LotsForm) -> DecisionOutcome:
    form.validate()
    act, number = form.do.data.act, form.do.data.number
    request = league_request.decision_request()
    if act == "draw":
        return league_request.attempt(
            lambda: draw_lots(visit, request, season, form.player.data),
            tell("Lots drawn."),
        )
    change, done = (
        (delete_decision, tell("Deleted. You can restore it."))
        if act == "strike"
        else (restore_decision, tell("Restored."))
    )
    if number is None:
        abort(400)
    return league_request.attempt(lambda: change(visit, request, number), done)


def _season_lots(visit: LeagueVisit, season: Season) -> list[dict[str, Any]]:
    """The season's lots, the newest first."""
    return [
        {
            "seq": one.seq,
            "names": [
                visit.names[visit.league.after_merges(player)] for player in one.payload["order"]
            ],
            "deleted": one.deleted,
        }
        for one in reversed(visit.league.state.written)
        if one.kind == "lots" and one.payload["season"] == season.number
    ]
