"""What a bid is worth, made or missed; rules.md#bid-made."""

from typing import Final

from scorekeeper.engine import Case, Estimate, Reckoning, Worths, remedies, say
from scorekeeper.games.twenty_eight.scoring import SINGLE, House, bids


def bid(case: Case[House]) -> Estimate:
    """Ask for a bid, and whether it was made."""
    house = case.house
    asked = bids(house.scoring, house.min_bid, house.single_hand)
    called = yield asked.changed(label=say("What was bid?"))
    made = yield remedies.yes_no("made", "Was it made?", "made", "missed")
    return Reckoning(
        "{points} for a {bid} {made}."
        if called == SINGLE
        else "{points} for a bid of {bid} {made}.",
        {"declarer": 0, "bid": called, "made": made},
    )


WORTH: Final[Worths] = dict.fromkeys(("scoring", "bid-made", "bid-lost"), bid)
