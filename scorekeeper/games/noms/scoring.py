"""Noms: the highest bidder names trumps and a card, whose holder is the partner; rules.md#bidding.

Ann bids 8 and names the ace of hearts, which Cat holds. They take 5 and 4: 8 each, the ninth is
worth nothing; Ben has 3 for three tricks, Dan 1.
"""

from collections.abc import Iterator
from typing import Any, Final, Literal

from scorekeeper.cards import RANK_SIGNS, RANKS
from scorekeeper.engine import (
    NULL,
    SUIT_KEYS,
    SUITS,
    Card,
    Choice,
    Deal,
    Fact,
    Interview,
    Line,
    Listing,
    Option,
    Options,
    Outcome,
    Pad,
    Pair,
    Printed,
    Question,
    Seat,
    SeatOf,
    Sentence,
    Standing,
    Suit,
    Table,
    Warn,
    ask,
    cached_lines,
    declarer_among,
    empty_seat_line,
    far_over,
    far_short,
    leaders,
    options,
    present,
    printed,
    say,
    tricks_each,
    won,
)

PACK: Final = 52
# the source has rules for four and says only that three, five and six can play
PLAYERS: Final = range(3, 7)
MISERE: Final = "misere"
ALSO_CALLED: Final = dict.fromkeys(("mis", "miz", "nullo", "null", "nil", "zero"), (MISERE,))
"""What players call a misère besides."""
MISERE_MADE: Final = {1: 10, 2: 20}  # alone, with a partner
MISERE_LOST: Final = 10
EXPOSED: Final = 2  # times the bid


class House(Options):
    """The house rules."""

    # the source offers an hour, 20 deals or 100 points
    end_by: Option[Literal["score", "deals", "time"]] = options.choice(
        "The end",
        "What ends the game.",
        {
            "score": "when a player reaches the target",
            "deals": "after a number of deals",
            "time": "only when you end it",
        },
        "the game ends {value}",
    )
    target = options.target(
        "Points that end the game, if it is played to points.", 5, 1000, default=100
    )
    max_deals = options.number(
        "Deals",
        "Deals in the game, if it is played to a number of deals.",
        1,
        200,
        default=20,
        said_as="{n} {n:deal|deals} in the game",
    )
    # not in the source
    tie: Option[Literal["play_on", "shared"]] = options.choice(
        "If scores tie",
        "What happens if players tie at the top.",
        {"play_on": "play on until one player leads", "shared": "all of them win"},
        "if scores tie, {value}",
    )
    # the source: ten and "any tricks that they both took"
    misere_fail_tricks: Option[Literal["combined", "own"]] = options.choice(
        "A failed misère with a partner",
        "Whose tricks each of them pays for.",
        {
            "combined": ("those of both", "two who fail a misère each pay for the tricks of both"),
            "own": ("their own", "two who fail a misère each pay for their own tricks"),
        },
    )
    # twice the bid would be twice nothing; 20 is twice what a lone misère is worth
    misere_exposure_debit: Option[Literal[0, 20, 40]] = options.choice(
        "Giving the card away in a misère",
        "What it costs the holder of the card.",
        {0: "nothing", 20: "20", 40: "40"},
        "giving the card away in a misère costs {value}",
        default=20,
    )
    # the source: "may not lead to the nominated card", which is read as its suit
    first_lead_ban: Option[Literal["suit", "card", "none"]] = options.choice(
        "The first lead",
        "What the declarer may not lead to the first trick.",
        {"suit": "the suit of the named card", "card": "the named card", "none": "nothing"},
        "the declarer may not lead {value} first",
        "the declarer may lead any card first",
    )


Declared = int | Literal["misere"]
"""A bid: a number of tricks, or none at all."""
# the source has misère between ten and eleven
LADDER: Final[tuple[Declared, ...]] = (7, 8, 9, 10, MISERE, 11, 12, 13)


class NomsDeal(Deal, frozen=True):
    """The bid, its declarer and the card named; who held that card (None: nobody else), the tricks
    of each player, and which partner gave it away."""

    declarer: int
    bid: Declared
    partner: int | None
    tricks: tuple[int | None, ...]
    trump: str | None = None
    nominated: str | None = None
    exposed_by: int | None = None

    @property
    def team(self) -> tuple[int, ...]:
        """The declarer's seat, then the partner's if there is one."""
        return (self.declarer,) if self.partner is None else (self.declarer, self.partner)

    @property
    def took(self) -> int:
        """The tricks of the declarer and the partner together."""
        return sum([self.tricks[seat] or 0 for seat in self.team])

    @property
    def made(self) -> bool:
        """Return whether the declarer made the bid."""
        return self.took == 0 if self.bid == MISERE else self.took >= self.bid


# --- what is asked ------------------------------------------------------------------------------


