"""Nap: five cards each, and the highest bidder says how many tricks to win; rules.md#bidding.

Four players. Ann bids three and takes four: each of the others pays Ann 3, and the fourth trick is
worth nothing, +9 −3 −3 −3. With two tricks Ann would pay 3 to each of them, −9 +3 +3 +3.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import zip_longest
from typing import Any, Final, Literal, NamedTuple

from scorekeeper.engine import (
    Choice,
    Fact,
    Fault,
    Interview,
    Line,
    MadeOrTaken,
    Message,
    Option,
    Options,
    Pad,
    Printed,
    Seat,
    Sentence,
    Table,
    Ticked,
    Warn,
    ask,
    ask_result,
    cached_lines,
    declarer_among,
    empty_seat_line,
    made_or_missed,
    options,
    paid,
    phrase,
    printed,
    say,
)

TRICKS: Final = 5
PACKS: Final = {3: ("9", 24), 4: ("8", 28), 5: ("7", 32), 6: ("6", 36), 7: ("5", 40)}
"""By the number of players: the lowest card of each suit, and how many cards there are."""


class Bid(NamedTuple):
    """The tricks that a bid needs (0: none may be taken), and what it is called."""

    needed: int
    name: Message
    at_head: Message


BIDS: Final = {  # from the lowest up
    "one": Bid(1, "one", "One"),
    "two": Bid(2, "two", "Two"),
    "three": Bid(3, "three", "Three"),
    "mis": Bid(0, phrase("mis"), phrase("Mis")),
    "four": Bid(4, "four", "Four"),
    "nap": Bid(TRICKS, phrase("nap"), phrase("Nap")),
    "wellington": Bid(TRICKS, "Wellington", "Wellington"),
    "blucher": Bid(TRICKS, "Blücher", "Blücher"),
}
ALSO_CALLED: Final = {
    **dict.fromkeys(("misere", "misery", "miz", "nullo", "null", "nil"), ("mis",)),
    **{"2": ("two",), "3": ("three",), "4": ("four",)},
    **{"napoleon": ("nap",), "boney": ("nap",), "welly": ("wellington",)},
}
"""What players call bids besides."""
RANK: Final = {bid: place for place, bid in enumerate(BIDS)}
# they need the same five tricks, and in the source only raise the stakes of a bid that was made
ONLY_OVER: Final = {"wellington": "nap", "blucher": "wellington"}


def _stakes(*rows: int | list[int]) -> dict[str, int | list[int]]:
    return dict(zip(BIDS, rows, strict=True))


STAKES: Final[dict[str, tuple[Message, dict[str, int | list[int]]]]] = {
    "document": ("nap 10, lost in full", _stakes(1, 2, 3, 3, 4, 10, 20, 40)),
    "half_lost": (
        "nap 10, half if lost",
        _stakes(1, 2, 3, 3, 4, [10, 5], [20, 10], [40, 20]),
    ),
    # Britannica 1911 and Peel
    "books": (
        "as in old books: nap 10, half if lost, mis lost 6",
        _stakes(1, 2, 3, [3, 6], 4, [10, 5], [20, 10], [30, 15]),
    ),
    "pub": ("pub stakes: nap 5", _stakes(1, 2, 3, 3, 4, 5, 10, 20)),
}
_WON_AND_LOST: Final = ((1, 100), (1, 100))


class House(Options):
    """The house rules."""

    stakes = options.number_table(
        "Stakes",
        "What each bid wins from each, or wins and loses.",
        STAKES,
        {bid: (one.at_head, _WON_AND_LOST) for bid, one in BIDS.items()},
        "stakes: {value}",
    )
    dealer_must_bid = options.switch(
        "The dealer must bid",
        "One trick at least, if all others pass.",
        "the dealer must bid if all others pass",
        "the dealer may pass",
    )
    # for the referee alone
    full_pack = options.switch(
        "Full pack",
        "All 52 cards, however many play.",
        "with all 52 cards",
        "with a short pack",
    )

    # the source has every missed bid paid in full; elsewhere a missed nap costs half
    nap_fail: Option[Literal["full", "half"]] = options.choice(
        "A nap missed",
        "What the bidder pays to each of the others.",
        {
            "full": ("10, as if made", "a nap missed costs 10, as much as one made"),
            "half": ("5, half", "a nap missed costs 5, half of one made"),
        },
    )
    joker = options.switch(
        "Joker", "One extra card that beats every trump.", "with the joker", "without the joker"
    )
    mis_allowed = options.switch(
        "Mis", "The bid to take no tricks.", "with mis", "without mis", default=True
    )
    wellington_allowed = options.switch(
        "Wellington",
        "A bid of all five tricks that beats nap, for 20.",
        "with Wellington",
        "without Wellington",
        default=True,
    )
    blucher_allowed = options.switch(
        "Blücher",
        "A bid of all five tricks that beats Wellington, for 40.",
        "with Blücher",
        "without Blücher",
        default=True,
    )


class NapDeal(MadeOrTaken, frozen=True):
    """The highest bid and who made it, the bids below it where the table checks these; then how it
    ended."""

    declarer: int
    bid: str
    previous_bids: tuple[str, ...] = ()

    @property
    def needed(self) -> int:
        """The tricks that the bid needs."""
        return BIDS[self.bid].needed


def bids(house: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the bids that this table plays, from the lowest; Blücher only with Wellington."""
    known = [bid for bid in BIDS if house.get(f"{bid}_allowed", True)]
    if not house["dealer_must_bid"]:
        known.remove("one")
    return tuple(bid for bid in known if ONLY_OVER.get(bid, bid) in known)


