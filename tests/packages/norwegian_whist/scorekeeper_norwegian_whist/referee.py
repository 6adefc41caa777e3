"""Norwegian Whist, the referee: the first to say grand plays it, and nothing is ever trumps."""

from collections.abc import Iterator, Sequence
from typing import Any, Final

from scorekeeper.engine import Pad, say
from scorekeeper.referee import (
    PASS,
    PASSING,
    STANDARD,
    Bidding,
    Context,
    Ranking,
    Ruling,
    ToCall,
    after_dealer,
    ranked,
)

from .scoring import House, NorwegianDeal

GRAND: Final = "grand"
CALLS: Final = ({**PASSING, GRAND: say("grand")},)
SEATS: Final = 4


def ranking(context: Context, plays: Sequence[str]) -> Ranking:
    """Rank the cards of each suit, ace high."""
    return ranked(STANDARD)


def auction(context: Context, dealer: int) -> Bidding:
    """Each says grand or passes, until somebody has said grand; if nobody does, it is nullo."""
    for seat in after_dealer(dealer, SEATS):
        if (yield ToCall(seat, (PASS, GRAND), judge)) == GRAND:
            return {"played": GRAND, "bidder": seat}
    return {"played": "nullo"}


def judge(call: str) -> Ruling | None:
    """Judge a call: grand may be said by anybody whose turn it is."""
    return Ruling(say("Nobody has said grand yet."), "bidding") if call == GRAND else None


def opening(pad: Pad[House], deal: NorwegianDeal) -> Iterator[tuple[str, Any]]:
    """At grand the bidder's right leads, as soon as it is known who bid it, at nullo the dealer's
    left."""
    if deal.played == "nullo":
        yield "leader", (pad.upcoming["dealer"] + 1) % SEATS
    elif deal.bidder is not None:
        yield "leader", (deal.bidder - 1) % SEATS
