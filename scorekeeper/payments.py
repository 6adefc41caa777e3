"""Payments at the end of a game for counters, and their amounts in money; no money moves here.

Ann has 5, Ben −3, Cat −2, Dan 4 and Eve −4: that is two groups that each come to nought, so three
payments do, Ben 3 and Cat 2 to Ann, Eve 4 to Dan.
"""

import re
from collections.abc import Iterator, Sequence
from decimal import Decimal
from functools import lru_cache
from typing import Final, NamedTuple

from scorekeeper.spelling import plain_number

# 4,096 sets of parties are looked at; each party more doubles them
MOST_EXACT: Final = 12
"""Of so many who owe or are owed the fewest payments are found; of more, nearly the fewest."""


class Payment(NamedTuple):
    """A payment of counters from one place in the balances to another; None is the pot."""

    payer: int | None
    payee: int | None
    counters: int


@lru_cache(maxsize=1024)
def settle(balances: tuple[int, ...]) -> tuple[Payment, ...]:
    """Return the fewest payments after which nobody owes anything.

    Parties with more than 0 are paid, those with less pay. If the balances do not add up to 0, the
    rest came out of a pot, or went into it, and is settled with the pot.
    """
    owed: dict[int | None, int] = {place: balance for place, balance in enumerate(balances)}
    owed[None] = -sum(balances)
    owed = {party: balance for party, balance in owed.items() if balance}
    payments = []
    while len(owed) > MOST_EXACT:
        payments.append(_settle_group(owed))
    # of 7, −4, −3, 5 and −5 the largest paying the largest takes four payments, in groups three
    for group in _groups(owed):
        while group:
            payments.append(_settle_group(group))
    return tuple(payments)


def _settle_group(owed: dict[int | None, int]) -> Payment:
    """Yield payments: the largest debtor pays the largest creditor, again and again."""
    payer, payee = min(owed, key=owed.__getitem__), max(owed, key=owed.__getitem__)
    counters = min(-owed[payer], owed[payee])
    owed[payer] += counters
    owed[payee] -= counters
    for party in (payer, payee):
        if not owed[party]:
            del owed[party]
    return Payment(payer, payee, counters)


def _groups(owed: dict[int | None, int]) -> Iterator[dict[int | None, int]]:
    """Yield the parties in as many groups as can be that each come to nought.

    A group of n needs n − 1 payments, so the more groups the fewer payments. Sets of parties are
    bits of a number: `most` has for each the groups that come to nought one after another while
    it is filled up in the best order.
    """
    parties = [*owed]
    sums, most = [0], [0]
    # all sets of parties: 4,096 of them for twelve, and twice as many with each one more
    for some in range(1, 1 << len(parties)):
        rests = [(place, some ^ 1 << place) for place in _bits(some)]
        place, rest = rests[0]
        sums.append(sums[rest] + owed[parties[place]])
        most.append(max(most[rest] for _, rest in rests) + (sums[some] == 0))
    left, group = len(most) - 1, dict[int | None, int]()
    while left:
        closes = sums[left] == 0
        if closes and group:
            yield group
            group = {}
        before = most[left] - closes
        place = next(place for place in _bits(left) if most[left ^ 1 << place] == before)
        group[parties[place]] = owed[parties[place]]
        left ^= 1 << place
    if group:
        yield group


def _bits(number: int) -> Iterator[int]:
    return (place for place in range(number.bit_length()) if number >> place & 1)


# --- money --------------------------------------------------------------------------------------

_UNIT: Final = r"[^\s\d.,+−-]{1,10}"
_NUMBER: Final = r"[0-9]{1,6}(?:[.,][0-9]{1,4})?"
_STAKE: Final = re.compile(f"((?:{_UNIT} ?)?)({_NUMBER})((?: ?{_UNIT})?)")


class Stake(NamedTuple):
    """The value of one counter: a number in the table's currency, which is any short word or
    sign before or after it. Amounts are exact, and are written as the stake was."""

    before: str
    value: Decimal
    after: str
    mark: str

    def of(self, counters: int) -> str:
        """Return what so many counters are worth: "−0.30 €"."""
        number = f"{abs(self.value * counters):f}".replace(".", self.mark)
        sign = "−" if counters < 0 else ""
        return f"{sign}{self.before}{number}{self.after}".replace(" ", "\xa0")


def single_spaced(text: str) -> str:
    """Return the text with single spaces and our digits, as a stake is kept."""
    return " ".join(plain_number(text).split())


def stake_of(text: str | None) -> Stake | None:
    """Return the stake that is written as "0.10 €", "$1" or "5 beans"; None where it is no such
    thing."""
    found = _STAKE.fullmatch(text or "")
    if found is None or not found[0].isprintable():
        return None
    before, number, after = found.groups()
    value = Decimal(number.replace(",", "."))
    return Stake(before, value, after, "," if "," in number else ".") if value else None


# --- payments by name ---------------------------------------------------------------------------

POT: Final = "Pot"
"""Where points came from, or went to, that no player paid or was paid."""


class NamedPayment(NamedTuple):
    """One payment: who to whom, how many counters, and what that is in money, if it is known."""

    payer: str
    payee: str
    counters: int
    money: str


def named_payments(
    names: Sequence[str], totals: Sequence[int], stake: Stake | None
) -> list[NamedPayment]:
    """Return the fewest payments that settle these totals."""
    called: dict[int | None, str] = {None: POT, **dict(enumerate(names))}
    return [
        NamedPayment(called[payer], called[payee], n, stake.of(n) if stake else "")
        for payer, payee, n in settle(tuple(totals))
    ]
