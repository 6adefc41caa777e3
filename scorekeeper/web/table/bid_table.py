"""A game in which each player bids tricks, to be scored or watched: one table of bids, tricks and
totals, a row a player in the order of bidding; and the hill of hands, a bar a deal."""

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from scorekeeper.engine.game import Pad
from scorekeeper.interview.lists import entered
from scorekeeper.sentences import Listing, Voice, say
from scorekeeper.web.interview.steps import AnswerField, FormStep, answer_text

# --- the table ------------------------------------------------------------------------------------


class Cell(NamedTuple):
    """A player's bid or tricks: the name of the field, the answer in words, and whether it is
    answered now."""

    name: str
    text: str
    waits: bool


class Sum(NamedTuple):
    """What a column adds up to so far; `off` where that decides the last bid, or is not the number
    of tricks."""

    of: str
    total: int
    off: bool


class BidTable(NamedTuple):
    """The players' cells by seat and column, the sides in the order of the rows, each column's sum
    (None: nothing is answered there, or what is may not be seen), the tricks of the deal, and what
    is said of the answers so far."""

    cells: Mapping[int, Mapping[str, Cell]]
    sides: Sequence[int]
    sums: Mapping[str, Sum | None]
    tricks: int | None
    so_far: str


def bid_table_of(pad: Pad, steps: Sequence[FormStep], voice: Voice) -> BidTable:
    """Return the table that these steps of the form fill in, each a column of it."""
    columns = {step.column: step for step in steps}
    cells: dict[int, dict[str, Cell]] = {}
    for column, step in columns.items():
        for field in step.turns:
            cell = Cell(field.name, answer_text(field, voice), field is step.waiting)
            cells.setdefault(_seat(field), {})[column] = cell
    seats = [*cells, *(seat for seat in range(len(pad.seats)) if seat not in cells)]
    sides = [side for seat in seats for side, of_side in enumerate(pad.sides) if seat in of_side]
    sums = {column: _sum(step) for column, step in columns.items()}
    hints = [step.hint for step in columns.values() if step.begun and step.hint]
    so_far = voice.text(hints[-1]) if hints else ""
    return BidTable(cells, sides, sums, next(iter(columns.values())).cells, so_far)


def _seat(field: AnswerField) -> int:
    return int(field.question.path[-1])


def _sum(step: FormStep) -> Sum | None:
    fields = step.fields
    given = [field for field in fields if field.given]
    if not given or any(field.sealed for field in fields):
        return None
    off = step.imbalance is not None or len(given) == len(fields) - 1
    of = fields[0].name.rpartition(".")[0]
    return Sum(of, entered(field.data for field in given), off)


# --- the hill -------------------------------------------------------------------------------------

_WIDTH: Final = 336
_GROUND: Final = 46
"""Where the bars stand, as the drawing counts: as many units wide as a phone has pixels."""
_HIGHEST: Final = 10
"""The cards of the hand that is as high as the drawing, unless there is a larger one."""


class Bar(NamedTuple):
    """A hand on the hill: its place, width and height, whether it `was` played, is played `now` or
    neither, and the number above it, if it has one."""

    x: float
    width: float
    height: float
    state: str
    number: str

    @property
    def y(self) -> float:
        return _GROUND - self.height

    @property
    def middle(self) -> float:
        return self.x + self.width / 2


class Hill(NamedTuple):
    """A bar a hand, and all that they show in a sentence."""

    bars: Sequence[Bar]
    told: str


def hill_of(pad: Pad, sizes: Sequence[int]) -> Hill:
    """Return the hands of a game that goes on, of so many cards each."""
    now = pad.deals
    gap = _WIDTH / len(sizes)
    unit = 30 / max(_HIGHEST, *sizes)
    bars = [
        Bar(
            round(place * gap + 2, 1),
            round(gap - min(4, gap / 4), 1),
            round(4 + unit * size, 1),
            "was" if place < now else "now" if place == now else "",
            str(size) if _is_told(sizes, place, now) else "",
        )
        for place, size in enumerate(sizes)
    ]
    told = say(
        "Deal {n} of {all}: {size} {size:card|cards} each. The hands of the game: {sizes}.",
        n=now + 1,
        all=len(sizes),
        size=sizes[now],
        sizes=Listing(tuple(say("{n}", n=size) for size in sizes)),
    )
    return Hill(bars, Voice().text(told))


def _is_told(sizes: Sequence[int], place: int, now: int) -> bool:
    """Return whether a hand has its number above it: this one; the first, the last and one where
    the hands turn, if it is not beside this one."""
    if abs(place - now) < 2:
        return place == now
    if place in (0, len(sizes) - 1):
        return True
    before, size, after = sizes[place - 1 : place + 2]
    return (size - before) * (after - size) < 0
