"""Twenty-Eight: two partnerships bid for card points, 28 in the pack; rules.md#bid-made.

Cat bids 20 and takes 21 card points with Ann: 2 points to them. With 19 they would lose 3.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final, Literal

from scorekeeper.cards import RANK_NAMES
from scorekeeper.engine import (
    Barred,
    Branch,
    Choice,
    Deal,
    Fact,
    Grid,
    Interview,
    Line,
    Message,
    Number,
    OneOf,
    Option,
    Options,
    Pad,
    Printed,
    Seat,
    SeatOf,
    Sentence,
    Standing,
    Suit,
    Table,
    Warn,
    YesNo,
    ask,
    cached_lines,
    dealt_by,
    declarer_among,
    far_short,
    in_any_case,
    next_dealer,
    options,
    printed,
    say,
    signed,
)

LEAST: Final = 14
SINGLE: Final = "single_hand"
PAIR: Final = 4
"""What a king and queen of trumps bring, or cost, in card points needed."""
CARD_POINTS: Final = {"J": 3, "9": 2, "A": 1, "T": 1}
IN_PACK: Final = 4 * sum(CARD_POINTS.values())
# below the queen in the source; nearly everybody else has the ten just below the ace
RANKED: Final = {"below_queen": "J9AKQT87", "above_king": "J9ATKQ87"}
BID_HEAD: Final[tuple[Message, ...]] = ("Bid", "Made", "Missed")
TIERS: Final = {
    "tiered": Grid(
        BID_HEAD,
        {
            range(14, 20): ("14 to 19", 1, -2),
            range(20, 25): ("20 to 24", 2, -3),
            range(25, 29): ("25 to 28", 3, -4),
        },
        shown=signed,
    ),
    "flat": Grid(BID_HEAD, {range(14, 29): ("14 to 28", 1, -1)}, shown=signed),
}
"""For each way of scoring: the bids of a tier, and what one of them is worth."""

WAYS: Final[Mapping[Literal["right", "left"], Message]] = {
    "right": "to the right",
    "left": "to the left",
}


class House(Options):
    """The house rules."""

    target = options.target("Points to win. 6 and 12 are common too.", 1, 50, default=10)
    scoring: Option[Literal["tiered", "flat"]] = options.choice(
        "Worth of a bid",
        "Game points for a high bid.",
        {
            "tiered": (
                "more for bids from 20 and from 25",
                "bids from 20 and from 25 are worth more",
            ),
            "flat": ("one point, whatever was bid", "every bid is worth one point"),
        },
    )
    # the source bids to the right and leads from the dealer's right: deal and play go so too
    rotation: Option[Literal["right", "left"]] = options.choice(
        "The deal", "Which way the deal passes.", WAYS, "the deal passes {value}"
    )
    play_direction: Option[Literal["right", "left"]] = options.choice(
        "Bidding and play", "Which way round they go.", WAYS, "bidding and play go {value}"
    )
    ten_rank: Option[Literal["below_queen", "above_king"]] = options.choice(
        "The ten",
        "Where it ranks in a suit.",
        {"below_queen": "below the queen", "above_king": "between ace and king"},
        "the ten ranks {value}",
    )
    # the source ends the bidding after three passes running, so that who passed may bid again
    pass_is_final = options.switch(
        "A pass is final",
        "A player who passes cannot bid again.",
        "a pass is final",
        "a player who passed may bid again",
    )
    # 20 in the source
    partner_overcall_min = options.number_or_none(
        "Over the partner",
        "The lowest bid over your partner's.",
        LEAST,
        IN_PACK,
        none="any higher bid",
        default=20,
        said_as="no bid below {value} over the partner",
        said_off="any higher bid over the partner",
    )
    must_call = options.switch(
        "Calling for the trump",
        "Players who cannot follow must ask for trumps and play one.",
        "players who can't follow must call for the trump",
        "players who can't follow need not call for the trump",
        default=True,
    )
    # the source allows both readings of this and of the last option
    follow_face_down = options.switch(
        "Following with the hidden card",
        "The declarer takes it up if no other card can follow.",
        "the hidden card is taken up to follow suit",
        "the hidden card need not follow suit",
        default=True,
    )
    trump_lead_ban: Option[Literal["until_shown", "whole_deal"]] = options.choice(
        "Declarer leading trumps",
        "How long the declarer may not lead them.",
        {
            "until_shown": (
                "not while they are hidden",
                "the declarer may lead trumps once they are shown",
            ),
            "whole_deal": (
                "not in the whole deal",
                "the declarer may never lead trumps while holding another suit",
            ),
        },
    )

    # not in the source, as all that follows
    min_bid = options.number(
        "Lowest bid",
        "15 and 16 are common too.",
        LEAST,
        20,
        default=LEAST,
        said_as="no bid below {value}",
    )
    pair = options.switch(
        "Pair",
        "King and queen of trumps, shown, make the bid easier or harder by 4.",
        "with the pair",
        "without the pair",
    )
    doubling = options.switch(
        "Doubling",
        "Bids may be doubled and redoubled.",
        "bids may be doubled",
        "bids are not doubled",
    )
    second_auction_min = options.number_or_none(
        "Second auction",
        "The lowest bid once all eight cards are dealt. 24 is usual.",
        20,
        IN_PACK,
        none="none",
        said_as="a second auction from {value}",
        said_off="no second auction",
    )
    single_hand = options.number_or_none(
        "Single hand",
        "Game points for playing alone for all tricks. 3 is usual.",
        1,
        12,
        none="not played",
        said_as="a single hand is worth {n}",
        said_off="without the single hand",
    )


class TwentyEightDeal(Deal, frozen=True):
    """The declarer and the bid in card points (28 in the pack), or a single hand; whether it was
    made, or the card points taken; who showed the pair, and how often it was doubled."""

    declarer: int
    bid: int | Literal["single_hand"]
    made: bool | None = None
    points: int | None = None
    trump: str | None = None
    pair: int | None = None
    doubled: int = 0


def needed(deal: TwentyEightDeal, house: House) -> int:
    """Return the card points that make the contract; rules.md#pair."""
    assert not isinstance(deal.bid, str)
    if deal.pair is None:
        return deal.bid
    if deal.pair % 2 == deal.declarer % 2:
        return max(deal.bid - PAIR, house.min_bid)
    return min(deal.bid + PAIR, IN_PACK)


