"""Twenty-Eight, the bidding: upwards for card points; rules.md#bidding."""

from functools import cache
from typing import Final

from scorekeeper.engine import say, seat_step
from scorekeeper.games.twenty_eight.scoring import IN_PACK, LEAST
from scorekeeper.referee import (
    PASS,
    Bidding,
    Context,
    HighestBid,
    Ladder,
    Ruling,
    ToCall,
    after_dealer,
    outbidding,
)

LADDER: Final = Ladder(
    heights={str(bid): bid for bid in range(LEAST, IN_PACK + 1)},
    names={str(bid): bid for bid in range(LEAST, IN_PACK + 1)},
    rule="bidding",
)


def auction(context: Context, dealer: int) -> Bidding:
    """Ask for bids from the player beside the dealer on, who must bid."""
    seats = after_dealer(dealer, step=seat_step(context))

    def turn(stand: HighestBid) -> ToCall:
        over_partner = stand.bidder is not None and (stand.seat - stand.bidder) % 4 == 2
        least = context["partner_overcall_min"] if over_partner else None
        return to_bid(stand.seat, stand.bid, least or LEAST)

    final = context["pass_is_final"]
    declarer, bid = yield from outbidding(seats, str(IN_PACK), turn, final)
    return {"declarer": declarer, "bid": int(bid)}


@cache
def to_bid(seat: int, standing: str | None, least: int) -> ToCall:
    """Ask a seat for a call over the highest bid; `least` is the lowest that outbids it."""
    bids = tuple(bid for bid in LADDER.above(standing) if int(bid) >= least)
    must = say("The first player must bid at least {least}.", least=LEAST)
    too_low = Ruling(
        say("Over the partner's bid, at least {least} is needed.", least=least), "bidding"
    )

    def judge(call: str) -> Ruling | None:
        if call == PASS:
            return None if standing else Ruling(must, "bidding")
        ruling = LADDER.judge(call, standing)
        return too_low if ruling and int(call) < least else ruling

    return ToCall(seat, (PASS, *bids) if standing else bids, judge)