def name_of(bid: str) -> Sentence:
    """The bid in words."""
    return say(BIDS[bid].name)


def at_the_head(bid: str) -> Sentence:
    """The bid in words, where a sentence begins with it."""
    return say(BIDS[bid].at_head)


# --- what is asked ------------------------------------------------------------------------------


def form(pad: Pad[House]) -> Interview:
    """Ask for the highest bid, who made it, and the bids below it where the table checks these;
    then how it ended."""
    known = bids(pad.options)
    declarer = yield declarer_among(pad.filled, len(pad.seats))
    won = {one: stake(one, pad.options)[0] for one in known}
    bid = yield bid_of(known, won=tuple(won.values()))
    dealer = pad.upcoming["dealer"]
    if bid == "one" and declarer not in (None, dealer):
        yield Fault(("declarer",), say("Only {seat}, the dealer, can bid one.", seat=Seat(dealer)))
    won.pop("one", None)
    previous = yield previous_bids(tuple(won), tuple(won.values()))
    if previous is not None:
        yield from misbid(previous, bid)
    yield from ask_result(BIDS[bid].needed if bid else None, TRICKS)


@ask.question
def bid_of(known: tuple[str, ...], field: str = "bid", won: tuple[int, ...] = ()) -> Choice:
    """One of the bids that the table knows, with what each wins."""
    unknown = [bid for bid in BIDS if bid not in known]
    return Choice(
        path=(field,),
        label=say("Bid"),
        when="before",
        keys=tuple(
            ask.key(bid, name_of(bid), worth)
            for bid, worth in zip_longest(known, won, fillvalue=None)
            if bid
        ),
        wrong="Bids are {choices}; {given} was entered.",
        also_called=ALSO_CALLED,
        refusals={
            bid: say("{bid} is not played at this table.", bid=at_the_head(bid)) for bid in unknown
        },
    )


@ask.question
def previous_bids(known: tuple[str, ...], won: tuple[int, ...]) -> Ticked:
    """The bids that were made before the highest."""
    return Ticked(
        path=("previous_bids",),
        label=say("Earlier bids"),
        when="before",
        optional=True,
        item=bid_of(known, "previous_bids", won),
        shortest=0,
        longest=len(known),
    )


