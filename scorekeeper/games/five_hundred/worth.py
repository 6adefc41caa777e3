"""What a bid is worth, made or missed, and what its defenders get; rules.md#bid-made."""

from collections.abc import Generator
from typing import Any, Final

from scorekeeper.engine import Case, Choice, Estimate, Reckoning, Worths, remedies, say
from scorekeeper.games.five_hundred.house import House
from scorekeeper.games.five_hundred.scoring import TRICKS, ZERO_BIDS_BY_OPTION, bid_among

Made = Generator[Any, Any, dict[str, Any]]
"""Asks for what was bid and taken, returns the deal."""


def bids(house: House) -> Choice:
    """Ask for a bid that the table plays."""
    no_sixes = house.min_bid == "7S" and house.inkle in ("off", "signal")
    return bid_among(house.nullos, no_sixes).changed(label=say("What was bid?"))


def bid(case: Case[House]) -> Estimate:
    """Ask for a bid and its tricks; the points are the bidders'."""
    return (yield from bidders(bids(case.house)))


def zero_bid(case: Case[House]) -> Estimate:
    """Ask for a bid to take no tricks, and the tricks all the same."""
    return (yield from bidders(zeros(case.house)))


def defenders(case: Case[House]) -> Estimate:
    """Ask for a bid and its tricks; the points are the defenders'."""
    return (yield from against(bids(case.house)))


def defenders_of_zero(case: Case[House]) -> Estimate:
    """Ask for a bid to take no tricks, and the tricks all the same; the points are the
    defenders'."""
    return (yield from against(zeros(case.house)))


def zeros(house: House) -> Choice:
    """Ask for a zero bid that the table plays."""
    asked = bids(house)
    keys = tuple(key for key in asked.keys if key.value in ZERO_BIDS_BY_OPTION[house.nullos])
    return Choice(path=asked.path, label=asked.label, keys=keys)


def bidders(asked: Choice) -> Estimate:
    """Say what the bid brings or costs its side."""
    deal = yield from played(asked)
    return Reckoning("{points} for {bid} with {tricks} {tricks:trick|tricks}.", deal)


def against(asked: Choice) -> Estimate:
    """Say what the defenders get."""
    deal = yield from played(asked)
    return Reckoning(
        "{points} to the defenders of {bid}, where the bidders took {tricks}.", deal, side=1
    )


def played(asked: Choice) -> Made:
    """Ask for the bid, then for the tricks."""
    called = yield asked
    tricks = yield remedies.count("tricks", "How many tricks did the bidders take?", 0, TRICKS)
    return {"bid": called, "declarer": 0, "tricks": tricks}


WORTH: Final[Worths] = {
    **dict.fromkeys(("scoring", "bid-made", "bid-lost", "slam"), bid),
    **dict.fromkeys(("nullo-made", "nullo-lost"), zero_bid),
    "defenders-tricks": defenders,
    "nullo-defenders": defenders_of_zero,
}
