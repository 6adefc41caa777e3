"""What contracts, nils and bags are worth; rules.md#made-contract."""

from collections.abc import Iterable
from typing import Any, Final

from scorekeeper.engine import Case, Estimate, Reckoning, Worths, ask, phrase, remedies
from scorekeeper.games.spades.house import House
from scorekeeper.games.spades.remedies import lowest
from scorekeeper.games.spades.scoring import NIL_NAMES, TRICKS

OF_CONTRACT: Final = ("made-contract", "set-contract")


def contract(case: Case[House]) -> Estimate:
    """Ask what a side bid, and what it took."""
    low = lowest(case.house)
    bid = yield remedies.count("bid", "How many tricks did the side bid?", 2 * low, TRICKS)
    took = yield remedies.count("took", "How many tricks did it take?", 0, TRICKS)
    return Reckoning(
        "{points} for {bid} bid and {took} taken.",
        {"bids": [low, low, bid - low, low], "side_tricks": [took, TRICKS - took]},
        apart=("bag-penalty",),
    )


def nil(case: Case[House]) -> Estimate:
    """Ask for a nil, and how many tricks it took; the partner's contract is left out."""
    played = NIL_NAMES if case.house.double_nil else {"nil": phrase("nil")}
    kind = "nil"
    if len(played) > 1:
        kind = yield ask.one_of("kind", "Which nil?", played)
    return (yield from nil_of(case, kind))


def double_nil(case: Case[House]) -> Estimate:
    """Ask how many tricks a double nil took."""
    return (yield from nil_of(case, "double_nil"))


def nil_of(case: Case[House], bid: str) -> Estimate:
    """Ask how many tricks a nil took."""
    low = lowest(case.house)
    took = yield remedies.count("took", "How many tricks did the nil take?", 0, TRICKS)
    side = min(took + low, TRICKS)
    return Reckoning(
        "{points} for a nil that took {took} {took:trick|tricks}."
        if bid == "nil"
        else "{points} for a double nil that took {took} {took:trick|tricks}.",
        {
            "bids": [bid, low, low, low],
            "side_tricks": [side, TRICKS - side],
            "nil_tricks": {"0": took},
        },
        apart=(*OF_CONTRACT, "bags", "bag-penalty"),
    )


def too_many_bags(case: Case[House]) -> Estimate:
    """Ask how many bags a side has by now: those of the last deal bring the penalty."""
    low, every = lowest(case.house), case.house.bag_penalty_every
    most = TRICKS - 2 * low
    bags = yield remedies.count("bags", "How many bags has the side now?", every, every - 1 + most)
    earlier = max(bags - most, 0)
    return Reckoning(
        "{points} for {bags} bags.",
        bagged(low, bags - earlier),
        before=tuple(bagged(low, n) for n in parts(earlier, most)),
        apart=(*OF_CONTRACT, "bags"),
    )


def bagged(low: int, bags: int) -> dict[str, Any]:
    """A deal in which side 0 takes so many bags."""
    taken = 2 * low + bags
    return {"bids": [low] * 4, "side_tricks": [taken, TRICKS - taken]}


def parts(of: int, most: int) -> Iterable[int]:
    """Yield parts of a number, none above `most`."""
    for left in range(of, 0, -most):
        yield min(left, most)


WORTH: Final[Worths] = {
    **dict.fromkeys(("scoring", "bags", *OF_CONTRACT), contract),
    "nil": nil,
    "double-nil": double_nil,
    "bag-penalty": too_many_bags,
}
