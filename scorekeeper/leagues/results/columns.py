"""The columns of a league's standings, for its pages, its downloads and the API."""

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any, Final, NamedTuple

import msgspec

from scorekeeper.sentences import phrase
from scorekeeper.standings.numbers import number_text
from scorekeeper.standings.ranking import RankedPlayer


class Column(NamedTuple):
    """A column: its name in files, what it holds of a player, and who else shows it."""

    name: str
    value: Callable[[RankedPlayer], str | int | Fraction | None]
    heading: str = ""
    """Its heading on pages; empty where they tell it in another way, or not at all."""
    in_api: Any = int
    """Its type in the API; None where that leaves it out."""


COLUMNS: Final = (
    Column("place", lambda one: one.place, in_api=int | None),
    Column("player", lambda one: one.player),
    Column("games", lambda one: one.sums.games, phrase("Games")),
    Column("won", lambda one: one.sums.won, phrase("Won")),
    Column("deals", lambda one: one.sums.deals, in_api=None),
    Column("points", lambda one: round(one.sums.points)),
    Column("bonus", lambda one: one.bonus, in_api=None),
    Column("total", lambda one: one.total, phrase("Total"), in_api=str),
    Column("by", lambda one: one.by, in_api=str),
    Column("missing", lambda one: one.missing, in_api=None),
    Column("byes", lambda one: one.sums.byes),
    Column("walkovers", lambda one: one.sums.walkovers),
    # clubs' spreadsheets know a column by its place: a new one comes last
)
ON_PAGES: Final = tuple(one for one in COLUMNS if one.heading)
_IN_API: Final = [(one.name, one.in_api) for one in COLUMNS if one.in_api]

StandingsLine: Final = msgspec.defstruct(
    "StandingsLine", [*_IN_API[:2], ("name", str), *_IN_API[2:]], kw_only=True
)
StandingsLine.__doc__ = """A player's line: the place (null: too few games), the total as a fraction
("7/2"), what puts the player ahead of the next one with that total; how many of the games were
byes and walkovers."""


def document_line(one: RankedPlayer) -> dict[str, str | int | None]:
    """Return a player's line with numbers exact, as fractions: "7/2"."""
    values = {column.name: column.value(one) for column in COLUMNS}
    return {name: str(own) if isinstance(own, Fraction) else own for name, own in values.items()}


def spreadsheet_line(one: RankedPlayer, names: Mapping[int, str]) -> list[str | int | None]:
    """Return a player's line in a form that spreadsheet programs read: names, decimals."""
    named = {"player": names[one.player]}
    values = (named.get(column.name, column.value(one)) for column in COLUMNS)
    return [_decimal(own) if isinstance(own, Fraction) else own for own in values]


def _decimal(value: Fraction) -> str | int:
    return int(value) if value == int(value) else number_text(value, 4).replace("−", "-")
