"""Solo Whist, the referee: props are copped, and higher bids end an alliance.

rules.md#prop-and-cop.
"""

from collections import deque
from collections.abc import Generator, Iterator
from functools import cache
from typing import Any, Final, NamedTuple

from scorekeeper.engine import Pad, Sentence, next_seat, say
from scorekeeper.games.solo_whist.scoring import (
    ABUNDANCES,
    CONTRACTS,
    House,
    SoloWhistDeal,
    name_of,
)
from scorekeeper.referee import (
    MAY_PASS,
    NO_TRUMP,
    PASS,
    PASSED_OUT,
    PASSING,
    Bidding,
    Context,
    Ladder,
    Ruling,
    ToCall,
    after_dealer,
)


def opening(pad: Pad[House], deal: SoloWhistDeal) -> Iterator[tuple[str, Any]]:
    """No trumps in a misère and in a slam, to which the declarer leads; else the dealer's left."""
    yield "leader", next_seat(pad, pad.upcoming["dealer"])
    if CONTRACTS[deal.contract].trumps == "none":
        yield "trump", NO_TRUMP
    declarer_leads = pad.options.abundance_leads == "declarer"
    if deal.contract == "slam" or (declarer_leads and deal.contract in ABUNDANCES):
        yield "leader", deal.declarers[0]


# --- the bidding --------------------------------------------------------------------------------

PROP: Final = "prop"
COP: Final = "cop"
HIGHER: Final = [contract for contract in CONTRACTS if contract != "prop_cop"]
LADDER: Final = Ladder(
    heights={bid: height for height, bid in enumerate((PROP, *HIGHER))},
    names={PROP: say(PROP), **{bid: name_of(bid) for bid in HIGHER}},
    rule="bidding",
)


CALLS: Final = ({PROP: say(PROP), COP: say(COP), **LADDER.calls}, PASSING)


class StandingBid(NamedTuple):
    """The highest bid, who made it, and who has joined in it by copping a prop."""

    bid: str | None = None
    bidder: int = -1
    partner: int | None = None

    @property
    def allies(self) -> tuple[int, ...]:
        """The seats that would play the bid."""
        return (self.bidder,) if self.partner is None else (self.bidder, self.partner)


def auction(context: Context, dealer: int) -> Bidding:
    """Ask everybody who has not passed, round and round, until only the players of one bid are
    left."""
    waiting = deque(after_dealer(dealer))
    stand = StandingBid()
    while any(seat not in stand.allies for seat in waiting):
        seat = waiting.popleft()
        call = yield to_bid(seat, stand)
        if call == COP:
            stand = stand._replace(partner=seat)
        elif call != PASS:
            stand = StandingBid(call, seat)
        # the source: who has passed cannot rejoin, save to cop a prop in the end
        if call != PASS:
            waiting.append(seat)
    if stand.bid == PROP and stand.partner is None:
        stand = yield from unanswered(stand, dealer, context["eldest_cop"])
    if stand.bid is None:
        return PASSED_OUT
    contract = "prop_cop" if stand.bid == PROP else stand.bid
    return {"contract": contract, "declarers": list(stand.allies)}


def unanswered(
    stand: StandingBid, dealer: int, eldest_cop: str
) -> Generator[ToCall, str, StandingBid]:
    """Ask again where all others passed over a prop: the player who spoke first may still cop, then
    its maker may raise."""
    eldest, second = (dealer + 1) % 4, (dealer + 2) % 4
    if stand.bidder == second or (eldest_cop == "any_prop" and stand.bidder != eldest):
        call = yield ToCall(eldest, (PASS, COP), ON_LATE_COP.get)
        if call == COP:
            return stand._replace(partner=eldest)
    # in the source a prop that nobody accepts may become any higher bid, or the deal is abandoned
    raised = yield to_bid(stand.bidder, stand)
    return StandingBid() if raised == PASS else StandingBid(raised, stand.bidder)


@cache
def to_bid(seat: int, stand: StandingBid) -> ToCall:
    """Ask a seat for a call over the highest bid."""
    barred = no_cop(seat, stand)

    def judge(call: str) -> Ruling | None:
        if call == COP:
            return Ruling(barred or say("The prop may be copped."), "prop-and-cop")
        return LADDER.judge(call, stand.bid)

    cop = () if barred else (COP,)
    return ToCall(seat, (PASS, *cop, *LADDER.above(stand.bid)), judge)


def no_cop(seat: int, stand: StandingBid) -> Sentence | None:
    """Return why a seat may not cop; None if it may."""
    if stand.bid != PROP:
        return say("There is no prop to cop.")
    if stand.partner is not None:
        return say("The prop is copped already.")
    return say("No one can cop their own prop.") if seat == stand.bidder else None


ON_LATE_COP: Final = {
    PASS: Ruling(MAY_PASS, "prop-and-cop"),
    COP: Ruling(say("The first player to speak may still cop after passing."), "prop-and-cop"),
    **{
        bid: Ruling(say("After passing, a player can only cop."), "prop-and-cop")
        for bid in LADDER.heights
    },
}
