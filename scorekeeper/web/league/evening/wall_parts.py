"""What stands on a screen on the wall: its bar, its tables, its rows."""

from collections.abc import Sequence
from typing import Final, NamedTuple, TypeVar

from scorekeeper.web.interview.coins import Coin
from scorekeeper.web.league.evening.bracket import Tree

TABLES: Final = 6
"""The most tables on a page."""
ROWS: Final = 24
"""The most players on a page."""

T = TypeVar("T")


class WallSide(NamedTuple):
    """A side of a table: its coin, its name, its total in words, and whether it has lost."""

    coin: Coin
    name: str
    total: str
    lost: bool


class WallTable(NamedTuple):
    """A table: what it is called, how far it is, whether it is over or behind the clock."""

    title: str
    status: str
    over: bool
    late: bool
    sides: Sequence[WallSide]


class WallRow(NamedTuple):
    """A player: the place (None: none yet), the coin, the name, what they do or did, the total."""

    place: int | None
    coin: Coin
    name: str
    doing: str
    total: str


class Wall(NamedTuple):
    """A page of the wall: what the bar says, the tables or the evenings to come, the players; of a
    knock-out a part of its bracket, and the matches that are played."""

    title: str
    about: str
    tables: Sequence[WallTable]
    evenings: Sequence[tuple[str, str]]
    headings: tuple[str, str]
    rows: Sequence[WallRow]
    pages: int
    tree: Tree | None = None
    matches: Sequence[str] = ()


def part_shown(things: Sequence[T], most: int, turn: int) -> tuple[Sequence[T], int]:
    """Return what is shown of these at a turn, and how many parts they have: as few as hold
    ``most`` each, all of the same size but for the last."""
    pages = max(-(-len(things) // most), 1)
    size = -(-len(things) // pages)
    first = turn % pages * size
    return things[first : first + size], pages
