"""Evenings announced: a single one or a series, with time and place; changed and cancelled."""

from collections.abc import Sequence
from typing import Final

from flask import Blueprint, abort
from flask.typing import ResponseReturnValue

from scorekeeper.leagues.evening.announcing import (
    announce,
    cancel_evening,
    edit_evening,
    reinstate_evening,
)
from scorekeeper.leagues.evening.plan import (
    BRACKETS,
    DUPLICATE,
    INDIVIDUAL,
    PAIRS,
    SWISS,
    TEAMS,
    Evening,
    rules_of,
    shape_of,
)
from scorekeeper.leagues.evening.tonight import evening_of
from scorekeeper.leagues.tables import why_no_season
from scorekeeper.leagues.visit import LeagueVisit
from scorekeeper.sentences import tell
from scorekeeper.tables.loading import NotFound
from scorekeeper.tables.own_games import find_game, game_named
from scorekeeper.web.league import parts
from scorekeeper.web.league.evening import rounds
from scorekeeper.web.league.evening.forms import (
    AnnounceForm,
    CancelEveningForm,
    EditEveningForm,
)
from scorekeeper.web.league.league_request import (
    attempt,
    league_page,
    refused,
    respond,
    visit_or_403,
)
from scorekeeper.web.table.table_request import LOOKED, WriteOutcome

bp = Blueprint("announcing", __name__, url_prefix="/l/<league_id>/evening")

_KINDS: Final = (INDIVIDUAL, PAIRS, TEAMS, SWISS, *BRACKETS, DUPLICATE)


@bp.route("/announce", methods=["GET", "POST"], endpoint="announce")
def new(league_id: str) -> ResponseReturnValue:
    """Announce an evening with its day, time, place, game and number of places, or a series; the
    players follow later."""
    visit = visit_or_403(league_id, organise=True)
    form, outcome, days = AnnounceForm(), LOOKED, list[tuple[str, bool]]()
    if form.is_submitted():
        outcome = _announce(visit, form)
        if outcome.done and outcome is not LOOKED:
            return respond(outcome, "evening.all_of_them", league_id=league_id)
        if form.repeats and not (form.until.errors or form.date.errors):
            days = form.days_shown
    offered = parts.games_to_play(visit.league, visit.league.season)
    return league_page(
        "evening/announce.html",
        visit,
        "evenings",
        outcome,
        form=form,
        days=days,
        kinds=_kinds([slug for slug, _ in offered]),
        games=offered,
    )


def _kinds(slugs: Sequence[str]) -> list[tuple[str, str]]:
    """Return the kinds that an evening of one of these games may be of, and their words."""
    compared = any(game_named(one).board for one in slugs)
    known = {**rounds.CHOICES, **(rounds.OF_BOARDS if compared else {})}
    return [(one, tell(words)) for one, (words, _) in known.items() if one in _KINDS]


def _announce(visit: LeagueVisit, form: AnnounceForm) -> WriteOutcome:
    """Announce what was typed; of a series its days are shown first."""
    season, slug, kind = visit.league.season, str(form.game.data), str(form.kind.data)
    if season is None:
        return refused(why_no_season(visit.league))
    game = find_game(slug)
    if game is None or kind not in _KINDS:
        abort(400)
    shape = shape_of(game, rules_of(season, slug, None))
    if kind == DUPLICATE and not game.board:
        return refused(tell("Only a game whose deals can be compared is played as duplicate."))
    if kind != DUPLICATE and kind not in rounds.choices(shape.partners):
        return refused(tell("Pairs and teams need a game of two against two."))
    if not form.validate():
        return refused(form.fault)
    if form.repeats and not form.are_listed:
        return LOOKED
    asked = form.particulars
    evening = Evening(
        number=0,
        season=season.number,
        game=slug,
        variant=None,
        kind=kind,
        present=(),
        **asked._asdict(),
    )
    n = len(form.days)
    done = tell("{n} evenings announced.", n=n) if n > 1 else tell("Evening announced.")
    return attempt(lambda sent: announce(visit, sent, evening, form.days), done, form)


@bp.route("/<int:evening>/edit", methods=["GET", "POST"])
def edit(league_id: str, evening: int) -> ResponseReturnValue:
    """Change an evening's day, time, place, note, name or number of places, and say why."""
    visit = visit_or_403(league_id, organise=True)
    now, outcome = _evening(visit, evening), LOOKED
    form = EditEveningForm(
        **{name: getattr(now, name) for name in ("date", "start", "end", "venue", "note", "name")},
        places=now.places or None,
    )
    if form.is_submitted():
        outcome = attempt(
            lambda sent: edit_evening(
                visit, sent, evening, form.particulars, form.reason.data, form.later.data
            ),
            tell("Evening changed."),
            form,
        )
        if outcome.done:
            return respond(outcome, "evening.page", league_id=league_id, evening=evening)
    return league_page(
        "evening/edit.html",
        visit,
        "evenings",
        outcome,
        form=form,
        evening=now,
        title=parts.evening_title(now),
    )


@bp.route("/<int:evening>/cancel", methods=["GET", "POST"])
def cancel(league_id: str, evening: int) -> ResponseReturnValue:
    """Cancel an evening and say why, or let it take place after all."""
    visit = visit_or_403(league_id, organise=True)
    now, outcome, form = _evening(visit, evening), LOOKED, CancelEveningForm()
    if form.is_submitted():
        if form.do.data.act == "reinstate":
            outcome = attempt(
                lambda sent: reinstate_evening(visit, sent, evening),
                tell("The evening takes place after all."),
                form,
            )
        else:
            outcome = attempt(
                lambda sent: cancel_evening(
                    visit, sent, evening, form.reason.data, form.later.data
                ),
                tell("Evening cancelled."),
                form,
            )
        if outcome.done:
            return respond(outcome, "evening.page", league_id=league_id, evening=evening)
    return league_page(
        "evening/cancel.html",
        visit,
        "evenings",
        outcome,
        form=form,
        evening=now,
        title=parts.evening_title(now),
    )


def _evening(visit: LeagueVisit, evening: int) -> Evening:
    try:
        return evening_of(visit.league, evening)
    except NotFound:
        abort(404)
