"""A league's game for its organisers: remove it, count it again, move it, correct it at its
table."""

from typing import Any, NamedTuple

from flask import Blueprint, abort, render_template, request
from flask.typing import ResponseReturnValue

from scorekeeper.leagues.evening.corrections import correction_notice
from scorekeeper.leagues.game_rulings import (
    BY_POINTS,
    DRAWN,
    correct_result,
    set_day,
    set_game_counting,
)
from scorekeeper.leagues.results.games import GameOfLeague, SideInGame, game_of
from scorekeeper.leagues.visit import LeagueVisit
from scorekeeper.sentences import minus, tell
from scorekeeper.web.interview.coins import Coin
from scorekeeper.web.league import league_request, parts
from scorekeeper.web.league.forms import (
    CorrectResultForm,
    DayForm,
    MoveGameForm,
    RemoveGameForm,
)
from scorekeeper.web.league.league_request import DecisionOutcome
from scorekeeper.web.table.entry_form import FinalPoints

bp = Blueprint("one_game", __name__)


@bp.route("/l/<league_id>/game/<int:game>", methods=["GET", "POST"])
def page(league_id: str, game: int) -> ResponseReturnValue:
    """Show what a game counts, or why it does not; and rule on it, with the reason."""
    visit = league_request.visit_or_403(league_id, organise=True)
    one = game_of(visit, game) or abort(404)
    outcome = league_request.LOOKED
    forms = _Forms(DayForm(day=_day(one)), RemoveGameForm(), MoveGameForm(), CorrectResultForm())
    if request.method == "POST":
        outcome = _rule(visit, one, forms)
        if outcome.done:
            return league_request.respond(outcome, "one_game.page", league_id=league_id, game=game)
    frame = league_request.frame(
        visit,
        "games",
        game=parts.game(visit, one),
        forms=forms,
        corrigible=one.corrigible,
        finals=_finals(visit, one, forms.result),
        winners=_winners(visit, one),
        notice=correction_notice(visit, game=game),
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
    result: CorrectResultForm


def _finals(visit: LeagueVisit, game: GameOfLeague, form: CorrectResultForm) -> list[FinalPoints]:
    """Return the final points of each side of an imported game, as they are asked for."""
    return [
        FinalPoints(
            _name(visit, side),
            [Coin(**one) for one in parts.coins(visit, side.players)],
            f"points.{side.number}",
            form.points.data.get(str(side.number), minus(side.points)),
            [form.points.refused[str(side.number)]]
            if str(side.number) in form.points.refused
            else [],
        )
        for side in game.sides
    ]


def _winners(visit: LeagueVisit, game: GameOfLeague) -> list[tuple[str, str]]:
    """Return who may have won: what is sent, what the key says."""
    sides = [(str(side.number), _name(visit, side)) for side in game.sides]
    return [(BY_POINTS, tell("by the points")), *sides, (DRAWN, tell("a draw"))]


def _name(visit: LeagueVisit, side: SideInGame) -> str:
    return " & ".join(visit.names[one] for one in side.players)


def _day(game: GameOfLeague) -> str:
    """Return the day on which it counts; empty while that is open."""
    return parts.day(game.ended)["iso"] or game.day_set or ""


def _rule(visit: LeagueVisit, game: GameOfLeague, forms: _Forms) -> DecisionOutcome:
    """Do what the form says that was sent."""
    if forms.day.is_submitted():
        return _set_day(visit, game, forms.day)
    if forms.strike.is_submitted():
        return _remove(visit, game, forms.strike)
    if forms.result.is_submitted():
        return _correct(visit, game, forms.result)
    return _move(visit, game, forms.move) if forms.move.is_submitted() else abort(400)


def _set_day(visit: LeagueVisit, game: GameOfLeague, form: DayForm) -> DecisionOutcome:
    return league_request.attempt(
        lambda: set_day(visit, league_request.decision_request(), game.id, form.day.data),
        tell("Day saved. Standings, records and chart updated."),
        form,
    )


def _remove(visit: LeagueVisit, game: GameOfLeague, form: RemoveGameForm) -> DecisionOutcome:
    values: dict[str, Any] = {"struck": form.do.data.act == "strike", "reason": form.reason.data}
    return league_request.attempt(
        lambda: set_game_counting(visit, league_request.decision_request(), game.id, **values),
        tell("Removed from standings.") if values["struck"] else tell("Counted again."),
        form,
    )


def _correct(visit: LeagueVisit, game: GameOfLeague, form: CorrectResultForm) -> DecisionOutcome:
    return league_request.attempt(
        lambda: correct_result(
            visit,
            league_request.decision_request(),
            game.id,
            form.points.data,
            form.winner.data or BY_POINTS,
        ),
        tell("Result corrected. Standings and records updated."),
        form,
    )


def _move(visit: LeagueVisit, game: GameOfLeague, form: MoveGameForm) -> DecisionOutcome:
    values: dict[str, Any] = {"season": form.season.data or 0, "reason": form.reason.data}
    return league_request.attempt(
        lambda: set_game_counting(visit, league_request.decision_request(), game.id, **values),
        tell("Game moved to that season."),
        form,
    )
