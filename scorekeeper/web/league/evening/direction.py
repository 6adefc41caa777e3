"""The director of an evening, with an organiser's rights there; the clock of its rounds."""

from flask import Blueprint, abort
from flask.typing import ResponseReturnValue

from scorekeeper.leagues.evening.direction import directs, name_director, set_clock
from scorekeeper.leagues.visit import LeagueVisit
from scorekeeper.sentences import phrase, tell
from scorekeeper.web.league import league_request
from scorekeeper.web.league.evening.forms import ClockForm, DirectorForm
from scorekeeper.web.shared.errors import OrganisersOnly
from scorekeeper.web.table import table_request

bp = Blueprint("direction", __name__, url_prefix="/l/<league_id>/evening/<int:evening>")


def directed_or_403(league_id: str, evening: int) -> LeagueVisit:
    """Return the league, if this phone may plan the evening and start its rounds; else 403."""
    visit = league_request.visit_or_403(league_id)
    if not directs(visit, evening, table_request.known_device()):
        raise OrganisersOnly
    return visit


@bp.post("/clock")
def clock(league_id: str, evening: int) -> ResponseReturnValue:
    """Start the clock, pause it, let it go on, stop it."""
    visit = directed_or_403(league_id, evening)
    if evening not in visit.league.evenings:
        abort(404)
    form = ClockForm()
    form.validate()
    act, minutes, deal = form.do.data.text, form.minutes.data, form.deal.data
    outcome = league_request.attempt(
        lambda: set_clock(visit, league_request.decision_request(), evening, act, minutes, deal),
        tell(_DONE.get(act, _DONE["stop"])),
    )
    table_request.flash(outcome.message)
    return league_request.respond(outcome, "evening.page", league_id=league_id, evening=evening)


_DONE = {
    "start": phrase("Clock started."),
    "pause": phrase("Clock paused."),
    "go": phrase("Clock resumed."),
    "stop": phrase("Clock stopped."),
}


@bp.post("/director")
def director(league_id: str, evening: int) -> ResponseReturnValue:
    """Name the evening's director."""
    visit = league_request.visit_or_403(league_id, organise=True)
    if evening not in visit.league.evenings:
        abort(404)
    player = DirectorForm().player.data
    outcome = league_request.attempt(
        lambda: name_director(visit, league_request.decision_request(), evening, player),
        tell("Director appointed.") if player else tell("Director removed."),
    )
    table_request.flash(outcome.message)
    return league_request.respond(outcome, "evening.page", league_id=league_id, evening=evening)
