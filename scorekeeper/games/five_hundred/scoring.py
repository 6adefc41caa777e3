"""Five Hundred: who bids for ten tricks, and what that brings; rules.md#auction.

Cat bids 7 hearts, worth 200, and takes 8 tricks with Ann: 200 to them, 2 × 10 to the others.
"""

from collections.abc import Iterable, Iterator
from typing import Literal

from scorekeeper.engine import (
    Fact,
    Line,
    Outcome,
    Pad,
    Phrase,
    Seat,
    Sentence,
    Side,
    Standing,
    Table,
    Warn,
    cached_lines,
    fallen_to_limit,
    far_over,
    far_short,
    known,
    leaders,
    say,
    won,
)
from scorekeeper.games.five_hundred.bids import (
    BIDS,
    EACH_TRICK,
    PLAYED_ALONE,
    SLAM,
    TRICKS,
    VALUES,
    ZERO_BIDS,
    ZERO_NAMES,
    bid_name,
)
from scorekeeper.games.five_hundred.form import FiveHundred, PlayedContract
from scorekeeper.games.five_hundred.house import House

# --- what it brings -----------------------------------------------------------------------------


def score(table: Table[tuple[int, ...] | None, House], deal: FiveHundred) -> list[Line]:
    """Return the points of side 0, then those of the others, whoever declared;
    rules.md#bid-made."""
    house = table.house
    if deal.passed_out:
        passed = all_passed_lines(deal.side_tricks, len(table.sides), house.all_pass)
        return [capped(house, table.state, line) for line in passed]
    contract = deal.contract
    lines: list[Line] = []
    for side in range(len(contract.taken)):
        if side == contract.side:
            lines += bidders_lines(contract, house.slam_bonus, house.overtrick_value)
        else:
            lines.append(capped(house, table.state, defence(house, contract, side)))
    return lines


@cached_lines
def all_passed_lines(
    taken: tuple[int, ...] | None, sides: int, all_pass: Literal["throw_in", "no_contract"]
) -> Iterator[Line]:
    """Yield the points where nobody bid: nothing, or ten points for each trick."""
    for side in range(sides):
        if all_pass == "throw_in":
            yield Line(side, 0, say("scored nothing: nobody bid"), "passed-out")
        else:
            n = known(taken)[side]
            text = say("took {n} {n:trick|tricks} without a contract", n=n)
            yield Line(side, EACH_TRICK * n, text, "no-contract")


@cached_lines
def bidders_lines(contract: PlayedContract, slam_bonus: bool, overtrick: int) -> Iterator[Line]:
    """Yield what the bid brings or costs its side, and what the tricks above it bring."""
    bid, side, tricks = contract.bid, contract.side, contract.tricks
    value, values = VALUES[bid], {"bid": BIDS.get(bid) or Phrase(ZERO_NAMES[bid]), "n": tricks}
    if bid in ZERO_BIDS:
        if tricks:
            text = say("failed {bid} with {n} {n:trick|tricks}", **values)
            yield Line(side, -value, text, "nullo-lost")
        else:
            yield Line(side, value, say("made {bid}", **values), "nullo-made")
    elif not contract.is_made:
        text = say("missed {bid} with {n} {n:trick|tricks}", **values)
        yield Line(side, -value, text, "bid-lost")
    else:
        yield from made_lines(side, bid, tricks, slam_bonus, overtrick)


def made_lines(
    side: int, bid: str, tricks: int, slam_bonus: bool, overtrick: int
) -> Iterator[Line]:
    """Yield the points for a trick bid that was made."""
    value, values = VALUES[bid], {"bid": BIDS[bid], "n": tricks}
    over = tricks - BIDS[bid].level
    more = overtrick * over
    if tricks == TRICKS and slam_bonus and (not more or value + more < SLAM):
        if value < SLAM:
            template = "made {bid} with all ten tricks: {slam} in place of {value}"
            text = say(template, slam=SLAM, value=value + more, **values)
        else:
            text = say("made {bid} with all ten tricks", **values)
        yield Line(side, max(value, SLAM), text, "slam")
        return
    yield Line(side, value, say("made {bid} with {n} tricks", **values), "bid-made")
    if more:
        yield Line(side, more, say("{n} {n:trick|tricks} above the bid", n=over), "overtricks")


def defended(house: House, contract: PlayedContract, side: int, made: bool) -> int:
    """Return what a side's tricks against the contract are worth, made or lost."""
    score = house.defenders_score
    if score == "never" or (score == "set_only" and made):
        return 0
    bidders = contract.bid in ZERO_BIDS and house.nullo_defenders == "bidder_tricks"
    return EACH_TRICK * (contract.tricks if bidders else contract.taken[side])


def defence(house: House, contract: PlayedContract, side: int) -> Line:
    """Return what a side's tricks against the contract bring it."""
    points = defended(house, contract, side, contract.is_made)
    return defence_line(contract, side, points, house.nullo_defenders)[0]


@cached_lines
def defence_line(
    contract: PlayedContract, side: int, points: int, nullo_defenders: str
) -> Iterator[Line]:
    """Yield the line for a side that did not bid."""
    zero = contract.bid in ZERO_BIDS
    if zero and nullo_defenders == "bidder_tricks":
        alone = contract.bid in PLAYED_ALONE
        who = Seat(contract.declarer) if alone else Side(contract.side)
        text = say("defended: {who} took {n} {n:trick|tricks}", n=contract.tricks, who=who)
    else:
        n = contract.taken[side]
        text = say("took {n} {n:trick|tricks} in defence", n=n)
    yield Line(side, points, text, "nullo-defenders" if zero else "defenders-tricks")


