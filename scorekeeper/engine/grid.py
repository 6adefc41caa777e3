"""Tables of points: looked up while a deal is scored, and printed as they are on the rules page."""

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from typing import Generic, TypeVar

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


class Grid(Generic[R]):
    """A table as it is printed: a head, and rows that a deal finds by their keys. The first cell of
    a row is its label, the others are points; `shown` is how a page prints these."""

    def __init__(
        self,
        head: tuple[Message, ...],
        rows: Mapping[R, tuple[Cell, *tuple[int, ...]]],
        shown: Callable[[int], Cell] = plain,
    ) -> None:
        self.head, self.shown = head, shown
        self.labels: dict[R, Cell] = {}
        self.points: dict[R, tuple[int, ...]] = {}
        for key, (label, *points) in rows.items():
            assert len(points) == len(head) - 1, f"{head[0]}, {label}: a cell is missing"
            self.labels[key], self.points[key] = label, tuple(points)

    def at(self, row: R, column: int = 0) -> int:
        """Return the points in that row; `column` counts from 0, the one after the label."""
        return self.points[row][column]

    def __contains__(self, row: object) -> bool:
        return row in self.points

    def __iter__(self) -> Iterator[R]:
        return iter(self.points)

    def label(self, row: R) -> Sentence:
        """Return what the row is called."""
        return in_words(self.labels[row])

    def relabelled(self, labels: Mapping[R, Cell]) -> "Grid[R]":
        """Return the same points under other labels, which a house rule may change."""
        rows: dict[R, tuple[Cell, *tuple[int, ...]]] = {
            key: (label, *self.points[key]) for key, label in labels.items()
        }
        return Grid(self.head, rows, self.shown)

    def printed(self) -> Printed:
        """Return the table for a rules page."""
        cells = ((self.labels[key], *map(self.shown, row)) for key, row in self.points.items())
        return printed(self.head, cells)
