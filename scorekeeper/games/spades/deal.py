"""Spades: a deal as it is entered, and what each side bid and took in it; rules.md#entering."""

from collections.abc import Mapping, Sequence
from typing import Literal

import msgspec

from scorekeeper.engine import Deal, ask
from scorekeeper.games.spades.house import House

Declared = int | Literal["nil", "double_nil"]
"""What a player bids: a number of tricks, or none at all."""


class SpadesDeal(Deal, frozen=True):
    """The bid of each player, and the tricks: of each player, or of both sides and of those who bid
    nil."""

    bids: tuple[Declared, Declared, Declared, Declared]
    tricks: tuple[int, int, int, int] | None = None
    side_tricks: tuple[int, int] | None = None
    nil_tricks: Mapping[str, int] = {}

    @property
    def side_totals(self) -> tuple[int, int] | None:
        """The tricks of both sides, once they are known."""
        if self.tricks is None:
            return self.side_tricks
        return self.tricks[0] + self.tricks[2], self.tricks[1] + self.tricks[3]

    def taken_by(self, seat: int) -> int:
        """The tricks of a player who bid nil."""
        return self.nil_tricks[str(seat)] if self.tricks is None else self.tricks[seat]


# --- what each side bid and took ----------------------------------------------------------------


class SideBids(msgspec.Struct, frozen=True, gc=False):
    """The bids of one side: `numbers` as (seat, tricks) and their sum `contract`, `nils` as (seat,
    bid)."""

    numbers: tuple[tuple[int, int], ...]
    contract: int
    nils: tuple[tuple[int, str], ...]


class SideResult(msgspec.Struct, frozen=True, gc=False):
    """One side's bid and tricks: all its `tricks`, those `counting` towards the contract, `nils`
    as (seat, bid, tricks), and the tricks that these `lost` between them."""

    side: int
    bids: SideBids
    nils: Sequence[tuple[int, str, int]]
    lost: int
    tricks: int
    counting: int

    @property
    def made(self) -> bool:
        """Return whether the contract is made; always where there is none."""
        return self.counting >= self.bids.contract

    @property
    def helping(self) -> int:
        """Return how many of the tricks that count towards the contract were taken by players who
        bid nil."""
        return self.counting + self.lost - self.tricks


@ask.question
def side_bids(side: int, one: Declared, two: Declared, nil: bool) -> SideBids:
    """Return the bids of a side, whose players bid `one` and `two`; a bid of 0 is a nil where nil
    is played."""
    bids = [(side, one), (side + 2, two)]
    if nil:
        bids = [(seat, "nil" if bid == 0 else bid) for seat, bid in bids]
    numbers = tuple((seat, bid) for seat, bid in bids if isinstance(bid, int))
    nils = tuple((seat, bid) for seat, bid in bids if isinstance(bid, str))
    return SideBids(numbers, sum(bid for _, bid in numbers), nils)


def bids_by_side(house: House, deal: SpadesDeal) -> list[SideBids]:
    """Return what both sides bid."""
    bids, nil = deal.bids, house.nil
    return [side_bids(side, bids[side], bids[side + 2], nil) for side in (0, 1)]


def results(house: House, deal: SpadesDeal) -> list[SideResult]:
    """Return what side 0 and side 1 bid and took; nothing while the tricks are not known."""
    found, bids, nil = [], deal.bids, house.nil
    helps = house.failed_nil_tricks_help_partner
    for side, tricks in enumerate(deal.side_totals or ()):
        declared = side_bids(side, bids[side], bids[side + 2], nil)
        nils, lost = [], 0
        if declared.nils:
            nils = [(seat, bid, deal.taken_by(seat)) for seat, bid in declared.nils]
            lost = sum([taken for _, _, taken in nils])
        counting = tricks if helps else tricks - lost
        found.append(SideResult(side, declared, nils, lost, tricks, counting))
    return found
