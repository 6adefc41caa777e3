"""A league's game for its organisers: remove it, count it again, move it, correct it at its
table."""

from typing import Any, NamedTuple

from flask import Blueprint, abort, render_template, request
from flask.typing import ResponseReturnValue

from scorekeeper import leagues
from scorekeeper.leagues import LeagueVisit
from scorekeeper.leagues.results.games import GameOfLeague, game_of
from scorekeeper.sentences import tell
from scorekeeper.web.league import league_request, parts
from scorekeeper.web.league.forms import DayForm, MoveGameForm, RemoveGameForm
from scorekeeper.web.league.league_request import DecisionOutcome

bp = Blueprint("one_game", __name__)


@bp.route("/l/<league_id>/game/<int:game>", methods=["GET", "POST"])
def page(league_id: str, game: int) -> ResponseReturnValue:
    """Show what a game counts, or why it does not; and rule on it, with the reason."""
    visit = league_request.visit_or_403(league_id, organise=True)
    one = game_of(visit, game) or abort(404)
    outcome = league_request.LOOKED
    forms = _Forms(DayForm(day=_day(one)), RemoveGameForm(), MoveGameForm())
    if request.method == "POST":
        outcome = _rule(visit, one, forms)
        if outcome.done:
            return league_request.respond(outcome, "one_game.page", league_id=league_id, game=game)
    frame = league_request.frame(
        visit,
        "games",
        game=parts.game(visit, one),
        forms=forms,
        notice=leagues.correction_notice(visit, game=game),
        struck=visit.league.game_decisions.get(game, {}).get("struck", False),
        season=visit.league.seasons.get(one.season),
        seasons=[
            (number, season.name)
            for number, season in reversed([*visit.league.seasons.items()])
            if number != one.season
        ],
        **league_request.outcome_context(outcome, visit),
    )
    return render_template("league/game.html", **frame), outcome.status


class _Forms(NamedTuple):
    """The rulings that an organiser may make on a game."""

    day: DayForm
    strike: RemoveGameForm
    move: MoveGameForm


def _day(game: GameOfLeague) -> str:
    """Return the day on which it counts; empty while that is open."""
    return parts.day(game.ended)["iso"] or game.day_set or ""


def _rule(visit: LeagueVisit, game: GameOfLeague, forms: _Forms) -> DecisionOutcome:
    """Do what the form says that was sent."""
    if forms.day.is_submitted():
        return _set_day(visit, game, forms.day)
    if forms.strike.is_submitted():
        return _remove(visit, game, forms.strike)
    return _move(visit, game, forms.move) if forms.move.is_submitted() else abort(400)


def _set_day(visit: LeagueVisit, game: GameOfLeague, form: DayForm) -> DecisionOutcome:
    return league_request.attempt(
        lambda: leagues.set_day(visit, league_request.decision_request(), game.id, form.day.data),
        tell("Day saved. Standings, records and chart updated."),
        form,
    )


def _remove(visit: LeagueVisit, game: GameOfLeague, form: RemoveGameForm) -> DecisionOutcome:
    values: dict[str, Any] = {"struck": form.do.data.act == "strike", "reason": form.reason.data}
    return league_request.attempt(
        lambda: leagues.set_game_counting(
            visit, league_request.decision_request(), game.id, **values
        ),
        tell("Removed from standings.") if values["struck"] else tell("Counted again."),
        form,
    )


def _move(visit: LeagueVisit, game: GameOfLeague, form: MoveGameForm) -> DecisionOutcome:
    values: dict[str, Any] = {"season": form.season.data or 0, "reason": form.reason.data}
    return league_request.attempt(
        lambda: leagues.set_game_counting(
            visit, league_request.decision_request(), game.id, **values
        ),
        tell("Game moved to that season."),
        form,
    )
