"""What the makers' tricks are worth; rules.md#scoring."""

from collections.abc import Mapping
from typing import Final

from scorekeeper.engine import Case, Estimate, Message, Worth, Worths, ask, remedies
from scorekeeper.games.euchre.scoring import House

ALONE: Final = remedies.yes_no("alone", "Did the maker play alone?", "alone", "with the partner")
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
TOLD: Final[Mapping[int, Message]] = {
    5: "{points} for all five tricks {alone}.",
    3: "{points} for three or four tricks {alone}.",
    EUCHRED: "{points} to the opponents: the maker played {alone} and was euchred.",
}


def makers(case: Case[House]) -> Estimate:
    """Ask how the makers fared; where they are euchred, the points are their opponents'."""
    alone = yield ALONE
    tricks = yield RESULT
    return Worth(
        TOLD[tricks],
        {"maker": 0, "alone": alone, "tricks": tricks},
        side=int(tricks == EUCHRED),
    )


WORTH: Final[Worths] = dict.fromkeys(("scoring", "alone", "odd-trick", "march", "euchred"), makers)
