"""A game of a league for its organisers: struck, counted again, moved, put right at its table."""

from flask import Blueprint, abort, render_template, request
from flask.typing import ResponseReturnValue

from scorekeeper import leagues
from scorekeeper.leagues import Found
from scorekeeper.leagues.games import GameOfLeague, game_of
from scorekeeper.web import league_shown, leagued, tabled
from scorekeeper.web.leagued import Outcome

bp = Blueprint("one_game", __name__)


@bp.route("/l/<league_id>/game/<int:game>", methods=["GET", "POST"])
def page(league_id: str, game: int) -> ResponseReturnValue:
    """What a game counts, or why it does not; and a ruling on it, with the reason."""
    found = leagued.visit_or_403(league_id, organise=True)
    one = game_of(found, game) or abort(404)
    outcome = leagued.LOOKED
    if request.method == "POST":
        outcome = _rule(found, one, request.form.get("do", ""))
        if outcome.done:
            return leagued.answered(outcome, "one_game.page", league_id=league_id, game=game)
    frame = leagued.frame(
        found,
        "games",
        game=league_shown.game(found, one),
        day=league_shown.day(one.ended)["iso"] or one.day_set or "",
        struck=found.league.ruled.get(game, {}).get("struck", False),
        season=found.league.seasons.get(one.season),
        seasons=[
            (number, season.name)
            for number, season in reversed([*found.league.seasons.items()])
            if number != one.season
        ],
        **leagued.typed(outcome, found),
    )
    return render_template("league/game.html", **frame), outcome.status


def _rule(found: Found, game: GameOfLeague, act: str) -> Outcome:
    reason = request.form.get("reason", "")
    if act in ("strike", "count"):
        done = "Struck; it counts no more." if act == "strike" else "It counts again."
        return leagued.attempt(
            lambda: leagues.rule_game(
                found, leagued.order(), game.id, struck=act == "strike", reason=reason
            ),
            done,
        )
    if act == "day":
        return _set_day(found, game)
    if act != "move":
        abort(400)
    season = tabled.number(request.form.get("season", "")) or 0
    return leagued.attempt(
        lambda: leagues.rule_game(found, leagued.order(), game.id, season=season, reason=reason),
        "Moved; it counts in that season now.",
    )


def _set_day(found: Found, game: GameOfLeague) -> Outcome:
    day = request.form.get("day", "")
    return leagued.attempt(
        lambda: leagues.set_day(found, leagued.order(), game.id, day),
        "Day saved. Standings, records and chart follow it.",
    )
