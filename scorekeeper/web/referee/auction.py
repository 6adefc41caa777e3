"""Is that call allowed? The page of an auction as it is called out; its contract goes to the pad as
the table's next deal."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final, NamedTuple
from urllib.parse import urlencode

from flask import Blueprint, abort, redirect, render_template, request, session, url_for
from flask.typing import ResponseReturnValue
from werkzeug.datastructures import MultiDict

from scorekeeper.engine.deals import Entry
from scorekeeper.engine.game import Pad, deal_headline
from scorekeeper.interview.lists import Many
from scorekeeper.interview.steps import Question, SeatOf
from scorekeeper.referee.auction import ToCall
from scorekeeper.referee.context import ContextKey, Ruling
from scorekeeper.sentences import Seat, Sentence, say, tell
from scorekeeper.sheet.entries import fields_of
from scorekeeper.tables.loading import TableVisit
from scorekeeper.web.interview.keys import columns_of
from scorekeeper.web.interview.steps import CLOSED
from scorekeeper.web.referee.auction_url import (
    AuctionState,
    from_address,
    may_interrupt,
    to_address,
)
from scorekeeper.web.referee.facts import (
    FactQuestion,
    Facts,
    KeyShown,
    at_table,
    fact_questions,
    label_classes,
)
from scorekeeper.web.shared.templating import own_path
from scorekeeper.web.table import table_request
from scorekeeper.web.table.pad_page import PadPage

bp = Blueprint("auction", __name__)

TO_CALL: Final = "?"
"""What stands where the next call will."""


class CallKey(NamedTuple):
    """A call that can be tapped: what it is, its label, whether it is legal now, its classes."""

    call: str
    label: str
    legal: bool
    classes: str


class CallGroup(NamedTuple):
    """Calls that belong together, and in how many columns they stand."""

    keys: list[CallKey]
    columns: int


@dataclass(frozen=True)
class AuctionPage:
    """The page of an auction (`progress`: what has been called); `show` is the table's pad."""

    progress: AuctionState
    show: PadPage

    @property
    def known(self) -> Facts:
        """The facts known about the deal."""
        return self.progress.known

    @property
    def turn(self) -> ToCall | None:
        """The turn to call; None once the auction is closed."""
        return self.progress.state.turn

    # --- what is told ---------------------------------------------------------------------------

    @property
    def heading(self) -> str:
        """The player to call, or what the auction has settled, in a few words."""
        turn, tried, speaker = self.turn, self.progress.tried, self.progress.speaker
        if turn is None:
            return self.settled
        if speaker is not None:
            return tell("{name} spoke out of turn", name=self.known.names[speaker])
        name = self.known.names[turn.seat]
        if tried and tried not in turn.calls:
            return tell("{name} can't call {call}", name=name, call=self._named(tried))
        return self._text(turn.prompt) if turn.prompt else tell("{name} to call", name=name)

    @property
    def reason(self) -> str:
        """The reason why the call tried is not allowed, or what was wrong before."""
        if self.progress.before is not None:
            given = {"n": self.progress.before, "m": self.progress.deal}
            return self._text(
                say("This bidding was for deal {n}. Start again for deal {m}.", **given)
            )
        if self.progress.speaker is not None:
            return self._text(say("Tap what {seat} called.", seat=Seat(self.progress.speaker)))
        return self._text(self.rule.text) if self.rule else ""

    @cached_property
    def rule(self) -> Ruling | None:
        """What is ruled on the call tried or the last one, with its paragraph."""
        return None if self.progress.speaker is not None else self.progress.why

    @property
    def outcry(self) -> tuple[str, str] | None:
        """The key for what happened all the same: a call too low that was said, or one that the
        next player does not accept; the tap that it sends, and its label."""
        turn = self.turn
        if turn is not None and self.progress.can_stand:
            name = self.known.names[turn.seat]
            return f"said.{self.progress.tried}", tell("{name} has bid it", name=name)
        if turn is not None and self.progress.state.irregular and self.progress.auction.cancelling:
            name = self.known.names[turn.seat]
            return "cancel", tell("{name} does not accept it", name=name)
        return None

    @property
    def interrupting(self) -> FactQuestion | None:
        """The question who spoke out of turn; None where nobody can have, or nothing follows."""
        keys = [
            KeyShown(f"who.{place}", self.known.names[place], place == self.progress.speaker)
            for place in may_interrupt(self.progress)
        ]
        question = tell("Who spoke out of turn?")
        return FactQuestion(question, keys, columns_of([k.label for k in keys])) if keys else None

    @property
    def void(self) -> str:
        """The calls that were not accepted: "Not accepted: Cat 1 ♥"."""
        calls = [
            f"{self.known.names[one.seat]} {self._named(one.call)}"
            for one in self.progress.calls
            if not isinstance(one, str) and one.cancelled
        ]
        return tell("Not accepted: {calls}", calls=", ".join(calls)) if calls else ""

    @property
    def settled(self) -> str:
        """The contract in a few words."""
        headline = deal_headline(self.show.pad, self.entry)
        return self.show.sign.text(headline) if headline else tell("Bidding over")

    @cached_property
    def entry(self) -> Entry:
        """The contract as the deal takes it; empty before it is settled."""
        return in_seats(self.show.pad, self.progress.state.contract or {})

    def _text(self, sentence: Sentence) -> str:
        return self.known.voice.alone(sentence)

    # --- what is asked and tapped ---------------------------------------------------------------

    @property
    def questions(self) -> list[FactQuestion]:
        """Return the questions about the deal whose answers the auction needs to come to its
        end."""
        return self._questions(key for key in self.progress.keys.values() if key.missing)

    @property
    def more(self) -> list[FactQuestion]:
        """Return the other questions about the deal."""
        return self._questions(key for key in self.progress.keys.values() if not key.missing)

    def _questions(self, keys: Iterable[ContextKey]) -> list[FactQuestion]:
        return fact_questions(
            self.known, ((key, self.progress.facts.get(key.name)) for key in keys)
        )

    @property
    def fields(self) -> dict[str, str]:
        """The values from the address, which the form sends along."""
        return to_address(self.progress)

    @property
    def groups(self) -> list[CallGroup]:
        """Every call there is; one that is not legal now tells why when it is tapped."""
        legal = self.turn.calls if self.turn else ()
        # out of turn anything may have been said
        any_call = self.progress.speaker is not None
        return [
            CallGroup(
                [
                    CallKey(
                        call, name, any_call or call in legal, label_classes(name, one.values())
                    )
                    for call, name in one.items()
                ],
                columns_of([*one.values()]),
            )
            for one in self._labels
        ]

    @cached_property
    def _labels(self) -> list[dict[str, str]]:
        """The label of every call, as they belong together; one that only this turn knows too."""
        groups = [
            {call: self.known.sign.text(name) for call, name in one.items()}
            for one in self.progress.auction.calls(self.progress.context)
        ]
        legal = self.turn.calls if self.turn else ()
        groups[0].update({call: call for call in legal if not any(call in one for one in groups)})
        return groups

    def _named(self, call: str) -> str:
        return next((one[call] for one in self._labels if call in one), call)

    # --- the grid -------------------------------------------------------------------------------

    @cached_property
    def order(self) -> list[int]:
        """The places from the dealer on, as they call."""
        play, count = self.known.game.play, len(self.known.names)
        step = play.step(self.progress.context) if play else 1
        return [(self.known.dealer + step * n) % count for n in range(count)]

    @property
    def rows(self) -> list[list[str]]:
        """Return the calls, a row a round."""
        rows: list[list[str]] = []
        column = len(self.order)
        for place, words in self._calls_by_seat():
            last, column = column, self.order.index(place)
            if column <= last:
                rows.append([""] * len(self.order))
            rows[-1][column] = words
        return rows

    def _calls_by_seat(self) -> list[tuple[int, str]]:
        """Return who called what, in order, and who is to call."""
        state = self.progress.state
        past = zip(state.past, state.made, strict=True)
        calls = [
            (turn.seat, CLOSED if turn.sealed and self.progress.sealed else self._named(call))
            for turn, call in past
        ]
        turn = self.turn
        return [*calls, (turn.seat, TO_CALL)] if turn else calls


