"""How the cards lay: read from a file, tapped or typed after the play, or dealt by the app. The
director brings them; nobody sees them before the session is over, but for the one phone that makes
up the boards that were dealt."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from flask import Blueprint, abort
from flask.typing import ResponseReturnValue
from flask_wtf.file import FileField
from wtforms import SelectMultipleField

from scorekeeper.cards import RANK_SIGNS, RANKS
from scorekeeper.duplicate.double_dummy import is_installed
from scorekeeper.duplicate.hands import (
    HandShown,
    cards_of,
    deal_typed,
    deals_in,
    hand_text,
    hands_of,
)
from scorekeeper.leagues.decisions import DecisionRefused, refusal
from scorekeeper.leagues.duplicate.changes import enter_deals
from scorekeeper.leagues.duplicate.preparing import deal_boards, make_boards
from scorekeeper.pbn.tags import HAND, SEATS, SUITS, Unreadable
from scorekeeper.sentences import phrase, tell
from scorekeeper.sheet.documents import SheetRefused
from scorekeeper.web.league.duplicate.visit import (
    DuplicateVisit,
    attempt,
    duplicate_or_404,
    page,
    sent,
)
from scorekeeper.web.league.duplicate.words import BoardShown, board_shown, seat_name
from scorekeeper.web.league.league_request import respond
from scorekeeper.web.shared.forms import NumberField, PageForm, PressedKey, PressField, TextField
from scorekeeper.web.table import table_request
from scorekeeper.web.table.table_request import LOOKED

bp = Blueprint("duplicate_hands", __name__)
PACK: Final = frozenset(rank + suit for rank in RANKS for suit in SUITS)
_LIMITS: Final = {"maxlength": "60", "autocapitalize": "characters"}


class HandsForm(PageForm):
    """A file of deals; or a board and its four hands; or all are dealt. Where cards are tapped, the
    ``cards`` are those of the hand at ``seat``; the others are typed already."""

    do = PressField("read", "type", "deal", "hand", "turn.")
    file = FileField(phrase("File (PBN)"))
    board = NumberField(phrase("Board"))
    N = TextField(phrase("North"), filters=[str.strip], render_kw=_LIMITS)
    E = TextField(phrase("East"), filters=[str.strip], render_kw=_LIMITS)
    S = TextField(phrase("South"), filters=[str.strip], render_kw=_LIMITS)
    W = TextField(phrase("West"), filters=[str.strip], render_kw=_LIMITS)
    seat = TextField()
    cards = SelectMultipleField(choices=[], validate_choice=False, default=list)


@bp.route("/l/<league_id>/evening/<int:evening>/duplicate/hands", methods=["GET", "POST"])
def hands(league_id: str, evening: int) -> ResponseReturnValue:
    """Bring the deals of boards from a file, or type one."""
    here = duplicate_or_404(league_id, evening, direct=True)
    form, outcome = HandsForm(), LOOKED
    if form.is_submitted():
        form.validate()
        act = {"read": _read, "deal": _deal}.get(form.do.data.act, _type)
        if form.do.data.act not in ("hand", "turn"):
            outcome = attempt(lambda: act(here, form), tell("Hands saved."), form)
        elif _is_tapped(form):
            outcome = attempt(lambda: _type(here, form), tell("Hands saved."), form)
        if outcome.done and outcome is not LOOKED:
            return respond(outcome, "duplicate_hands.hands", **here.address)
    return page(
        "hands.html",
        here,
        outcome,
        form=form,
        tapped=TappedBoard(here, form),
        most=_most(here),
        solves=is_installed(),
    )


@dataclass(frozen=True)
class TappedBoard:
    """A board whose hands are tapped, card by card: one hand after the other."""

    here: DuplicateVisit
    form: HandsForm

    @property
    def board(self) -> object:
        """Its number: as it was typed, else the first without its hands."""
        numbers = range(1, _most(self.here) + 1)
        return self.form.board.typed or next(
            (one for one in numbers if one not in self.here.state.deals), ""
        )

    @property
    def seat(self) -> str:
        """The hand that is tapped now."""
        return _seat(self.form)

    @property
    def seats(self) -> Sequence[tuple[str, str, int]]:
        """The hands: each its seat, its name, how many cards it has so far."""
        return [(one, seat_name(one), len(cards_of(str(self.form[one].data)))) for one in SEATS]

    @property
    def suits(self) -> Sequence[tuple[str, Sequence[tuple[str, str, bool, str]], str]]:
        """The pack by suits: of each card its value, its rank as shown, whether it is in this
        hand, and who has it otherwise; and what is wrong in that suit."""
        mine = cards_of(str(self.form[self.seat].data))
        pressed = self.form.do.data.act == "hand"
        found = []
        for suit in SUITS:
            cards = [rank + suit for rank in reversed(RANKS)]
            row = [(one, RANK_SIGNS[one[0]], one in mine, self._holder(one)) for one in cards]
            twice = [(shown, holder) for _, shown, held, holder in row if held and holder]
            words = [
                tell("{seat} has the {card} already.", seat=seat_name(holder), card=shown)
                for shown, holder in twice
            ]
            found.append((suit, row, " ".join(words) if pressed else ""))
        return found

    def _holder(self, card: str) -> str:
        others = (one for one in SEATS if one != self.seat)
        return next((one for one in others if card in cards_of(str(self.form[one].data))), "")

    @property
    def fault(self) -> str:
        """What is wrong with the hand as a whole."""
        count = len(cards_of(str(self.form[self.seat].data)))
        if self.form.do.data.act != "hand" or count in (0, HAND):
            return ""
        return tell(
            "{seat} has {n} {n:card|cards}. A hand has {most}.",
            seat=seat_name(self.seat),
            n=count,
            most=HAND,
        )

    @property
    def is_last(self) -> bool:
        """Return whether the board is complete with this hand."""
        full = sum(count == HAND for seat, _, count in self.seats if seat != self.seat)
        return full >= len(SEATS) - 2


def _seat(form: HandsForm) -> str:
    return form.seat.data if form.seat.data in {*SEATS} else SEATS[0]


def _is_tapped(form: HandsForm) -> bool:
    """Take the cards that were tapped as the hand of their seat, and turn to the next one, or to
    that of the key. Return whether three hands are complete: the fourth has the other cards."""
    seat = _seat(form)
    mine = {one for one in form.cards.data or () if one in PACK}
    form[seat].data = hand_text(mine)
    hands = {one: cards_of(str(form[one].data)) for one in SEATS}
    if form.do.data.act == "turn":
        turn = form.do.data.number or 0
        form.seat.data = SEATS[turn % len(SEATS)]
        return False
    taken = frozenset[str]().union(*(held for one, held in hands.items() if one != seat))
    if len(mine) != HAND or mine & taken:
        return False
    left = [one for one in SEATS if len(hands[one]) != HAND]
    if len(left) > 1:
        form.seat.data = left[0]
        form.do.data = PressedKey()  # nothing is wrong with a hand that is not begun
        return False
    for one in left:
        form[one].data = ""
    return True


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
