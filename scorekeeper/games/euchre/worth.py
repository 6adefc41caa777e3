"""What the makers' tricks are worth; rules.md#odd-trick."""

from collections.abc import Mapping
from typing import Final

from scorekeeper.engine import Case, Estimate, Message, Reckoning, Worths, ask, remedies
from scorekeeper.games.euchre.scoring import House

ALONE: Final = remedies.yes_no(
    "alone", "Did the maker play alone?", "a lone hand", "with the partner"
)
EUCHRED: Final = 2
"""So many tricks stand for all with which the makers are euchred."""
RESULT: Final = ask.one_of(
    "tricks",
    "How many tricks did the makers take?",
    (
        ask.key(5, "a march", "all five"),
        ask.key(3, "three or four"),
        ask.key(EUCHRED, "euchred", "two or fewer"),
    ),
)
TOLD: Final[Mapping[tuple[int, bool], Message]] = {
    (5, False): "{points} for a march with the partner.",
    (5, True): "{points} for a march by a lone hand.",
    (3, False): "{points} for three or four tricks with the partner.",
    (3, True): "{points} for three or four tricks by a lone hand.",
    (EUCHRED, False): "{points} to the opponents for euchring the makers.",
    (EUCHRED, True): "{points} to the opponents for euchring a lone hand.",
}


def makers(case: Case[House]) -> Estimate:
    """Ask how the makers fared; where they are euchred, the points are their opponents'."""
    alone = yield ALONE
    tricks = yield RESULT
    deal = {"maker": 0, "alone": alone, "tricks": tricks}
    return Reckoning(TOLD[tricks, alone], deal, side=int(tricks == EUCHRED))


WORTH: Final[Worths] = dict.fromkeys(("scoring", "odd-trick", "march", "euchred"), makers)