def form(pad: Pad[House]) -> Interview:
    """Ask for the bid and the declarer, then for the partner and everybody's tricks."""
    seats, count = pad.filled, len(pad.seats)
    size = PACK // len(seats)
    declarer = yield declarer_among(seats, count)
    yield bid_of(size)
    yield TRUMP
    yield NOMINATED
    partner = yield partner_among(seats, count, declarer)
    yield tricks_each(size, count, seats)
    yield exposed_among(seats, count, declarer, partner)


def bids(size: int) -> tuple[Declared, ...]:
    """Return the bids from the lowest, with so many cards in each hand."""
    return tuple(bid for bid in LADDER if bid == MISERE or bid <= size)


def bid_name(bid: Declared) -> Sentence:
    """The bid in words."""
    return say("misère") if bid == MISERE else say("{bid}", bid=bid)


@ask.question
def bid_of(size: int) -> Choice:
    """Ask for the bid, with so many cards in each hand."""
    return Choice(
        path=("bid",),
        label=say("Bid"),
        when="before",
        keys=tuple(ask.key(bid, bid_name(bid)) for bid in bids(size)),
        numbers=(7, min(13, size)),
        wrong="Bids are {choices}; {given} was entered.",
        also_called=ALSO_CALLED,
        too_low="The lowest bid is {low}.",
        too_high="The highest bid is {high}.",
    )


@ask.question
def partner_among(seats: tuple[int, ...], count: int, declarer: int | None) -> SeatOf:
    """Ask who held the named card; nobody may be the answer."""
    own_card = say(
        "The partner cannot be the declarer; leave it empty when the declarer held the card."
    )
    return SeatOf(
        path=("partner",),
        label=say("Holder of the named card"),
        turn=say("who held the named card"),
        none=say("nobody else"),
        seats=tuple(seat for seat in seats if seat != declarer),
        players=count,
        refusals={} if declarer is None else {declarer: own_card},
        missing=say("Say who held the named card, or that nobody else did."),
    )


@ask.question
def exposed_among(
    seats: tuple[int, ...], count: int, declarer: int | None, partner: Any
) -> Question:
    """Ask which partner gave the named card away, if one did."""
    if partner is NULL:
        return ask.barred(
            "exposed_by",
            "Gave the card away",
            "The declarer played alone, so nobody can have given the card away.",
            int,
        )
    others = tuple(seat for seat in seats if seat != declarer)
    return SeatOf(
        path=("exposed_by",),
        label=say("Gave the card away"),
        optional=True,
        seats=others if partner is None else (partner,),
        players=count,
        wrong="Only the holder of the named card can give it away: that is {choices}.",
    )


TRUMP: Final = Choice(
    path=("trump",),
    label=say("Trumps"),
    when="before",
    optional=True,
    keys=(*SUIT_KEYS, ask.key("NT", say("{suit}", suit=Suit("NT")))),
)
NOMINATED: Final = Pair(
    path=("nominated",),
    label=say("Named card"),
    when="before",
    optional=True,
    keys=tuple(
        ask.key(rank + suit, say("{card}", card=Card(rank + suit)))
        for rank in reversed(RANKS)
        for suit in SUITS
    ),
    first=tuple(ask.key(rank, say("{rank}", rank=RANK_SIGNS[rank])) for rank in reversed(RANKS)),
    second=SUIT_KEYS,
    wrong="The named card is a rank and a suit, e.g. AH or TD; {given} was entered.",
)


# --- what it brings -----------------------------------------------------------------------------


def score(table: Table[None, House], deal: NomsDeal) -> Iterator[Line]:
    """Score the bid for its two players, and tricks for each other one; rules.md#own-tricks."""
    house, team, together = table.house, deal.team, deal.took
    pay_alone = house.misere_fail_tricks == "own" and len(team) > 1 and deal.bid == MISERE
    for seat, tricks in enumerate(deal.tricks):
        if tricks is None:
            yield empty_seat_line(seat)
        elif seat in team:
            own = tricks if pay_alone and not deal.made else None
            yield from bid_lines(seat, deal.declarer, deal.partner, deal.bid, together, own)
        else:
            # in a misère too: the source's rule on the others is a general one
            yield from own_trick_lines(seat, tricks)
        # the source: the defaulter is debited, but not the partner
        if seat == deal.exposed_by:
            yield from partner_revealed(seat, deal.bid, house.misere_exposure_debit)


