"""Solo Whist for the referee: prop, cop and what stands above them; games.md, solo-whist 6."""

from collections import deque
from collections.abc import Generator
from functools import cache
from typing import Final, NamedTuple

from scorekeeper.referee.auction import PASS, PASSED_OUT, Auction, Bidding, ToCall
from scorekeeper.referee.context import TRUMP, Context, Ruling
from scorekeeper.referee.ladder import MAY_PASS, Ladder
from scorekeeper.referee.ranking import ace_high
from scorekeeper.referee.tricks import Play
from scorekeeper.sentences import Sentence, say

NAMES: Final = {
    "prop": "prop",
    "solo": "solo",
    "misere": "misère",
    "abundance": "abundance",
    "abundance_trump": "abundance in trump",
    "misere_ouverte": "misère ouverte",
    "slam": "slam",
}
PROP: Final = "prop"
COP: Final = "cop"
LADDER: Final = Ladder(
    heights={bid: height for height, bid in enumerate(NAMES)},
    names={bid: say(name) for bid, name in NAMES.items()},
    rule="bidding",
)


class Stand(NamedTuple):
    """The highest bid, who made it (`bidder`), and who joined it by copping a prop."""

    bid: str | None = None
    bidder: int = -1
    partner: int | None = None

    @property
    def allies(self) -> tuple[int, ...]:
        """Those who would play the bid."""
        return (self.bidder,) if self.partner is None else (self.bidder, self.partner)


def auction(context: Context, dealer: int) -> Bidding:
    """games.md, solo-whist 6: round and round among those who have not passed."""
    eldest = (dealer + 1) % 4
    waiting = deque((dealer + n) % 4 for n in range(1, 5))
    stand = Stand()
    while any(seat not in stand.allies for seat in waiting):
        seat = waiting.popleft()
        call = yield _to_bid(seat, stand)
        if call == COP:
            stand = stand._replace(partner=seat)
        elif call != PASS:
            stand = Stand(call, seat)
        if call != PASS:
            waiting.append(seat)
    if stand.bid == PROP and stand.partner is None:
        stand = yield from _unanswered(stand, eldest, dealer, context["eldest_cop"])
    if stand.bid is None:
        return PASSED_OUT
    contract = "prop_cop" if stand.bid == PROP else stand.bid
    return {"contract": contract, "declarers": list(stand.allies)}


def _unanswered(
    stand: Stand, eldest: int, dealer: int, eldest_cop: str
) -> Generator[ToCall, str, Stand]:
    """All others passed over a prop: the first to speak may still cop, then its maker raise."""
    second = (dealer + 2) % 4
    if stand.bidder == second or (eldest_cop == "any_prop" and stand.bidder != eldest):
        call = yield ToCall(eldest, (PASS, COP), _ON_LATE_COP.get)
        if call == COP:
            return stand._replace(partner=eldest)
    raised = yield _to_bid(stand.bidder, stand)
    return Stand() if raised == PASS else Stand(raised, stand.bidder)


@cache
def _to_bid(seat: int, stand: Stand) -> ToCall:
    on_cop = _on_cop(seat, stand)
    cop = () if on_cop else (COP,)

    def judge(call: str) -> Ruling | None:
        if call == PASS:
            return Ruling(MAY_PASS, "bidding")
        if call == COP:
            return Ruling(on_cop or say("The prop may be copped."), "prop-and-cop")
        return LADDER.judge(call, stand.bid)

    return ToCall(seat, (PASS, *cop, *LADDER.above(stand.bid)), judge)


def _on_cop(seat: int, stand: Stand) -> Sentence | None:
    """Why the seat cannot cop; None if it can."""
    if stand.bid != PROP:
        return say("There is no prop to cop.")
    if stand.partner is not None:
        return say("The prop is copped already.")
    return say("Nobody cops his own prop.") if seat == stand.bidder else None


_ON_LATE_COP: Final = {
    PASS: Ruling(MAY_PASS, "prop-and-cop"),
    COP: Ruling(say("Who spoke first may still cop after passing."), "prop-and-cop"),
    **{
        bid: Ruling(say("After a pass nothing but a cop is left."), "prop-and-cop") for bid in NAMES
    },
}

PLAY: Final = Play(ace_high, keys=(TRUMP,))
AUCTION: Final = Auction(auction, "bidding")
