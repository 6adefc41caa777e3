"""How a player is doing: form, streaks of wins, and who moved up or down."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
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


def streaks_of(endings: Sequence[Ending]) -> Streaks:
    """The winning streaks in games that have the newest last. A shared win ends one."""
    runs = list(_runs(endings))
    current = runs[-1] if endings and endings[-1].letter == "W" else 0
    return Streaks(current, max(runs, default=0))


def _runs(endings: Sequence[Ending]) -> Iterator[int]:
    for letter, run in groupby(ending.letter for ending in endings):
        if letter == "W":
            yield sum(1 for _ in run)


def longest(endings: Sequence[Ending]) -> tuple[int, int]:
    """The longest winning streak, the first of equal ones, and the index of its last game."""
    run = most = last = 0
    for index, ending in enumerate(endings):
        run = run + 1 if ending.letter == "W" else 0
        if run > most:
            most, last = run, index
    return most, last


def movement(before: Sequence[Placed], after: Sequence[Placed]) -> Mapping[int, int | None]:
    """How many places each player who has one now has moved up (below nought: down); None for who
    had none before."""
    was = {one.player: one.place for one in before}
    return {
        one.player: None if (old := was.get(one.player)) is None else old - one.place
        for one in after
        if one.place is not None
    }