@cached_lines
def bid_lines(
    seat: int, declarer: int, partner: int | None, bid: Declared, together: int, own: int | None
) -> Iterator[Line]:
    """Yield the points that the bid brings one of the two who play it; `own` are their tricks,
    where only these count."""
    values = {"seat": Seat(declarer), "bid": bid_name(bid), "n": together}
    if partner is None:
        text = say("{seat} bid {bid} alone and took {n}", **values)
    elif seat == declarer:
        text = say("{seat} bid {bid} with {partner} and took {n}", partner=Seat(partner), **values)
    else:
        text = say("partnered {seat}, who bid {bid}; together they took {n}", **values)
    if own is not None:
        text = say("{told}, {n} by {seat}", told=text, n=own, seat=Seat(seat))
    if bid == MISERE:
        made, players = together == 0, 1 if partner is None else 2
        lost = -(MISERE_LOST + (together if own is None else own))
        points, rule = (MISERE_MADE[players], "misere-made") if made else (lost, "misere-lost")
    else:
        points, rule = (bid, "bid-made") if together >= bid else (0, "bid-lost")
    yield Line(seat, points, text, rule)


@cached_lines
def own_trick_lines(seat: int, tricks: int) -> Iterator[Line]:
    """Yield a point a trick for a player outside the bid."""
    yield Line(seat, tricks, say("took {n} {n:trick|tricks}", n=tricks), "own-tricks")


@cached_lines
def partner_revealed(seat: int, bid: Declared, in_misere: int) -> Iterator[Line]:
    """Yield what it costs the holder of the named card to have given it away."""
    if bid == MISERE:
        yield Line(seat, -in_misere, say("gave the card away"), "exposed")
    else:
        text = say("gave the card away: twice {bid}", bid=bid)
        yield Line(seat, -EXPOSED * bid, text, "exposed")


def result(pad: Pad[House]) -> Outcome | None:
    """End the game at the target or after the last deal: the highest total wins;
    rules.md#target."""
    rule = ending_rule(pad)
    if rule is None:
        return None
    ahead = leaders(pad)
    short = rule == "target" and pad.totals[ahead[0]] < pad.options.target
    if short or (len(ahead) > 1 and pad.options.tie == "play_on"):
        return None
    return won(pad, ahead, rule if len(ahead) == 1 else "tie")


def ending_rule(pad: Pad[House]) -> str | None:
    """Return the rule that would end the game now, if the player with the target is still at the
    table."""
    house, kind = pad.options, pad.last.kind if pad.last else None
    if house.end_by == "score" and kind != "finish" and max(pad.totals) >= house.target:
        return "target"
    if house.end_by == "deals" and kind == "deal" and pad.deals >= house.max_deals:
        return "last-deal"
    return None


# --- in words -----------------------------------------------------------------------------------


def headline(pad: Pad[House], deal: NomsDeal) -> Iterator[Sentence]:
    """ "8 by Ann", then "8 by Ann with Cat, 9 taken"."""
    values = {"bid": bid_name(deal.bid), "seat": Seat(deal.declarer)}
    yield say("{bid} by {seat}", **values)
    if deal.partner is None:
        played = say("{bid} by {seat} alone", **values)
    else:
        played = say("{bid} by {seat} with {partner}", partner=Seat(deal.partner), **values)
    yield played
    if all(deal.tricks[seat] is not None for seat in deal.team):
        yield say("{deal}, {n} taken", deal=played, n=deal.took)


def needs(pad: Pad[House]) -> Iterator[Standing]:
    """Points to the target, where one is played for."""
    for side in present(pad):
        left = pad.options.target - pad.totals[side]
        if pad.options.end_by == "score" and left > 0:
            yield side, say("{n} to go", n=left), "target"


def unusual(pad: Pad[House], deal: NomsDeal) -> Iterator[Warn]:
    """Warn of a bid that was missed by eight tricks or more."""
    if deal.bid == MISERE:
        of = PACK // len(pad.filled)
        yield from far_over(("tricks",), deal.team, 0, deal.took, of)
    else:
        yield from far_short(("tricks",), deal.team, deal.bid, deal.took)


def facts(pad: Pad[House], deal: NomsDeal) -> Iterator[tuple[int, Fact, int]]:
    """Count the bid as the declarer's alone: made or missed, by how much."""
    yield deal.declarer, "bid kept" if deal.made else "bid lost", 1
    over = deal.took - (0 if deal.bid == MISERE else deal.bid)
    if over:
        yield deal.declarer, "over" if over > 0 else "short", abs(over)


# --- the rules page -----------------------------------------------------------------------------


def bids_in_words(size: int) -> Sentence:
    """The bids with so many cards, from the lowest."""
    return say("{bids}", bids=Listing(tuple(map(bid_name, bids(size)))))


HANDS: Final[Printed] = printed(
    ("Players", "Cards each", "Left over", "Bids, from the lowest"),
    ((n, PACK // n, PACK % n, bids_in_words(PACK // n)) for n in PLAYERS),
)
MISERES: Final[Printed] = printed(
    ("A misère", "made", "failed"),
    (
        (how, made, f"−({MISERE_LOST} + tricks)")
        for how, made in zip(("alone", "with a partner"), MISERE_MADE.values(), strict=True)
    ),
)
