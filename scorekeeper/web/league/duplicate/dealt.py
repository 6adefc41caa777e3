"""How the cards lay: read from a file of deals, typed after the play, or dealt by the app. The
director brings them; nobody sees them before the session is over, but for the one phone that makes
up the boards that were dealt."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from flask import Blueprint, abort
from flask.typing import ResponseReturnValue
from flask_wtf.file import FileField

from scorekeeper.duplicate.double_dummy import is_installed
from scorekeeper.duplicate.hands import HandShown, deal_typed, deals_in, hands_of
from scorekeeper.leagues.decisions import DecisionRefused, refusal
from scorekeeper.leagues.duplicate.changes import enter_deals
from scorekeeper.leagues.duplicate.preparing import deal_boards, make_boards
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
from scorekeeper.web.league.duplicate.words import BoardShown, board_shown
from scorekeeper.web.league.league_request import respond
from scorekeeper.web.shared.forms import NumberField, PageForm, PressField, TextField
from scorekeeper.web.table import table_request
from scorekeeper.web.table.table_request import LOOKED

bp = Blueprint("duplicate_hands", __name__)
_LIMITS: Final = {"maxlength": "60", "autocapitalize": "characters"}


class HandsForm(PageForm):
    """A file of deals; or a board and its four hands; or all are dealt."""

    do = PressField("read", "type", "deal")
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
        act = {"read": _read, "deal": _deal}.get(form.do.data.act, _type)
        outcome = attempt(lambda: act(here, form), tell("Hands saved."), form)
        if outcome.done:
            return respond(outcome, "duplicate_hands.hands", **here.address)
    return page("hands.html", here, outcome, form=form, most=_most(here), solves=is_installed())


class MakingForm(PageForm):
    """The key of the phone that makes up the boards."""

    do = PressField("make")


@bp.route("/l/<league_id>/evening/<int:evening>/duplicate/making", methods=["GET", "POST"])
def making(league_id: str, evening: int) -> ResponseReturnValue:
    """Show the hands of the boards to the one phone that makes them up."""
    here = duplicate_or_404(league_id, evening, member=True)
    outcome = LOOKED
    if not here.state.is_sealed:
        abort(404)
    form = MakingForm()
    if form.is_submitted():
        form.validate()
        outcome = attempt(
            lambda: make_boards(here.visit, sent(), here.number),
            tell("This phone makes the boards."),
            form,
        )
        if outcome.done:
            return respond(outcome, "duplicate_hands.making", **here.address)
    # without a cookie there is no phone that could be the one
    makes = here.state.maker is not None and here.state.maker == table_request.known_device()
    boards = [MadeBoard(here, one) for one in sorted(here.state.deals)] if makes else ()
    return page("making.html", here, outcome, boards=boards, makes=makes)


@dataclass(frozen=True)
class MadeBoard:
    """A board as it is made up, hand by hand."""

    here: DuplicateVisit
    number: int

    @property
    def board(self) -> BoardShown:
        """The board."""
        return board_shown(self.number)

    @property
    def hands(self) -> Sequence[HandShown]:
        """Its four hands."""
        return [*hands_of(self.here.state.deals[self.number])]


def _deal(here: DuplicateVisit, form: HandsForm) -> None:
    deal_boards(here.visit, sent(), here.number)


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
