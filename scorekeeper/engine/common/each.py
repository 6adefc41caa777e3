"""Questions that games put to each player or side, and seats that are empty."""

from collections.abc import Callable
from functools import cache

from scorekeeper.engine.pad import Line, Pad, turns_from
from scorekeeper.interview.lists import Many
from scorekeeper.interview.steps import Number, Question, SeatOf
from scorekeeper.sentences import Sentence, say


def from_left(pad: Pad, dealer: int) -> tuple[int, ...]:
    """Return the filled seats from the dealer's left, the dealer last."""
    turns = turns_from(pad, dealer + 1)
    if len(pad.filled) == len(pad.seats):
        return turns
    return tuple(seat for seat in turns if pad.seats[seat] is not None)


def where_filled(
    count: int, seats: tuple[int, ...], question: Callable[[int], Question]
) -> tuple[Question | None, ...]:
    """Return a list's items at a table of `count` seats: the question of each of `seats`, else
    None."""
    return tuple(question(seat) if seat in seats else None for seat in range(count))


@cache
def tricks_each(most: int, count: int, seats: tuple[int, ...], turns: tuple[int, ...] = ()) -> Many:
    """Return the tricks of each of `seats` at a table of `count`, `most` of them together."""
    label = say("Tricks")
    items = where_filled(
        count, seats, lambda seat: Number(path=("tricks", seat), label=label, low=0, high=most)
    )
    return Many(path=("tricks",), label=label, noun="numbers", turns=turns, items=items, total=most)


def tricks_by_side(most: int, missing: Sentence | None = None) -> Many:
    """Return the tricks of each of two sides, `most` of them together."""
    label = say("Tricks")
    return Many(
        path=("side_tricks",),
        label=label,
        noun="numbers",
        each="side",
        items=tuple(
            Number(path=("side_tricks", side), label=label, low=0, high=most) for side in (0, 1)
        ),
        total=most,
        missing=missing,
    )


@cache
def declarer_among(seats: tuple[int, ...], count: int) -> SeatOf:
    """Return the declarer, one of the filled `seats` at a table of `count`."""
    return SeatOf(
        path=("declarer",),
        label=say("Declarer"),
        turn=say("who won the bidding"),
        when="before",
        seats=seats,
        players=count,
    )


def empty_seat_line(seat: int) -> Line:
    """Return why an emptied seat gets nothing."""
    return Line(seat, 0, say("nobody sits here"), "seat")
