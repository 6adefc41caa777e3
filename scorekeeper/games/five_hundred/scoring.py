"""Five Hundred: two partnerships bid for ten tricks; rules.md#auction.

Cat bids 7 hearts, worth 200, and takes 8 tricks with Ann: 200 to them, 2 × 10 to the others.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Final, Literal, NamedTuple

from scorekeeper.cards import SUIT_SIGNS
from scorekeeper.engine import (
    Barred,
    Bid,
    Choice,
    Deal,
    Fact,
    Flag,
    Grid,
    Interview,
    Key,
    Line,
    Number,
    Outcome,
    Pad,
    Phrase,
    Printed,
    Seat,
    Sentence,
    Side,
    Standing,
    Table,
    Warn,
    ask,
    cached_lines,
    fallen_to_limit,
    far_over,
    far_short,
    known,
    leaders,
    phrase,
    printed,
    say,
    tricks_by_side,
    won,
)
from scorekeeper.games.five_hundred.house import House

TRICKS: Final = 10
SLAM: Final = 250
EACH_TRICK: Final = 10

# --- the bids -----------------------------------------------------------------------------------

LEVELS: Final = range(6, 11)
STRAINS: Final = ("S", "C", "D", "H", "NT")
# the source of 43 cards prints no table, and only this one fits what it says of 7 spades, nullo and
# 8 clubs
WORTH: Final = Grid(
    ("Tricks", *(SUIT_SIGNS[strain] for strain in STRAINS[:-1]), "No trump"),
    {
        6: (6, 40, 60, 80, 100, 120),
        7: (7, 140, 160, 180, 200, 220),
        8: (8, 240, 260, 280, 300, 320),
        9: (9, 340, 360, 380, 400, 420),
        10: (10, 440, 460, 480, 500, 520),
    },
)
ZERO_BIDS: Final = {"nullo": 250, "double_nullo": 500, "bar_nullo": 500, "grand_nullo": 510}
ZERO_NAMES: Final = {
    "nullo": phrase("nullo"),
    "double_nullo": phrase("double nullo"),
    "bar_nullo": phrase("bar nullo"),
    "grand_nullo": phrase("grand nullo"),
}
_MISERE: Final = ("misere", "misery", "mis", "miz", "nolo", "nula", "nulot", "nello", "nil", "zero")
_OPEN: Final = ("openmisere", "openmis", "openmiz", "opennullo", "slammisere", "blindmisere")
_SIXES: Final = ("6S", "6C", "6D", "6H")
ALSO_CALLED: Final[Mapping[str, tuple[str, ...]]] = {
    **dict.fromkeys(_MISERE, ("nullo",)),
    **dict.fromkeys(_OPEN, ("nullo", "bar_nullo")),
    **dict.fromkeys(("doublemisere", "doublenolo"), ("double_nullo", "grand_nullo")),
    **dict.fromkeys(("granola", "granolo", "grandmisere"), ("grand_nullo",)),
    **dict.fromkeys(("inkle", "inkles"), (*_SIXES, *map("inkle_{}".format, "SCDH"))),
}
"""What players call bids besides, and what it stands for here. An open misère is the dearer bid to
take no tricks: there is none here, but a bar nullo. An inkle is a bid of six, or in an auction a
hint."""
# the source of 43 cards does not say whether the partner plays in a double nullo: both do
PLAYED_ALONE: Final = ("nullo", "bar_nullo")
ZERO_BIDS_BY_OPTION: Final[Mapping[str, tuple[str, ...]]] = {
    "none": (),
    "nullo": ("nullo",),
    "double_bar": ("nullo", "double_nullo", "bar_nullo"),
    "grand": ("nullo", "grand_nullo"),
}

BIDS: Final = {f"{level}{strain}": Bid(level, strain) for level in LEVELS for strain in STRAINS}
VALUES: Final[Mapping[str, int]] = {
    **{name: WORTH[bid.level][STRAINS.index(bid.strain)] for name, bid in BIDS.items()},
    **ZERO_BIDS,
}


def zero_bids_table(house: House) -> Printed | None:
    """Return what the zero bids of the table are worth, and who plays them."""
    rows = [
        (ZERO_NAMES[bid], VALUES[bid], say("declarer" if bid in PLAYED_ALONE else "both partners"))
        for bid in ZERO_BIDS_BY_OPTION[house.nullos]
    ]
    return printed(("Bid", "Worth", "Who plays"), rows) if rows else None


def bid_name(bid: str) -> Sentence:
    """Return the bid in words: "7 hearts", "double nullo"."""
    return say("{bid}", bid=BIDS.get(bid) or Phrase(ZERO_NAMES[bid]))


# --- deals --------------------------------------------------------------------------------------


class PlayedContract(NamedTuple):
    """The highest bid, who made it, and the tricks that the declaring side took (0 to 10)."""

    bid: str
    declarer: int
    tricks: int

    @property
    def side(self) -> int:
        """The declarer's: seats 0 and 2 against 1 and 3."""
        return self.declarer % 2

    @property
    def is_made(self) -> bool:
        """Return whether the declaring side made its bid."""
        if self.bid in ZERO_BIDS:
            return self.tricks == 0
        return self.tricks >= BIDS[self.bid].level


