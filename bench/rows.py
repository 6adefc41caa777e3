"""A measured figure beside its goal, and how times are taken: the best of many or of some series,
processor time where only the processor works, so that a machine that is busy for a moment does
not tell against the code."""

import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from typing import IO, Final, NamedTuple

SERIES: Final = 3


class Row(NamedTuple):
    """A measurement: its name, the figure, the goal, whether it was met, a comparison."""

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


def median(
    act: Callable[[], object], rounds: int, clock: Callable[[], float] = time.perf_counter
) -> float:
    """The middle one of so many times in seconds, waiting for the disk included unless the clock is
    the processor's; of the series in which it is the least."""
    each = rounds // SERIES
    series = ([_timed(act, clock) for _ in range(each)] for _ in range(SERIES))
    return min(sorted(one)[each // 2] for one in series)


def processor_time(arguments: Sequence[str], given: bytes) -> float:
    """Return the processor time of a run of the command in seconds, with its start and all it
    reads and prints; the lowest of several runs. As in an installed app, the modules are compiled
    already: the first run does that."""
    command = [sys.executable, "-m", "scorekeeper", *arguments]
    with tempfile.TemporaryFile() as file, tempfile.TemporaryDirectory() as compiled:
        file.write(given)
        where = {"PYTHONPYCACHEPREFIX": compiled, "PYTHONDONTWRITEBYTECODE": ""}
        return min(_run(command, file, {**os.environ, **where}) for _ in range(SERIES + 1))


def _run(command: Sequence[str], file: IO[bytes], environment: Mapping[str, str]) -> float:
    file.seek(0)
    begun = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, stdin=file, stdout=subprocess.DEVNULL, check=True, env=environment)
    ended = resource.getrusage(resource.RUSAGE_CHILDREN)
    return ended.ru_utime + ended.ru_stime - begun.ru_utime - begun.ru_stime


def _timed(act: Callable[[], object], clock: Callable[[], float]) -> float:
    begun = clock()
    act()
    return clock() - begun
