"""Oh Hell!: each player bids the exact number of tricks to take; rules.md#exact-bid.

Ten cards, Dan deals. Ann bids 3, Ben 2, Cat 4; as 9 + 1 would not exceed the cards, Dan bids 2.
They take 3, 2, 3 and 2: 30, 20, −10 for Cat who is one short, 20.
"""

from collections.abc import Iterator, Mapping
from typing import Final

from scorekeeper.engine import (
    Deal,
    Fact,
    Interview,
    Line,
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
from scorekeeper.games.oh_hell.hands import House, hands, hook_in_force


class OhHellDeal(Deal, frozen=True):
    """The bid and the tricks of each seat; None where nobody sits."""

    bids: tuple[int | None, ...]
    tricks: tuple[int | None, ...]

    @property
    def played(self) -> Played:
        """Yield seat, bid and tricks of each player for whom both are known."""
        yield from played(self.bids, self.tricks)


# --- what is asked ------------------------------------------------------------------------------


def form(pad: Pad[House]) -> Interview:
    """Ask for the bids from the dealer's left on, the dealer's last; then the tricks, filled in as
    bid."""
    upcoming, house, count = pad.upcoming, pad.options, len(pad.seats)
    size, turns = upcoming["hand_size"], from_left(pad, upcoming["dealer"])
    bids = yield bids_of(hook_in_force(house), size, count, turns, house.simultaneous_bids)
    question = tricks_of(size, count, turns)
    if bids:  # a bid of more tricks than there are suggests nothing
        question = question.changed(suggest=[None if bid == size + 1 else bid for bid in bids])
    yield question


# --- what it brings -----------------------------------------------------------------------------


RULES: Final = ("exact-bid", "missed-bid")


def score(table: Table[None, House], deal: OhHellDeal) -> list[Line]:
    """Score each player alone; rules.md#missed-bid."""
    house, size = table.house, sum(filter(None, deal.tricks))
    lines: list[Line] = []
    for seat, (bid, tricks) in enumerate(zip(deal.bids, deal.tricks, strict=True)):
        if bid is None or tricks is None:
            lines.append(empty_seat_line(seat))
        elif bid == tricks:
            lines += line_of(seat, bid, tricks, kept(house, bid, size), *RULES)
        else:
            points = missed(house, bid, tricks, tricks - bid)
            lines += line_of(seat, bid, tricks, points, *RULES)
    return lines


def kept(house: House, bid: int, size: int) -> int:
    """Return what a bid that was made scores in a hand of so many cards; rules.md#exact-bid."""
    rows = House.exact.rows(house.exact)
    if bid == 0 and not rows.keys().isdisjoint(("zero", "zero_card")):
        return _sum(rows, zero=1, zero_card=size)
    return _sum(rows, base=1, bid=bid, square=bid**2)


def missed(house: House, bid: int, tricks: int, by: int) -> int:
    """Return what a bid that was missed scores, `by` so many tricks, below 0 if too few were taken;
    rules.md#missed-bid."""
    rows = House.miss.rows(house.miss)
    rows = rows.get("over" if by > 0 else "short", rows)
    return _sum(rows, base=1, bid=bid, trick=tricks, off=abs(by), square=by**2)


def _sum(rows: Mapping[str, int], **times: int) -> int:
    """Return what these rows of a table come to; those left out are 0."""
    return sum(rows.get(row, 0) * n for row, n in times.items())


def result(pad: Pad[House]) -> Outcome | None:
    """End the game after the last hand, or after the one that breaks a tie; rules.md#tie-break."""
    # points agreed at the table break no tie: only a hand ends the game
    if pad.last is None or pad.last.kind != "deal":
        return None
    beyond = pad.deals - len(hands(pad))
    if beyond < 0:
        return None
    ahead = leaders(pad)
    rule = "tie-break" if beyond else "last-hand"
    return won(pad, ahead, rule) if len(ahead) == 1 else None


# --- in words -----------------------------------------------------------------------------------


def headline(pad: Pad[House], deal: OhHellDeal) -> Iterator[Sentence]:
    """ "10 cards, 11 bid", then "10 cards, 11 bid: Cat missed"."""
    bids = [deal.bids[seat] for seat in pad.filled]
    yield from headlines(pad.upcoming["hand_size"], bids, deal.played)


def unusual(pad: Pad[House], deal: OhHellDeal) -> Iterator[Warn]:
    """Warn of bids that add up to more tricks than there are, where no rule asks for that, and of
    bids that were missed by eight tricks or more."""
    size = pad.upcoming["hand_size"]
    turns = from_left(pad, pad.upcoming["dealer"])
    played = sorted(deal.played, key=lambda one: turns.index(one[0]))
    if hook_in_force(pad.options) != "exceed":
        yield from too_many_bid(("bids",), sum(bid for _, bid, _ in played), size)
    for seat, bid, tricks in played:
        yield from far_from_bid(("tricks",), seat, bid, tricks, size)


def facts(pad: Pad[House], deal: OhHellDeal) -> Iterator[tuple[int, Fact, int]]:
    """Count each player's bid, whether it was made, and by how many tricks it was missed."""
    yield from facts_of(deal.played)


# --- the rules page -----------------------------------------------------------------------------

BIDS: Final = (0, 1, 2, 3, 4, 5, 10)


def exact_table(house: House) -> Printed:
    """Return what bids are worth when they are made."""
    worth: list[int | Sentence] = [kept(house, bid, 0) for bid in BIDS]
    for_a_card = kept(house, 0, 1) - kept(house, 0, 0)
    if for_a_card:
        worth[0] = say("{n}, and {each} for each card", n=kept(house, 0, 0), each=for_a_card)
    return printed(("Bid", *BIDS), [("Worth", *worth)])
