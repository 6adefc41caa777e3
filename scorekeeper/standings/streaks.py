"""How a player is doing: form, streaks of wins, and who moved up or down."""

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from scorekeeper.standings.counted import Letter
from scorekeeper.standings.ranking import Placed

LAST: Final = 5


class Ending(NamedTuple):
    """How a game ended for a player: won, drawn or lost, and his place."""

    letter: Letter
    place: int


class Streaks(NamedTuple):
    """Games won one after another: those up to the last game, and the most there ever were."""

    current: int
    longest: int


def form(endings: Sequence[Ending], last: int = LAST) -> Sequence[Ending]:
    """The last few games, the newest last."""
    return endings[max(len(endings) - last, 0) :]


def longest(letters: str) -> tuple[int, int]:
    """The longest winning streak of games like "WLWW", the first of equal ones: how many games it
    has, and the index of its last one."""
    most = max(map(len, letters.replace("D", "L").split("L")))
    return most, letters.index("W" * most) + most - 1


def streaks_in(letters: str) -> Streaks:
    """The winning streaks in games like "WLWW", the newest last. A shared win ends one."""
    return Streaks(len(letters) - len(letters.rstrip("W")), longest(letters)[0])


def movement(before: Sequence[Placed], after: Sequence[Placed]) -> Mapping[int, int | None]:
    """How many places each player who has one now has moved up (below nought: down); None for who
    had none before."""
    was = {one.player: one.place for one in before}
    return {
        one.player: None if (old := was.get(one.player)) is None else old - one.place
        for one in after
        if one.place is not None
    }
