"""What the tricks of a side are worth; rules.md#odd-tricks."""

from typing import Final

from scorekeeper.engine import Case, Estimate, Reckoning, Worths, remedies
from scorekeeper.games.whist.scoring import TRICKS, House


def tricks(case: Case[House]) -> Estimate | None:
    """Ask how many tricks a side took; those of a rubber bring no points themselves."""
    return None if case.house.scoring == "rubber" else taken()


def taken() -> Estimate:
    """Ask how many tricks a side took."""
    took = yield remedies.count("took", "How many tricks did the side take?", 0, TRICKS)
    return Reckoning(
        "{points} for {took} {took:trick|tricks}.", {"side_tricks": [took, TRICKS - took]}
    )


WORTH: Final[Worths] = dict.fromkeys(("scoring", "odd-tricks", "tricks"), tricks)
