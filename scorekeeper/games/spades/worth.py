"""What contracts, nils and bags are worth; rules.md#made-contract."""

from collections.abc import Iterable, Sequence
from typing import Any, Final

from scorekeeper.engine import Case, Estimate, Reckoning, Worths, ask, phrase, remedies
from scorekeeper.games.spades.form import NIL_NAMES
from scorekeeper.games.spades.house import House, tricks_in
from scorekeeper.games.spades.remedies import alone, lowest, seats_of

OF_CONTRACT: Final = ("made-contract", "set-contract", "blind", "ten-for-200")


def contract(case: Case[House]) -> Estimate:
    """Ask what a side bid, and what it took."""
    low, most = lowest(case.house), tricks_in(seats_of(case))
    bid = yield remedies.count("bid", "How many tricks did the side bid?", least(case), most)
    took = yield remedies.count("took", "How many tricks did it take?", 0, most)
    own = (bid,) if alone(case) else (low, bid - low)
    deal = played(case, own, took)
    return Reckoning("{points} for {bid} bid and {took} taken.", deal, apart=("bag-penalty",))


def least(case: Case[House]) -> int:
    """Return the lowest that a side may bid."""
    low = lowest(case.house)
    return max(low if alone(case) else 2 * low, case.house.side_min_bid)


def played(case: Case[House], own: Sequence[Any], took: int, **more: Any) -> dict[str, Any]:
    """The deal in which the players of side 0 bid that and took so many tricks together, and all
    others bid the least."""
    players, low = seats_of(case), lowest(case.house)
    left = tricks_in(players) - took
    if alone(case):
        bids = [*own, *[least(case)] * (players - 1)]
        return {"bids": bids, "tricks": [took, left, *[0] * (players - 2)]}
    bids = [own[0], low, own[1], least(case) - low]
    return {"bids": bids, "side_tricks": [took, left], **more}


def nil(case: Case[House]) -> Estimate:
    """Ask for a nil, and how many tricks it took; the partner's contract is left out."""
    known = NIL_NAMES if case.house.double_nil else {"nil": phrase("nil")}
    kind = "nil"
    if len(known) > 1:
        kind = yield ask.one_of("kind", "Which nil?", known)
    return (yield from nil_of(case, kind))


def double_nil(case: Case[House]) -> Estimate:
    """Ask how many tricks a double nil took."""
    return (yield from nil_of(case, "double_nil"))


def nil_of(case: Case[House], bid: str) -> Estimate:
    """Ask how many tricks a nil took."""
    most = tricks_in(seats_of(case))
    took = yield remedies.count("took", "How many tricks did the nil take?", 0, most)
    helping = max(lowest(case.house), case.house.side_min_bid)
    own, side = ((bid,), took) if alone(case) else ((bid, helping), min(took + helping, most))
    return Reckoning(
        "{points} for a nil that took {took} {took:trick|tricks}."
        if bid == "nil"
        else "{points} for a double nil that took {took} {took:trick|tricks}.",
        played(case, own, side, nil_tricks={"0": took}),
        apart=(*OF_CONTRACT, "bags", "bag-penalty", "boston"),
    )


def too_many_bags(case: Case[House]) -> Estimate:
    """Ask how many bags a side has by now: those of the last deal bring the penalty."""
    every, most = case.house.bag_penalty_every, tricks_in(seats_of(case)) - least(case)
    bags = yield remedies.count("bags", "How many bags has the side now?", every, every - 1 + most)
    earlier = max(bags - most, 0)
    return Reckoning(
        "{points} for {bags} bags.",
        bagged(case, bags - earlier),
        before=tuple(bagged(case, n) for n in parts(earlier, most)),
        apart=(*OF_CONTRACT, "bags", "boston"),
    )


def bagged(case: Case[House], bags: int) -> dict[str, Any]:
    """A deal in which side 0 takes so many bags."""
    low, bid = lowest(case.house), least(case)
    return played(case, (bid,) if alone(case) else (low, bid - low), bid + bags)


def parts(of: int, most: int) -> Iterable[int]:
    """Yield parts of a number, none above `most`."""
    for left in range(of, 0, -most):
        yield min(left, most)


WORTH: Final[Worths] = {
    **dict.fromkeys(("scoring", "bags", "made-contract", "set-contract"), contract),
    "nil": nil,
    "double-nil": double_nil,
    "bag-penalty": too_many_bags,
}
