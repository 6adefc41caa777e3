"""A finished game as a picture to share: who won, and the totals by rank."""

from collections.abc import Sequence
from textwrap import wrap
from typing import Final, NamedTuple

from scorekeeper.days import day_of
from scorekeeper.web.table.page import TableShown
from scorekeeper.web.table.summary import SideShown

_COLOURS: Final = ("#0a6a74", "#8c5300", "#6b3fa0", "#ad2a60", "#3a4700", "#1f2836")
_SHEET: Final = (340, 620)
"""Where the sheet of totals begins, from the top, and how high it is; the picture has 1080."""
_WIDEST: Final = 560
"""The room for a name; a letter is about half as wide as it is high."""


class RowDrawn(NamedTuple):
    """A side's line: where it stands, its colour, how large its name may be."""

    side: SideShown
    y: int
    colour: str
    name_size: int


class Picture(NamedTuple):
    """What the picture says, in sizes of its grid of 1080 by 1080."""

    about: str
    headline: Sequence[str]
    headline_size: int
    rows: Sequence[RowDrawn]
    step: int
    size: int
    foot: str


def picture(show: TableShown) -> Picture:
    """The picture of a finished game."""
    assert show.outcome is not None
    text, day = show.outcome["text"], day_of(show.table.row.updated)
    headline = wrap(text, max(24, len(text) // 2 + 6))
    top, height = _SHEET
    places = sorted(enumerate(show.sides), key=lambda one: one[1].rank)
    step = min(height // len(places), 190)
    size = min(56, step * 3 // 5)
    first = top + (height - step * len(places)) // 2
    return Picture(
        f"{show.game} · {day.day} {day:%B %Y}",
        headline,
        min(72, 1700 // max(map(len, headline))),
        [
            RowDrawn(
                one,
                first + step * place,
                _COLOURS[side % len(_COLOURS)],
                min(size, 2 * (_WIDEST - size * len(one.coins)) // max(len(one.name), 1)),
            )
            for place, (side, one) in enumerate(places)
        ],
        step,
        size,
        " · ".join(f"{one.mark}, {one.told}" for one in show.highlights[:1]) or show.now,
    )
