"""A measured figure beside its goal, and how times are taken: best of many, processor time where
only the processor works, so that a busy machine does not tell against the code."""

import time
from collections.abc import Callable
from typing import NamedTuple


class Row(NamedTuple):
    """What was measured, the figure, the goal, whether it was met, what stood beside it."""

    what: str
    figure: str
    goal: str
    met: bool
    beside: str = ""

    def __str__(self) -> str:
        verdict = "met" if self.met else "NOT met"
        beside = f"   ({self.beside})" if self.beside else ""
        return f"{self.what:<46} {self.figure:>16}   goal {self.goal:<14} {verdict}{beside}"


def best(act: Callable[[], object], rounds: int) -> float:
    """The least processor time of one act in seconds, of so many rounds."""
    return min(_timed(act, time.process_time) for _ in range(rounds))


def median(act: Callable[[], object], rounds: int) -> float:
    """The middle one of so many times in seconds, waiting for the disk included."""
    return sorted(_timed(act, time.perf_counter) for _ in range(rounds))[rounds // 2]


def _timed(act: Callable[[], object], clock: Callable[[], float]) -> float:
    begun = clock()
    act()
    return clock() - begun
