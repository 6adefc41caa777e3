"""A session as it is scored: contestants, boards, lines, and the scoring options."""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Final, NamedTuple

import msgspec

Number = int | Fraction
"""Points are exact; they are rounded where they are written."""

NS: Final = 0
EW: Final = 1
SIDES: Final = ("ns", "ew")


class Award(NamedTuple):
    """An artificial adjusted score of one side: `A+`, `A`, `A-`, or a number."""

    code: str | Number


IMP_SIGNS: Final = {"A+": 1, "A": 0, "A-": -1}
"""How often the average in IMPs an artificial score is worth."""

Outcomes = tuple[tuple[Number, int], ...]
"""Real scores from North-South's side, each with its weight; the weights add up to 1."""

Half = Outcomes | Award | None
"""What a line is worth to one side; None where the board was not played."""


class Line(msgspec.Struct, gc=False):
    """A result: who sat where, and what it is for each side. `score` is None unless one real score
    counts for both."""

    ns: tuple[str, ...]
    ew: tuple[str, ...]
    halves: tuple[Half, Half]
    score: int | None = None
    group: str = ""
    section: str = ""
    round: int | None = None
    table: int | str | None = None
    room: str | None = None

    @property
    def sides(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Who sat North-South, and who East-West."""
        return self.ns, self.ew

    @property
    def is_split(self) -> bool:
        """Return whether the sides have different scores, one of them real."""
        ns, ew = self.halves
        return ns != ew and not (isinstance(ns, Award) and isinstance(ew, Award))


class BoardPlayed(msgspec.Struct):
    """A board with its results."""

    number: int
    dealer: str
    vulnerable: str
    lines: list[Line]

    def fields(self, by_section: bool) -> Iterator[list[int]]:
        """Yield the places of the lines that are compared together."""
        found: dict[tuple[str, str], list[int]] = {}
        for place, line in enumerate(self.lines):
            found.setdefault((line.section if by_section else "", line.group), []).append(place)
        yield from found.values()


class Contestant(msgspec.Struct, frozen=True):
    """A pair, a team or a single player."""

    id: str
    names: tuple[str, ...] = ()
    section: str = ""
    direction: str = ""


class Scoring(msgspec.Struct, frozen=True):
    """The scoring options, with the defaults of pairs."""

    method: str = "matchpoints"
    winners: int = 1
    per_win: int = 2
    compare: str = "field"
    expected: int | None = None
    round_lines: int | None = None
    own_session: bool = True
    average_imps: Number = 2
    cross_imps: str = "mean"
    discard: int = 1
    datum_round: int = 10
    vp: str = "wbf-2013"
    vp_boards: int | None = None

    @property
    def by_percent(self) -> bool:
        """Return whether there is a top, and so percentages."""
        return self.method in ("matchpoints", "board-a-match")


class Adjustment(NamedTuple):
    """Points added to a contestant's total; `of_top`: percent of a top instead."""

    contestant: str
    points: Number
    of_top: bool = False


class Planned(NamedTuple):
    """A line that the movement plans."""

    round: int
    table: int
    board: int
    ns: tuple[str, ...]
    ew: tuple[str, ...]


class Session(msgspec.Struct):
    """A session that can be scored."""

    kind: str
    scoring: Scoring
    contestants: Mapping[str, Contestant]
    boards: list[BoardPlayed]
    adjustments: list[Adjustment]
    byes: list[tuple[str, Number]]
    planned: list[Planned] | None
    warnings: list[dict[str, str]]
    expected: int = 0
    """The number of results that each board was due to have."""

    @property
    def top(self) -> int:
        """The most matchpoints that a board can bring, or a match's board at board-a-match."""
        if self.scoring.method == "board-a-match":
            return self.scoring.per_win
        return self.scoring.per_win * (self.expected - 1)


def expected_results(session: Session) -> int:
    """Return how many results each board was due to have: as told, as planned, or as there are."""
    if session.scoring.expected is not None:
        return session.scoring.expected
    planned = most_of(one.board for one in session.planned or ())
    return max(planned, most_lines(session.boards, session.scoring.compare))


def most_of(things: Iterator[int] | Iterator[tuple[int, str]]) -> int:
    """Return how often the most frequent of these comes."""
    count: dict[object, int] = {}
    for one in things:
        count[one] = count.get(one, 0) + 1
    return max(count.values(), default=0)


def most_lines(boards: list[BoardPlayed], compare: str) -> int:
    """Return the most lines of a board that are compared; a fouled board's groups are one here."""
    by_section = compare == "section"
    return most_of(
        (board.number, line.section if by_section else "")
        for board in boards
        for line in board.lines
    )


def rounded(number: Number, unit: Number) -> Number:
    """Return the multiple of `unit` that is nearest, halves away from zero."""
    size = number if number >= 0 else -number
    steps = Fraction(size) / unit
    whole = (steps.numerator * 2 + steps.denominator) // (2 * steps.denominator)
    return whole * unit if number >= 0 else -whole * unit


def shown(number: Number) -> int | float:
    """Return a number as documents have it, with no more than 2 decimals."""
    if isinstance(number, int):
        return number
    hundredths = rounded(number, Fraction(1, 100))
    return int(hundredths) if Fraction(hundredths).denominator == 1 else float(hundredths)
