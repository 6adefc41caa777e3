"""What a bid is worth, made or missed; rules.md#made."""

from typing import Any, Final

from scorekeeper.engine import Case, Estimate, Reckoning, Worths, remedies
from scorekeeper.games.oh_hell import worth
from scorekeeper.games.wizard.scoring import House, deals_of


def bid(case: Case[House]) -> Estimate:
    """Ask what was bid and taken, in the first hand that is large enough."""
    players = len(case.filled)
    most = deals_of(case.house, players)
    called = yield remedies.count("bid", "How many tricks were bid?", 0, most)
    took = yield remedies.count("took", "How many were taken?", 0, most)
    size = max(called, took, 1)
    return Reckoning(
        "{points} for {bid} bid and {took} taken.",
        hand(players, size, called, took),
        before=tuple(hand(players, one, 0, 0) for one in range(1, size)),
    )


def hand(players: int, size: int, called: int, took: int) -> dict[str, Any]:
    """A hand in which seat 0 bids and takes so many."""
    same = worth.hand(players, size, called, took)
    return {"bid": same["bids"], "tricks": same["tricks"]}


WORTH: Final[Worths] = dict.fromkeys(("made", "missed"), bid)
