"""Wizard: each player says how many tricks they will take, in hands that grow; rules.md#made.

In the second deal Ann bids 2, Ben 1 and Cat 0. They take none, one and one: −20 to Ann, who is two
short, 30 to Ben, −10 to Cat.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, Literal

from scorekeeper.engine import (
    Deal,
    Fact,
    Interview,
    Line,
    Option,
    Options,
    Outcome,
    Pad,
    Printed,
    Sentence,
    Table,
    Warn,
    empty_seat_line,
    far_from_bid,
    from_left,
    leaders,
    next_dealer,
    options,
    printed,
    say,
    too_many_bid,
    won,
)
from scorekeeper.games.oh_hell.bids import (
    Played,
    bids_of,
    facts_of,
    headlines,
    line_of,
    played,
    tricks_of,
)

CARDS: Final = 60
FEWEST, MOST = 3, 6
"""Players."""
MADE: Final = 20
EACH: Final = 10
"""For a trick bid and taken, and off for each that was missed."""


class House(Options):
    """The house rules."""

    hook: Option[Literal["free", "not-equal"]] = options.choice(
        "The bids",
        "What the bids may add up to.",
        {
            "free": ("may add up to anything", "the bids may add up to anything"),
            "not-equal": (
                "must not equal the number of cards",
                "the bids must not add up to the cards",
            ),
        },
    )
    simultaneous_bids = options.switch(
        "Simultaneous bids",
        "Bids stay hidden until all are in. They may add up to anything.",
        "all bid at once",
        "bids in turn",
    )
    rounds = options.number_or_none(
        "Deals",
        "The last deal has as many cards.",
        1,
        CARDS // FEWEST,
        none="until the pack is used up",
        said_as="{n} {n:deal|deals}",
        said_off="deals until the pack is used up",
    )
    ace: Option[Literal["high", "low"]] = options.choice(
        "The ace",
        "In packs with numbers it stands for the 1; jack, queen and king for 11, 12 and 13.",
        {
            "high": ("is highest", "the ace is highest"),
            "low": ("is the 1, and lowest", "the ace is the 1, and lowest"),
        },
    )


class WizardDeal(Deal, frozen=True):
    """The bid and the tricks of each seat; None where nobody sits."""

    bid: tuple[int | None, ...]
    tricks: tuple[int | None, ...]

    @property
    def played(self) -> Played:
        """Yield seat, bid and tricks of each player for whom both are known."""
        yield from played(self.bid, self.tricks)


# --- the hands ----------------------------------------------------------------------------------


def deals_of(house: House, players: int) -> int:
    """Return how many deals so many play: as many as the pack is enough for, or those agreed on."""
    most = CARDS // players
    return most if house.rounds is None else min(most, house.rounds)


def hands(pad: Pad[House]) -> Sequence[int]:
    """Return the cards of each hand: one more with every deal."""
    return range(1, deals_of(pad.options, len(pad.filled)) + 1)


def upcoming(pad: Pad[House]) -> Mapping[str, Any]:
    """Return the dealer of the next deal and its cards."""
    return {"dealer": next_dealer(pad), "hand_size": pad.deals + 1}


def too_many(pad: Pad[House], players: int) -> Sentence | None:
    """Return why the next hand cannot be dealt to so many players; None if it can."""
    size = pad.deals + 1
    if size * players <= CARDS:
        return None
    template = "The next hand has {n} cards; the pack is enough for {most} players."
    return say(template, n=size, most=CARDS // size)


def hands_table(house: House) -> Printed:
    """Return how many deals there are, by the number of players."""
    rows = [(n, deals_of(house, n)) for n in range(FEWEST, MOST + 1)]
    return printed(("Players", "Deals, and cards in the last"), rows)


# --- what is asked ------------------------------------------------------------------------------


def hook_in_force(house: Mapping[str, Any]) -> str:
    """Return what binds the last to bid, as Oh Hell! calls it."""
    binds = house["hook"] == "not-equal" and not house["simultaneous_bids"]
    return "not_equal" if binds else "none"


def form(pad: Pad[House]) -> Interview:
    """Ask for the bids from the dealer's left on, then the tricks, filled in as bid."""
    upcoming, house, count = pad.upcoming, pad.options, len(pad.seats)
    size, turns = upcoming["hand_size"], from_left(pad, upcoming["dealer"])
    bids = yield bids_of(
        hook_in_force(house), size, count, turns, house.simultaneous_bids, "bid"
    ).changed(refused_whole=True)
    question = tricks_of(size, count, turns)
    yield question.changed(suggest=[*bids]) if bids else question


# --- what it brings -----------------------------------------------------------------------------


def score(table: Table[None, House], deal: WizardDeal) -> Iterator[Line]:
    """Yield each player's points; rules.md#missed."""
    for seat, (bid, tricks) in enumerate(zip(deal.bid, deal.tricks, strict=True)):
        if bid is None or tricks is None:
            yield empty_seat_line(seat)
        else:
            yield from line_of(seat, bid, tricks, points_of(bid, tricks), "made", "missed")


def points_of(bid: int, tricks: int) -> int:
    """Return what a bid brings with so many tricks."""
    return MADE + EACH * bid if bid == tricks else -EACH * abs(bid - tricks)


def result(pad: Pad[House]) -> Outcome | None:
    """End the game after the last deal: the highest total wins; rules.md#last-deal."""
    # points agreed at the table, and players who sit down, end no game: only a deal does
    if pad.last is None or pad.last.kind != "deal":
        return None
    if pad.deals < deals_of(pad.options, len(pad.filled)):
        return None
    return won(pad, leaders(pad), "last-deal")


# --- in words -----------------------------------------------------------------------------------


def headline(pad: Pad[House], deal: WizardDeal) -> Iterator[Sentence]:
    """ "4 cards, 5 bid", then "4 cards, 5 bid: Cat missed"."""
    bids = [deal.bid[seat] for seat in pad.filled]
    yield from headlines(pad.upcoming["hand_size"], bids, deal.played)


def unusual(pad: Pad[House], deal: WizardDeal) -> Iterator[Warn]:
    """Warn of bids that add up to more tricks than there are by far, and of bids missed by far."""
    size = pad.upcoming["hand_size"]
    yield from too_many_bid(("bid",), sum(bid for _, bid, _ in deal.played), size)
    for seat, bid, tricks in deal.played:
        yield from far_from_bid(("tricks",), seat, bid, tricks, size)


def facts(pad: Pad[House], deal: WizardDeal) -> Iterator[tuple[int, Fact, int]]:
    """Count each player's bid, whether it was made, and by how many tricks it was missed."""
    yield from facts_of(deal.played)
