"""The seasons of a league: begun, scored, which games count by which rules, handicaps, ended."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from flask import Blueprint, abort, render_template, request
from flask.typing import ResponseReturnValue

from scorekeeper import leagues
from scorekeeper.games import games
from scorekeeper.leagues import Found
from scorekeeper.store.league.state import Season
from scorekeeper.store.schema.table import Json
from scorekeeper.web.league import league_request
from scorekeeper.web.league.forms import ENDS, FOR_PAST, NewSeasonForm
from scorekeeper.web.league.league_request import DecisionOutcome
from scorekeeper.web.league.scoring_form import ScoringForm, whole

bp = Blueprint("seasons", __name__)


@bp.route("/l/<league_id>/season/new", methods=["GET", "POST"])
def new(league_id: str) -> ResponseReturnValue:
    """Begin another season, by the rules of the one that goes on."""
    found = league_request.visit_or_403(league_id, organise=True)
    outcome, last = league_request.LOOKED, found.season_shown or abort(404)
    form = NewSeasonForm()
    if form.is_submitted():
        payload = {**_payload(last), "name": form.name.data}
        payload["archived"] = form.ends.data == FOR_PAST
        ends = last.number if form.ends.data == ENDS and not last.archived else None
        outcome = league_request.attempt(
            lambda: leagues.start_season(found, league_request.order(), payload, ends=ends),
            "The season has begun.",
            form,
        )
        if outcome.done:
            seasons = league_request.visit_or_403(league_id, organise=True).league.seasons
            return league_request.answered(
                outcome, "seasons.rules", league_id=league_id, season=max(seasons)
            )
    shown = league_request.typed(outcome, found)
    frame = league_request.frame(found, "rules", last=last, form=form, **shown)
    return render_template("league/season/new.html", **frame), outcome.status


@bp.route("/l/<league_id>/season/<int:season>/rules", methods=["GET", "POST"])
def rules(league_id: str, season: int) -> ResponseReturnValue:
    """What a season is called, how it is scored, which games count, handicaps; its end."""
    found = league_request.visit_or_403(league_id, organise=True)
    one, outcome = found.season(season) or abort(404), league_request.LOOKED
    act = request.form.get("do", "")
    if request.method == "POST" and act in _ACTS:
        outcome = _ACTS[act](found, one)
        if outcome.done:
            return league_request.answered(
                outcome, "seasons.rules", league_id=league_id, season=season
            )
    frame = league_request.frame(
        found,
        "rules",
        season=one,
        scoring=ScoringForm(request.form or None, one.scoring),
        played=leagues.games_played(found, one),
        counting=_counting(one),
        handicaps=_handicaps(found, one),
        at_one_game=_at_one_game(one),
        **league_request.typed(outcome, found),
    )
    return render_template("league/season/rules.html", **frame), outcome.status


def _payload(season: Season) -> Json:
    """The season as its record has it."""
    return leagues.season_payload(
        season.name,
        dict(season.scoring),
        season.games,
        season.handicaps,
        season.archived,
        season.handicaps_by_game,
    )


def amend(found: Found, season: Season, done: str, **changed: Any) -> DecisionOutcome:
    """Write the season with this changed."""
    payload = {**_payload(season), **changed}
    return league_request.attempt(
        lambda: leagues.amend_season(found, league_request.order(), season.number, payload), done
    )


def _counting(season: Season) -> list[dict[str, Any]]:
    """Each game: whether it counts, as far as was typed, and whether its rules are pinned."""
    typed = request.form.getlist("game") if "name" in request.form else None
    counting = typed if typed is not None else [*season.games] or [*games()]
    return [
        {
            "slug": slug,
            "name": game.name,
            "counts": slug in counting,
            "pinned": season.games.get(slug) is not None,
        }
        for slug, game in sorted(games().items(), key=lambda one: one[1].name)
    ]


def _handicaps(found: Found, season: Season) -> list[tuple[int, str, str]]:
    """The number and name of everybody who plays, and the handicap as it is typed."""
    return [
        (number, name, typed(number, str(season.handicaps.get(number, "") or "")))
        for number, name in playing(found)
    ]


def playing(found: Found) -> list[tuple[int, str]]:
    """The number and name of everybody who plays."""
    players = found.league.players.values()
    there = [one.number for one in players if one.into is None and not (one.left or one.forgotten)]
    return [(number, found.names[number]) for number in there]


def typed(player: int, usual: str) -> str:
    """A player's handicap as it is typed."""
    return request.form.get(f"handicap.{player}", usual)


def _at_one_game(season: Season) -> list[tuple[str, str, int]]:
    """The games that count: slug, name, and how many have a handicap of their own there."""
    return sorted(
        (
            (slug, game.name, len(season.handicaps_by_game.get(slug, {})))
            for slug, game in games().items()
            if not season.games or slug in season.games
        ),
        key=lambda one: one[1],
    )


def _save(found: Found, season: Season) -> DecisionOutcome:
    """Keep all that the page's form holds, at once."""
    chosen = [slug for slug in request.form.getlist("game") if slug in games()]
    if not chosen:
        fault = "Choose at least one game."
        return DecisionOutcome(422, ("bad", fault), {"games": fault})
    given = {
        str(number): whole(text.strip() or "0") for number, _, text in _handicaps(found, season)
    }
    before = {str(number): points for number, points in season.handicaps.items()}
    return amend(
        found,
        season,
        "Kept; the season is counted by this.",
        name=request.form.get("name", season.name),
        scoring=ScoringForm(request.form, season.scoring).document(),
        games=leagues.counting({slug: season.games.get(slug) for slug in chosen}),
        handicaps={player: points for player, points in {**before, **given}.items() if points != 0},
    )


def _end(found: Found, season: Season) -> DecisionOutcome:
    return amend(found, season, f"{season.name} is over.", archived=True)


def _reopen(found: Found, season: Season) -> DecisionOutcome:
    return amend(found, season, f"{season.name} goes on.", archived=False)


_ACTS: Final[Mapping[str, Callable[[Found, Season], DecisionOutcome]]] = {
    "save": _save,
    "end": _end,
    "reopen": _reopen,
}
