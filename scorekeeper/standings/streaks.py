"""A player's run of results: form, streaks of wins, and movement in the standings."""

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from scorekeeper.standings.counted import Letter
from scorekeeper.standings.ranking import RankedPlayer

LAST: Final = 5
"""A player's form is how so many games ended."""


class Ending(NamedTuple):
    """The end of a game for a player: won, drawn or lost, and their place."""

    letter: Letter
    place: int


class Streaks(NamedTuple):
    """Games won one after another: those up to the last game, and the most there ever were."""

    current: int
    longest: int


def longest_streak(letters: str) -> tuple[int, int]:
    """Return the longest winning streak of games like "WLWW", the first of equal ones: how many
    games it has, and the index of its last one."""
    most = max(map(len, letters.replace("D", "L").split("L")))
    return most, letters.index("W" * most) + most - 1


def streaks_in(letters: str) -> Streaks:
    """Return the winning streaks in games like "WLWW", the newest last. A shared win ends one."""
    return Streaks(len(letters) - len(letters.rstrip("W")), longest_streak(letters)[0])


def movement(
    before: Sequence[RankedPlayer], after: Sequence[RankedPlayer]
) -> Mapping[int, int | None]:
    """Return by how many places each player has moved up (less than 0: down); None for a player who
    had no place before."""
    was = {one.player: one.place for one in before}
    return {
        one.player: None if (old := was.get(one.player)) is None else old - one.place
        for one in after
        if one.place is not None
    }
