"""The calls of an auction as they were made: what is wrong with each, what stands, and what may be
called next."""

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Final, Literal, NamedTuple

import msgspec

from scorekeeper.referee.auction import (
    MAY_PASS,
    PASS,
    SKIPPED,
    Auction,
    Bidding,
    Cancelled,
    Restriction,
    ToCall,
)
from scorekeeper.referee.context import Context, QuestionRefused, Ruling
from scorekeeper.sentences import Listing, Seat, Sentence, one_of, say
from scorekeeper.spelling import plain_word


class SeatedCall(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A call with the seat that made it, in turn or out of turn; `cancelled` if it was out of turn
    or too low, and the next player did not accept it."""

    seat: Annotated[int, msgspec.Meta(ge=0)]
    call: str
    cancelled: bool = False


Called = str | SeatedCall
"""A call as it was made; without a seat, in turn."""

Irregularity = Literal["out-of-turn", "too-low"]
"""What may be wrong with a call that stands once the next player calls over it."""


class AuctionSoFar(msgspec.Struct, frozen=True):
    """The state of an auction: the next `turn`, or the `contract` that it has settled; `past`
    are the turns in which the calls that stand were made, `made` those calls. `irregular`: what was
    wrong with the last call, which stands if the next player calls. `restricted`: why the next
    player may not call freely. `void`: the last call, if it was cancelled."""

    turn: ToCall | None
    contract: Mapping[str, Any] | None = None
    past: Sequence[ToCall] = ()
    made: Sequence[str] = ()
    irregular: Irregularity | None = None
    restricted: Ruling | None = None
    void: Cancelled | None = None


class AuctionVerdict(msgspec.Struct, frozen=True):
    """The answer: the `state` after the calls so far; whether the call asked about may be made
    (None where none was), and why."""

    state: AuctionSoFar
    legal: bool | None
    why: Ruling


class _Made(NamedTuple):
    """A call that stands: its number and its word, its turn, and the seat that it passed over
    (None: none)."""

    number: int
    call: str
    turn: ToCall
    missed: int | None


def after_calls(
    auction: Auction, context: Context, dealer: int, calls: Sequence[Called]
) -> AuctionSoFar:
    """Return the auction after these calls; raises `QuestionRefused` at the first that could not
    be made, and stand or be cancelled."""
    bidding = auction.bidding(context, dealer)
    turn = next(bidding)
    past: list[_Made] = []
    cancelled: list[Cancelled] = []
    irregular: Irregularity | None = None
    for number, made in enumerate(calls):
        due = turn.seat
        try:
            if not isinstance(made, str) and made.cancelled:
                _check_cancelled(auction, context, turn, made, irregular, cancelled)
                cancelled.append(Cancelled(made.seat, made.call, turn, []))
                continue
            turn = _turn_of(auction, bidding, turn, made, irregular, context["players"])
            irregular = _irregularity(auction, turn, due, made, cancelled)
        except _Refused as refused:
            raise QuestionRefused([(("calls", number), refused.why)]) from None
        call = turn.means.get(_word(made), _word(made))
        past.append(_Made(number, call, turn, due if turn.seat != due else None))
        for one in cancelled:
            one.since.append((turn.seat, call))
        try:
            turn = bidding.send(call)
        except StopIteration as closed:
            back = _missed_turn(past, context["players"])
            if back is not None:
                return _reverted(auction, context, dealer, calls, range(back, number + 1))
            if number + 1 < len(calls):
                raise QuestionRefused([(("calls", number + 1), _OVER)]) from None
            return _so_far(past, None, contract=closed.value)
    return _going_on(auction, turn, past, irregular, cancelled)


def _so_far(past: Sequence[_Made], turn: ToCall | None, **more: Any) -> AuctionSoFar:
    turns, calls = [one.turn for one in past], [one.call for one in past]
    return AuctionSoFar(turn, past=turns, made=calls, **more)


def _going_on(
    auction: Auction,
    turn: ToCall,
    past: Sequence[_Made],
    irregular: Irregularity | None,
    cancelled: Sequence[Cancelled],
) -> AuctionSoFar:
    """Return the auction before a turn, with the calls that it is limited to."""
    limit = _restriction(auction, turn, cancelled)
    void = next((one for one in cancelled[-1:] if not one.since), None)
    if limit is None:
        return _so_far(past, turn, irregular=irregular, void=void)
    turn = _limited(turn, limit)
    return _so_far(past, turn, irregular=irregular, restricted=limit.why, void=void)


def _missed_turn(past: Sequence[_Made], players: int) -> int | None:
    """Return the number of the call that was made over the head of a seat in the last round of a
    bidding, if that seat has not called since."""
    called = {made.turn.seat for made in past[-players:]}
    for made in past[max(0, len(past) - players + 1) :]:
        if made.missed is not None and made.missed not in called:
            return made.number
    return None


def _reverted(
    auction: Auction, context: Context, dealer: int, calls: Sequence[Called], void: range
) -> AuctionSoFar:
    """Return the auction that goes back to a player who was passed over: calls since are void."""
    try:
        left = [*calls[: void.start], *calls[void.stop :]]
        return after_calls(auction, context, dealer, left)
    except QuestionRefused as refused:
        (path, why), *_ = refused.faults
        number = int(path[1])
        number += len(void) if number >= void.start else 0
        raise QuestionRefused([(("calls", number), why)]) from None


class _Refused(Exception):
    """A call that cannot stand, and why."""

    def __init__(self, why: Sentence) -> None:
        self.why = why


def _word(made: Called) -> str:
    return made if isinstance(made, str) else made.call


def _whose_turn(seat: int) -> Sentence:
    return say("It's {seat}'s turn.", seat=Seat(seat))


def _not_accepted(turn: ToCall) -> _Refused:
    seat = Seat(turn.seat)
    return _Refused(say("{seat} has not accepted the call before this one.", seat=seat))


def _turn_of(
    auction: Auction,
    bidding: Bidding,
    turn: ToCall,
    made: Called,
    irregular: Irregularity | None,
    players: int,
) -> ToCall:
    """Return the turn in which a call was made: the next one, or a later one where the game lets
    that stand. After an `irregular` call, only a call by the next player lets that one stand."""
    if isinstance(made, str) or made.seat == turn.seat:
        return turn
    if irregular is not None:
        raise _not_accepted(turn)
    if auction.acceptable is None or made.seat >= players:
        raise _Refused(_whose_turn(turn.seat))
    while turn.seat != made.seat:
        turn = bidding.send(SKIPPED)
    return turn


def _irregularity(
    auction: Auction, turn: ToCall, due: int, made: Called, cancelled: Sequence[Cancelled]
) -> Irregularity | None:
    """Return what is wrong with a call that may yet stand; raises `_Refused` if it cannot."""
    call = turn.means.get(_word(made), _word(made))
    limit = _restriction(auction, turn, cancelled)
    if limit and call not in limit.calls:
        raise _Refused(ruling_on(auction, _limited(turn, limit), call).text)
    too_low = call not in turn.calls
    stands = auction.acceptable
    if too_low and (isinstance(made, str) or stands is None or call not in stands.bids):
        raise _Refused(ruling_on(auction, turn, call).text)
    if turn.seat != due:
        return "out-of-turn"
    return "too-low" if too_low else None


# --- calls that are cancelled -------------------------------------------------------------------


def _check_cancelled(
    auction: Auction,
    context: Context,
    turn: ToCall,
    made: SeatedCall,
    irregular: Irregularity | None,
    cancelled: Sequence[Cancelled],
) -> None:
    """Raise `_Refused` for a call that cannot be cancelled: it was not out of turn or too low."""
    if auction.cancelling is None:
        raise _Refused(say("The rules of this game do not say what becomes of it: leave it out."))
    if made.seat >= context["players"]:
        raise _Refused(_whose_turn(turn.seat))
    if made.seat != turn.seat and irregular is not None:
        raise _not_accepted(turn)
    if made.seat != turn.seat and any(made.call in one for one in auction.calls(context)):
        return
    limit = _restriction(auction, turn, cancelled)
    calls = limit.calls if limit else turn.calls
    if made.call in calls:
        raise _Refused(say("{seat} may make that call, so it stands.", seat=Seat(made.seat)))
    stands = auction.acceptable
    known = stands.bids if stands else [call for one in auction.calls(context) for call in one]
    if made.call not in known:
        raise _Refused(ruling_on(auction, turn, made.call).text)


def _restriction(
    auction: Auction, turn: ToCall, cancelled: Sequence[Cancelled]
) -> Restriction | None:
    """Return what calls that were cancelled limit a turn to."""
    if auction.cancelling is None:
        return None
    limits = (auction.cancelling.restricts(one, turn) for one in cancelled)
    return next(filter(None, limits), None)


def _limited(turn: ToCall, limit: Restriction) -> ToCall:
    """Return a turn with the calls that it is limited to."""

    def judge(call: str) -> Ruling | None:
        return limit.why if call in turn.calls else turn.judge(call)

    calls = tuple(call for call in turn.calls if call in limit.calls)
    return msgspec.structs.replace(turn, calls=calls, judge=judge)


# --- the answer ---------------------------------------------------------------------------------


def _accepting(auction: Auction, state: AuctionSoFar) -> Ruling:
    """Return what is wrong with the last call, and who may accept it."""
    assert state.turn is not None
    assert auction.acceptable is not None
    seats = {"seat": Seat(state.past[-1].seat), "next": Seat(state.turn.seat)}
    if state.irregular == "out-of-turn":
        text = say("{seat} called out of turn; {next} may accept it by calling.", **seats)
        return Ruling(text, auction.acceptable.out_of_turn)
    text = say("{seat} bid too low; {next} may accept it by calling.", **seats)
    return Ruling(text, auction.acceptable.too_low)


def _void(auction: Auction, void: Cancelled) -> Ruling:
    """Return what becomes of the last call, which was cancelled."""
    assert auction.cancelling is not None
    seats = {"seat": Seat(void.seat), "next": Seat(void.turn.seat)}
    if void.out_of_turn:
        text = say("{seat}'s call is void, and the turn goes back to {next}.", **seats)
        return Ruling(text, auction.cancelling.out_of_turn)
    text = say("{seat}'s bid is void: {seat} bids higher or passes.", **seats)
    return Ruling(text, auction.cancelling.too_low)


_OVER: Final = say("The bidding is over.")
_SHOWN: Final = 8


def judge(
    auction: Auction,
    context: Context,
    dealer: int,
    calls: Sequence[Called],
    call: str | None = None,
) -> AuctionVerdict:
    """Return what may be called after `calls`, and whether `call` may; raises `QuestionRefused`."""
    state = after_calls(auction, context, dealer, calls)
    if state.turn is None:
        return AuctionVerdict(state, None if call is None else False, Ruling(_OVER, auction.rule))
    if call is None:
        return AuctionVerdict(state, None, ruling_before(auction, state, state.turn))
    call = state.turn.means.get(call, call)
    return AuctionVerdict(state, call in state.turn.calls, ruling_on(auction, state.turn, call))


def ruling_before(auction: Auction, state: AuctionSoFar, turn: ToCall) -> Ruling:
    """Return whose turn it is, or what was wrong before it and follows from that."""
    if state.irregular:
        return _accepting(auction, state)
    if state.restricted:
        return state.restricted
    if state.void:
        return _void(auction, state.void)
    return Ruling(_whose_turn(turn.seat), auction.rule)


def ruling_on(auction: Auction, turn: ToCall, call: str) -> Ruling:
    """Return why the call may be made in this turn, or may not."""
    ruling = turn.judge(call)
    if ruling is not None:
        return ruling
    if call == PASS and PASS in turn.calls:
        return Ruling(MAY_PASS, auction.rule)
    meant = auction.also_called.get(plain_word(call), ())
    if possible := tuple(one for one in turn.calls if one in meant):
        text = say("Instead of {given}, call {calls}.", given=call, calls=one_of(*possible))
        return Ruling(text, auction.rule)
    if why := next(filter(None, map(turn.judge, meant)), None):
        return why
    calls = turn.calls if len(turn.calls) <= _SHOWN else (*turn.calls[:3], "…", turn.calls[-1])
    text = say("Not a call in this game. Calls: {calls}.", calls=Listing(tuple(calls)))
    return Ruling(text, auction.rule)
