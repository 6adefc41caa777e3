"""A bid that counts as made or missed because of a fault; rules.md#revoke."""

from collections.abc import Generator, Mapping
from typing import Any, Final, NamedTuple

import msgspec

from scorekeeper.engine import (
    Case,
    Inquiry,
    Message,
    Remedy,
    Seat,
    Side,
    Table,
    Value,
    ask,
    phrase,
    remedies,
    say,
)
from scorekeeper.games.five_hundred.bids import BIDS, TRICKS, VALUES, ZERO_BIDS
from scorekeeper.games.five_hundred.form import FiveHundred, PlayedContract, bid_among
from scorekeeper.games.five_hundred.house import House
from scorekeeper.games.five_hundred.scoring import defended, score

# --- the deal -----------------------------------------------------------------------------------


def entered(case: Case[House]) -> dict[str, Any]:
    """Return what is entered of the deal."""
    return {name: value for name, value in case.entry.items() if value is not None}


def nobody_bid(case: Case[House]) -> Generator[Any, Any, bool]:
    """Return whether the deal is played without a contract, as it is entered, or ask for it."""
    entry = entered(case)
    known = entry.get("passed_out") or entry.keys() & {"bid", "declarer"}
    if known or case.house.all_pass == "throw_in":
        return bool(entry.get("passed_out"))
    return not (yield remedies.yes_no("contract", "Did anybody bid?"))


def declarer_of(case: Case[House]) -> Generator[Any, Any, int]:
    """Return the declarer, as it is entered, or ask for it."""
    known = case.entry.get("declarer")
    if isinstance(known, int):
        return known
    return int((yield remedies.who(case, "Who is the declarer?", "declarer")))


def is_over(case: Case[House]) -> Generator[Any, Any, bool]:
    """Return whether the deal is over: its tricks are entered; or ask for it."""
    if entered(case).keys() & {"tricks", "side_tricks"}:
        return True
    return bool((yield remedies.yes_no("over", "Is the deal over?", no="Not yet")))


def bid_of(case: Case[House], over: bool | None) -> Generator[Any, Any, Any]:
    """Return the bid, as it is entered; of a deal that is `over` ask for it. None: it is not known,
    `NOBODY`: the deal was played without one."""
    bid = case.entry.get("bid")
    if bid in VALUES or not over:
        return bid if bid in VALUES else None
    house = case.house
    no_sixes = house.min_bid == "7S" and house.inkle in ("off", "signal")
    asked = bid_among(house.nullos, house.open_misere, no_sixes, len(case.sides) == 2)
    nobody = [ask.key(NOBODY, say("Nobody bid"))] if house.all_pass == "no_contract" else []
    if "declarer" in entered(case):
        nobody = []
    keys = (*asked.keys, *nobody)
    return (yield msgspec.structs.replace(asked, label=say("What was bid?"), keys=keys))


NOBODY: Final = "nobody"


def tricks_of(case: Case[House], side: int) -> Generator[Any, Any, int]:
    """Return the tricks of a side, as they are entered, or ask for them."""
    known = case.entry.get("tricks")
    if known is not None:
        return int(known)
    return int((yield remedies.count("tricks", _TOOK, 0, TRICKS, side=Side(side))))


def played(
    case: Case[House], declarer: int, bid: str
) -> Generator[Any, Any, PlayedContract | None]:
    """Return a contract with its tricks, or ask for these; None while the deal goes on. Of three
    players the tricks of each must be entered."""
    side = case.side_of(declarer)
    if len(case.sides) > 2:
        taken = whole_tricks(case)
        return PlayedContract(bid, declarer, side, taken) if taken else None
    # of a bid that was asked for the deal is over
    if case.entry.get("bid") == bid and not (yield from is_over(case)):
        return None
    tricks = yield from tricks_of(case, side)
    return FiveHundred(bid=bid, declarer=declarer, tricks=tricks).contract


_TOOK: Final[Message] = "How many tricks did {side} take?"