def misbid(previous: Sequence[str], bid: str | None) -> Iterator[Fault]:
    """Yield a fault for each bid out of order: bids rise, and some are only made over a certain
    other."""
    calls = [*previous, bid] if bid else [*previous]
    for place, call in enumerate(calls):
        sentence = why_not(calls[:place], call)
        if sentence:
            yield Fault(("bid",) if place == len(previous) else ("previous_bids",), sentence)


def why_not(before: Sequence[str], call: str) -> Sentence | None:
    """Return why a bid may not follow those before it; None if it may."""
    below = ONLY_OVER.get(call)
    if below and below not in before:
        template, other = "{bid} can only be bid over {other}.", below
    elif before and RANK[call] <= RANK[before[-1]]:
        template, other = "{bid} does not beat {other}.", before[-1]
    else:
        return None
    return say(template, bid=at_the_head(call), other=name_of(other))


# --- what it brings -----------------------------------------------------------------------------


def score(table: Table[None, House], deal: NapDeal) -> Iterable[Line]:
    """Yield what each of the others pays the declarer, or is paid; rules.md#bid-made."""
    made, count = deal.is_made(deal.needed), len(table.sides)
    won, lost = stake(deal.bid, table.house)
    amount = won if made else -lost
    return lines(table.filled, count, deal.declarer, deal.bid, deal.tricks, amount)


@cached_lines
def lines(
    filled: tuple[int, ...], count: int, declarer: int, bid: str, tricks: int | None, amount: int
) -> Iterator[Line]:
    """Return what each of the others pays the declarer, or gets from them (`amount` below 0)."""
    others = [seat for seat in filled if seat != declarer]
    what = made_or_missed(name_of(bid), amount > 0, BIDS[bid].needed, tricks)
    yield from paid(amount, (declarer,), others, what, "bid-made" if amount > 0 else "bid-lost")
    yield from (empty_seat_line(seat) for seat in range(count) if seat not in filled)


def stake(bid: str, house: House) -> tuple[int, int]:
    """Return what the declarer gets from each of the others for a bid that is made, and pays each
    for one that is missed; rules.md#stakes."""
    row = House.stakes.rows(house.stakes)[bid]
    if isinstance(row, list):
        return row[0], row[1]
    return row, (row + 1) // 2 if bid == "nap" and house.nap_fail == "half" else row


def must_bid(house: House) -> Sentence | None:
    """Return why a deal cannot be passed out; None where it can."""
    if not house.dealer_must_bid:
        return None
    return say("The dealer must bid; a deal cannot be passed out at this table.")


# --- in words -----------------------------------------------------------------------------------


def headline(pad: Pad[House], deal: NapDeal) -> Iterator[Sentence]:
    """ "nap by Ann", then "nap by Ann, made"."""
    name = say("{bid} by {seat}", bid=name_of(deal.bid), seat=Seat(deal.declarer))
    yield from deal.in_words(name, deal.needed)


def unusual(pad: Pad[House], deal: NapDeal) -> Iterable[Warn]:
    """Warn of a bid with no trick taken, or a mis with all five."""
    return deal.missed_by_far(deal.declarer, deal.needed, TRICKS)


def facts(pad: Pad[House], deal: NapDeal) -> Iterator[tuple[int, Fact, int]]:
    """Count the bid for its declarer: made or missed."""
    yield deal.declarer, "bid kept" if deal.is_made(deal.needed) else "bid lost", 1


# --- the rules page -----------------------------------------------------------------------------


def packs_table(house: House) -> Printed | None:
    """What so many players take out; None where they play with all cards."""
    if house.full_pack:
        return None
    return printed(
        ("Players", "Lowest card of each suit", "Cards"),
        ((n, lowest, cards) for n, (lowest, cards) in PACKS.items()),
    )


def bids_table(house: House) -> Printed:
    """The tricks that the bids need, and what they pay."""
    return printed(
        ("Bid", "Tricks needed", "From each, made", "To each, missed"),
        (
            (
                name_of(bid),
                BIDS[bid].needed or "none",
                *stake(bid, house),
            )
            for bid in bids(house)
        ),
    )
