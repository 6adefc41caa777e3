"""The house rules pinned for a season's games, set with the form for a new game."""

from typing import Any

from flask import Blueprint, abort, render_template
from flask.typing import ResponseReturnValue

from scorekeeper.engine.game import Game
from scorekeeper.games import games
from scorekeeper.leagues.seasons import counting
from scorekeeper.leagues.visit import LeagueVisit
from scorekeeper.sentences import tell
from scorekeeper.sheet import read_head
from scorekeeper.sheet.documents import Head, SheetRefused
from scorekeeper.store.league.state import Season
from scorekeeper.web.league import league_request
from scorekeeper.web.league.league_request import DecisionOutcome
from scorekeeper.web.league.seasons import save_season
from scorekeeper.web.table import setup_form

bp = Blueprint("pinned", __name__)


@bp.route("/l/<league_id>/season/<int:season>/game/<slug>", methods=["GET", "POST"])
def page(league_id: str, season: int, slug: str) -> ResponseReturnValue:
    """A game's house rules in a season: pin them, or let every table choose."""
    visit = league_request.visit_or_403(league_id, organise=True)
    one, game = visit.season(season) or abort(404), games().get(slug) or abort(404)
    form = setup_form.SetupForm(game, _head(game, one))
    outcome, act = league_request.LOOKED, form.do.data.text
    if act in ("pin", "unpin"):
        outcome = _pin(visit, one, form) if act == "pin" else _unpin(visit, one, game)
        if outcome.done:
            return league_request.respond(
                outcome, "seasons.rules", league_id=league_id, season=season
            )
    frame = league_request.frame(
        visit,
        "rules",
        season=one,
        pinned=one.games.get(slug),
        **league_request.outcome_context(outcome, visit),
    )
    return render_template("league/season/game.html", **{**form.context(), **frame}), outcome.status


def _head(game: Game, season: Season) -> Head | None:
    """Return the pinned rules as a head; None where there are none, or the game no longer knows
    them."""
    pinned = season.games.get(game.slug)
    if pinned is None:
        return None
    nobody = [f"{seat}" for seat in range(setup_form.usual_count(game))]
    document = {"format": "scorekeeper/1", "game": game.slug, "entries": [], "dealer": 0}
    try:
        return read_head({**document, **pinned, "players": nobody})
    except SheetRefused:
        return None


def _pin(visit: LeagueVisit, season: Season, form: setup_form.SetupForm) -> DecisionOutcome:
    try:
        head = form.house_rules()
    except SheetRefused as refused:
        form.refuse(refused)
        return DecisionOutcome(422, ("bad", form.fault))
    rules = {"variant": head.variant, "options": dict(head.options)}
    kept = counting({**_all(season), head.game.slug: rules})
    return save_season(
        visit, season, tell("Rules pinned for {name}.", name=head.game.name), games=kept
    )


def _unpin(visit: LeagueVisit, season: Season, game: Game) -> DecisionOutcome:
    kept = counting({**_all(season), game.slug: None})
    return save_season(
        visit, season, tell("{name} can use any house rules.", name=game.name), games=kept
    )


def _all(season: Season) -> dict[str, Any]:
    """Return the games that count, by name where all do."""
    return dict(season.games) or dict.fromkeys(games())
