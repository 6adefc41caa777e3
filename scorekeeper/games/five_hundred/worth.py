"""What a bid is worth, made or missed, and what its defenders get; rules.md#bid-made."""

from collections.abc import Generator
from typing import Any, Final

from scorekeeper.engine import Case, Choice, Estimate, Reckoning, Worths, remedies, say
from scorekeeper.games.five_hundred.bids import TRICKS, zero_bids
from scorekeeper.games.five_hundred.form import bid_among
from scorekeeper.games.five_hundred.house import House

Made = Generator[Any, Any, dict[str, Any]]
"""Asks for what was bid and taken, returns the deal."""


def bids(case: Case[House]) -> Choice:
    """Ask for a bid that the table plays."""
    house = case.house
    no_sixes = house.min_bid == "7S" and house.inkle in ("off", "signal")
    asked = bid_among(house.nullos, house.open_misere, no_sixes, partners(case))
    return asked.changed(label=say("What was bid?"))


def partners(case: Case[House]) -> bool:
    """Return whether two play together; three players each play alone."""
    return len(case.sides) == 2


def bid(case: Case[House]) -> Estimate:
    """Ask for a bid and its tricks; the points are the bidders'."""
    return (yield from bidders(case, bids(case)))


def zero_bid(case: Case[House]) -> Estimate:
    """Ask for a bid to take no tricks, and the tricks all the same."""
    return (yield from bidders(case, zeros(case)))


def defenders(case: Case[House]) -> Estimate:
    """Ask for a bid and its tricks; the points are the defenders'."""
    return (yield from against(case, bids(case)))


def defenders_of_zero(case: Case[House]) -> Estimate:
    """Ask for a bid to take no tricks, and the tricks all the same; the points are the
    defenders'."""
    return (yield from against(case, zeros(case)))


def zeros(case: Case[House]) -> Choice:
    """Ask for a zero bid that the table plays."""
    asked, house = bids(case), case.house
    zero = zero_bids(house.nullos, house.open_misere, partners(case))
    keys = tuple(key for key in asked.keys if key.value in zero)
    return Choice(path=asked.path, label=asked.label, keys=keys)


def bidders(case: Case[House], asked: Choice) -> Estimate:
    """Say what the bid brings or costs its side."""
    deal = yield from played(case, asked)
    return Reckoning("{points} for {bid} with {tricks} {tricks:trick|tricks}.", deal)


def against(case: Case[House], asked: Choice) -> Estimate:
    """Say what the defenders get."""
    deal = yield from played(case, asked)
    return Reckoning(
        "{points} to the defenders of {bid}, where the bidders took {tricks}."
        if partners(case)
        else "{points} to a defender with all other tricks, where {bid} took {tricks}.",
        deal,
        side=1,
    )


def played(case: Case[House], asked: Choice) -> Made:
    """Ask for the bid, then for the tricks."""
    called = yield asked
    tricks = yield remedies.count("tricks", "How many tricks did the bidders take?", 0, TRICKS)
    if partners(case):
        return {"bid": called, "declarer": 0, "tricks": tricks}
    return {"bid": called, "declarer": 0, "side_tricks": [tricks, TRICKS - tricks, 0]}


WORTH: Final[Worths] = {
    **dict.fromkeys(("scoring", "bid-made", "bid-lost", "slam"), bid),
    **dict.fromkeys(("nullo-made", "nullo-lost"), zero_bid),
    "defenders-tricks": defenders,
    "nullo-defenders": defenders_of_zero,
}