def whole_tricks(case: Case[House]) -> tuple[int, ...] | None:
    """Return the tricks of all sides; None where they are not all entered."""
    tricks = case.entry.get("side_tricks")
    if not isinstance(tricks, list | tuple) or None in tricks:
        return None
    return tuple(map(int, tricks))


def points_of(case: Case[House], contract: PlayedContract) -> dict[int, int]:
    """Return what a contract brings each side by its tricks."""
    deal = FiveHundred(bid=contract.bid, declarer=contract.declarer, **by_tricks(contract))
    return scored(case, deal)


def scored(case: Case[House], deal: FiveHundred) -> dict[int, int]:
    """Return what a deal brings each side."""
    points = dict.fromkeys(range(len(case.sides)), 0)
    for line in score(Table(None, case.house, case.sides, case.filled), deal):
        points[line.side] += line.points
    return points


def by_tricks(contract: PlayedContract) -> dict[str, Any]:
    """Return the field that the tricks of a contract are entered in."""
    if len(contract.taken) > 2:
        return {"side_tricks": contract.taken}
    return {"tricks": contract.tricks}


# --- the fault ----------------------------------------------------------------------------------


class Fault(NamedTuple):
    """A fault that decides whether the bid is made: its rule, whether the defenders score for their
    tricks if it is, whether the bid is asked for where it is not entered, and how to come back once
    the deal is."""

    rule: str
    defenders_score: bool
    asks_bid: bool
    again: Message


REVOKE: Final = Fault(
    "revoke",
    defenders_score=False,
    asks_bid=True,
    again=phrase("Enter the deal as it was played, then choose “Revoke” again for the points."),
)
WRONG_HAND: Final = Fault(
    "wrong-number-of-cards",
    defenders_score=True,
    # six questions are enough: whose hand was wrong, and how, is already asked
    asks_bid=False,
    again=phrase(
        "Enter the deal as it was played, then choose “Wrong cards” again for the points."
    ),
)


def at_fault(case: Case[House], seat: Seat, fault: Fault) -> Inquiry:
    """Count the bid as missed if its own side is at fault, as made if a defender is."""
    # with three players the tricks of each must be entered, and with them the bid
    two = len(case.sides) == 2
    asks = fault.asks_bid and two and case.entry.get("bid") not in VALUES
    over = (yield from is_over(case)) if asks else None
    out = entered(case).get("passed_out")
    bid = None if out else (yield from bid_of(case, over))
    if bid == NOBODY or (bid is None and (yield from nobody_bid(case))):
        return (yield from without_contract(case, seat, fault, over))
    declarer = yield from declarer_of(case)
    return (yield from counted(case, declarer, case.side_of(seat), fault, bid))


def counted(
    case: Case[House], declarer: int, guilty: Side, fault: Fault, bid: str | None = None
) -> Inquiry:
    """Count the bid as made or missed, whatever the tricks; rules.md#revoke. `bid` is the one that
    was asked for (None: the one entered)."""
    bid = bid or (yield from bid_of(case, None))
    contract = (yield from played(case, declarer, bid)) if bid else None
    side = case.side_of(declarer)
    made = guilty != side
    nothing = made and not fault.defenders_score
    alone = len(case.sides) > 2
    other = guilty if made else next(Side(one) for one in range(len(case.sides)) if one != side)
    if contract is None:
        ruling = say((_COUNTS_ALONE if alone else _COUNTS)[made, nothing], side=other)
        return Remedy(ruling, fault.rule, (say(fault.again),))
    was, due = points_of(case, contract), {}
    for one in was:
        if one != side:
            silent = nothing and one == guilty
            due[one] = 0 if silent else defended(case.house, contract, one, made)
        elif contract.is_made == made:
            due[one] = was[one]
        else:
            due[one] = VALUES[contract.bid] if made else -VALUES[contract.bid]
    written = as_written(case.house, contract, made)
    has = points_of(case, written)
    fields = {"bid": written.bid, "declarer": declarer, **by_tricks(written)}
    told = (_WORTH_ALONE if alone else _WORTH)[made, nothing]
    return Remedy(
        say(told, side=side, other=other, n=abs(due[side]), points=due[other]),
        fault.rule,
        changes={name: value for name, value in fields.items() if value != as_entered(case, name)},
        points={one: due[one] - has[one] for one in due if due[one] != has[one]},
    )


