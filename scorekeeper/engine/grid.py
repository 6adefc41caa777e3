"""Tables of points: looked up while a deal is scored, and printed as they are on the rules page."""

from collections.abc import Callable, Hashable, Iterator, Mapping
from typing import Generic, TypeVar

from scorekeeper.engine.common.tables import Cell, printed
from scorekeeper.engine.game import Table as Printed
from scorekeeper.sentences import Sentence, say

R = TypeVar("R", bound=Hashable)
Label = str | int | Sentence


def plain(points: int) -> Cell:
    """Points as they are."""
    return points


class Grid(Generic[R]):
    """A table as it is printed: a head, and rows that a deal finds by their keys. The first cell of
    a row is its label, the others are points; `shown` is how a page prints these."""

    def __init__(
        self,
        head: tuple[str, ...],
        rows: Mapping[R, tuple[Label, *tuple[int, ...]]],
        shown: Callable[[int], Cell] = plain,
    ) -> None:
        self.head, self.shown = head, shown
        self.labels: dict[R, Label] = {}
        self.points: dict[R, tuple[int, ...]] = {}
        for key, (label, *points) in rows.items():
            assert len(points) == len(head) - 1, f"{head[0]}, {label}: a cell is missing"
            self.labels[key], self.points[key] = label, tuple(points)

    def at(self, row: R, column: int = 0) -> int:
        """The points in that row; `column` counts from 0, the one after the label."""
        return self.points[row][column]

    def __contains__(self, row: object) -> bool:
        return row in self.points

    def __iter__(self) -> Iterator[R]:
        return iter(self.points)

    def label(self, row: R) -> Sentence:
        """What the row is called."""
        label = self.labels[row]
        if isinstance(label, Sentence):
            return label
        return say(label) if isinstance(label, str) else say("{n}", n=label)

    def relabelled(self, labels: Mapping[R, Label]) -> "Grid[R]":
        """The same points under other labels, which a house rule may change."""
        rows: dict[R, tuple[Label, *tuple[int, ...]]] = {
            key: (label, *self.points[key]) for key, label in labels.items()
        }
        return Grid(self.head, rows, self.shown)

    def printed(self) -> Printed:
        """The table for a rules page."""
        cells = ((self.labels[key], *map(self.shown, row)) for key, row in self.points.items())
        return printed(self.head, cells)
