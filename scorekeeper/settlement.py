"""Payments at a table for counters, by name."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from scorekeeper.payments import Stake, settle, stake_of
from scorekeeper.sheet.documents import Head

POT: Final = "Pot"
"""Where points came from, or went to, that no player paid or was paid."""


class NamedPayment(NamedTuple):
    """One payment: who to whom, how many counters, and what that is in money, if it is known."""

    payer: str
    payee: str
    counters: int
    money: str


def stake_at(head: Head) -> Stake | None:
    """Return what a counter is worth at the table."""
    return None if head.stake is None else stake_of(head.stake)


def payments(
    names: Sequence[str], totals: Sequence[int], stake: Stake | None
) -> list[NamedPayment]:
    """Return the fewest payments that settle these totals."""
    return [
        NamedPayment(_name(names, payer), _name(names, payee), n, stake.of(n) if stake else "")
        for payer, payee, n in settle(tuple(totals))
    ]


def _name(names: Sequence[str], place: int | None) -> str:
    return POT if place is None else names[place]
