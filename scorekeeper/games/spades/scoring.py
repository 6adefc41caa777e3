"""Spades: two partnerships declare tricks, spades are always trumps; rules.md#made-contract.

Ann bids 4 and Cat nil against 3 and 4; Ann takes 5, Cat none: nil 100, contract 40, a bag 1.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

import msgspec

from scorekeeper.engine import (
    Branch,
    Cell,
    Choice,
    Fact,
    Fault,
    Grid,
    Interview,
    Key,
    Line,
    Many,
    Number,
    OneOf,
    Outcome,
    Pad,
    Phrase,
    Printed,
    Seat,
    Sentence,
    Standing,
    Table,
    Warn,
    ask,
    cached_lines,
    entered,
    fallen_to_limit,
    far_over,
    far_short,
    in_any_case,
    leaders,
    phrase,
    printed,
    say,
    signed,
    too_many_bid,
    tricks_by_side,
    tricks_each,
    turns_from,
    won,
)
from scorekeeper.games.spades.deal import SideBids, SideResult, SpadesDeal, bids_by_side, results
from scorekeeper.games.spades.house import House

TRICKS: Final = 13
EACH_TRICK: Final = 10
NIL_NAMES: Final = {"nil": phrase("nil"), "double_nil": phrase("double nil")}
ALSO_CALLED: Final = {
    **dict.fromkeys(("zero", "nought", "none", "misere", "nullo", "nill"), ("nil",)),
    **dict.fromkeys(("blind", "blindnil", "dn", "doublenull", "nilblind"), ("double_nil",)),
}
"""What players call a nil besides."""
BLIND: Final = {"double_nil": say("Blind nil")}
NILS: Final = Grid(
    ("For each", "Made", "Failed"),
    {"nil": (NIL_NAMES["nil"], 100, -100), "double_nil": (NIL_NAMES["double_nil"], 200, -200)},
    shown=signed,
)


class Bags(msgspec.Struct, frozen=True):
    """The bags of each side that no penalty has taken yet."""

    bags: tuple[int, ...]


def state(pad: Pad[House]) -> Bags:
    """Return the bags that each side carries."""
    return Bags(pad.sums["bags"])


# --- what is asked ------------------------------------------------------------------------------


def form(pad: Pad[House]) -> Interview:
    """Ask for four bids from the dealer's left on, then the tricks by side (and of each nil) or by
    player."""
    house = pad.options
    turns = turns_from(pad, pad.upcoming["dealer"] + 1)
    bids = yield bids_of(house.nil, house.double_nil, house.min_bid, turns)
    count = yield COUNT
    if count == "players":
        yield EACH_TAKEN
    elif count == "sides":
        taken = yield SIDES_TAKEN
        nil_tricks = {}
        for seat, bid in enumerate(bids or ()):
            if isinstance(bid, str):
                nil_tricks[seat] = yield NIL_TRICKS[seat]
        if taken and nil_tricks and None not in nil_tricks.values():
            yield from nil_faults(pad, taken, nil_tricks)
    else:
        yield from in_any_case(EACH_TAKEN, SIDES_TAKEN)


@ask.question
def bids_of(nil: bool, double_nil: bool, lowest: int, turns: tuple[int, ...]) -> Many:
    """The bids of all four, asked for in turn."""
    return Many(
        path=("bids",),
        label=say("Bids"),
        when="before",
        noun="bids",
        turns=turns,
        progress=lambda given: say("{n} of {total} tricks bid", n=entered(given), total=TRICKS),
        tricks=TRICKS,
        items=tuple(bid_of(nil, double_nil, lowest, seat) for seat in range(4)),
    )


def bid_of(nil: bool, double_nil: bool, lowest: int, seat: int) -> Choice:
    """Ask a player for a bid: the nils that this table plays, and the numbers from the lowest
    allowed."""
    nils = {"nil": nil, "double_nil": nil and double_nil}
    # the source of nil has any number "from 0 (nil)", so that a number begins at 1 beside it
    numbers = range(max(lowest, 1) if nil else lowest, TRICKS + 1)
    too_low = say("The lowest bid is {n}.", n=numbers[0])
    barred = {
        bid: say("{name} is not played in this variant.", name=NIL_NAMES[bid].capitalize())
        for bid, played in nils.items()
        if not played
    }
    return Choice(
        path=("bids", seat),
        label=say("Bids"),
        turn=say("{seat} bids", seat=Seat(seat)),
        when="before",
        seat=seat,
        keys=(
            *(ask.key(n, n) for n in numbers),
            *(
                ask.key(bid, NIL_NAMES[bid], blind=BLIND.get(bid))
                for bid, played in nils.items()
                if played
            ),
        ),
        means={0: "nil"} if nil else {},
        refusals={**barred, **{n: too_low for n in range(numbers[0]) if n or not nil}},
        numbers=(numbers[0], TRICKS),
        wrong="Bids run from {low} to {high}; {given} was entered.",
        wrong_word="Bids run from {low} to {high}, or are {choices}; {given} was entered.",
        also_called=ALSO_CALLED,
    )


def nil_tricks_of(seat: int) -> Number:
    """Ask for the tricks of a player who bid nil."""
    keys: Iterable[Key] = (ask.key(n, n or "made") for n in range(TRICKS + 1))
    return Number(
        path=("nil_tricks", str(seat)),
        label=say("Tricks of {seat}, who bid nil", seat=Seat(seat)),
        low=0,
        high=TRICKS,
        keys=tuple(keys),
        wrong="Tricks run from {low} to {high}; {given} was entered.",
        missing=say(
            "{seat} bid nil: enter {seat}'s tricks, or those of each player.", seat=Seat(seat)
        ),
    )


def nil_faults(
    pad: Pad[House], taken: Sequence[int], nil_tricks: Mapping[int, int]
) -> Iterator[Fault]:
    """Yield a fault where nil bidders' tricks do not fit those of their side."""
    for side, tricks in enumerate(taken):
        nils = [seat for seat in pad.sides[side] if seat in nil_tricks]
        theirs = sum(nil_tricks[seat] for seat in nils)
        if theirs > tricks or (len(nils) == 2 and theirs < tricks):
            template = "The nil bidders' tricks add up to {given}; the side took {total}."
            path = ("nil_tricks", str(nils[-1]))
            yield Fault(path, say(template, given=theirs, total=tricks))


