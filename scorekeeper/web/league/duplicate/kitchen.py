"""Kitchen duplicate: an evening becomes one table that plays the boards of a past session again."""

from collections.abc import Iterator
from typing import Final

from flask import Blueprint, abort
from flask.typing import ResponseReturnValue
from flask_wtf.file import FileField

from scorekeeper.duplicate.exchange.reading import read_file
from scorekeeper.duplicate.kitchen import past_session
from scorekeeper.leagues.decisions import DecisionRefused, refusal
from scorekeeper.leagues.duplicate.preparing import play_again
from scorekeeper.leagues.duplicate.records import PAIRS
from scorekeeper.leagues.duplicate.session import session_document
from scorekeeper.leagues.duplicate.writing import state_of
from scorekeeper.leagues.evening.tonight import evening_of, evening_status
from scorekeeper.sentences import phrase, tell
from scorekeeper.sheet.documents import Document, SheetRefused
from scorekeeper.tables.own_games import game_named
from scorekeeper.web.league import parts
from scorekeeper.web.league.duplicate.setup import Draft, SetupForm, save_players
from scorekeeper.web.league.duplicate.visit import (
    DuplicateVisit,
    attempt,
    duplicate_or_404,
    page,
    sent,
)
from scorekeeper.web.league.league_request import respond
from scorekeeper.web.shared.forms import NumberField
from scorekeeper.web.table.table_request import LOOKED

bp = Blueprint("duplicate_kitchen", __name__)
_TOLD: Final = 3
"""So many faults of a file are told."""


class KitchenForm(SetupForm):
    """Two pairs, and the past session: an evening of the league, or a file."""

    past = NumberField(phrase("A session of this league"))
    file = FileField(phrase("Or a file (USEBIO, PBN)"))


@bp.route("/l/<league_id>/evening/<int:evening>/duplicate/kitchen", methods=["GET", "POST"])
def kitchen(league_id: str, evening: int) -> ResponseReturnValue:
    """Choose the past session and who plays its boards."""
    here = duplicate_or_404(league_id, evening, direct=True, begun=False)
    if not game_named(here.evening.game).board or evening_status(here.visit, evening).opened:
        abort(404)
    form, outcome = KitchenForm(), LOOKED
    if form.is_submitted():
        form.validate()
        outcome = attempt(lambda: _save(here, form), tell("Now make up the boards."), form)
        if outcome.done:
            return respond(outcome, "duplicate.home", **here.address)
    return page("kitchen.html", here, outcome, form=form, sessions=[*_past_evenings(here)])


def _past_evenings(here: DuplicateVisit) -> Iterator[tuple[int, str]]:
    """Yield the sessions of the league that are over, the newest first: numbers and titles."""
    for number in sorted(here.visit.league.evenings, reverse=True):
        state = state_of(here.visit, number)
        if number != here.number and state.over and state.kind == PAIRS:
            yield number, parts.evening_title(evening_of(here.visit.league, number))


def _save(here: DuplicateVisit, form: KitchenForm) -> None:
    draft = Draft(here, form)
    faults = [*draft.name_faults()]
    if len(draft.pairs) != 2:
        faults.append(tell("Enter two pairs, one per line."))
    if faults:
        raise DecisionRefused({"pairs": " ".join(faults)})
    past = _past(here, form)
    now, players = save_players(draft)
    play_again(now, sent(), here.number, past, players)


def _past(here: DuplicateVisit, form: KitchenForm) -> Document:
    """Return the past session that was chosen; raises ``DecisionRefused`` at its field."""
    data = form.file.data.read() if form.file.data else b""
    field = "file" if data else "past"
    try:
        if data:
            return past_session(read_file(data).session)
        if form.past.data in dict(_past_evenings(here)):
            document, _ = session_document(state_of(here.visit, form.past.data), str, {})
            return past_session(document)
    except SheetRefused as fault:
        told = [one["message"] for one in fault.errors[:_TOLD]]
        raise DecisionRefused({field: " ".join(told)}) from None
    raise refusal(field, "Choose a session or a file.")
