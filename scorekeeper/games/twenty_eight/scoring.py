"""Twenty-Eight: two partnerships bid for card points, 28 in the pack; rules.md#bid-made.

Cat bids 20 and takes 21 card points with Ann: 2 points to them. With 19 they would lose 3.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final, Literal

from scorekeeper.cards import RANK_NAMES
from scorekeeper.engine import (
    Branch,
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
    Sentence,
    Standing,
    Suit,
    Table,
    Warn,
    YesNo,
    ask,
    cached_lines,
    dealt_by,
    far_short,
    in_any_case,
    next_dealer,
    options,
    printed,
    say,
    signed,
)

LEAST: Final = 14
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


class TwentyEightDeal(Deal, frozen=True):
    """The declarer and the bid in card points (28 in the pack); whether it was made, or the card
    points taken."""

    declarer: int
    bid: int
    made: bool | None = None
    points: int | None = None
    trump: str | None = None

    @property
    def kept(self) -> bool:
        """Return whether the declarer's side took as many card points as it bid."""
        return bool(self.made) if self.points is None else self.points >= self.bid


def upcoming(pad: Pad[House]) -> Mapping[str, Any]:
    """The next dealer, to the right unless the table plays otherwise."""
    return dealt_by(next_dealer(pad, -1 if pad.options.rotation == "right" else 1))


# --- what is asked ------------------------------------------------------------------------------


def form(pad: Pad[House]) -> Interview:
    """Ask for the declarer and the bid, then whether it was made, or for the card points."""
    yield DECLARER
    bid = yield bids(pad.options.scoring)
    count = yield COUNT
    if count == "made":
        yield MADE
    elif count == "points":
        yield points_for(bid)
    else:
        yield from in_any_case(MADE, points_for(bid))
    yield TRUMP


@ask.question
def bids(scoring: str) -> Number:
    """Ask for the bid, a row of keys a tier, each with its game points."""
    return Number(
        path=("bid",),
        label=say("Bid"),
        when="before",
        low=LEAST,
        high=IN_PACK,
        keys=tuple(
            ask.key(bid, bid, signed(TIERS[scoring][tier][0]), row)
            for row, tier in enumerate(TIERS[scoring])
            for bid in tier
        ),
        wrong="Bids run from {low} to {high}; {given} was entered.",
    )


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


DECLARER: Final = ask.seat("declarer", "Declarer", turn="who won the bidding")
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


# --- what it brings -----------------------------------------------------------------------------


def worth(scoring: str, bid: int, kept: bool) -> int:
    """Return the game points won by a bid that was made, or lost by one that was missed."""
    tiers = TIERS[scoring]
    return tiers[next(tier for tier in tiers if bid in tier)][not kept]


def score(table: Table[None, House], deal: TwentyEightDeal) -> Iterable[Line]:
    """Yield the game points of the declarer's side, the only one that scores; rules.md#bid-lost."""
    return lines(deal.declarer, deal.bid, deal.kept, deal.points, table.house.scoring)


@cached_lines
def lines(
    declarer: int, bid: int, kept: bool, points: int | None, scoring: str
) -> tuple[Line, Line]:
    """Return what the bid brings its side; the other side scores nothing."""
    side = declarer % 2  # seats 0 and 2 against 1 and 3
    rule = "bid-made" if kept else "bid-lost"
    template = "{seat} bid {bid}: made" if kept else "{seat} bid {bid}: missed"
    text = say(template, seat=Seat(declarer), bid=bid)
    if points is not None:
        text = say("{what}, {n} card {n:point|points}", what=text, n=points)
    line = Line(side, worth(scoring, bid, kept), text, rule)
    other = Line(1 - side, 0, say("defended: only the bidders score"), rule)
    return (line, other) if side == 0 else (other, line)


# --- in words -----------------------------------------------------------------------------------


def headline(pad: Pad[House], deal: TwentyEightDeal) -> Iterator[Sentence]:
    """ "20: +2 or −3", then "20 in hearts by Cat, 21 card points: made"."""
    scoring = pad.options.scoring
    yield deal_in_words(deal, scoring, None)
    yield deal_in_words(deal, scoring, deal.declarer)


def deal_in_words(deal: TwentyEightDeal, scoring: str, declarer: int | None) -> Sentence:
    """The bid, by whom if that is known, and how it ended or what it wins and loses."""
    bid = say("{bid}", bid=deal.bid)
    if deal.trump is not None:
        bid = say("{bid} in {suit}", bid=bid, suit=Suit(deal.trump))
    if declarer is not None:
        bid = say("{bid} by {seat}", bid=bid, seat=Seat(declarer))
    if deal.points is None and deal.made is None:
        won, cost = (signed(worth(scoring, deal.bid, kept)) for kept in (True, False))
        return say("{bid}: {won} or {lost}", bid=bid, won=won, lost=cost)
    if deal.points is not None:
        bid = say("{what}, {n} card {n:point|points}", what=bid, n=deal.points)
    return say("{bid}: made" if deal.kept else "{bid}: missed", bid=bid)


def needs(pad: Pad[House]) -> Iterator[Standing]:
    """Yield the game points that each side lacks to the target."""
    for side, total in enumerate(pad.totals):
        if total < pad.options.target:
            yield side, say("{n} to go", n=pad.options.target - total), "target"


def unusual(pad: Pad[House], deal: TwentyEightDeal) -> Iterable[Warn]:
    """Warn of a bid that was missed by eight card points or more, or in which none was taken."""
    if deal.points is None:
        return ()
    return far_short(("points",), deal.declarer % 2, deal.bid, deal.points)


def facts(pad: Pad[House], deal: TwentyEightDeal) -> Iterator[tuple[int, Fact, int]]:
    """Count the bid for its declarer: made or missed, and by how many card points."""
    yield deal.declarer, "bid kept" if deal.kept else "bid lost", 1
    over = 0 if deal.points is None else deal.points - deal.bid
    if over:
        yield deal.declarer, "over" if over > 0 else "short", abs(over)


# --- the rules page -----------------------------------------------------------------------------


def cards_table(house: House) -> Printed:
    """Return what the cards are worth, from the highest."""
    return printed(
        ("From the highest", "Card points"),
        ((RANK_NAMES.get(rank, rank), CARD_POINTS.get(rank, 0)) for rank in RANKED[house.ten_rank]),
    )
