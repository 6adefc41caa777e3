"""The handicaps at one game of a season, where they are not those of every game."""

from flask import Blueprint, abort, render_template, request
from flask.typing import ResponseReturnValue

from scorekeeper.engine.ledger import Game
from scorekeeper.games import games
from scorekeeper.leagues import Found
from scorekeeper.store.league.state import Season
from scorekeeper.store.schema.table import Json
from scorekeeper.web.league import league_request
from scorekeeper.web.league.league_request import DecisionOutcome
from scorekeeper.web.league.scoring_form import whole
from scorekeeper.web.league.seasons import amend, playing, typed

bp = Blueprint("handicaps", __name__)


@bp.route("/l/<league_id>/season/<int:season>/handicaps/<slug>", methods=["GET", "POST"])
def page(league_id: str, season: int, slug: str) -> ResponseReturnValue:
    """What each player is given at one game."""
    found = league_request.visit_or_403(league_id, organise=True)
    one, game = found.season(season) or abort(404), games().get(slug) or abort(404)
    outcome = league_request.LOOKED
    if request.method == "POST":
        outcome = _save(found, one, game)
        if outcome.done:
            return league_request.answered(
                outcome, "seasons.rules", league_id=league_id, season=season
            )
    own = one.handicaps_by_game.get(slug, {})
    frame = league_request.frame(
        found,
        "rules",
        season=one,
        game=game,
        handicaps=[
            (number, name, one.handicaps.get(number, 0), typed(number, str(own.get(number, ""))))
            for number, name in playing(found)
        ],
        **league_request.typed(outcome, found),
    )
    return render_template("league/season/handicaps.html", **frame), outcome.status


def _save(found: Found, season: Season, game: Game) -> DecisionOutcome:
    """Keep what was typed for this game; a field that is left empty goes by every game's."""
    there = {str(number) for number, _ in playing(found)}
    given = {number: typed(int(number), "").strip() for number in there}
    by_game: dict[str, Json] = {
        slug: {str(number): points for number, points in own.items()}
        for slug, own in season.handicaps_by_game.items()
    }
    kept = {one: more for one, more in by_game.get(game.slug, {}).items() if one not in there}
    by_game[game.slug] = {**kept, **{one: whole(text) for one, text in given.items() if text}}
    return amend(
        found,
        season,
        f"The handicaps at {game.name} are saved.",
        handicaps_by_game={slug: own for slug, own in by_game.items() if own},
    )
