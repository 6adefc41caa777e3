"""What a bid is worth, made or missed; rules.md#exact-bid."""

from typing import Any, Final

from scorekeeper.engine import Case, Estimate, Reckoning, Worths, remedies
from scorekeeper.games.oh_hell.hands import House, down_and_up


def bid(case: Case[House]) -> Estimate:
    """Ask what was bid and taken, in the first of the largest hands."""
    players = len(case.filled)
    sizes = case.house.hand_sizes or down_and_up(players, case.house.packs)
    size = max(sizes)
    called = yield remedies.count("bid", "How many tricks were bid?", 0, size)
    took = yield remedies.count("took", "How many were taken?", 0, size)
    return Reckoning(
        "{points} for {bid} bid and {took} taken.",
        hand(players, size, called, took),
        before=tuple(hand(players, one, 0, 0) for one in sizes[: sizes.index(size)]),
    )


def hand(players: int, size: int, called: int, took: int) -> dict[str, Any]:
    """A hand in which seat 0 bids and takes so many, and all others bid as many as there are, which
    no rule about the dealer's bid forbids."""
    others = players - 1
    return {"bids": [called, *[size] * others], "tricks": [took, size - took, *[0] * (others - 1)]}


WORTH: Final[Worths] = dict.fromkeys(("exact-bid", "missed-bid"), bid)