def kept(deal: TwentyEightDeal, house: House) -> bool:
    """Return whether the declarer's side took as many card points as it needed."""
    return bool(deal.made) if deal.points is None else deal.points >= needed(deal, house)


def upcoming(pad: Pad[House]) -> Mapping[str, Any]:
    """The next dealer, to the right unless the table plays otherwise."""
    return dealt_by(next_dealer(pad, -1 if pad.options.rotation == "right" else 1))


# --- what is asked ------------------------------------------------------------------------------


def form(pad: Pad[House]) -> Interview:
    """Ask for the declarer, the bid and whether it was doubled, then whether it was made, or for
    the card points."""
    house = pad.options
    players = len(pad.seats)
    yield declarer_among(pad.filled, players)
    bid = yield bids(house.scoring, house.min_bid, house.single_hand)
    if bid == SINGLE:
        yield from in_any_case(*NOT_ALONE)
        yield MADE
        yield TRUMP
        return
    yield DOUBLED if house.doubling else NOT_DOUBLED
    count = yield COUNT
    if count == "made":
        yield MADE
    elif count == "points":
        yield points_for(bid)
    else:
        yield from in_any_case(MADE, points_for(bid))
    yield TRUMP
    yield pair_shown(players) if house.pair else NO_PAIR


@ask.question
def bids(scoring: str, least: int, single: int | None) -> Number | Choice:
    """Ask for the bid, a row of keys a tier, each with its game points."""
    keys = [
        ask.key(bid, bid, signed(TIERS[scoring][tier][0]), row)
        for row, tier in enumerate(TIERS[scoring])
        for bid in tier
        if bid >= least
    ]
    wrong: Message = "Bids run from {low} to {high}; {given} was entered."
    path, label = ("bid",), say("Bid")
    if single is None:
        return Number(
            path=path,
            label=label,
            when="before",
            low=least,
            high=IN_PACK,
            keys=tuple(keys),
            wrong=wrong,
        )
    keys.append(ask.key(SINGLE, say("single hand"), signed(single), len(TIERS[scoring])))
    return Choice(
        path=path,
        label=label,
        when="before",
        keys=tuple(keys),
        wrong=wrong,
        numbers=(least, IN_PACK),
    )


