"""What a contract is worth in one deal, game or part score included; rules.md#game."""

from typing import Final

from scorekeeper.engine import Worths
from scorekeeper.games.bridge.worth import worths

DOWN: Final = {"contract": "7NT", "declarer": 1, "tricks": 12}
"""A deal to come before another: after three of them both sides are vulnerable."""
WORTH: Final[Worths] = worths(
    (DOWN,) * 3, ("scoring", "trick-score", "overtricks", "insult", "game", "part-score")
)
