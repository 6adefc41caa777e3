"""Noms, the referee: bids rise, the dealer may have to bid, and a first lead is barred.

rules.md#first-lead.
"""

from collections.abc import Iterator
from functools import cache
from typing import Any, Final

from scorekeeper.engine import Pad, Seat, answer_of, next_seat, say
from scorekeeper.games.noms.scoring import LADDER, PACK, House, NomsDeal, bid_name, bids
from scorekeeper.referee import (
    MAY_PASS,
    PASS,
    WHOLE_PACK,
    Allowed,
    Bidding,
    Context,
    HighestBid,
    Ladder,
    Ruling,
    ToCall,
    ToPlay,
    after_dealer,
    card,
    outbidding,
    without_barred,
)

NOMINATED_CARD: Final = card("nominated", WHOLE_PACK, "Named card", "Say which card was named.")


def may_play(turn: ToPlay) -> Allowed | None:
    """Return what the declarer may not lead to the first trick."""
    context, ban = turn.context, turn.context["first_lead_ban"]
    if turn.plays or not context["first_trick"] or ban == "none":
        return None
    if context.need("declarer") != turn.seat:
        return None
    named = context.need("nominated")
    if ban == "card":
        barred, what = [card for card in turn.hand if card == named], say("the named card")
    else:
        barred, what = turn.of(named[1]), say("the suit of the named card")
    not_that = say("The declarer may not lead {what} to the first trick.", what=what)
    # the source doesn't say what a declarer does who holds nothing else
    only_that = say("The declarer holds nothing but {what} and may lead it.", what=what)
    rule = "first-lead"
    return without_barred(turn, barred, Ruling(not_that, rule), Ruling(only_that, rule))


def opening(pad: Pad[House], deal: NomsDeal) -> Iterator[tuple[str, Any]]:
    """The declarer, trumps and the named card; the dealer's left leads to the first trick."""
    yield "leader", next_seat(pad, pad.upcoming["dealer"])
    yield "first_trick", True
    if deal.trump is not None:
        yield "trump", deal.trump
    if deal.nominated is not None:
        yield "nominated", deal.nominated
    yield "declarer", deal.declarer


# --- the bidding --------------------------------------------------------------------------------


@cache
def ladder(size: int) -> Ladder:
    """The bids with so many cards in hand."""
    calls = {str(bid): bid_name(bid) for bid in bids(size)}
    return Ladder({call: height for height, call in enumerate(calls)}, calls, "bidding")


def auction(context: Context, dealer: int) -> Bidding:
    """Ask for bids from the dealer's left on; the dealer must bid if nobody else does."""
    seats = after_dealer(dealer, context["players"], out=context["seats_out"])
    rungs = ladder(PACK // len(seats))

    def turn(stand: HighestBid) -> ToCall:
        # a bid like any other, which may be overcalled: the source does not say
        forced = stand.bid is None and stand.passes == len(seats) - 1
        return to_bid(rungs, stand.seat, stand.bid, forced)

    declarer, bid = yield from outbidding(seats, [*rungs.heights][-1], turn)
    return {"declarer": declarer, "bid": answer_of(bid)}


@cache
def to_bid(rungs: Ladder, seat: int, standing: str | None, forced: bool) -> ToCall:
    """The turn of `seat` over the standing bid; `forced`: as dealer it must bid."""
    template = "Everybody passed, so {seat} as dealer must bid at least {least}."
    must = say(template, seat=Seat(seat), least=LADDER[0])
    on_pass = Ruling(must, "passed-out") if forced else Ruling(MAY_PASS, "bidding")
    calls = rungs.above(standing) if forced else (PASS, *rungs.above(standing))
    return ToCall(
        seat, calls, lambda call: on_pass if call == PASS else rungs.judge(call, standing)
    )
