"""The replies to an evening; its director, with an organiser's rights there; the clock of its
rounds."""

from typing import Any, Final

from flask import Blueprint, abort
from flask.typing import ResponseReturnValue

from scorekeeper.leagues.evening.direction import directs, name_director, set_clock
from scorekeeper.leagues.evening.replies import reply
from scorekeeper.leagues.visit import LeagueVisit
from scorekeeper.sentences import phrase, tell
from scorekeeper.tables.loading import NotFound
from scorekeeper.web.league import parts
from scorekeeper.web.league.evening.forms import ClockForm, DirectorForm, ReplyForm
from scorekeeper.web.league.league_request import (
    attempt,
    respond,
    visit_or_403,
)
from scorekeeper.web.shared.errors import OrganisersOnly
from scorekeeper.web.table import table_request

bp = Blueprint("direction", __name__, url_prefix="/l/<league_id>/evening")

# --- replies -----------------------------------------------------------------------------------

_REPLIED: Final = {
    "coming": ("good", phrase("You are coming.")),
    "waiting": ("warn", phrase("All places are taken: you are on the waiting list.")),
    "away": ("good", phrase("You are not coming.")),
}
"""What is said to a reply, by what has become of it."""


_BACK: Final = {"all": "evening.all_of_them", "one": "evening.page"}
"""Where a reply leads back to; else to the league's first page."""


@bp.post("/<int:evening>/coming")
def answer(league_id: str, evening: int) -> ResponseReturnValue:
    """Record whether the phone's player is coming, and with whom; for another player, who directs
    the evening."""
    visit = visit_or_403(league_id, member=True)
    form = ReplyForm()
    form.validate()
    coming = form.do.data.act != "away"
    partner = form.do.data.number if form.do.data.act == "with" else form.partner.data
    player = form.player.data
    if player is not None:
        directed_or_403(league_id, evening)
    try:
        outcome = attempt(
            lambda sent: reply(visit, sent, evening, coming, player, partner),
            _told(visit, player, coming),
        )
    except NotFound:
        abort(404)
    if outcome.done and player is None:
        now = visit_or_403(league_id, member=True)
        # a reply beyond the last place was answered “You are coming.”
        kind, words = _REPLIED[parts.reply_shown(now, evening)["mine"] or form.do.data.act]
        outcome = outcome._replace(message=(kind, tell(words)))
    endpoint = _BACK.get(str(form.back.data), "league.home" if outcome.done else "evening.page")
    ids: dict[str, Any] = {"evening": evening} if endpoint == "evening.page" else {}
    return respond(outcome, endpoint, league_id=league_id, **ids)


def _told(visit: LeagueVisit, player: int | None, coming: bool) -> str:
    """Return what is said to a reply for another player; empty where it is for the phone's own."""
    if player is None:
        return ""
    name = visit.names.get(player, "")
    return (
        tell("{name} is coming.", name=name) if coming else tell("{name} is not coming.", name=name)
    )


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
