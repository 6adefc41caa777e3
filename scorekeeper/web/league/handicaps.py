"""The handicaps at one game of a season, where they differ from the usual ones."""

from flask import Blueprint, abort, render_template
from flask.typing import ResponseReturnValue

from scorekeeper.engine.game import Game
from scorekeeper.games import games
from scorekeeper.leagues.visit import LeagueVisit
from scorekeeper.sentences import tell
from scorekeeper.store.league.state import Season
from scorekeeper.store.schema.table import Json
from scorekeeper.web.league import league_request
from scorekeeper.web.league.league_request import DecisionOutcome
from scorekeeper.web.league.season_form import HandicapsForm
from scorekeeper.web.league.seasons import playing, save_season

bp = Blueprint("handicaps", __name__)


@bp.route("/l/<league_id>/season/<int:season>/handicaps/<slug>", methods=["GET", "POST"])
def page(league_id: str, season: int, slug: str) -> ResponseReturnValue:
    """Show and save each player's handicap at one game."""
    visit = league_request.visit_or_403(league_id, organise=True)
    one, game = visit.season(season) or abort(404), games().get(slug) or abort(404)
    outcome, own = league_request.LOOKED, one.handicaps_by_game.get(slug, {})
    form = HandicapsForm([number for number, _ in playing(visit)], own)
    if form.is_submitted():
        outcome = _save(visit, one, game, form)
        if outcome.done:
            return league_request.respond(
                outcome, "seasons.rules", league_id=league_id, season=season
            )
    frame = league_request.frame(
        visit,
        "rules",
        season=one,
        game=game,
        form=form,
        playing=playing(visit),
        **league_request.outcome_context(outcome, visit),
    )
    return render_template("league/season/handicaps.html", **frame), outcome.status


def _save(visit: LeagueVisit, season: Season, game: Game, form: HandicapsForm) -> DecisionOutcome:
    """Save the handicaps typed for this game; an empty field means that of all games."""
    by_game: dict[str, Json] = {
        slug: {str(number): points for number, points in own.items()}
        for slug, own in season.handicaps_by_game.items()
    }
    before = by_game.get(game.slug, {}).items()
    kept = {player: points for player, points in before if player not in form.players}
    by_game[game.slug] = {**kept, **form.points}
    return save_season(
        visit,
        season,
        tell("Handicaps at {name} saved.", name=game.name),
        form,
        handicaps_by_game={slug: own for slug, own in by_game.items() if own},
    )
