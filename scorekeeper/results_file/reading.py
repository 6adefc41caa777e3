"""The rows of a sheet as they are meant: cells that span several rows, and totals at the bottom."""

from collections.abc import Iterator, Sequence
from typing import Final

from scorekeeper.results_file.columns import DATE, GAME, POINTS, ColumnName, Columns
from scorekeeper.results_file.text import FileFault, FileRow, without_blanks
from scorekeeper.results_file.values import is_day, points_of
from scorekeeper.sentences import tell

_HEADS: Final = (ColumnName(DATE), ColumnName(GAME))


def rows_as_above(
    known: Columns, lines: Sequence[FileRow], warnings: list[FileFault]
) -> Iterator[FileRow]:
    """Yield the rows; one without a day or a game has those of the row above, as where a cell
    spans several rows."""
    above: dict[int, str] = {}
    for row in lines:
        cells = list(row.cells)
        for place in (known.places[name] for name in _HEADS if name in known.places):
            text = without_blanks(row.cell(place))
            if text:
                above[place] = text
            elif place in above:
                cells += [""] * (place + 1 - len(cells))
                cells[place] = above[place]
                message = tell("Empty: read as “{text}”, as above.", text=above[place])
                warnings.append(FileFault(row.line, known.heads[place], message))
        yield FileRow(row.line, tuple(cells))


_TOTALS: Final = frozenset(
    (
        *("total", "totals", "sum", "sums", "average", "averages", "avg", "mean", "rank", "place"),
        *("won", "wins", "summe", "gesamt", "insgesamt", "gesamtpunkte", "schnitt"),
        *("durchschnitt", "mittel", "rang", "platz", "siege"),
    )
)


def rows_without_totals(
    known: Columns, lines: Sequence[FileRow], warnings: list[FileFault]
) -> Iterator[FileRow]:
    """Yield the rows but those of totals: they have no day, and begin by saying what they are or
    have the sum of every player's points above."""
    sums: dict[int, int] = {}
    for above, row in enumerate(lines):
        cells = [without_blanks(row.cell(place)) for place in range(len(row.cells))]
        named = next(filter(None, cells), "").casefold().rstrip(":.") in _TOTALS
        dated = any(map(is_day, cells))
        points = {
            place: points
            for place in known.numbered(POINTS).values()
            if isinstance(points := points_of(row.cell(place).strip()), int)
        }
        summed = above > 1 and len(points) > 1 and points == sums
        if not dated and (named or summed):
            warnings.append(FileFault(row.line, "", tell("Left out: totals, not a game.")))
            continue
        for place, more in points.items():
            sums[place] = sums.get(place, 0) + more
        yield row
