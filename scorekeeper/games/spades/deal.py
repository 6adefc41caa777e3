"""Spades: a deal as it is entered, and what each side bid and took in it; rules.md#entering."""

from collections.abc import Mapping, Sequence
from typing import Literal

import msgspec

from scorekeeper.engine import Deal, ask, known
from scorekeeper.games.spades.house import House, sides

Declared = int | Literal["nil", "double_nil"]
"""What a player bids: a number of tricks, or none at all."""


class SpadesDeal(Deal, frozen=True):
    """The bid of each player, the sides that bid `blind`, and the tricks: of each player, or of
    both sides and of those who bid nil."""

    bids: tuple[Declared, ...]
    blind: tuple[int, ...] = ()
    tricks: tuple[int, ...] | None = None
    side_tricks: tuple[int, ...] | None = None
    nil_tricks: Mapping[str, int] = {}

    def side_totals(self, house: House) -> tuple[int, ...] | None:
        """Return the tricks of each side, once they are known."""
        tricks = self.tricks
        if tricks is None:
            return self.side_tricks
        return tuple([sum([tricks[seat] for seat in one]) for one in sides(house, len(tricks))])

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
    """One side's bid, `blind` or not, and tricks: all its `tricks`, those `counting` towards the
    contract, `nils` as (seat, bid, tricks), and the tricks that these `lost` between them."""

    side: int
    blind: bool
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
    def over(self) -> int:
        """Return the tricks above the contract; none where there is no contract."""
        return max(self.counting - self.bids.contract, 0) if self.bids.numbers else 0

    @property
    def helping(self) -> int:
        """Return how many of the tricks that count towards the contract were taken by players who
        bid nil."""
        return self.counting + self.lost - self.tricks


@ask.question
def side_bids(seats: tuple[int, ...], declared: tuple[Declared, ...], nil: bool) -> SideBids:
    """Return the bids of a side of these `seats`; a bid of 0 is a nil where nil is played."""
    bids = [*zip(seats, declared, strict=True)]
    if nil:
        bids = [(seat, "nil" if bid == 0 else bid) for seat, bid in bids]
    numbers = tuple((seat, bid) for seat, bid in bids if isinstance(bid, int))
    nils = tuple((seat, bid) for seat, bid in bids if isinstance(bid, str))
    return SideBids(numbers, sum(bid for _, bid in numbers), nils)


def bids_by_side(house: House, bids: Sequence[Declared]) -> list[SideBids]:
    """Return what each side bid."""
    found = sides(house, len(bids))
    return [side_bids(one, tuple([bids[seat] for seat in one]), house.nil) for one in found]


def results(house: House, deal: SpadesDeal) -> list[SideResult]:
    """Return what each side bid and took, from side 0 on; nothing while the tricks are not
    known."""
    found, totals = [], deal.side_totals(house)
    helps = house.failed_nil_tricks_help_partner
    for side, declared in enumerate(bids_by_side(house, deal.bids) if totals else ()):
        nils, lost, tricks = [], 0, known(totals)[side]
        if declared.nils:
            nils = [(seat, bid, deal.taken_by(seat)) for seat, bid in declared.nils]
            lost = sum([taken for _, _, taken in nils])
        counting, blind = tricks if helps else tricks - lost, side in deal.blind
        found.append(SideResult(side, blind, declared, nils, lost, tricks, counting))
    return found