# --- the contract, in the deal ------------------------------------------------------------------


def in_seats(pad: Pad, contract: Mapping[str, Any]) -> Entry:
    """Return a contract that speaks of places, with the seats of a table where some are empty."""
    seats = pad.filled
    if len(seats) == len(pad.seats):
        return contract
    # more players may have joined than can play
    asked = fields_of(pad.game, pad.options, min(len(pad.seats), pad.game.players[-1]))["deal"]
    return {name: _in_seats(asked.get((name,)), value, pad) for name, value in contract.items()}


def _in_seats(question: Question | None, value: Any, pad: Pad) -> Any:
    if isinstance(question, SeatOf):
        return pad.filled[value]
    if isinstance(question, Many):
        by_seat = dict(zip(pad.filled, value, strict=True))
        return [by_seat.get(seat) for seat in range(len(pad.seats))]
    return value


# --- the page, and what is called on it ----------------------------------------------------------


@bp.get("/t/<public_id>/auction")
def page(public_id: str) -> ResponseReturnValue:
    """The auction that is called out, and what may be called next."""
    visit = table_request.visit_or_403(public_id)
    page = _auction(visit, request.args or _saved_calls(visit))
    _save_calls(public_id, page)
    if page.progress.sealed and "tap" in request.args and not table_request.is_htmx():
        # taps must not stay in the address
        return redirect(f"{own_path()}?{urlencode(page.fields)}", 303)
    return _auction_page(page)


