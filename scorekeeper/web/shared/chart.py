"""Totals as a chart in SVG, and as the table behind it: of a game's deals, of a season's days."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any, Final, NamedTuple

from scorekeeper.engine.game import Pad
from scorekeeper.engine.pad import side_names, voice_of_all
from scorekeeper.ratings import MIDDLE, Rating
from scorekeeper.standings.numbers import number_text
from scorekeeper.store.table.persons import NONE_CHOSEN, Coins
from scorekeeper.web.interview.coins import Coin, coins_at, colours_of_sides

Total = int | Fraction
Label = int | str | None
Rows = Sequence[tuple[Label, Sequence[Total | None]]]
"""What a row of the table is called, and the total of each line then; None before it began."""


class Mark(NamedTuple):
    """A ring around a point of a line, and the text beside it: where that ends, how high it is."""

    x: float
    y: float
    text: str
    end: float
    text_y: float


class Chart(NamedTuple):
    """The totals as an SVG chart and as a table."""

    grid: list[tuple[int, str]]
    lines: list[dict[str, Any]]
    names: Sequence[str]
    rows: list[tuple[Label, list[tuple[str, bool]]]]

    def mark(self, line: int, number: int, texts: Sequence[str]) -> Mark | None:
        """Return how to mark the point of this number on a line, with the first of the texts for
        which there is room; None where the line is not drawn."""
        if line >= len(self.lines):
            return None
        drawn = self.lines[line]
        spots = [spot.split(",") for spot in drawn["points"].split()]
        (_, before), (x, y) = [(float(x), float(y)) for x, y in spots[number - 1 : number + 1]]
        if number == len(spots) - 1:  # around the coin
            x, y = x + 8, drawn["y"]
        # the line itself comes from the other side
        text_y = min(max(y + 4 + (10 if y > before else -10), _TOP + 4), _BOTTOM + 8)
        for text in texts:
            left, right = x - _BESIDE, x + _BESIDE + _LETTER * len(text)
            if left - _LETTER * len(text) > _LEFT:
                return Mark(x, y, text, left, text_y)
            if right < _RIGHT:
                return Mark(x, y, text, right, text_y)
        return Mark(x, y, "", x, text_y)


_LEFT: Final = 36
_RIGHT: Final = 298
_TOP: Final = 10
_BOTTOM: Final = 168
_APART: Final = 13
_BESIDE: Final = 16
"""The room from the middle of a mark to its text."""
_LETTER: Final = 6.9
"""How wide a letter of that text is."""
_TONES: Final = 3
_DASHES: Final = ("none", "7 4", "2 4", "10 3 2 3")
MOST_LINES: Final = _TONES * len(_DASHES)
"""More than so many lines cannot be told apart; the table has all."""


def chart_of(pads: Sequence[Pad], chosen: Coins = NONE_CHOSEN) -> Chart | None:
    """Return the totals after each deal, `pads` being all of the table from the empty one on; None
    while there are fewer than two."""
    deals = [row for row in pads[-1].rows if row.kind == "deal"]
    sides = len(pads[-1].sides)
    rows = [(row.number, (*row.totals, *(0,) * (sides - len(row.totals)))) for row in deals]
    # by all pads, so that whoever has left keeps a name
    voice, at = voice_of_all(pads), pads[-1].sides
    coins = coins_at([voice.seat(seat) for seat in range(len(pads[-1].seats))], at, chosen)
    of_sides = [[coins[seat] for seat in seats] for seats in at]
    colours = colours_of_sides(coins, at)
    return chart_of_rows(side_names(pads), rows, from_nought=True, coins=of_sides, colours=colours)


def chart_of_rows(
    names: Sequence[str],
    rows: Rows,
    from_nought: bool = False,
    coins: Sequence[Sequence[Coin]] = (),
    colours: Sequence[int] = (),
) -> Chart | None:
    """A line for each name (`from_nought`: all begin there, a step before the first row); None
    while there are fewer than two rows. With the `coins` of each side, which stand at the end of
    its line, the lines have these `colours`, by number; else they are lettered from A on."""
    if len(rows) < 2:
        return None
    first = [(None, (0,) * len(names))] if from_nought else []
    points = [*first, *rows]
    values = [0, *(total for _, totals in points for total in totals if total is not None)]
    # all totals may be equal, and heights are divided by their difference
    low, high = min(values), max(max(values), min(values) + 1)

    step = (_RIGHT - _LEFT) / (len(points) - 1)
    lines = []
    for place, name in enumerate(names[:MOST_LINES]):
        spots = [
            (_LEFT + number * step, _height(total, low, high))
            for number, (_, totals) in enumerate(points)
            if (total := totals[place]) is not None
        ]
        y = spots[-1][1] if spots else _height(0, low, high)
        if len(spots) == 1:  # a line with a single point is invisible
            spots = [(spots[0][0] + aside, y) for aside in (-3, 3)]
        line = " ".join(f"{x:.0f},{y}" for x, y in spots)
        tone = place % _TONES
        look: dict[str, object] = {"dash": _DASHES[(tone + place // _TONES) % len(_DASHES)]}
        if coins:
            look["colour"] = f"s{colours[place]}"
            ends = [(coin.letter, f"s{coin.colour}") for coin in coins[place]]
        else:
            look["colour"] = f"l{tone}"
            ends = [(chr(ord("A") + place), f"l{tone}")]
        lines.append({"name": name, "coins": ends, "points": line, "y": y, **look})
    _spread(lines)
    heights = {value: _height(value, low, high) for value in sorted({low, 0, high})}
    grid = [
        # a number too near the nought's would be drawn over it
        (height, number_text(value) if not value or abs(height - heights[0]) >= _APART else "")
        for value, height in heights.items()
    ]
    return Chart(grid, lines, names, [(label, _cells(totals)) for label, totals in rows])


def _height(total: Total, low: Total, high: Total) -> int:
    return round(_BOTTOM - (total - low) * (_BOTTOM - _TOP) / (high - low))


def _cells(totals: Sequence[Total | None]) -> list[tuple[str, bool]]:
    return [("–", False) if one is None else (number_text(one), one < 0) for one in totals]


def _spread(lines: list[dict[str, Any]]) -> None:
    """Move the coins at the lines' ends apart, within the picture."""
    down = sorted(lines, key=lambda line: int(line["y"]))
    last = _TOP - _APART
    for line in down:
        line["y"] = last = max(line["y"], last + _APART)
    last = _BOTTOM + _APART
    for line in reversed(down):
        line["y"] = last = min(line["y"], last - _APART)


# --- a guess and what it may be off -------------------------------------------------------------


class Curve(NamedTuple):
    """A rating from game to game: the line, and the band in which the strength lies."""

    grid: list[tuple[int, str]]
    line: str
    band: str


def curve_of(ratings: Sequence[Rating]) -> Curve | None:
    """Return the ratings as a curve with its band; None while there are fewer than two."""
    if len(ratings) < 2:
        return None
    low = min(one.number - one.within for one in ratings)
    high = max(one.number + one.within for one in ratings)
    step = (_RIGHT - _LEFT) / (len(ratings) - 1)

    def spots(sign: int) -> list[str]:
        return [
            f"{_LEFT + place * step:.0f},{_height(one.number + sign * one.within, low, high)}"
            for place, one in enumerate(ratings)
        ]

    grid = [(_height(value, low, high), number_text(value)) for value in (low, MIDDLE, high)]
    band = [*spots(1), *reversed(spots(-1))]
    return Curve(grid, " ".join(spots(0)), " ".join(band))
