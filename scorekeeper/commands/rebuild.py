"""The command `rebuild`: shows its progress, and can be interrupted and continued."""

import signal
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from hashlib import blake2b
from pathlib import Path
from typing import Final, TextIO

import click

from scorekeeper.commands.command import Command
from scorekeeper.leagues.rebuilding import rebuild_results
from scorekeeper.sentences import Message, Phrase, phrase, tell
from scorekeeper.server.app_setup import ready_app
from scorekeeper.store import upkeep
from scorekeeper.store.upkeep import Rebuild, RebuildProgress
from scorekeeper.tables.summaries import rebuild_summaries

# as a shell tells of a process that a signal has ended: 128 and its number
INTERRUPTED: Final = 130
TERMINATED: Final = 143
_NOW_AND_THEN: Final = 10.0
"""Seconds between two lines of progress in a file; on a terminal one line is rewritten."""
_SMOOTHLY: Final = 0.1


class Progress:
    """A progress report, "n of total", on a stream."""

    def __init__(self, stream: TextIO, clock: Callable[[], float] = time.monotonic) -> None:
        self._stream, self._clock = stream, clock
        self._rewritten = stream.isatty()
        self._said = clock()
        self._width = 0
        self.last = ""

    def tell(self, what: Message, done: int, of: int) -> None:
        """Report that so many are checked."""
        self.last = tell("{what}: {n} of {total}", what=Phrase(what), n=done, total=of)
        wait = _SMOOTHLY if self._rewritten else _NOW_AND_THEN
        at_end = done == of and self._rewritten
        if self._clock() - self._said >= wait or at_end:
            self._said = self._clock()
            self._say(self.last)

    def _say(self, line: str) -> None:
        if self._rewritten:
            self._stream.write(f"\r{line:<{self._width}}")
            self._width = len(line)
        else:
            self._stream.write(f"{line}\n")
        self._stream.flush()

    def clear(self) -> None:
        """Make room for another line on the terminal."""
        if self._width:
            self._stream.write(f"\r{'':<{self._width}}\r")
            self._stream.flush()
            self._width = 0


@click.command(cls=Command)
@click.option("--from-start", is_flag=True, help=phrase("start over after an interruption"))
def rebuild(from_start: bool) -> int:
    """Compute all that is stored again, and mend it."""
    display = Progress(sys.stderr)
    with ready_app().app_context(), _terminated() as terminated:
        try:
            return _rebuilt(display, from_start)
        except KeyboardInterrupt:
            display.clear()
            sys.stdout.flush()
            if display.last:
                print(f"{display.last}.", file=sys.stderr)
            go_on = tell("Interrupted. Run `scorekeeper rebuild` again to continue from there.")
            print(go_on, file=sys.stderr)
            return TERMINATED if terminated else INTERRUPTED


def _rebuilt(display: Progress, from_start: bool) -> int:
    app = _app()
    if from_start:
        upkeep.forget_progress()
    found = upkeep.interrupted_progress(app)
    if found:
        go_on = tell(
            "Continuing an interrupted rebuild. To start over: scorekeeper rebuild --from-start"
        )
        print(go_on, file=sys.stderr)
    run = Rebuild(found or RebuildProgress(app=app), display.tell, saved=True)
    for line in _mended(run):
        display.clear()
        print(line, flush=True)
    display.clear()
    upkeep.forget_progress()
    progress = run.progress
    if progress.mended:
        print(tell("{n} stored {n:summary|summaries} repaired.", n=progress.mended))
    if not (progress.mended or progress.leagues):
        print(tell("No differences."))
    return 1 if progress.mended or progress.leagues else 0


def _mended(run: Rebuild) -> Iterator[str]:
    """A line for each table and league that was mended."""
    for table in rebuild_summaries(run=run):
        yield tell("{id}: repaired", id=table.public_id)
    for league in rebuild_results(run=run):
        yield tell(
            "league {id}: repaired {games} {games:game|games}, {sums} {sums:total|totals}, "
            "{access} access {access:right|rights}",
            id=league.public_id,
            games=len(league.games),
            sums=league.sums,
            access=len(league.access),
        )


def _app() -> str:
    """Return a fingerprint of the app's code: any change to it may change scores."""
    package, digest = Path(__file__).parent.parent, blake2b(digest_size=12)
    for file in sorted(package.rglob("*.py")):
        digest.update(file.read_bytes())
    return digest.hexdigest()


@contextmanager
def _terminated() -> Iterator[list[int]]:
    """Make SIGTERM interrupt as Ctrl+C does; the list is empty until it comes."""
    came: list[int] = []

    def interrupt(number: int, _frame: object) -> None:
        came.append(number)
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGTERM, interrupt)
    try:
        yield came
    finally:
        signal.signal(signal.SIGTERM, before)
