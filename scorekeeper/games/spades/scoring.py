"""Spades: what a side declares it must take, spades are always trumps; rules.md#made-contract.

Ann bids 4 and Cat nil against 3 and 4; Ann takes 5, Cat none: nil 100, contract 40, a bag 1.
"""

from collections.abc import Iterable, Iterator
from typing import Final

import msgspec

from scorekeeper.engine import (
    Cell,
    Fact,
    Grid,
    Line,
    Outcome,
    Pad,
    Phrase,
    Printed,
    Seat,
    Sentence,
    Standing,
    Table,
    Warn,
    all_of,
    cached_lines,
    fallen_to_limit,
    far_over,
    far_short,
    leaders,
    printed,
    say,
    signed,
    too_many_bid,
    won,
)
from scorekeeper.games.spades.deal import (
    SideBids,
    SideResult,
    SpadesDeal,
    bids_by_side,
    results,
)
from scorekeeper.games.spades.form import NIL_NAMES
from scorekeeper.games.spades.house import House, tricks_in

EACH_TRICK: Final = 10
NIL_TIMES: Final = {"nil": 1, "double_nil": 2}
"""How many times the value of a nil each of them is worth."""
TEN: Final = 10
TEN_MORE: Final = 100
"""What a contract of ten brings or costs besides, where it is played for 200."""


class Bags(msgspec.Struct, frozen=True):
    """The bags of each side that no penalty has taken yet."""

    bags: tuple[int, ...]


def state(pad: Pad[House]) -> Bags:
    """Return the bags that each side carries."""
    return Bags(pad.sums["bags"])


# --- what it brings -----------------------------------------------------------------------------


def score(table: Table[Bags, House], deal: SpadesDeal) -> Iterable[Line]:
    """Yield nils, contract, bags and their penalty, of one side after the other; rules.md#bags."""
    house = table.house
    lines: list[Line] = []
    for one in results(house, deal):
        side, bags = one.side, one.over
        for nil in one.nils:
            lines += nil_lines(side, *nil, house.nil_value)
        if one.bids.numbers:
            lines += for_contract(house, one)
        if one.lost and are_bags(house, one):
            each = 0 if house.failed_nil_bags == "counted" else house.bag_points
            lines += nil_bags(side, one.lost, sum(tricks > 0 for _, _, tricks in one.nils), each)
            bags += one.lost
        if house.boston_bonus and one.tricks == tricks_in(len(deal.bids)):
            lines.append(Line(side, house.boston_bonus, say("took all the tricks"), "boston"))
        if bags:
            every, reset = house.bag_penalty_every, house.bag_remainder == "reset"
            carried = table.state.bags[side]
            lines += bag_lines(side, bags, carried, every, house.bag_penalty, reset)
    return lines


def for_contract(house: House, one: SideResult) -> tuple[Line, ...]:
    """Return the lines for a side's contract, with what a contract of ten or a blind one adds."""
    bids, took = one.bids, one.counting
    alone, helping = (bids.numbers[0][0], one.helping) if one.nils else (None, 0)
    rules = house.set_score, house.trick_points, house.bag_points
    first, *bags = contract_lines(one.side, alone, bids.contract, took, helping, *rules)
    more: tuple[Line, ...] = ()
    if one.blind:
        more = blind_lines(one.side, bids.contract, one.made, house.set_score)
    elif bids.contract == TEN and house.ten_for_200:
        more = ten_lines(one.side, one.made, house.set_score)
    return (first, *more, *bags)


@cached_lines
def blind_lines(side: int, bid: int, made: bool, set_score: str) -> Iterator[Line]:
    """Yield what a blind bid adds: the contract once more, or what is lacking to 20 lost for each
    trick of it."""
    if made:
        yield Line(side, EACH_TRICK * bid, say("bid {bid} blind", bid=bid), "blind")
    else:
        more = EACH_TRICK if set_score == "minus_contract" else 2 * EACH_TRICK
        yield Line(side, -more * bid, say("missed {bid} bid blind", bid=bid), "blind")


@cached_lines
def ten_lines(side: int, made: bool, set_score: str) -> Iterator[Line]:
    """Yield what a contract of ten adds where it is played for 200."""
    if made:
        yield Line(side, TEN_MORE, say("made a contract of ten"), "ten-for-200")
    elif set_score == "minus_contract":
        yield Line(side, -TEN_MORE, say("missed a contract of ten"), "ten-for-200")