class FiveHundred(Deal, frozen=True):
    """A contract; or that nobody bid, with the tricks of both sides where such a deal is played."""

    bid: str | None = None
    declarer: int | None = None
    tricks: int | None = None
    passed_out: bool = False
    side_tricks: tuple[int, int] | None = None

    @property
    def contract(self) -> PlayedContract:
        """The contract and its tricks, where somebody bid."""
        return PlayedContract(known(self.bid), known(self.declarer), known(self.tricks))


# --- what is asked ------------------------------------------------------------------------------


def form(pad: Pad[House]) -> Interview:
    """Ask for the highest bid and who made it, then the tricks; or whether nobody bid."""
    house = pad.options
    if (yield PASSED_OUT):
        yield SIDE_TRICKS if house.all_pass == "no_contract" else THROWN_IN
        return
    # who was allowed to inkle is not asked again when a deal is entered
    no_sixes = house.min_bid == "7S" and house.inkle in ("off", "signal")
    bid = yield bid_among(house.nullos, no_sixes)
    yield DECLARER
    yield tricks_for(bid)


PASSED_OUT: Final = Flag(path=("passed_out",), label=say("Nobody bid"), when="before")
DECLARER: Final = ask.seat("declarer", "Declarer", turn="who declares")
THROWN_IN: Final = Barred(
    path=("side_tricks",),
    kind=list,
    label=say("Tricks"),
    harmless=([0, 0],),
    missing=say("Nobody bid, so the deal was thrown in: there are no tricks to enter."),
)
SIDE_TRICKS: Final = tricks_by_side(TRICKS, say("Nobody bid: enter the tricks of both sides."))

# nullo is shown between the levels it ranks between, the others beside or above 10
KEY_ROWS: Final = {"nullo": 75, "double_nullo": 110, "bar_nullo": 110, "grand_nullo": 110}


@ask.question
def bid_among(nullos: str, no_sixes: bool) -> Choice:
    """Ask for a bid, each key with its points; bids that this table does not play are refused with
    the reason."""
    zeros = ZERO_BIDS_BY_OPTION[nullos]
    sixes = [name for name, bid in BIDS.items() if bid.level == LEVELS[0]] if no_sixes else []
    played = [name for name in BIDS if name not in sixes]
    return Choice(
        path=("bid",),
        label=say("Bid"),
        when="before",
        columns=len(STRAINS),
        keys=(
            *(bid_key(name, BIDS[name].level * 10) for name in played),
            *(bid_key(bid, KEY_ROWS[bid]) for bid in zeros),
        ),
        refusals=not_played(zeros) | dict.fromkeys(sixes, say("The lowest bid is 7 spades.")),
        wrong=(
            "Bids run from 7 spades to 10 no trump; {given} was entered."
            if no_sixes
            else "Bids run from 6 spades to 10 no trump; {given} was entered."
        ),
        wrong_word=(
            "Bids run from 7 spades to 10 no trump, or are {choices}; {given} was entered."
            if no_sixes
            else "Bids run from 6 spades to 10 no trump, or are {choices}; {given} was entered."
        ),
        also_called=ALSO_CALLED,
        missing=say("Enter the bid, or that nobody bid."),
    )


def bid_key(bid: str, row: int) -> Key:
    """A bid and what it is worth."""
    return ask.key(bid, bid_name(bid), VALUES[bid], row)


def not_played(zeros: tuple[str, ...]) -> dict[str, Sentence]:
    """Return why each zero bid but these may not be bid here, by the bid."""
    template = "{bid} is not played in this variant; zero bids here: {named}."
    named = ", ".join(ZERO_NAMES[bid] for bid in zeros) or "none"
    return {
        bid: say(template, bid=name.capitalize(), named=named)
        for bid, name in ZERO_NAMES.items()
        if bid not in zeros
    }


@ask.question
def tricks_for(bid: str | None) -> Number:
    """Ask for the tricks; the key that just makes the contract says so."""
    needed = None if bid is None else 0 if bid in ZERO_BIDS else BIDS[bid].level
    return ask.tricks(
        "tricks",
        TRICKS,
        "Of the declarer." if bid in PLAYED_ALONE else "Of the declaring side.",
        [ask.key(n, n, "made" if n == needed else None) for n in range(TRICKS + 1)],
        missing="Enter the tricks of the declaring side.",
    )


# --- what it brings -----------------------------------------------------------------------------


def score(table: Table[None, House], deal: FiveHundred) -> Iterable[Line]:
    """Yield the points of side 0, then those of side 1, whoever declared; rules.md#bid-made."""
    house = table.house
    if deal.passed_out:
        return all_passed_lines(deal, house.all_pass)
    bid, declarer, tricks = known(deal.bid), known(deal.declarer), known(deal.tricks)
    if bid in ZERO_BIDS:
        return zero_bid_lines(bid, declarer, tricks, house.nullo_defenders)
    return bid_lines(bid, declarer % 2, tricks, house.slam_bonus)