COUNT: Final = OneOf(
    branches=(
        Branch("sides", ("side_tricks",), say("by side")),
        Branch("players", ("tricks",), say("by player")),
    ),
    fault=say("Enter the tricks of each player, or those of both sides – one of them."),
)
EACH_TAKEN: Final = tricks_each(TRICKS, 4, (0, 1, 2, 3))
SIDES_TAKEN: Final = tricks_by_side(TRICKS)
NIL_TRICKS: Final = tuple(map(nil_tricks_of, range(4)))


# --- what it brings -----------------------------------------------------------------------------


def score(table: Table[Bags, House], deal: SpadesDeal) -> Iterable[Line]:
    """Yield nils, contract, bags and their penalty, of side 0 and then of side 1; rules.md#bags."""
    house = table.house
    rules = house.set_score, house.trick_points
    lines: list[Line] = []
    for one in results(house, deal):
        side, took, bids, bags = one.side, one.counting, one.bids, 0
        alone, helping = None, 0
        if one.nils:
            for nil in one.nils:
                lines += nil_lines(*nil)
            alone, helping = bids.numbers[0][0] if bids.numbers else None, one.helping
        if bids.numbers:
            lines += contract_lines(side, alone, bids.contract, took, helping, *rules)
            bags = took - bids.contract if took > bids.contract else 0
        if one.lost and are_bags(house, one):
            lines += nil_bags(side, one.lost, sum(tricks > 0 for _, _, tricks in one.nils))
            bags += one.lost
        if bags:
            every, reset = house.bag_penalty_every, house.bag_remainder == "reset"
            carried = table.state.bags[side]
            lines += bag_lines(side, bags, carried, every, house.bag_penalty, reset)
    return lines


