"""Norwegian Whist: at grand the tricks above six count, at nullo against whoever took them.

Ann bids grand, and she and Cat take nine tricks: 3 times 4 are 12. With four they would have cost
them 3 times 8 to the others.
"""

from collections.abc import Iterator
from typing import Final

from scorekeeper.engine import (
    Deal,
    Interview,
    Line,
    Options,
    Outcome,
    Pad,
    Seat,
    Sentence,
    Side,
    Table,
    ask,
    first_to_target,
    options,
    say,
    tricks_by_side,
)

TRICKS: Final = 13
BOOK: Final = 6
GRAND_MADE: Final = 4
GRAND_LOST: Final = 8
NULLO: Final = 2
"""Points for each trick above six."""


class House(Options):
    """The house rules."""

    target = options.target("Points that end the game.", 10, 200, default=50)


class NorwegianDeal(Deal, frozen=True):
    """Whether grand or nullo was played, who bid grand, and the tricks of both sides."""

    played: str
    side_tricks: tuple[int, int]
    bidder: int | None = None


def form(pad: Pad[House]) -> Interview:
    """Ask what was played, who bid grand, and for the tricks."""
    played = yield PLAYED
    if played == "nullo":
        yield NOBODY
    else:
        yield BIDDER if played else BIDDER.changed(optional=True)
    yield tricks_by_side(TRICKS)


PLAYED: Final = ask.one_of("played", "Played", {"grand": "grand", "nullo": "nullo"})
BIDDER: Final = ask.seat("bidder", "Grand bid by")
NOBODY: Final = ask.barred("bidder", "Grand bid by", "At nullo nobody has bid grand.", int)


def score(table: Table[None, House], deal: NorwegianDeal) -> Iterator[Line]:
    """Yield the points for the tricks above six, and a line for the other side."""
    more = int(deal.side_tricks[1] > BOOK)
    odd = deal.side_tricks[more] - BOOK
    if deal.bidder is None:
        scorer, each, rule = 1 - more, NULLO, "nullo"
        text = say("took {n} fewer than seven at nullo", n=odd)
    else:
        scorer, rule = more, "grand"
        each = GRAND_MADE if deal.bidder % 2 == more else GRAND_LOST
        text = say("took {n} above six at grand", n=odd)
    yield Line(scorer, odd * each, text, rule)
    none = say("scored nothing: {side} did better", side=Side(scorer))
    yield Line(1 - scorer, 0, none, rule)


def result(pad: Pad[House]) -> Outcome | None:
    """Return the side that has the target."""
    return first_to_target(pad)


def headline(pad: Pad[House], deal: NorwegianDeal) -> Iterator[Sentence]:
    """ "grand by Ann", "nullo"."""
    if deal.played == "nullo":
        yield say("nullo")
    elif deal.bidder is not None:
        yield say("grand by {seat}", seat=Seat(deal.bidder))