@cached_lines
def nil_lines(side: int, seat: int, bid: str, tricks: int, value: int) -> Iterator[Line]:
    """Yield the points for a nil that was made or failed, where one is worth `value`."""
    points = value * NIL_TIMES[bid]
    values = {"seat": Seat(seat), "bid": Phrase(NIL_NAMES[bid]), "n": tricks}
    if tricks:
        text = say("{seat} bid {bid} and took {n} {n:trick|tricks}", **values)
    else:
        text = say("{seat} bid {bid} and took no trick", **values)
    yield Line(side, -points if tricks else points, text, bid.replace("_", "-"))


@cached_lines
def contract_lines(
    side: int,
    alone: int | None,
    bid: int,
    took: int,
    helping: int,
    set_score: str,
    trick_points: str,
    bag_points: int,
) -> Iterator[Line]:
    """Yield the points for a side's contract and its bags.

    `alone` is the seat that bid it beside a partner's nil (None: both bid), `helping` how many of
    the tricks `took` were taken by that partner.
    """
    if alone is None:
        text = say("bid {bid}, took {took}", bid=bid, took=took)
    elif helping:
        # "Ann bid 4 and took 5" would be untrue: some of the five were her partner's
        template = "{seat} bid {bid}: {took} {took:trick|tricks}, {helping} from the failed nil"
        text = say(template, bid=bid, took=took, helping=helping, seat=Seat(alone))
    else:
        text = say("{seat} bid {bid} and took {took}", bid=bid, took=took, seat=Seat(alone))
    # not in the source of bags: a side that is set has none
    if took < bid:
        points = -EACH_TRICK * bid if set_score == "minus_contract" else 0
        yield Line(side, points, text, "set-contract")
        return
    tens = took if trick_points == "collected" else bid
    yield Line(side, EACH_TRICK * tens, text, "made-contract")
    if took > bid:
        yield Line(side, bag_points * (took - bid), say("{n} {n:bag|bags}", n=took - bid), "bags")


def are_bags(house: House, result: SideResult) -> bool:
    """Return whether the tricks of a failed nil count as bags."""
    # they are the partner's tricks then, and bags like any others above the contract
    if house.failed_nil_tricks_help_partner and result.bids.numbers:
        return False
    always = house.failed_nil_bags in ("always", "counted")
    return always or (house.failed_nil_bags != "never" and result.made)


@cached_lines
def nil_bags(side: int, lost: int, nils: int, each: int) -> Iterator[Line]:
    """Score the tricks of failed nils as bags, at so much `each`."""
    template = "{n} {n:trick|tricks} of {nils:a failed nil|failed nils}: {n:a bag|bags}"
    yield Line(side, each * lost, say(template, n=lost, nils=nils), "nil-bags")


@cached_lines
def bag_lines(
    side: int, new: int, before: int, every: int, points: int, reset: bool
) -> Iterator[Line]:
    """Yield the new bags in the tally; then the points off for each full set, which leaves the
    tally."""
    yield Line(side, new, say("{n} {n:bag|bags}", n=new), "bags", "bags")
    bags = before + new
    if not every or bags < every:
        return
    # the sources don't say when: at the end of the deal, before the target is looked at
    times = 1 if reset else bags // every
    template = "{n} {n:bag|bags}: {times} {times:penalty|penalties} of {points}"
    text = say(template, n=bags, times=times, points=points)
    yield Line(side, -points * times, text, "bag-penalty")
    yield Line(side, -bags if reset else -every * times, text, "bag-penalty", "bags")


def result(pad: Pad[House]) -> Outcome | None:
    """End the game at the target or at the losing score: the higher total wins; rules.md#target."""
    house = pad.options
    # both in one deal is not in the sources: more points win, as in either case alone
    if max(pad.totals) >= house.target:
        rule = "target"
    elif house.lose_at is not None and min(pad.totals) <= house.lose_at:
        rule = "lose-at"
    else:
        return None
    ahead = leaders(pad)
    if len(ahead) == 1:
        return fallen_to_limit(pad, ahead[0]) if rule == "lose-at" else won(pad, ahead, rule)
    return won(pad, ahead, "tie") if house.tie == "shared" else None


# --- in words -----------------------------------------------------------------------------------