@cached_lines
def nil_lines(seat: int, bid: str, tricks: int) -> Iterator[Line]:
    """Yield the points for a nil that was made or failed."""
    values = {"seat": Seat(seat), "bid": Phrase(NIL_NAMES[bid]), "n": tricks}
    if tricks:
        text = say("{seat} bid {bid} and took {n} {n:trick|tricks}", **values)
    else:
        text = say("{seat} bid {bid} and took no trick", **values)
    yield Line(seat % 2, NILS[bid][tricks > 0], text, bid.replace("_", "-"))


@cached_lines
def contract_lines(
    side: int,
    alone: int | None,
    bid: int,
    took: int,
    helping: int,
    set_score: str,
    trick_points: str,
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
        yield Line(side, took - bid, say("{n} {n:bag|bags}", n=took - bid), "bags")


def are_bags(house: House, result: SideResult) -> bool:
    """Return whether the tricks of a failed nil count as bags."""
    # they are the partner's tricks then, and bags like any others above the contract
    if house.failed_nil_tricks_help_partner and result.bids.numbers:
        return False
    always = house.failed_nil_bags == "always"
    return always or (house.failed_nil_bags != "never" and result.made)


@cached_lines
def nil_bags(side: int, lost: int, nils: int) -> Iterator[Line]:
    """Score the tricks of failed nils as bags."""
    template = "{n} {n:trick|tricks} of {nils:a failed nil|failed nils}: {n:a bag|bags}"
    yield Line(side, lost, say(template, n=lost, nils=nils), "nil-bags")


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
    ours, theirs = map(in_words, bids_by_side(pad.options, deal))
    yield say("{a} and {b} bid", a=ours, b=theirs)
    if taken := deal.side_totals:
        template = "{a} and {b} bid, {x} and {y} taken"
        yield say(template, a=ours, b=theirs, x=taken[0], y=taken[1])


def in_words(bids: SideBids) -> int | Sentence:
    """Return a side's contract, with its nils: 4, or "4 + nil"."""
    if not bids.nils:
        return bids.contract
    # the partner's number, or a second nil
    names = [Phrase(NIL_NAMES[bid]) for _, bid in bids.nils]
    number = bids.numbers[0][1] if bids.numbers else names[0]
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
    found = results(pad.options, deal)
    # more than 13 bid by one side is a contract that cannot be made, and is allowed all the same
    yield from too_many_bid(("bids",), sum(one.bids.contract for one in found), TRICKS)
    for one in found:
        if one.bids.numbers:
            yield from far_short(("bids",), one.side, one.bids.contract, one.counting)
        else:
            yield from far_over(("bids",), one.side, 0, one.tricks, TRICKS)


def facts(pad: Pad[House], deal: SpadesDeal) -> Iterator[tuple[int, Fact, int]]:
    """Count a nil for its bidder and a number for the side, whose contract it is part of: made or
    missed."""
    for one in results(pad.options, deal):
        for seat, _, tricks in one.nils:
            yield seat, "bid lost" if tricks else "bid kept", 1
        for seat, _ in one.bids.numbers:
            yield seat, "side kept" if one.made else "side lost", 1


# --- the rules page -----------------------------------------------------------------------------


def tricks_table(house: House) -> Printed:
    """Return what a side scores for its contract under these house rules, as the rules page prints
    it."""
    taken = house.trick_points == "collected"
    counted = say("Made: each trick taken" if taken else "Made: each trick bid")
    lost = -EACH_TRICK if house.set_score == "minus_contract" else 0
    rows: list[tuple[Cell, Cell]] = [
        (counted, signed(EACH_TRICK)),
        ("Made: each trick above it, a bag", signed(1)),
        ("Missed: each trick bid", signed(lost)),
    ]
    if house.bag_penalty_every:
        bags = say("Every {n} {n:bag|bags}", n=house.bag_penalty_every)
        rows.append((bags, signed(-house.bag_penalty)))
    return printed(("For the contract", "Points"), rows)


def nils_table(house: House) -> Grid[str]:
    """Return what the nils that are played bring and cost, as the rules page prints it."""
    played = NIL_NAMES if house.double_nil else ("nil",)
    return NILS.relabelled({bid: NIL_NAMES[bid] for bid in played})
