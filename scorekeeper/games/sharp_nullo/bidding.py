"""Sharp Nullo, the bidding: two players write four numbers each, and the lower total wins.

Ben writes 4, 3, 6 and 5, which makes 18, and Cat 5, 4, 4 and 6, which makes 19: Ben has won.
"""

from collections.abc import Generator, Mapping
from functools import cache
from itertools import chain
from typing import Any, Final

import msgspec

from scorekeeper.engine import (
    Choice,
    Key,
    Message,
    Number,
    Options,
    Printed,
    Seat,
    Step,
    ask,
    printed,
    say,
)

# 0 to 12 in the source
MOST: Final = 12
BIDDERS: Final = ("left", "partner")
# the source's example plays the heap that the bid does not name, which is taken as a slip
NUMBERS: Final = {  # the ranking played, and the pile the number is written on
    "UR": ("uptown", "right"),
    "DR": ("downtown", "right"),
    "UL": ("uptown", "left"),
    "DL": ("downtown", "left"),
}
RANKED: Final = {
    "uptown": "K Q J 10 9 8 7 6 5 4 3 2 A",
    "downtown": "A 2 3 4 5 6 7 8 9 10 J Q K",
}
NAMES: Final = {
    "UR": say("uptown right"),
    "DR": say("downtown right"),
    "UL": say("uptown left"),
    "DL": say("downtown left"),
}

WRONG: Final[Mapping[str, Message]] = {
    "UR": "Bids run from {low} to {high}; {given} was entered for uptown right.",
    "DR": "Bids run from {low} to {high}; {given} was entered for downtown right.",
    "UL": "Bids run from {low} to {high}; {given} was entered for uptown left.",
    "DL": "Bids run from {low} to {high}; {given} was entered for downtown left.",
}


Bidders = tuple[int, int]
"""The seats that bid in a deal: the dealer's left and the dealer's partner."""


@cache
def bidders_of(dealer: int) -> Bidders:
    """Return the two seats that bid when that seat deals."""
    return (dealer + 1) % 4, (dealer + 2) % 4


def numbers_table(house: Options) -> Printed:
    """The four numbers that a bidder writes."""
    return printed(
        ("Number", "Heap", "Ranking, from the highest"),
        ((NAMES[number], heap, RANKED[ranking]) for number, (ranking, heap) in NUMBERS.items()),
    )


class Numbers(msgspec.Struct, frozen=True, gc=False):
    """The most tricks that a bidder would take at each of `NUMBERS`."""

    UR: int
    DR: int
    UL: int
    DL: int


class Bids(msgspec.Struct, frozen=True, gc=False):
    """The numbers of the dealer's left and of the dealer's partner."""

    left: Numbers
    partner: Numbers

    @property
    def totals(self) -> tuple[int, int]:
        """The sum of each bidder's four numbers."""
        left, partner = self.left, self.partner
        return (
            left.UR + left.DR + left.UL + left.DL,
            partner.UR + partner.DR + partner.UL + partner.DL,
        )


def winner(left: int, partner: int) -> int:
    """Return who has the lower total: 0 the dealer's left, who wins a tie, 1 the partner."""
    return int(partner < left)


# --- what is asked ------------------------------------------------------------------------------


def ask_numbers(bidders: Bidders) -> Generator[Step, Any, int | None]:
    """Ask for all eight numbers and the pick; returns the seat that won the bidding, None while a
    number is missing."""
    numbers: list[Any] = []
    for question in chain(*numbers_of(bidders)):
        numbers.append((yield question))
    if None in numbers:
        yield PICK
        return None
    rows = tuple(numbers[:4]), tuple(numbers[4:])
    won = winner(*map(sum, rows))
    yield PICK.changed(written=rows[won])
    return bidders[won]


class Pick(Choice, frozen=True, kw_only=True):
    """The number that the winner of the bidding picks to play for; `written` are theirs, in the
    order of `NUMBERS`, once they are known."""

    written: tuple[int, ...] = ()

    def keys_shown(self) -> tuple[Key, ...]:
        if not self.written:
            return self.keys
        return tuple(map(ask.key, NAMES, NAMES.values(), self.written))


PICK: Final = Pick(
    path=("contract",),
    label=say("Number picked"),
    keys=tuple(Key(number, name) for number, name in NAMES.items()),
    columns=2,
)


@ask.question
def numbers_of(bidders: Bidders) -> tuple[tuple[Number, ...], ...]:
    """Return the questions put to each of the two bidders, in the order of `NUMBERS`."""
    return tuple(
        tuple(number_of(bidder, seat, number) for number in NUMBERS)
        for bidder, seat in zip(BIDDERS, bidders, strict=True)
    )


def number_of(bidder: str, seat: int, number: str) -> Number:
    """One of the eight numbers, which nobody sees before all of them are in."""
    name = NAMES[number]
    return Number(
        path=("bids", bidder, number),
        label=say("{seat}, {number}", seat=Seat(seat), number=name),
        when="before",
        sealed=True,
        seat=seat,
        low=0,
        high=MOST,
        wrong=WRONG[number],
    )
