"""Ladders: bids that must rise, and the rulings on them."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

from scorekeeper.referee.auction import Calls
from scorekeeper.referee.context import Ruling
from scorekeeper.sentences import say

MAY_PASS: Final = say("Passing is allowed.")
"""What a ruling on a pass says."""


@dataclass(frozen=True, eq=False)
class Ladder:
    """Bids with their `heights`, from the lowest up; equal heights do not outbid each other.
    `names` are what sentences call them, `rule` is the paragraph that says what outbids what."""

    heights: Mapping[str, int]
    names: Mapping[str, Any]
    rule: str

    @property
    def calls(self) -> Calls:
        """Every bid with its name."""
        return {bid: say("{name}", name=self.names[bid]) for bid in self.heights}

    def above(self, standing: str | None) -> tuple[str, ...]:
        """Return the bids that outbid the standing one (None: there is none yet)."""
        return _above(self, standing)

    def judge(
        self, bid: str, standing: str | None, allowed: Collection[str] | None = None
    ) -> Ruling | None:
        """Return why the bid outbids the standing one, or does not; None if it is no bid.
        `allowed` are the bids that are legal now (None: whatever is higher)."""
        if bid not in self.heights:
            return None
        values = {"bid": self.names[bid], "standing": standing and self.names[standing]}
        if standing is None:
            return Ruling(say("There is no bid yet, so {bid} may be bid.", **values), self.rule)
        if self.heights[bid] > self.heights[standing]:
            return Ruling(say("{bid} is higher than {standing}.", **values), self.rule)
        higher = [one for one in self.above(standing) if allowed is None or one in allowed]
        if not higher:
            return Ruling(
                say("{bid} is too low over {standing}; nothing beats it.", **values), self.rule
            )
        why = say(
            "{bid} is too low over {standing}; at least {least} is needed.",
            least=self.names[higher[0]],
            **values,
        )
        return Ruling(why, self.rule)


@cache
def _above(ladder: Ladder, standing: str | None) -> tuple[str, ...]:
    least = -1 if standing is None else ladder.heights[standing]
    return tuple(bid for bid, height in ladder.heights.items() if height > least)
