"""What each contract would take with all cards open, and par: what both sides come to when neither
can do better. Reckoned by endplay, an optional extra (``dd``)."""

from collections.abc import Mapping
from importlib.util import find_spec
from typing import Final, NamedTuple

from scorekeeper.pbn.tags import SEATS

STRAINS: Final = ("NT", "S", "H", "D", "C")
"""The columns of a table, as hand records have them."""
_VULNERABLE: Final = {"None": "none", "NS": "ns", "EW": "ew", "All": "both"}


class DoubleDummy(NamedTuple):
    """A deal with all cards open: the tricks of each seat (N E S W) as declarer in `STRAINS`; par
    from North-South's side; the contracts that bring it, as "4♥S=" or "5♦EX−2"."""

    tricks: Mapping[str, tuple[int, ...]]
    par: int
    contracts: tuple[str, ...]


def is_installed() -> bool:
    """Return whether deals can be solved here."""
    return find_spec("endplay") is not None


def solve(deal: str, dealer: str, vulnerable: str) -> DoubleDummy:
    """Return what a whole deal comes to; `dealer` and `vulnerable` as in a session document. It
    takes about a tenth of a second of one processor."""
    # it brings a plotter with it
    from endplay.dds import calc_dd_table, par
    from endplay.types import Deal, Denom, Player, Vul

    strains = (Denom.nt, Denom.spades, Denom.hearts, Denom.diamonds, Denom.clubs)
    table = calc_dd_table(Deal(deal))
    best = par(table, Vul[_VULNERABLE[vulnerable]], Player.find(dealer))
    return DoubleDummy(
        {seat: tuple(int(table[one, Player.find(seat)]) for one in strains) for seat in SEATS},
        int(best.score),
        tuple(str(one).replace("-", "−") for one in best),
    )
