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


_AT_BOTTOM: Final = 5
"""Only so many rows at the end are added up to see whether one is the sum of those above."""


def rows_without_totals(
    known: Columns, lines: Sequence[FileRow], warnings: list[FileFault]
) -> Iterator[FileRow]:
    """Yield the rows but those of totals: they have no day, and begin by saying what they are or,
    at the bottom, have the sum of every player's points above."""
    kept: list[FileRow] = []
    for place, row in enumerate(lines):
        cells = [without_blanks(row.cell(place)) for place in range(len(row.cells))]
        named = next(filter(None, cells), "").casefold().rstrip(":.") in _TOTALS
        at_bottom = place >= len(lines) - _AT_BOTTOM
        if not any(map(is_day, cells)) and (named or (at_bottom and _is_sum(known, row, kept))):
            warnings.append(FileFault(row.line, "", tell("Left out: totals, not a game.")))
        else:
            kept.append(row)
            yield row


def _is_sum(known: Columns, row: FileRow, above: Sequence[FileRow]) -> bool:
    """Return whether each player's points are the sum of those in the rows above."""

    def points(one: FileRow, place: int) -> int:
        found = points_of(one.cell(place).strip())
        return found if isinstance(found, int) else 0

    places = known.numbered(POINTS).values()
    sums = [sum(points(one, place) for one in above) for place in places]
    return len(above) > 1 and any(sums) and sums == [points(row, place) for place in places]
