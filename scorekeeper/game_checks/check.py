"""A check: a title that is true of a sound game, and a function that yields what is wrong."""

import traceback
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from random import Random
from typing import Any, Final, Generic, NamedTuple, TypeVar

from scorekeeper.engine.game import Game, Pad
from scorekeeper.engine.options import sample_values
from scorekeeper.games import folder
from scorekeeper.interview.steps import Question, Value
from scorekeeper.sheet import read_head
from scorekeeper.sheet.documents import FORMAT, Document, Head, SheetRefused
from scorekeeper.sheet.entries import replay

T = TypeVar("T")

NAMES: Final = ("Ann", "Ben", "Cat", "Dan", "Eve", "Fay", "Gus", "Hal", "Ida", "Jon", "Kim", "Leo")
NO_OPTIONS: Final[Document] = {}


class Shown(NamedTuple):
    """A score sheet as it is replayed: `head` unless that is refused, `pads` as far as its entries
    stand."""

    sheet: Document
    head: Head | None
    pads: Sequence[Pad]

    @property
    def stands(self) -> bool:
        """Return whether none of its entries is refused."""
        return len(self.pads) == len(self.sheet["entries"]) + 1

    @property
    def is_over(self) -> bool:
        """Return whether the game has ended by its entries."""
        return bool(self.pads) and self.pads[-1].outcome is not None


@dataclass(frozen=True)
class Candidate:
    """A game that is checked, and the score sheets that show its rules, worked out by hand."""

    game: Game
    vectors: tuple[Document, ...]

    @cached_property
    def shown(self) -> tuple[Shown, ...]:
        """The score sheets replayed."""
        return tuple(replayed(vector["sheet"]) for vector in self.vectors)

    @cached_property
    def standing(self) -> tuple[Shown, ...]:
        """The score sheets that are not refused."""
        return tuple(one for one in self.shown if one.stands)


def replayed(sheet: Document) -> Shown:
    """Replay a score sheet as far as its entries stand."""
    try:
        head = read_head(sheet)
    except SheetRefused:
        return Shown(sheet, None, ())
    for length in range(len(sheet["entries"]), 0, -1):
        try:
            return Shown(sheet, head, replay(head, sheet["entries"][:length]))
        except SheetRefused:
            continue
    return Shown(sheet, head, [head.blank()])


class Check(NamedTuple):
    """A check of a game: `faults` yields a sentence for each thing that is wrong. What only
    `coded` games need is not asked of documents, whose page is made of them, and whose worked deals
    are a few."""

    title: str
    faults: Callable[[Candidate], Iterable[str]]
    coded: bool = False


class Trial(NamedTuple, Generic[T]):
    """A check with random input: `draw` makes it, e.g. a sheet (None: none came up this time),
    and `faults` yields what is wrong with the game's answer."""

    title: str
    draw: Callable[[Random, Game], T | None]
    faults: Callable[[Game, T], Iterable[str]]


def concerns(check: Check | Trial[Any], game: Game) -> bool:
    """Return whether a check is asked of the game."""
    return not (game.own and isinstance(check, Check) and check.coded)


def findings(check: Check | Trial[Any], candidate: Candidate, rounds: int) -> list[str]:
    """Return what a check finds, a sentence each. A trial is repeated `rounds` times with random
    input; the shortest input that fails is shown as the last sentence."""
    if isinstance(check, Check):
        return [*_faults_or_crash(lambda: check.faults(candidate), candidate.game)]
    # the title is the seed: another run draws the same
    shown = (_try_once(check, candidate.game, Random(f"{check.title} {n}")) for n in range(rounds))
    return min(filter(None, shown), key=lambda found: len(found[-1]), default=[])


def _try_once(trial: Trial[Any], game: Game, random: Random) -> list[str]:
    """Return the faults found with one random input, and that input."""
    drawn: list[Any] = []

    def faults() -> Iterable[str]:
        drawn.append(trial.draw(random, game))
        return () if drawn[0] is None else trial.faults(game, drawn[0])

    found = [*_faults_or_crash(faults, game)]
    return [*found, *(f"Seen with {one!r}" for one in drawn)] if found else []


def _faults_or_crash(faults: Callable[[], Iterable[str]], game: Game) -> Iterator[str]:
    """The faults; a game that breaks down is one more."""
    try:
        yield from faults()
    except Exception as error:
        yield crash_text(error, str(folder(game)))


def crash_text(error: Exception, place: str) -> str:
    """Return the place in the folder `place` where the code raised, and the error; or the
    missing file."""
    if isinstance(error, FileNotFoundError) and error.filename:
        return f"{Path(error.filename).name} is missing."
    frames = [one for one in traceback.extract_tb(error.__traceback__)]
    own = [one for one in frames if one.filename.startswith(place)] or frames
    where = f"{Path(own[-1].filename).name}, line {own[-1].lineno}: " if own else ""
    return f"{where}{type(error).__name__}: {error}"


def choices(option: Question) -> list[Value]:
    """Return the values that a house rule can have, null too; of a range only its ends."""
    return [*sample_values(option), *([] if option.none is None else [None])]


def options_for(game: Game, players: int) -> Document:
    """Return house rules by which so many can play: none but the usual ones, or one changed."""
    variant = next(iter(game.variants))
    usual = game.defaults(variant)
    changes = ({str(one.path[0]): value} for one in game.options for value in choices(one))
    for changed in (NO_OPTIONS, *changes):
        if players in game.players_under(variant, game.house_rules({**usual, **changed})):
            return changed
    return NO_OPTIONS


def smallest_tables(game: Game, options: Document = NO_OPTIONS) -> Iterator[Document]:
    """Yield a sheet without entries for each variant, with the fewest players who can play it under
    these house rules."""
    for variant in game.variants:
        for players in game.players:
            sheet: Document = {
                "format": FORMAT,
                "game": game.slug,
                "variant": variant,
                "entries": [],
            }
            sheet |= {"options": options, "players": [*NAMES[:players]]}
            try:
                read_head(sheet)
            except SheetRefused:
                continue
            yield sheet
            break
