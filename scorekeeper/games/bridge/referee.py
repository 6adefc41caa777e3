"""Rubber bridge, the referee: bids rise, are doubled, and three passes end them.

rules.md#contract.
"""

from collections.abc import Collection, Iterator
from functools import cache, partial
from typing import Any, Final, NamedTuple

from scorekeeper.engine import Bid, Message, Pad, Seat, Sentence, next_seat, say
from scorekeeper.games.bridge.deal import BridgeDeal
from scorekeeper.games.bridge.scoring import NAMES
from scorekeeper.referee import (
    PASS,
    PASSED_OUT,
    PASSING,
    SKIPPED,
    Acceptable,
    Bidding,
    Cancelled,
    Cancelling,
    Context,
    Ladder,
    Restriction,
    Ruling,
    ToCall,
)


def opening(pad: Pad, deal: BridgeDeal) -> Iterator[tuple[str, Any]]:
    """Yield the strain of the contract; the player on the declarer's left leads."""
    yield "trump", deal.contract[1:]
    yield "leader", next_seat(pad, deal.declarer)


LADDER: Final = Ladder(
    heights={contract: height for height, contract in enumerate(NAMES)},
    names={contract: Bid(int(contract[0]), contract[1:]) for contract in NAMES},
    rule="bid-higher",
)
_NO_TRUMP: Final = ("n", "notrump", "notrumps")
RAISES: Final = {"X": 1, "XX": 2}
ALSO_CALLED: Final = {
    **dict.fromkeys(("double", "doubled", "dbl"), ("X",)),
    **dict.fromkeys(("redouble", "redoubled", "rdbl"), ("XX",)),
    **{f"{bid[0]}{word}": (bid,) for bid in LADDER.calls if "NT" in bid for word in _NO_TRUMP},
}
"""What players call calls besides."""
ACCEPTABLE: Final = Acceptable("call-out-of-turn", "insufficient-bid", LADDER.calls)
"""What the next player may accept, by calling over it."""
CALLS: Final = (LADDER.calls, {**PASSING, **{double: say(double) for double in RAISES}})


class Doubling(NamedTuple):
    """The number of times the highest bid is `doubled` (0 to 2), and whether the caller's own
    side made it."""

    doubled: int
    ours: bool


RAISE: Final = {Doubling(0, False): ("X",), Doubling(1, True): ("XX",)}


def auction(context: Context, dealer: int) -> Bidding:
    """Ask for calls from the dealer on; rules.md#bid-higher."""
    return (yield from bidding(dealer, context["declarer_is"] == "first_to_name"))


def bidding(dealer: int, by_first_to_name: bool) -> Bidding:
    """Ask for calls until three players pass after a bid or all four at once; the declarer is the
    first of the two to have named the strain, or else the last to bid."""
    standing, bidder, doubled, passes = None, 0, 0, 0
    first_to_name: dict[tuple[int, str], int] = {}
    seat = dealer
    # the source ends the auction after any three passes; before a bid the fourth still has a turn
    while passes < (3 if standing else 4):
        doubling = Doubling(doubled, (seat - bidder) % 2 == 0) if standing else None
        call = yield ToCall(seat, calls_of(standing, doubling), partial(judge, standing, doubling))
        if call != SKIPPED:
            passes = passes + 1 if call == PASS else 0
        if call in RAISES:
            doubled = RAISES[call]
        elif call not in (PASS, SKIPPED):
            standing, bidder, doubled = call, seat, 0
            first_to_name.setdefault((seat % 2, call[1:]), seat)
        seat = (seat + 1) % 4
    if standing is None:
        return PASSED_OUT
    if by_first_to_name:
        bidder = first_to_name[bidder % 2, standing[1:]]
    return {"contract": standing, "declarer": bidder, "doubled": doubled}


@cache
def calls_of(standing: str | None, doubling: Doubling | None) -> tuple[str, ...]:
    """Return what may be called over the highest bid (`standing`; None: nobody has bid), a pass
    first."""
    return (PASS, *(RAISE.get(doubling, ()) if doubling else ()), *LADDER.above(standing))