def _auction_page(page: AuctionPage, message: table_request.Message = None) -> str:
    return render_template(
        "referee/auction.html", known=page.known, page=page, show=page.show, message=message
    )


def _auction(visit: TableVisit, given: MultiDict[str, str]) -> AuctionPage:
    """Return the page of the table's next deal; 404 where nothing is bid."""
    pad = visit.table.pad
    if pad.game.auction is None or pad.outcome is not None:
        abort(404)
    known = at_table(visit)
    assert known.show is not None
    return AuctionPage(from_address(known, pad.deals + 1, given), known.show)


# what is called stays on the phone while that goes to the pad or to the rules: of one table at once

_LEFT: Final = "bidding"


def _saved_calls(visit: TableVisit) -> MultiDict[str, str]:
    """Return what was called of the table's next deal on this phone before it went elsewhere."""
    table, fields = session.get(_LEFT, ("", {}))
    deal = str(visit.table.pad.deals + 1)
    here = table == visit.table.row.public_id and fields["deal"] == deal
    return MultiDict(fields if here else {})


def _save_calls(public_id: str, page: AuctionPage) -> None:
    _clear_calls(public_id)
    if page.progress.calls or page.progress.facts:
        session[_LEFT] = (public_id, page.fields)


def _clear_calls(public_id: str) -> None:
    if session.get(_LEFT, ("",))[0] == public_id:
        session.pop(_LEFT)


@bp.post("/t/<public_id>/auction")
def take_over(public_id: str) -> ResponseReturnValue:
    """Fill the pad with the contract of the closed auction."""
    page = _auction(table_request.visit_or_403(public_id, write=True), request.form)
    if page.progress.before is not None:
        return _auction_page(page), 409
    if page.turn is not None:
        abort(400)
    message = page.show.fill_draft(page.entry, page.progress.deal, request.form)
    if message:
        return _auction_page(page, message), 409
    _clear_calls(public_id)
    table_request.flash(("good", tell("Entered: {contract}.", contract=page.settled)))
    return redirect(url_for("pad.table", public_id=public_id), 303)