def as_entered(case: Case[House], name: str) -> Any:
    """Return a field of the entry; a list as the tuple that a deal has."""
    value: Any = case.entry.get(name)
    return tuple(value) if isinstance(value, list) else value


# by whether the bid is made, and whether the defenders score nothing
_COUNTS: Final[Mapping[tuple[bool, bool], Message]] = {
    (True, True): "The bid counts as made, and {side} score nothing.",
    (True, False): "The bid counts as made, and {side} score for the tricks as they were played.",
    (
        False,
        False,
    ): "The bid counts as missed, and {side} score for the tricks as they were played.",
}
_WORTH: Final[Mapping[tuple[bool, bool], Message]] = {
    (True, True): "The bid counts as made: {side} score {n}, {other} nothing.",
    (True, False): "The bid counts as made: {side} score {n}, {other} {points}.",
    (False, False): "The bid counts as missed: {side} lose {n}, {other} score {points}.",
}
# where each plays alone
_COUNTS_ALONE: Final[Mapping[tuple[bool, bool], Message]] = {
    (True, True): "The bid counts as made, and {side} scores nothing.",
    (True, False): "The bid counts as made, and the others score for the tricks they took.",
    (False, False): "The bid counts as missed, and the others score for the tricks they took.",
}
_WORTH_ALONE: Final[Mapping[tuple[bool, bool], Message]] = {
    (True, True): "The bid counts as made: {side} scores {n}, {other} nothing.",
    (True, False): "The bid counts as made: {side} scores {n}.",
    (False, False): "The bid counts as missed: {side} loses {n}.",
}


def as_written(house: House, contract: PlayedContract, made: bool) -> PlayedContract:
    """Return the contract as it is entered: where only one that is made wins, with tricks that just
    make or miss it; rules.md#revoke."""
    if contract.is_made == made or house.win_by == "reaching":
        return contract
    zero = contract.bid in ZERO_BIDS
    least = 0 if zero else BIDS[contract.bid].level
    return with_tricks(contract, least if made else 1 if zero else least - 1)


def with_tricks(contract: PlayedContract, tricks: int) -> PlayedContract:
    """Return the contract with so many tricks of its side; what that moves, the others give or
    get, the first of them that can."""
    taken, left = [*contract.taken], contract.tricks - tricks
    taken[contract.side] = tricks
    for side in range(len(taken)):
        if side != contract.side:
            moved = max(left, -taken[side])
            taken[side] += moved
            left -= moved
    return contract._replace(taken=tuple(taken))


def without_contract(
    case: Case[House], seat: Seat, fault: Fault, over: bool | None = None
) -> Inquiry:
    """Take off what a side scored in a deal without a contract; rules.md#revoke."""
    side, tricks = case.side_of(seat), whole_tricks(case)
    alone = len(case.sides) > 2
    template: Message = "{side} score nothing in this deal."
    if alone:
        template = "{side} scores nothing in this deal."
    ruling = say(template, side=side)
    changes: dict[str, Value] = {}
    if tricks is None and (alone or not over):
        return Remedy(ruling, fault.rule, (say(fault.again),))
    if tricks is None:
        took = yield remedies.count("tricks", _TOOK, 0, TRICKS, side=side)
        tricks = (took, TRICKS - took) if side == 0 else (TRICKS - took, took)
        changes = {"passed_out": True, "side_tricks": [*tricks]}
    points = scored(case, FiveHundred(passed_out=True, side_tricks=tricks))[side]
    return Remedy(ruling, fault.rule, changes=changes, points={side: -points} if points else {})
