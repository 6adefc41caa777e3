"""An evening announced, and answered by the players; its director, with an organiser's rights
there; the clock of its rounds."""

from typing import Final

from flask import Blueprint, abort
from flask.typing import ResponseReturnValue

from scorekeeper.engine.other_entries import LONGEST_NAME
from scorekeeper.games import games
from scorekeeper.leagues.decisions import DecisionRequest
from scorekeeper.leagues.evening.direction import directs, name_director, reply, set_clock
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
from scorekeeper.web.league import parts
from scorekeeper.web.league.evening import rounds
from scorekeeper.web.league.evening.forms import AnnounceForm, ClockForm, DirectorForm, ReplyForm
from scorekeeper.web.league.league_request import (
    attempt,
    league_page,
    refused,
    respond,
    visit_or_403,
)
from scorekeeper.web.shared.errors import OrganisersOnly
from scorekeeper.web.table import table_request
from scorekeeper.web.table.table_request import LOOKED, WriteOutcome

bp = Blueprint("direction", __name__, url_prefix="/l/<league_id>/evening")

# --- announced, and answered --------------------------------------------------------------------

_KINDS: Final = (INDIVIDUAL, PAIRS, TEAMS, SWISS, *BRACKETS)


@bp.route("/announce", methods=["GET", "POST"])
def announce(league_id: str) -> ResponseReturnValue:
    """Announce an evening with its day, game and places; the players follow later."""
    visit = visit_or_403(league_id, organise=True)
    form, outcome = AnnounceForm(), LOOKED
    if form.is_submitted():
        outcome = _announce(visit, form)
        if outcome.done:
            return respond(outcome, "evening.all_of_them", league_id=league_id)
    counting = visit.league.season.games if visit.league.season else {}
    return league_page(
        "evening/announce.html",
        visit,
        "evenings",
        outcome,
        form=form,
        kinds=[(one, tell(words)) for one, (words, _) in rounds.CHOICES.items() if one in _KINDS],
        games=[
            (slug, one.name) for slug, one in games().items() if not counting or slug in counting
        ],
    )


def _announce(visit: LeagueVisit, form: AnnounceForm) -> WriteOutcome:
    season, slug, kind = visit.league.season, str(form.game.data), str(form.kind.data)
    if season is None:
        return refused(why_no_season(visit.league))
    if slug not in games() or kind not in _KINDS:
        abort(400)
    shape = shape_of(games()[slug], rules_of(season, slug, None))
    if kind not in rounds.choices(shape.partners):
        return refused(tell("Pairs and teams need a game of two against two."))
    name = " ".join(visible(form.name.data).split())[:LONGEST_NAME]
    places = form.places.data or 0

    def decide(sent: DecisionRequest) -> None:
        day = read_evening(form.date.data)
        blank = Evening(0, name, day, season.number, slug, None, kind, (), places=places)
        save_evening(visit, sent, blank)

    return attempt(decide, tell("Evening announced."), form)


_REPLIED: Final = {
    "coming": ("good", phrase("You are coming.")),
    "waiting": ("warn", phrase("All places are taken: you are on the waiting list.")),
    "away": ("good", phrase("You are not coming.")),
}
"""What is said to a reply, by what has become of it."""


@bp.post("/<int:evening>/coming")
def answer(league_id: str, evening: int) -> ResponseReturnValue:
    """Record whether the phone's player is coming."""
    visit = visit_or_403(league_id, member=True)
    form = ReplyForm()
    form.validate()
    coming = form.do.data.text == "coming"
    try:
        outcome = attempt(lambda sent: reply(visit, sent, evening, coming), "")
    except NotFound:
        abort(404)
    if outcome.done:
        now = visit_or_403(league_id, member=True)
        # a reply beyond the last place was answered “You are coming.”
        kind, words = _REPLIED[parts.reply_shown(now, evening)["mine"] or form.do.data.text]
        told = outcome._replace(message=(kind, tell(words)))
        return respond(told, "league.home", league_id=league_id)
    return respond(outcome, "evening.page", league_id=league_id, evening=evening)


# --- the director and the clock -----------------------------------------------------------------


def directed_or_403(league_id: str, evening: int) -> LeagueVisit:
    """Return the league, if this phone may plan the evening and start its rounds; else 403."""
    visit = visit_or_403(league_id)
    if not directs(visit, evening, table_request.known_device()):
        raise OrganisersOnly
    return visit


@bp.post("/<int:evening>/clock")
def clock(league_id: str, evening: int) -> ResponseReturnValue:
    """Start the clock, pause it, let it go on, stop it."""
    visit = directed_or_403(league_id, evening)
    if evening not in visit.league.evenings:
        abort(404)
    form = ClockForm()
    form.validate()
    act, minutes, deal = form.do.data.text, form.minutes.data, form.deal.data
    outcome = attempt(
        lambda sent: set_clock(visit, sent, evening, act, minutes, deal),
        tell(_DONE.get(act, _DONE["stop"])),
    )
    return respond(outcome, "evening.page", league_id=league_id, evening=evening)


_DONE: Final = {
    "start": phrase("Clock started."),
    "pause": phrase("Clock paused."),
    "go": phrase("Clock resumed."),
    "stop": phrase("Clock stopped."),
}


@bp.post("/<int:evening>/director")
def director(league_id: str, evening: int) -> ResponseReturnValue:
    """Name the evening's director."""
    visit = visit_or_403(league_id, organise=True)
    if evening not in visit.league.evenings:
        abort(404)
    player = DirectorForm().player.data
    outcome = attempt(
        lambda sent: name_director(visit, sent, evening, player),
        tell("Director appointed.") if player else tell("Director removed."),
    )
    return respond(outcome, "evening.page", league_id=league_id, evening=evening)