def capped(house: House, totals: tuple[int, ...] | None, line: Line) -> Line:
    """Return the line with no more points than lift the total to the cap, where there is one;
    rules.md#defenders-cap. `totals` are those before the deal (None: not known)."""
    cap = house.defenders_cap
    if cap is None or totals is None or line.points <= (left := max(0, cap - totals[line.side])):
        return line
    template = "{told}: {n} of {points}, not past {cap}"
    text = say(template, told=line.text, n=left, points=line.points, cap=cap)
    return Line(line.side, left, text, "defenders-cap")


def state(pad: Pad[House]) -> tuple[int, ...]:
    """Return the totals, on which the cap depends."""
    return pad.totals


# --- the end ------------------------------------------------------------------------------------


def result(pad: Pad[House]) -> Outcome | None:
    """End the game at the losing score, at the target, or after the last deal, in this order;
    rules.md#lose-at."""
    # first the losing score: the other side wins then "regardless of the final score"
    return lost(pad) or reached(pad) or last_deal(pad)


def lost(pad: Pad[House]) -> Outcome | None:
    """Return the outcome where a side has fallen to the losing score."""
    lose_at, totals = pad.options.lose_at, pad.totals
    if lose_at is None or min(totals) > lose_at:
        return None
    others = [side for side, total in enumerate(totals) if total > lose_at]
    ahead = leaders(pad)
    if len(ahead) == 1:
        return fallen_to_limit(pad, ahead[0])
    return won(pad, ahead, "lose-at") if others else None


def reached(pad: Pad[House]) -> Outcome | None:
    """Return the outcome where a side has the target: of several, the bidders win."""
    target = to_win(pad.options)
    if max(pad.totals) < target or pad.last is None:
        return None
    there = [side for side, total in enumerate(pad.totals) if total >= target]
    deal: FiveHundred | None = pad.last.deal
    contract = None if deal is None or deal.passed_out else deal.contract
    if pad.options.win_by == "contract":
        wins = contract is not None and contract.side in there and contract.is_made
        return by_bid(pad, contract.side, "target") if contract and wins else None
    if contract and contract.side in there and len(there) > 1:
        return by_bid(pad, contract.side, "bidders-first")
    ahead = leaders(pad)
    # equal totals without a contract: play on, as neither side has bid
    return won(pad, ahead, "target") if len(ahead) == 1 else None


def by_bid(pad: Pad[House], side: int, rule: str) -> Outcome:
    """Return the outcome when a side has won as the bidders, whatever the other has."""
    points = pad.totals[side]
    others = max(total for one, total in enumerate(pad.totals) if one != side)
    if points > others:
        return won(pad, (side,), rule)
    template = "{side}, the bidders, won with {points} to {others}"
    text = say(template, side=Side(side), points=points, others=others)
    return Outcome((side,), text, rule)


def to_win(house: House) -> int:
    """Return the lowest total that wins."""
    return house.target + 1 if house.win_test == "exceed" else house.target


def last_deal(pad: Pad[House]) -> Outcome | None:
    """Return the outcome after the last of a fixed number of deals."""
    most, last = pad.options.max_deals, pad.last
    if most is None or last is None or last.kind != "deal" or pad.deals < most:
        return None
    ahead = leaders(pad)
    # the source does not say what breaks a tie: one more deal
    return won(pad, ahead, "last-deal", short=True) if len(ahead) == 1 else None


# --- in words -----------------------------------------------------------------------------------


def headline(pad: Pad[House], deal: FiveHundred) -> Iterator[Sentence]:
    """ "7 hearts by Cat, worth 200", then "7 hearts by Cat, 8 tricks: made"."""
    if deal.passed_out:
        yield say("nobody bid")
        return
    bid = known(deal.bid)
    name, worth = bid_name(bid), VALUES[bid]
    yield say("{bid}, worth {worth}", bid=name, worth=worth)
    seat = Seat(known(deal.declarer))
    yield say("{bid} by {seat}, worth {worth}", bid=name, seat=seat, worth=worth)
    contract = deal.contract
    how = say("made" if contract.is_made else "failed" if bid in ZERO_BIDS else "missed")
    template = "{bid} by {seat}, {n} {n:trick|tricks}: {how}"
    yield say(template, bid=name, seat=seat, n=contract.tricks, how=how)


def needs(pad: Pad[House]) -> Iterator[Standing]:
    """Yield the points to the target, and how far a side below 0 is from losing."""
    house = pad.options
    for side, total in enumerate(pad.totals):
        left = to_win(house) - total
        if left > 0:
            yield side, say("{n} to go", n=left), "target"
        elif house.win_by == "contract":
            yield side, say("any made contract wins"), "target", "bidders-first"
        if house.lose_at is not None and house.lose_at < total < 0:
            yield side, say("losing {n} more loses the game", n=total - house.lose_at), "lose-at"


def unusual(pad: Pad[House], deal: FiveHundred) -> Iterable[Warn]:
    """Warn of a bid that was missed by eight tricks or more."""
    if deal.passed_out:
        return ()
    contract = deal.contract
    if contract.bid in ZERO_BIDS:
        return far_over(("tricks",), contract.side, 0, contract.tricks, TRICKS)
    level = BIDS[contract.bid].level
    return far_short(("tricks",), contract.side, level, contract.tricks)


def facts(pad: Pad[House], deal: FiveHundred) -> Iterator[tuple[int, Fact, int]]:
    """Count the bid for its bidder, whoever plays it with them: made or missed."""
    if not deal.passed_out:
        contract = deal.contract
        yield contract.declarer, "bid kept" if contract.is_made else "bid lost", 1