def headline(pad: Pad[House], deal: SpadesDeal) -> Iterator[Sentence]:
    """ "4 + nil and 7 bid", then "6 and 5 bid, 8 and 5 taken"."""
    bids = all_of(*map(in_words, bids_by_side(pad.options, deal.bids)))
    yield say("{bids} bid", bids=bids)
    if taken := deal.side_totals(pad.options):
        yield say("{bids} bid, {taken} taken", bids=bids, taken=all_of(*taken))


def in_words(bids: SideBids) -> int | Sentence:
    """Return a side's contract, with its nils: 4, or "4 + nil"."""
    if not bids.nils:
        return bids.contract
    # the partner's number, or a second nil
    names = [Phrase(NIL_NAMES[bid]) for _, bid in bids.nils]
    number = bids.numbers[0][1] if bids.numbers else names[0]
    if len(names) == 1 and not bids.numbers:
        return say("{bid}", bid=names[0])
    return say("{one} + {other}", one=number, other=names[-1])


def carried(pad: Pad[House]) -> Iterator[Standing]:
    """Each side's bags."""
    for side, bags in enumerate(pad.sums["bags"]):
        yield side, say("{n} {n:bag|bags}", n=bags), "bags", "bag-penalty", "bags-next-game"


def needs(pad: Pad[House]) -> Iterator[Standing]:
    """Points to the target and from the losing score, and bags to the next penalty."""
    house = pad.options
    for side, total in enumerate(pad.totals):
        if total < house.target:
            yield side, say("{n} to go", n=house.target - total), "target"
        if house.lose_at is not None and house.lose_at < total < 0:
            yield side, say("losing {n} more ends the game", n=total - house.lose_at), "lose-at"
        if house.bag_penalty_every:
            left = house.bag_penalty_every - pad.sums["bags"][side]
            yield side, say("{n} {n:bag|bags} to a penalty", n=left), "bags", "bag-penalty"


def unusual(pad: Pad[House], deal: SpadesDeal) -> Iterator[Warn]:
    """Warn of more tricks bid than there are, of a side far from its contract, and of two players
    who bid nil and took eight tricks or more."""
    found, total = results(pad.options, deal), tricks_in(len(deal.bids))
    # more than 13 bid by one side is a contract that cannot be made, and is allowed all the same
    yield from too_many_bid(("bids",), sum(one.bids.contract for one in found), total)
    for one in found:
        if one.bids.numbers:
            yield from far_short(("bids",), one.side, one.bids.contract, one.counting)
        else:
            yield from far_over(("bids",), one.side, 0, one.tricks, total)


def facts(pad: Pad[House], deal: SpadesDeal) -> Iterator[tuple[int, Fact, int]]:
    """Count a nil for its bidder and a number for the side, whose contract it is part of: made or
    missed. Whoever plays alone has bid alone."""
    kept: tuple[Fact, Fact] = ("side kept", "side lost")
    if len(pad.sides) == len(pad.seats):
        kept = ("bid kept", "bid lost")
    for one in results(pad.options, deal):
        for seat, _, tricks in one.nils:
            yield seat, "bid lost" if tricks else "bid kept", 1
        for seat, _ in one.bids.numbers:
            yield seat, kept[not one.made], 1


# --- the rules page -----------------------------------------------------------------------------


def tricks_table(house: House) -> Printed:
    """Return what a side scores for its contract under these house rules, as the rules page prints
    it."""
    taken = house.trick_points == "collected"
    counted = say("Made: each trick taken" if taken else "Made: each trick bid")
    lost = -EACH_TRICK if house.set_score == "minus_contract" else 0
    rows: list[tuple[Cell, Cell]] = [
        (counted, signed(EACH_TRICK)),
        ("Made: each trick above it, a bag", signed(house.bag_points)),
        ("Missed: each trick bid", signed(lost)),
    ]
    if house.bag_penalty_every:
        bags = say("Every {n} {n:bag|bags}", n=house.bag_penalty_every)
        rows.append((bags, signed(-house.bag_penalty)))
    return printed(("For the contract", "Points"), rows)


def nils_table(house: House) -> Grid[str]:
    """Return what the nils that are played bring and cost, as the rules page prints it."""
    worth = {bid: house.nil_value * times for bid, times in NIL_TIMES.items()}
    rows = {bid: (NIL_NAMES[bid], points, -points) for bid, points in worth.items()}
    if not house.double_nil:
        del rows["double_nil"]
    return Grid(("For each", "Made", "Failed"), rows, shown=signed)
