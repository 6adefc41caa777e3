"""A game of a league for its organisers: struck, counted again, moved, put right at its table."""

from flask import Blueprint, abort, render_template, request
from flask.typing import ResponseReturnValue

from scorekeeper import leagues
from scorekeeper.leagues import Found
from scorekeeper.leagues.results.games import GameOfLeague, game_of
from scorekeeper.web.league import league_request, parts
from scorekeeper.web.league.league_request import DecisionOutcome
from scorekeeper.web.shared.forms import read_number

bp = Blueprint("one_game", __name__)


@bp.route("/l/<league_id>/game/<int:game>", methods=["GET", "POST"])
def page(league_id: str, game: int) -> ResponseReturnValue:
    """What a game counts, or why it does not; and a ruling on it, with the reason."""
    found = league_request.visit_or_403(league_id, organise=True)
    one = game_of(found, game) or abort(404)
    outcome = league_request.LOOKED
    if request.method == "POST":
        outcome = _rule(found, one, request.form.get("do", ""))
        if outcome.done:
            return league_request.answered(outcome, "one_game.page", league_id=league_id, game=game)
    frame = league_request.frame(
        found,
        "games",
        game=parts.game(found, one),
        day=parts.day(one.ended)["iso"] or one.day_set or "",
        struck=found.league.ruled.get(game, {}).get("struck", False),
        season=found.league.seasons.get(one.season),
        seasons=[
            (number, season.name)
            for number, season in reversed([*found.league.seasons.items()])
            if number != one.season
        ],
        **league_request.typed(outcome, found),
    )
    return render_template("league/game.html", **frame), outcome.status


def _rule(found: Found, game: GameOfLeague, act: str) -> DecisionOutcome:
    reason = request.form.get("reason", "")
    if act in ("strike", "count"):
        done = "Struck; it counts no more." if act == "strike" else "It counts again."
        return league_request.attempt(
            lambda: leagues.rule_game(
                found, league_request.order(), game.id, struck=act == "strike", reason=reason
            ),
            done,
        )
    if act == "day":
        return _set_day(found, game)
    if act != "move":
        abort(400)
    season = read_number(request.form.get("season", "")) or 0
    return league_request.attempt(
        lambda: leagues.rule_game(
            found, league_request.order(), game.id, season=season, reason=reason
        ),
        "Moved; it counts in that season now.",
    )


def _set_day(found: Found, game: GameOfLeague) -> DecisionOutcome:
    day = request.form.get("day", "")
    return league_request.attempt(
        lambda: leagues.set_day(found, league_request.order(), game.id, day),
        "Day saved. Standings, records and chart follow it.",
    )
