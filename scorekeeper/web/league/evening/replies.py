"""Announced evenings, and the replies to them."""

from typing import Final

from flask import Blueprint, abort, render_template
from flask.typing import ResponseReturnValue

from scorekeeper.engine.other_entries import LONGEST_NAME
from scorekeeper.games import games
from scorekeeper.leagues.decisions import DecisionMade
from scorekeeper.leagues.evening.direction import reply
from scorekeeper.leagues.evening.evenings import save_evening
from scorekeeper.leagues.evening.plan import (
    BRACKETS,
    INDIVIDUAL,
    PAIRS,
    SWISS,
    TEAMS,
    Evening,
    rules_of,
    shape_of,
)
from scorekeeper.leagues.game_rulings import read_evening
from scorekeeper.leagues.tables import why_no_season
from scorekeeper.leagues.visit import LeagueVisit
from scorekeeper.sentences import phrase, tell
from scorekeeper.spelling import visible
from scorekeeper.tables.loading import NotFound
from scorekeeper.web.league import league_request, parts
from scorekeeper.web.league.evening import rounds
from scorekeeper.web.league.evening.forms import AnnounceForm, ReplyForm
from scorekeeper.web.league.league_request import DecisionOutcome
from scorekeeper.web.table import table_request

bp = Blueprint("replies", __name__, url_prefix="/l/<league_id>")

_REPLIED: Final = {
    "coming": ("good", phrase("You are coming.")),
    "waiting": ("warn", phrase("All places are taken: you are on the waiting list.")),
    "away": ("good", phrase("You are not coming.")),
}
"""What is said to a reply, by what has become of it."""


@bp.route("/evening/announce", methods=["GET", "POST"])
def announce(league_id: str) -> ResponseReturnValue:
    """Announce an evening with its day, game and places; the players follow later."""
    visit = league_request.visit_or_403(league_id, organise=True)
    form, outcome = AnnounceForm(), league_request.LOOKED
    if form.is_submitted():
        outcome = _announce(visit, form)
        if outcome.done:
            return league_request.respond(outcome, "evening.all_of_them", league_id=league_id)
    kinds = [(kind, tell(words)) for kind, (words, _) in rounds.CHOICES.items() if kind in _KINDS]
    counting = visit.league.season.games if visit.league.season else {}
    frame = league_request.frame(
        visit,
        "evenings",
        form=form,
        kinds=kinds,
        games=[
            (slug, one.name) for slug, one in games().items() if not counting or slug in counting
        ],
        **league_request.outcome_context(outcome, visit),
    )
    return render_template("league/evening/announce.html", **frame), outcome.status


_KINDS = (
    *(INDIVIDUAL, PAIRS, TEAMS, SWISS),
    *BRACKETS,
)


def _announce(visit: LeagueVisit, form: AnnounceForm) -> DecisionOutcome:
    season, slug, kind = visit.league.season, str(form.game.data), str(form.kind.data)
    places = form.places.data or 0
    if season is None:
        return DecisionOutcome(422, ("bad", why_no_season(visit.league)))
    if slug not in games() or kind not in _KINDS:
        abort(400)
    shape = shape_of(games()[slug], rules_of(season, slug, None))
    if kind not in rounds.choices(shape.partners):
        words = tell("Pairs and teams need a game of two against two.")
        return DecisionOutcome(422, ("bad", words))
    name = " ".join(visible(form.name.data).split())[:LONGEST_NAME]

    def decide() -> DecisionMade:
        day = read_evening(form.date.data)
        blank = Evening(0, name, day, season.number, slug, None, kind, (), places=places)
        return save_evening(visit, league_request.decision_request(), blank)

    return league_request.attempt(decide, tell("Evening announced."), form)


@bp.post("/evening/<int:evening>/coming")
def answer(league_id: str, evening: int) -> ResponseReturnValue:
    """Record whether the phone's player is coming."""
    visit = league_request.visit_or_403(league_id, member=True)
    form = ReplyForm()
    form.validate()
    coming = form.do.data.text == "coming"
    try:
        outcome = league_request.attempt(
            lambda: reply(visit, league_request.decision_request(), evening, coming),
            "",
        )
    except NotFound:
        abort(404)
    if outcome.done:
        now = league_request.visit_or_403(league_id, member=True)
        kind, words = _REPLIED[parts.reply_shown(now, evening)["mine"] or form.do.data.text]
        told = outcome._replace(message=(kind, tell(words)))
        return league_request.respond(told, "league.home", league_id=league_id)
    table_request.flash(outcome.message)
    return league_request.respond(outcome, "evening.page", league_id=league_id, evening=evening)