@ask.question
def pair_shown(players: int) -> SeatOf:
    """Ask who showed the king and queen of trumps."""
    path, label, seats = ("pair",), say("Pair shown by"), tuple(range(players))
    return SeatOf(path=path, label=label, optional=True, seats=seats, players=players)


@ask.question
def points_for(bid: int | None) -> Number:
    """Ask for the card points taken; the key that just makes the contract says so."""
    return Number(
        path=("points",),
        label=say("Card points"),
        hint=say("Of the declarer's side."),
        low=0,
        high=IN_PACK,
        keys=tuple(ask.key(n, n, "made" if n == bid else None) for n in range(IN_PACK + 1)),
        too_high="There are {high} card points in the pack; {given} were entered.",
    )


COUNT: Final = OneOf(
    branches=(
        Branch("made", ("made",), say("made or missed")),
        Branch("points", ("points",), say("card points")),
    ),
    fault=say("Enter the card points, or whether the contract was made – one of them."),
)
MADE: Final = YesNo(path=("made",), label=say("Result"), yes=say("made"), no=say("missed"))
# Secret until it is called for, so that it is not asked before the play.
TRUMP: Final = ask.suit("trump", "Trumps", "after", optional=True)
DOUBLED: Final = ask.one_of(
    "doubled", "Doubled", {0: "not doubled", 1: "doubled", 2: "redoubled"}, default=0
)


def unused(field: str, label: Message, why: Message) -> Barred:
    """Refuse a field that says anything."""
    return ask.barred(field, label, why, kind=int).changed(
        harmless=(None,) if field == "pair" else (0,)
    )


NO_PAIR: Final = unused("pair", "Pair", "The pair is not played at this table.")
NOT_DOUBLED: Final = unused("doubled", "Doubled", "Doubling is not played at this table.")
NOT_ALONE: Final = (
    ask.barred(
        "points",
        "Card points",
        "A single hand is every trick or nothing: enter whether it was made.",
        kind=int,
    ),
    unused("pair", "Pair", "A single hand is played without trumps: there is no pair."),
    unused("doubled", "Doubled", "A single hand is not doubled."),
)


# --- what it brings -----------------------------------------------------------------------------


def worth(deal: TwentyEightDeal, house: House, made: bool) -> int:
    """Return the game points won by a bid that was made, or lost by one that was missed."""
    if isinstance(deal.bid, str):
        single = house.single_hand or 0
        return single if made else -single
    tiers = TIERS[house.scoring]
    points = tiers[next(tier for tier in tiers if deal.bid in tier)][not made]
    return points * (1, 2, 4)[deal.doubled]


def score(table: Table[None, House], deal: TwentyEightDeal) -> Iterable[Line]:
    """Yield the game points of the declarer's side, the only one that scores; rules.md#bid-lost."""
    house = table.house
    made = kept(deal, house)
    by_side = lines(deal, made, worth(deal, house, made))
    if deal.pair is None:
        return by_side
    text = say("{seat} showed the pair: {n} needed", seat=Seat(deal.pair), n=needed(deal, house))
    return (*by_side, Line(deal.pair % 2, 0, text, "pair"))


