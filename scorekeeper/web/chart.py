"""The totals of a game as a chart in SVG, and as the table behind it."""

from typing import Any, Final, NamedTuple

from scorekeeper.games._ledger import Pad
from scorekeeper.sheet import side_name


class Chart(NamedTuple):
    """The totals as an SVG chart and as a table."""

    grid: list[tuple[int, int]]
    lines: list[dict[str, Any]]
    rows: list[tuple[Any, tuple[int, ...]]]


_LEFT: Final = 36
_RIGHT: Final = 298
_TOP: Final = 10
_BOTTOM: Final = 168


def chart_of(pad: Pad) -> Chart | None:
    """The totals after each deal; None while there are fewer than two."""
    deals = [row for row in pad.rows if row.kind == "deal"]
    if len(deals) < 2:
        return None
    sides = len(pad.sides)
    rows = [(row.number, (*row.totals, *(0,) * (sides - len(row.totals)))) for row in deals]
    values = [0, *(total for _, totals in rows for total in totals)]
    low, high = min(values), max(max(values), min(values) + 1)

    def height(total: int) -> int:
        return round(_BOTTOM - (total - low) * (_BOTTOM - _TOP) / (high - low))

    step = (_RIGHT - _LEFT) / len(rows)
    lines = []
    for side in range(sides):
        totals = [0, *(row[1][side] for row in rows)]
        points = " ".join(f"{_LEFT + n * step:.0f},{height(t)}" for n, t in enumerate(totals))
        name = side_name(pad, side) or "–"
        mark = chr(ord("A") + side)
        lines.append({"name": name, "mark": mark, "points": points, "y": height(totals[-1])})
    _spread(lines)
    grid = [(height(value), value) for value in sorted({low, 0, high})]
    return Chart(grid, lines, list(rows))


def _spread(lines: list[dict[str, Any]]) -> None:
    """Keep the marks at the lines' ends apart."""
    last = -100
    for line in sorted(lines, key=lambda line: int(line["y"])):
        line["y"] = last = max(line["y"], last + 13)