def all_passed_lines(
    deal: FiveHundred, all_pass: Literal["throw_in", "no_contract"]
) -> Iterator[Line]:
    """Yield the points where nobody bid: nothing, or ten points for each trick."""
    for side in range(2):
        if all_pass == "throw_in":
            yield Line(side, 0, say("scored nothing: nobody bid"), "passed-out")
        else:
            n = known(deal.side_tricks)[side]
            text = say("took {n} {n:trick|tricks} without a contract", n=n)
            yield Line(side, EACH_TRICK * n, text, "no-contract")


@cached_lines
def bid_lines(bid: str, side: int, tricks: int, slam_bonus: bool) -> tuple[Line, Line]:
    """Return what the bid brings or costs its side, and what each trick in defence brings."""
    value = VALUES[bid]
    values = {"bid": BIDS[bid], "n": tricks}
    if tricks < BIDS[bid].level:
        points, rule, template = -value, "bid-lost", "missed {bid} with {n} {n:trick|tricks}"
    elif tricks == TRICKS and slam_bonus:
        points, rule, template = max(value, SLAM), "slam", "made {bid} with all ten tricks"
        if value < SLAM:
            template = "made {bid} with all ten tricks: {slam} in place of {value}"
            values |= {"slam": SLAM, "value": value}
    else:
        points, rule, template = value, "bid-made", "made {bid} with {n} tricks"
    bidders = Line(side, points, say(template, **values), rule)
    return in_order(bidders, defence(1 - side, tricks, "defenders-tricks"))


@cached_lines
def zero_bid_lines(
    bid: str,
    declarer: int,
    tricks: int,
    nullo_defenders: Literal["bidder_tricks", "own_tricks"],
) -> tuple[Line, Line]:
    """Return what the bid brings or costs its side, and what the tricks bring the others."""
    side, value = declarer % 2, VALUES[bid]  # seats 0 and 2 against 1 and 3
    values = {"bid": Phrase(ZERO_NAMES[bid]), "n": tricks}
    if tricks:
        text = say("failed {bid} with {n} {n:trick|tricks}", **values)
        bidders = Line(side, -value, text, "nullo-lost")
    else:
        bidders = Line(side, value, say("made {bid}", **values), "nullo-made")
    if nullo_defenders == "own_tricks":
        return in_order(bidders, defence(1 - side, tricks, "nullo-defenders"))
    who = Seat(declarer) if bid in PLAYED_ALONE else Side(side)
    text = say("defended: {who} took {n} {n:trick|tricks}", n=tricks, who=who)
    return in_order(bidders, Line(1 - side, EACH_TRICK * tricks, text, "nullo-defenders"))


def defence(side: int, tricks: int, rule: str) -> Line:
    """Return ten points for each trick that the bidders' `tricks` have left to that side."""
    n = TRICKS - tricks
    text = say("took {n} {n:trick|tricks} in defence", n=n)
    return Line(side, EACH_TRICK * n, text, rule)


def in_order(bidders: Line, others: Line) -> tuple[Line, Line]:
    """Return the two lines with that of side 0 first."""
    return (bidders, others) if bidders.side == 0 else (others, bidders)


# --- the end ------------------------------------------------------------------------------------


def result(pad: Pad[House]) -> Outcome | None:
    """End the game at the losing score, at the target, or after the last deal, in this order;
    rules.md#lose-at."""
    # first the losing score: the other side wins then "regardless of the final score"
    return lost(pad) or reached(pad) or last_deal(pad)


def lost(pad: Pad[House]) -> Outcome | None:
    """Return the outcome where a side has fallen to the losing score."""
    lose_at = pad.options.lose_at
    if lose_at is None or min(pad.totals) > lose_at:
        return None
    ahead = leaders(pad)
    return fallen_to_limit(pad, ahead[0]) if len(ahead) == 1 else None


def reached(pad: Pad[House]) -> Outcome | None:
    """Return the outcome where a side has the target: of two, the bidders win."""
    target = to_win(pad.options)
    if max(pad.totals) < target or pad.last is None:
        return None
    there = [side for side, total in enumerate(pad.totals) if total >= target]
    deal: FiveHundred | None = pad.last.deal
    contract = None if deal is None or deal.passed_out else deal.contract
    if pad.options.win_by == "contract":
        wins = contract is not None and contract.side in there and contract.is_made
        return by_bid(pad, contract.side, "target") if contract and wins else None
    if contract and len(there) == 2:
        return by_bid(pad, contract.side, "bidders-first")
    ahead = leaders(pad)
    # equal totals without a contract: play on, as neither side has bid
    return won(pad, ahead, "target") if len(ahead) == 1 else None


def by_bid(pad: Pad[House], side: int, rule: str) -> Outcome:
    """Return the outcome when a side has won as the bidders, whatever the other has."""
    points, others = pad.totals[side], pad.totals[1 - side]
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