def judge(standing: str | None, doubling: Doubling | None, call: str) -> Ruling | None:
    """Return whether a call is allowed, and by which rule; None for what is no call."""
    if call == "X":
        return Ruling(on_double(doubling), "double")
    if call == "XX":
        return Ruling(on_redouble(doubling), "redouble")
    return LADDER.judge(call, standing)


def on_double(doubling: Doubling | None) -> Sentence:
    """Return whether the standing bid can be doubled, and why."""
    if doubling is None:
        return say("There is no bid to double.")
    if doubling.ours:
        return say("Only the opponents' bid can be doubled.")
    if doubling.doubled:
        return say("The bid is doubled already.")
    return say("The opponents' bid may be doubled.")


def on_redouble(doubling: Doubling | None) -> Sentence:
    """Return whether the standing bid can be redoubled, and why."""
    if doubling is None or not doubling.doubled:
        return say("Only a doubled bid can be redoubled.")
    if not doubling.ours:
        return say("Only the side that was doubled may redouble.")
    if doubling.doubled == RAISES["XX"]:
        return say("The bid is redoubled already.")
    return say("The side that was doubled may redouble.")


# --- calls that nobody accepted -----------------------------------------------------------------


def restricts(cancelled: Cancelled, turn: ToCall) -> Restriction | None:
    """Return what a player may call after a call out of turn or a bid too low that the next player
    did not accept; Laws 27 and 29 to 32, rules.md#call-out-of-turn, #insufficient-bid."""
    if not cancelled.out_of_turn:
        return after_low_bid(cancelled, turn)
    own, partner = turn.seat == cancelled.seat, turn.seat == (cancelled.seat + 2) % 4
    first = not any(seat == cancelled.seat for seat, _ in cancelled.since)
    if cancelled.call == PASS:
        return _only((PASS,), "call-out-of-turn", _PASSES, turn.seat) if own and first else None
    right = (cancelled.seat + 3) % 4
    if cancelled.turn.seat == right and cancelled.since[:1] == [(right, PASS)]:
        repeats = own and first and cancelled.call in turn.calls
        return (
            _only((cancelled.call,), "call-out-of-turn", _REPEATS, turn.seat) if repeats else None
        )
    return _only((PASS,), "call-out-of-turn", _SILENT, turn.seat) if partner else None


def after_low_bid(cancelled: Cancelled, turn: ToCall) -> Restriction | None:
    """Return what a player may call after a bid too low that is not accepted: no double in its
    place, and the partner only passes unless it was just raised in its suit."""
    if not cancelled.since:
        calls = [call for call in turn.calls if call not in RAISES]
        return _only(calls, "insufficient-bid", _NO_DOUBLE, turn.seat)
    same_suit = [call for call in cancelled.turn.calls if call[1:] == cancelled.call[1:]]
    if cancelled.since[0][1] in same_suit[:1] or turn.seat != (cancelled.seat + 2) % 4:
        return None
    return _only((PASS,), "insufficient-bid", _SILENT_AFTER_LOW, turn.seat)


def _only(calls: Collection[str], rule: str, why: Message, seat: int) -> Restriction:
    seats = {"seat": Seat(seat), "partner": Seat((seat + 2) % 4)}
    return Restriction(calls, Ruling(say(why, **seats), rule))


_PASSES: Final[Message] = "{seat} passed out of turn, and must pass now."
_REPEATS: Final[Message] = "{seat} called out of turn, and must make the same call now."
_SILENT: Final[Message] = "{partner} called out of turn: {seat} must pass."
_NO_DOUBLE: Final[Message] = "{seat} bid too low, and bids higher or passes: no double."
_SILENT_AFTER_LOW: Final[Message] = (
    "{partner} bid too low and then changed the bid: {seat} must pass."
)
CANCELLING: Final = Cancelling("call-out-of-turn", "insufficient-bid", restricts)
"""What follows once the next player has not accepted a call."""
