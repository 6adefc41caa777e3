"""Tables of numbers by term, of which the index of a game's rules is made."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Protocol

from scorekeeper.engine.game import Game

Numbers = Sequence[float]
"""A place, its value, the next place, its value ..."""
Tables = Mapping[str, Mapping[str, Numbers]]
"""By name of the table and by term."""


class TableReader(Protocol):
    """Reads the tables of one game's index."""

    def numbers(self, table: str, term: str) -> Numbers:
        """Return what a table has for a term; empty where it has none."""

    def sizes(self, table: str) -> Mapping[str, int]:
        """Return how many places a table has for each of its terms."""


def pairs(reader: TableReader, table: str, term: str) -> Iterator[tuple[int, float]]:
    """Yield each place that a table has for a term, and its value."""
    numbers = reader.numbers(table, term)
    return zip(map(int, numbers[::2]), numbers[1::2], strict=True)


def number(reader: TableReader, table: str, term: str) -> float:
    """Return the one number that a table has for a term; 0 where it has none."""
    return next(iter(reader.numbers(table, term)), 0.0)


class BuiltTables:
    """Tables as they were built."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables

    def numbers(self, table: str, term: str) -> Numbers:
        """Return what a table has for a term; empty where it has none."""
        return self._tables[table].get(term, ())

    def sizes(self, table: str) -> Mapping[str, int]:
        """Return how many places a table has for each of its terms."""
        return {term: len(numbers) // 2 for term, numbers in self._tables[table].items()}


Opener = Callable[[Game, Callable[[], Tables]], TableReader]
"""Returns the index of a game, built by a function where there is none of today's pages."""


def build_anew(game: Game, build: Callable[[], Tables]) -> TableReader:
    """Return a game's index, built now."""
    return BuiltTables(build())


open_index: Opener = build_anew


def open_by(opener: Opener) -> None:
    """Have indices opened by this from now on, as from files."""
    global open_index
    open_index = opener
