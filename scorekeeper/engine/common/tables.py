"""Printing a table of numbers for a rules page."""

from collections.abc import Iterable

from scorekeeper.engine.common.legacy import Table
from scorekeeper.sentences import Sentence, say

Cell = str | int | Sentence


def printed(head: Iterable[Cell], rows: Iterable[Iterable[Cell]]) -> Table:
    """A table of these words, numbers and sentences."""
    return Table(tuple(map(_cell, head)), tuple(tuple(map(_cell, row)) for row in rows))


def _cell(cell: Cell) -> Sentence:
    if isinstance(cell, Sentence):
        return cell
    return say(cell) if isinstance(cell, str) else say("{n}", n=cell)


def signed(points: int) -> Sentence:
    """Points that are given or taken: "+100", "−10", "0"."""
    return say("+{n}" if points > 0 else "{n}", n=points)
