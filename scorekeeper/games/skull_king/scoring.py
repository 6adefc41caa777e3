"""Skull King: all say at once how many tricks they will take, and are paid for exactly that;
rules.md#made.

In the second deal Ann and Ben bid 0 and 2, Cat 1. They take one, one and none: −20 to Ann, who has
missed a nought with two cards, −10 each to Ben and Cat.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any, Final

from scorekeeper.engine import (
    Choice,
    Deal,
    Fact,
    Interview,
    Line,
    Many,
    Number,
    Options,
    Outcome,
    Pad,
    Printed,
    Sentence,
    Table,
    Warn,
    ask,
    empty_seat_line,
    far_from_bid,
    from_left,
    leaders,
    next_dealer,
    options,
    printed,
    say,
    where_filled,
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

CARDS: Final = 70
FEWEST, MOST = 2, 8
"""Players."""
MOST_DEALS: Final = 10
EACH: Final = 20
"""For a trick bid and taken."""
OFF: Final = 10
"""For each trick that was missed, and either way for each card at a bid of nought."""
MOST_BONUS: Final = 500
BONUS_STEP: Final = 10


class House(Options):
    """The house rules."""

    rounds = options.number(
        "Deals", "The last deal has as many cards.", 1, MOST_DEALS, default=MOST_DEALS
    )


class SkullKingDeal(Deal, frozen=True):
    """The bid, the tricks and the bonus of each seat, None where nobody sits; and the tricks that
    nobody took."""

    bid: tuple[int | None, ...]
    tricks: tuple[int | None, ...]
    lost: int = 0
    bonus: tuple[int | None, ...] = ()

    @property
    def played(self) -> Played:
        """Yield seat, bid and tricks of each player for whom both are known."""
        yield from played(self.bid, self.tricks)


# --- the hands ----------------------------------------------------------------------------------


def size_of(deal: int, players: int) -> int:
    """Return how many cards each has in a deal: as many as its number, if the pack is enough."""
    return min(deal, CARDS // players)


def hands(pad: Pad[House]) -> Sequence[int]:
    """Return the cards of each hand."""
    players = len(pad.filled)
    return [size_of(deal, players) for deal in range(1, pad.options.rounds + 1)]


def upcoming(pad: Pad[House]) -> Mapping[str, Any]:
    """Return the dealer of the next deal and its cards."""
    return {"dealer": next_dealer(pad), "hand_size": size_of(pad.deals + 1, len(pad.filled))}


# --- what is asked ------------------------------------------------------------------------------


def form(pad: Pad[House]) -> Interview:
    """Ask for the bids, made all at once; then the tricks, filled in as bid, and what is folded
    away: tricks that nobody took, and bonus points."""
    upcoming, count = pad.upcoming, len(pad.seats)
    size, turns = upcoming["hand_size"], from_left(pad, upcoming["dealer"])
    bids = yield bids_of("none", size, count, turns, sealed=True, field="bid")
    lost = yield lost_of(size)
    question = tricks_of(size - (lost or 0), count, turns)
    if lost == REFUSED:
        question = tricks_of(size, count, turns).changed(total=None)
    # with a trick destroyed the bids say less, and may be more than there are
    yield question.changed(suggest=[*bids]) if bids and not lost else question
    yield bonus_of(count, turns)


REFUSED: Final = -1
"""Tricks destroyed that cannot be: how many were taken is not judged by them."""


@cache
def lost_of(size: int) -> Number:
    """Ask how many tricks nobody took."""
    label = say("Tricks destroyed")
    more: dict[str, Any] = {"optional": True, "suggest": 0, "refused": REFUSED}
    return Number(path=("lost",), label=label, low=0, high=size, **more)


@ask.question
def bonus_of(count: int, turns: tuple[int, ...]) -> Many:
    """Ask for the bonus points of each player."""
    return Many(
        path=("bonus",),
        label=say("Bonus"),
        hint=say("For cards that were captured."),
        noun="numbers",
        turns=turns,
        items=where_filled(count, turns, bonus_item),
        optional=True,
    )


def bonus_item(seat: int) -> Choice:
    """Ask for a player's bonus points: tens."""
    return Choice(
        path=("bonus", seat),
        label=say("Bonus"),
        keys=tuple(ask.key(n, n) for n in range(0, 151, BONUS_STEP)),
        means={n: n for n in range(0, MOST_BONUS + 1, BONUS_STEP)},
        wrong="A bonus is a number of tens, up to 500.",
    )


# --- what it brings -----------------------------------------------------------------------------


def score(table: Table[None, House], deal: SkullKingDeal) -> Iterator[Line]:
    """Yield each player's points for the bid, and the bonus of those who made it;
    rules.md#bonus."""
    size = sum(filter(None, deal.tricks)) + deal.lost
    bonus = deal.bonus or (0,) * len(deal.bid)
    for seat, (bid, tricks) in enumerate(zip(deal.bid, deal.tricks, strict=True)):
        if bid is None or tricks is None:
            yield empty_seat_line(seat)
            continue
        rules = ("made", "missed") if bid else ("zero", "zero")
        yield from line_of(seat, bid, tricks, points_of(bid, tricks, size), *rules)
        if bonus[seat]:
            yield bonus_line(seat, bonus[seat] or 0, made=bid == tricks)


def points_of(bid: int, tricks: int, size: int) -> int:
    """Return what a bid brings with so many tricks, in a hand of so many cards."""
    if bid == 0:
        return OFF * size if tricks == 0 else -OFF * size
    return EACH * bid if bid == tricks else -OFF * abs(bid - tricks)


def bonus_line(seat: int, bonus: int, made: bool) -> Line:
    """Return the line of a bonus, which counts only with a bid that was made."""
    if made:
        return Line(seat, bonus, say("bonus"), "bonus")
    return Line(seat, 0, say("no bonus of {n}: the bid was missed", n=bonus), "bonus")


def result(pad: Pad[House]) -> Outcome | None:
    """End the game after the last deal: the highest total wins; rules.md#last-deal."""
    # points agreed at the table, and players who sit down, end no game: only a deal does
    if pad.last is None or pad.last.kind != "deal" or pad.deals < pad.options.rounds:
        return None
    return won(pad, leaders(pad), "last-deal")


# --- in words -----------------------------------------------------------------------------------


def headline(pad: Pad[House], deal: SkullKingDeal) -> Iterator[Sentence]:
    """ "4 cards, 5 bid", then "4 cards, 5 bid: Cat missed"."""
    bids = [deal.bid[seat] for seat in pad.filled]
    yield from headlines(pad.upcoming["hand_size"], bids, deal.played)


def unusual(pad: Pad[House], deal: SkullKingDeal) -> Iterator[Warn]:
    """Warn of bids missed by far."""
    for seat, bid, tricks in deal.played:
        yield from far_from_bid(("tricks",), seat, bid, tricks, pad.upcoming["hand_size"])


def facts(pad: Pad[House], deal: SkullKingDeal) -> Iterator[tuple[int, Fact, int]]:
    """Count each player's bid, whether it was made, and by how many tricks it was missed."""
    yield from facts_of(deal.played)


# --- the rules page -----------------------------------------------------------------------------

BIDS: Final = (1, 2, 3, 4, 5, 10)


def made_table(house: House) -> Printed:
    """Return what bids that are made are worth."""
    bids = [bid for bid in BIDS if bid <= house.rounds]
    return printed(("Bid", *bids), [("Worth", *(EACH * bid for bid in bids))])
