"""Spades: what is asked about a deal, the bids and the tricks; rules.md#entering."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from scorekeeper.engine import (
    Barred,
    Branch,
    Choice,
    Fault,
    Interview,
    Key,
    Many,
    Message,
    Number,
    OneOf,
    Pad,
    Seat,
    Side,
    SideOf,
    Ticked,
    ask,
    entered,
    in_any_case,
    known,
    phrase,
    say,
    tricks_by_side,
    tricks_each,
    turns_from,
)
from scorekeeper.games.spades.deal import Declared, SideBids, bids_by_side
from scorekeeper.games.spades.house import House, tricks_in

NIL_NAMES: Final = {"nil": phrase("nil"), "double_nil": phrase("double nil")}
ALSO_CALLED: Final = {
    **dict.fromkeys(("zero", "nought", "none", "misere", "nullo", "nill"), ("nil",)),
    **dict.fromkeys(("blind", "blindnil", "dn", "doublenull", "nilblind"), ("double_nil",)),
}
"""What players call a nil besides."""
SIDES_PLAY_FOR: Final = tricks_in(4)
BLIND_BIDS: Final = say("Bid blind by")
BLIND: Final = {"double_nil": say("Blind nil")}


def form(pad: Pad[House]) -> Interview:
    """Ask for the bids from the dealer's left on and which of them were blind, then the tricks by
    side (and of each nil) or by player."""
    house, seats = pad.options, tuple(range(len(pad.seats)))
    alone = len(pad.sides) == len(seats)
    turns = turns_from(pad, pad.upcoming["dealer"] + 1)
    bids = yield bids_of(house.nil, house.double_nil, house.min_bid, turns)
    blind: Sequence[int] | None = ()
    if house.blind_bid_min is None:
        yield NO_BLIND
    else:
        blind = yield blind_of(len(pad.sides))
    if bids:
        yield from bid_faults(house, bids_by_side(house, bids), blind or (), alone)
    if alone:
        yield NO_SIDES
        yield NO_NIL_TRICKS
        yield tricks_each(tricks_in(len(seats)), len(seats), seats)
    else:
        yield from partners_tricks(pad, bids)


def partners_tricks(pad: Pad[House], bids: Sequence[Declared] | None) -> Interview:
    """Ask for the tricks of two partnerships."""
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
    """The bids of all, asked for in turn."""
    total = tricks_in(len(turns))
    return Many(
        path=("bids",),
        label=say("Bids"),
        when="before",
        noun="bids",
        turns=turns,
        progress=lambda given: say("{n} of {total} tricks bid", n=entered(given), total=total),
        tricks=total,
        items=tuple(bid_of(nil, double_nil, lowest, seat, total) for seat in sorted(turns)),
    )


def bid_of(nil: bool, double_nil: bool, lowest: int, seat: int, most: int = 13) -> Choice:
    """Ask a player for a bid: the nils that this table plays, and the numbers from the lowest
    allowed to the `most`."""
    nils = {"nil": nil, "double_nil": nil and double_nil}
    # the source of nil has any number "from 0 (nil)", so that a number begins at 1 beside it
    numbers = range(max(lowest, 1) if nil else lowest, most + 1)
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
        numbers=(numbers[0], most),
        wrong="Bids run from {low} to {high}; {given} was entered.",
        wrong_word="Bids run from {low} to {high}, or are {choices}; {given} was entered.",
        also_called=ALSO_CALLED,
    )


@ask.question
def blind_of(sides: int) -> Ticked:
    """Ask which sides bid a number before looking."""
    return Ticked(
        path=("blind",),
        label=BLIND_BIDS,
        when="before",
        optional=True,
        item=SideOf(path=("blind",), label=BLIND_BIDS, sides=sides),
        shortest=0,
        longest=sides,
    )


def bid_faults(
    house: House, declared: Sequence[SideBids], blind: Sequence[int], alone: bool
) -> Iterator[Fault]:
    """Yield a fault for a side that bid too little, or too little to bid it blind."""
    least = house.side_min_bid
    for side, one in enumerate(declared):
        if one.numbers and one.contract < least:
            too_low = TOO_LOW_ALONE if alone else TOO_LOW
            yield Fault(("bids",), say(too_low, n=least, side=Side(side), bid=one.contract))
    if len({*blind}) < len(blind):
        yield Fault(("blind",), say("Each side bids blind only once."))
    for side in blind:
        one, values = declared[side], {"n": house.blind_bid_min, "side": Side(side)}
        if not one.numbers:
            yield Fault(("blind",), say("{side} bid no number, so none was blind.", **values))
        elif one.contract < known(house.blind_bid_min):
            template = "A blind bid is at least {n}; {side} bid {bid}."
            yield Fault(("blind",), say(template, bid=one.contract, **values))


def nil_tricks_of(seat: int) -> Number:
    """Ask for the tricks of a player who bid nil."""
    keys: Iterable[Key] = (ask.key(n, n or "made") for n in range(SIDES_PLAY_FOR + 1))
    return Number(
        path=("nil_tricks", str(seat)),
        label=say("Tricks of {seat}, who bid nil", seat=Seat(seat)),
        low=0,
        high=SIDES_PLAY_FOR,
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


TOO_LOW_ALONE: Final[Message] = "The lowest bid is {n}; {side} bid {bid}."
TOO_LOW: Final[Message] = "A side bids at least {n} together; {side} bid {bid}."
COUNT: Final = OneOf(
    branches=(
        Branch("sides", ("side_tricks",), say("by side")),
        Branch("players", ("tricks",), say("by player")),
    ),
    fault=say("Enter the tricks of each player, or those of both sides – one of them."),
)
EACH_TAKEN: Final = tricks_each(SIDES_PLAY_FOR, 4, (0, 1, 2, 3))
SIDES_TAKEN: Final = tricks_by_side(SIDES_PLAY_FOR)
NIL_TRICKS: Final = tuple(map(nil_tricks_of, range(4)))
NO_BLIND: Final = Barred(
    path=("blind",),
    kind=list,
    label=BLIND_BIDS,
    harmless=([],),
    missing=say("Blind bids are not played at this table."),
)
_EACH: Final[Message] = "Each plays alone: enter the tricks of each player."
NO_SIDES: Final = ask.barred("side_tricks", "Tricks", _EACH, list)
NO_NIL_TRICKS: Final = ask.barred("nil_tricks", "Tricks of a nil", _EACH, dict)
