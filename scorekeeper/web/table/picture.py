"""The final score as a picture to send: how the game ended, the totals, its chart, its story."""

from textwrap import wrap
from typing import Any, Final, NamedTuple

from flask import Blueprint, Response, abort, render_template

from scorekeeper.web.table import table_request
from scorekeeper.web.table.pad_page import PadPage
from scorekeeper.web.table.summary import SideShown

bp = Blueprint("picture", __name__)

# a copy of the style sheet's: a picture that is sent to others has none
COLOURS: Final = ("#0a6a74", "#8c5300", "#6b3fa0", "#ad2a60", "#3a4700", "#1f2836")
_WIDE: Final = 912
"""The room between the sides of the sheet."""
_TOP: Final = 446
"""Where the totals begin; the chart ends at `_FOOT`, where the highlights begin."""
_FOOT: Final = 1056
_CHART: Final = (340, 184)
_LETTERS: Final = 20
"""The most letters in a line of a highlight."""


class Total(NamedTuple):
    """A side's total: the middle of its place, and the sizes of its name and number."""

    side: SideShown
    x: int
    y: int
    name_size: int
    size: int


@bp.get("/t/<public_id>/picture.svg")
def picture(public_id: str) -> Response:
    """The final score as a picture."""
    show = PadPage(table_request.visit_or_403(public_id))
    if show.outcome is None:
        abort(404)
    svg = render_template(
        "table/share/picture.svg", show=show, **_drawn(show, show.outcome["text"])
    )
    name = f"inline; filename={show.file_name}.svg"
    return Response(svg, mimetype="image/svg+xml", headers={"Content-Disposition": name})


def _drawn(show: PadPage, text: str) -> dict[str, Any]:
    """Return what the picture shows, in units of its grid of 1080 by 1350."""
    ending, colon, winner = text.partition(": ")  # "Ben & Dan fell to −550: Ann & Cat won"
    headline = [f"{ending}:", winner] if colon else wrap(text, max(22, len(text) // 2 + 6))
    totals = _totals(show)
    top = totals[-1].y + 28
    scale = min(_WIDE / _CHART[0], (_FOOT - 12 - top) / _CHART[1])
    return {
        "headline": headline,
        "headline_size": min(66, 1750 // max(map(len, headline))),
        "totals": totals,
        "chart_at": (round(540 - scale * _CHART[0] / 2), round(top), round(scale, 3)),
        "highlights": [
            (one.mark, wrap(one.text, _LETTERS, max_lines=3, placeholder="…"))
            for one in show.highlights
        ],
        "foot": _FOOT,
        "about": " · ".join((show.game, *show.facts)),
        "colours": COLOURS,
    }


def _totals(show: PadPage) -> list[Total]:
    """Return the places of the totals: one row of up to four, the first first; else two or three
    smaller ones."""
    sides = show.sides if len(show.sides) == 2 else sorted(show.sides, key=lambda one: one.rank)
    rows = 1 + (len(sides) - 1) // 4
    columns = -(-len(sides) // rows)
    size = (104 if columns < 3 else 84) if rows == 1 else 92 - 16 * rows
    wide, high = _WIDE // columns, size + 48
    return [
        Total(
            side,
            84 + wide // 2 + wide * (place % columns),
            _TOP + high * (1 + place // columns),
            min(34, (wide - 24) * 9 // (5 * max(len(side.name), 1))),
            size,
        )
        for place, side in enumerate(sides)
    ]