DOUBLES: Final[Mapping[int, tuple[Message, Message]]] = {
    0: ("{seat} bid {bid}: made", "{seat} bid {bid}: missed"),
    1: ("{seat} bid {bid}, doubled: made", "{seat} bid {bid}, doubled: missed"),
    2: ("{seat} bid {bid}, redoubled: made", "{seat} bid {bid}, redoubled: missed"),
}
ALONE: Final[tuple[Message, Message]] = (
    "{seat} took every trick alone",
    "{seat} played alone and lost a trick",
)


@cached_lines
def lines(deal: TwentyEightDeal, made: bool, points: int) -> tuple[Line, Line]:
    """Return what the bid brings its side; the other side scores nothing."""
    side = deal.declarer % 2
    rule = "doubled" if deal.doubled else "bid-made" if made else "bid-lost"
    template = DOUBLES[deal.doubled][not made]
    if deal.bid == SINGLE:
        rule, template = "single-hand", ALONE[not made]
    text = say(template, seat=Seat(deal.declarer), bid=deal.bid)
    if deal.points is not None:
        text = say("{what}, {n} card {n:point|points}", what=text, n=deal.points)
    line = Line(side, points, text, rule)
    other = Line(1 - side, 0, say("defended: only the bidders score"), rule)
    return (line, other) if side == 0 else (other, line)


# --- in words -----------------------------------------------------------------------------------


def headline(pad: Pad[House], deal: TwentyEightDeal) -> Iterator[Sentence]:
    """ "20: +2 or −3", then "20 in hearts by Cat, 21 card points: made"."""
    yield deal_in_words(deal, pad.options, None)
    yield deal_in_words(deal, pad.options, deal.declarer)


def deal_in_words(deal: TwentyEightDeal, house: House, declarer: int | None) -> Sentence:
    """The bid, by whom if that is known, and how it ended or what it wins and loses."""
    bid = say("single hand") if deal.bid == SINGLE else say("{bid}", bid=deal.bid)
    if deal.doubled:
        bid = say("{bid} doubled" if deal.doubled == 1 else "{bid} redoubled", bid=bid)
    if deal.trump is not None:
        bid = say("{bid} in {suit}", bid=bid, suit=Suit(deal.trump))
    if declarer is not None:
        bid = say("{bid} by {seat}", bid=bid, seat=Seat(declarer))
    if deal.points is None and deal.made is None:
        won, cost = (signed(worth(deal, house, made)) for made in (True, False))
        return say("{bid}: {won} or {lost}", bid=bid, won=won, lost=cost)
    if deal.points is not None:
        bid = say("{what}, {n} card {n:point|points}", what=bid, n=deal.points)
    return say("{bid}: made" if kept(deal, house) else "{bid}: missed", bid=bid)


def needs(pad: Pad[House]) -> Iterator[Standing]:
    """Yield the game points that each side lacks to the target."""
    for side, total in enumerate(pad.totals):
        if total < pad.options.target:
            yield side, say("{n} to go", n=pad.options.target - total), "target"


def unusual(pad: Pad[House], deal: TwentyEightDeal) -> Iterable[Warn]:
    """Warn of a bid that was missed by eight card points or more, or in which none was taken."""
    if deal.points is None:
        return ()
    needs_points = needed(deal, pad.options)
    return far_short(("points",), deal.declarer % 2, needs_points, deal.points)


def facts(pad: Pad[House], deal: TwentyEightDeal) -> Iterator[tuple[int, Fact, int]]:
    """Count the bid for its declarer: made or missed, and by how many card points."""
    yield deal.declarer, "bid kept" if kept(deal, pad.options) else "bid lost", 1
    over = 0 if deal.points is None else deal.points - needed(deal, pad.options)
    if over:
        yield deal.declarer, "over" if over > 0 else "short", abs(over)


# --- the rules page -----------------------------------------------------------------------------


def cards_table(house: House) -> Printed:
    """Return what the cards are worth, from the highest."""
    return printed(
        ("From the highest", "Card points"),
        ((RANK_NAMES.get(rank, rank), CARD_POINTS.get(rank, 0)) for rank in RANKED[house.ten_rank]),
    )
