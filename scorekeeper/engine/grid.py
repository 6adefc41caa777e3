"""Tables of points: looked up while a deal is scored, and printed as they are on the rules page."""

from collections.abc import Callable, Hashable, Iterable, Mapping
from typing import TypeVar

import msgspec

from scorekeeper.sentences import Message, Sentence, say

R = TypeVar("R", bound=Hashable)
Cell = str | int | Sentence


class Printed(msgspec.Struct, frozen=True):
    """A table as the rules page prints it."""

    head: tuple[Sentence, ...]
    rows: tuple[tuple[Sentence, ...], ...]


def printed(head: Iterable[Cell], rows: Iterable[Iterable[Cell]]) -> Printed:
    """Return a table of these words, numbers and sentences."""
    return Printed(tuple(map(in_words, head)), tuple(tuple(map(in_words, row)) for row in rows))


def in_words(cell: Cell) -> Sentence:
    """Return a cell as a sentence."""
    if isinstance(cell, Sentence):
        return cell
    return say(cell) if isinstance(cell, str) else say("{n}", n=cell)


def signed(points: int) -> Sentence:
    """Return points that are given or taken: "+100", "−10", "0"."""
    return say("+{n}" if points > 0 else "{n}", n=points)


def plain(points: int) -> Cell:
    """Return points as they are."""
    return points


class Grid(dict[R, tuple[int, ...]]):
    """A table as it is printed, and the one that is looked up: a head, and rows with a label and
    points. A deal finds its row by the key, and in it the points of a column:
    `GRID[row][column]`, counted from 0 after the label. `shown` is how a page prints points."""

    def __init__(
        self,
        head: tuple[Message, ...],
        rows: Mapping[R, tuple[Cell, *tuple[int, ...]]],
        shown: Callable[[int], Cell] = plain,
    ) -> None:
        super().__init__()
        self.head, self.shown = head, shown
        self.labels: dict[R, Cell] = {}
        for key, (label, *points) in rows.items():
            assert len(points) == len(head) - 1, f"{head[0]}, {label}: a cell is missing"
            self.labels[key], self[key] = label, tuple(points)

    def label(self, row: R) -> Sentence:
        """Return what the row is called."""
        return in_words(self.labels[row])

    def relabelled(self, labels: Mapping[R, Cell]) -> "Grid[R]":
        """Return the same points under other labels, which a house rule may change."""
        rows: dict[R, tuple[Cell, *tuple[int, ...]]] = {
            key: (label, *self[key]) for key, label in labels.items()
        }
        return Grid(self.head, rows, self.shown)

    def printed(self) -> Printed:
        """Return the table for a rules page."""
        cells = ((self.labels[key], *map(self.shown, row)) for key, row in self.items())
        return printed(self.head, cells)
