"""How the cards lay: read from a file of deals, or typed after the play. The director brings them,
nobody sees them before the session is over."""

from collections.abc import Sequence
from typing import Final

from flask import Blueprint
from flask.typing import ResponseReturnValue
from flask_wtf.file import FileField

from scorekeeper.duplicate.hands import deal_typed, deals_in
from scorekeeper.leagues.decisions import DecisionRefused, refusal
from scorekeeper.leagues.duplicate.changes import enter_deals
from scorekeeper.pbn.tags import SEATS, Unreadable
from scorekeeper.sentences import phrase, tell
from scorekeeper.sheet.documents import SheetRefused
from scorekeeper.web.league.duplicate.visit import (
    DuplicateVisit,
    attempt,
    duplicate_or_404,
    page,
    sent,
)
from scorekeeper.web.league.league_request import respond
from scorekeeper.web.shared.forms import NumberField, PageForm, PressField, TextField
from scorekeeper.web.table.table_request import LOOKED

bp = Blueprint("duplicate_hands", __name__)
_LIMITS: Final = {"maxlength": "60", "autocapitalize": "characters"}


class HandsForm(PageForm):
    """A file of deals; or a board and its four hands."""

    do = PressField("read", "type")
    file = FileField(phrase("File (PBN)"))
    board = NumberField(phrase("Board"))
    N = TextField(phrase("North"), filters=[str.strip], render_kw=_LIMITS)
    E = TextField(phrase("East"), filters=[str.strip], render_kw=_LIMITS)
    S = TextField(phrase("South"), filters=[str.strip], render_kw=_LIMITS)
    W = TextField(phrase("West"), filters=[str.strip], render_kw=_LIMITS)


@bp.route("/l/<league_id>/evening/<int:evening>/duplicate/hands", methods=["GET", "POST"])
def hands(league_id: str, evening: int) -> ResponseReturnValue:
    """Bring the deals of boards from a file, or type one."""
    here = duplicate_or_404(league_id, evening, direct=True)
    form, outcome = HandsForm(), LOOKED
    if form.is_submitted():
        form.validate()
        act = _read if form.do.data.act == "read" else _type
        outcome = attempt(lambda: act(here, form), tell("Hands saved."), form)
        if outcome.done:
            return respond(outcome, "duplicate_hands.hands", **here.address)
    return page("hands.html", here, outcome, form=form, most=_most(here))


def _most(here: DuplicateVisit) -> int:
    return int(here.state.movement["boards"])


def _read(here: DuplicateVisit, form: HandsForm) -> None:
    data = form.file.data.read() if form.file.data else b""
    if not data:
        raise refusal("file", "Choose a file.")
    try:
        deals = deals_in(data, _most(here))
    except SheetRefused as fault:
        told: Sequence[str] = [one["message"] for one in fault.errors]
        raise DecisionRefused({"file": " ".join(told[:3])}) from None
    enter_deals(here.visit, sent(), here.number, deals)


def _type(here: DuplicateVisit, form: HandsForm) -> None:
    board = form.board.data or 0
    if not 1 <= board <= _most(here):
        raise refusal("board", "Enter a board from 1 to {most}.", most=_most(here))
    try:
        deal = deal_typed([str(form[seat].data) for seat in SEATS])
    except Unreadable as fault:
        raise DecisionRefused({"N": str(fault)}) from None
    enter_deals(here.visit, sent(), here.number, {board: deal})
