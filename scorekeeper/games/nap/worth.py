"""What a bid pays or costs; rules.md#bid-made."""

from typing import Final

from scorekeeper.engine import Case, Estimate, Reckoning, Worths, remedies, say
from scorekeeper.games.nap.scoring import House, bid_of, bids


def bid(case: Case[House]) -> Estimate:
    """Ask for a bid, and whether it was made."""
    called = yield bid_of(bids(case.house)).changed(label=say("What was bid?"))
    made = yield remedies.yes_no("made", "Was it made?", "made", "missed")
    return Reckoning(
        "{points} to the bidder for {bid} {made}.",
        {"declarer": case.filled[0], "bid": called, "made": made},
    )


WORTH: Final[Worths] = dict.fromkeys(("scoring", "bid-made", "bid-lost"), bid)
