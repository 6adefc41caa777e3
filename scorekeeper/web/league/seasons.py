"""The seasons of a league: start them, set their scoring, games, rules and handicaps, end them."""

from typing import Any

from flask import Blueprint, abort, render_template
from flask.typing import ResponseReturnValue

from scorekeeper.games import games
from scorekeeper.leagues.history import games_played
from scorekeeper.leagues.seasons import counting, create_season, edit_season, season_payload
from scorekeeper.leagues.visit import LeagueVisit
from scorekeeper.sentences import tell
from scorekeeper.store.league.state import OF_FIRST_SEASONS, Season
from scorekeeper.store.schema.table import Json
from scorekeeper.web.league import league_request
from scorekeeper.web.league.forms import ENDS, FOR_PAST, EndSeasonForm, NewSeasonForm
from scorekeeper.web.league.league_request import DecisionOutcome
from scorekeeper.web.league.season_form import SeasonForm
from scorekeeper.web.shared.forms import PageForm

bp = Blueprint("seasons", __name__)


@bp.route("/l/<league_id>/season/new", methods=["GET", "POST"])
def new(league_id: str) -> ResponseReturnValue:
    """Begin another season, by the rules of the one that goes on."""
    visit = league_request.visit_or_403(league_id, organise=True)
    outcome, last = league_request.LOOKED, visit.season_shown or abort(404)
    form = NewSeasonForm()
    if form.is_submitted():
        payload = {**_payload(last), "name": form.name.data, "scoring": _scoring_anew(last)}
        payload["archived"] = form.ends.data == FOR_PAST
        ends = last.number if form.ends.data == ENDS and not last.archived else None
        outcome = league_request.attempt(
            lambda: create_season(visit, league_request.decision_request(), payload, ends=ends),
            tell("Season started."),
            form,
        )
        if outcome.done:
            seasons = league_request.visit_or_403(league_id, organise=True).league.seasons
            return league_request.respond(
                outcome, "seasons.rules", league_id=league_id, season=max(seasons)
            )
    shown = league_request.outcome_context(outcome, visit)
    frame = league_request.frame(visit, "rules", last=last, form=form, **shown)
    return render_template("league/season/new.html", **frame), outcome.status


@bp.route("/l/<league_id>/season/<int:season>/rules", methods=["GET", "POST"])
def rules(league_id: str, season: int) -> ResponseReturnValue:
    """Show and edit a season: its name, scoring, which games count, handicaps; end it."""
    visit = league_request.visit_or_403(league_id, organise=True)
    one, outcome = visit.season(season) or abort(404), league_request.LOOKED
    form, ending = SeasonForm(one, [number for number, _ in playing(visit)]), EndSeasonForm()
    if ending.is_submitted() or form.do.data.text == "save":
        outcome = _end(visit, one, ending) if ending.is_submitted() else _save(visit, one, form)
        if outcome.done:
            return league_request.respond(
                outcome, "seasons.rules", league_id=league_id, season=season
            )
    frame = league_request.frame(
        visit,
        "rules",
        season=one,
        form=form,
        played=games_played(visit, one),
        counting=_counting(one, form),
        playing=playing(visit),
        at_one_game=_at_one_game(one),
        **league_request.outcome_context(outcome, visit),
    )
    return render_template("league/season/rules.html", **frame), outcome.status


def _payload(season: Season) -> Json:
    """Return the season as its record has it."""
    return season_payload(
        season.name,
        dict(season.scoring),
        season.games,
        season.handicaps,
        season.archived,
        season.handicaps_by_game,
    )


def _scoring_anew(season: Season) -> Json:
    """Return the scoring for another season; what only the first seasons had is as usual again."""
    return {
        name: value for name, value in season.scoring.items() if OF_FIRST_SEASONS.get(name) != value
    }


def save_season(
    visit: LeagueVisit, season: Season, done: str, form: PageForm | None = None, **changed: Any
) -> DecisionOutcome:
    """Write the season with this changed, as the form says."""
    payload = {**_payload(season), **changed}
    return league_request.attempt(
        lambda: edit_season(visit, league_request.decision_request(), season.number, payload),
        done,
        form,
    )


def _counting(season: Season, form: SeasonForm) -> list[dict[str, Any]]:
    """Return each game: whether it counts, as far as was typed, and whether its rules are
    pinned."""
    return [
        {
            "slug": slug,
            "name": game.name,
            "counts": slug in form.game.data,
            "pinned": season.games.get(slug) is not None,
        }
        for slug, game in sorted(games().items(), key=lambda one: one[1].name)
    ]


def playing(visit: LeagueVisit) -> list[tuple[int, str]]:
    """Return the number and name of everybody who plays."""
    players = visit.league.players.values()
    there = [one.number for one in players if one.into is None and not (one.left or one.forgotten)]
    return [(number, visit.names[number]) for number in there]


def _at_one_game(season: Season) -> list[tuple[str, str, int]]:
    """Return the games that count: slug, name, and how many have a handicap of their own there."""
    return sorted(
        (
            (slug, game.name, len(season.handicaps_by_game.get(slug, {})))
            for slug, game in games().items()
            if not season.games or slug in season.games
        ),
        key=lambda one: one[1],
    )


def _save(visit: LeagueVisit, season: Season, form: SeasonForm) -> DecisionOutcome:
    """Save the whole form at once."""
    before = {str(number): points for number, points in season.handicaps.items()}
    kept = {player: points for player, points in before.items() if player not in form.players}
    return save_season(
        visit,
        season,
        tell("Season saved. Standings recalculated."),
        form,
        name=form.name.data,
        scoring=form.scoring,
        games=counting({slug: season.games.get(slug) for slug in form.chosen}),
        handicaps={one: points for one, points in {**kept, **form.points}.items() if points != 0},
    )


def _end(visit: LeagueVisit, season: Season, form: EndSeasonForm) -> DecisionOutcome:
    """End the season, or have it go on."""
    ends = form.do.data.text == "end"
    words = (
        tell("{name} ended.", name=season.name)
        if ends
        else tell("{name} reopened.", name=season.name)
    )
    return save_season(visit, season, words, archived=ends)
