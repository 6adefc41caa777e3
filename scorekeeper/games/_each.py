"""For games that players join and leave: the seats that play, and the empty ones."""

from collections.abc import Callable

from scorekeeper.games._fields import Question
from scorekeeper.games._ledger import Line, Pad, turns_from
from scorekeeper.sentences import say


def from_left(pad: Pad, dealer: int) -> tuple[int, ...]:
    """The filled seats from the dealer's left, the dealer last."""
    first = (dealer + 1) % len(pad.seats)
    return tuple(seat for seat in turns_from(pad, first) if pad.seats[seat] is not None)


def where_filled(
    count: int, seats: tuple[int, ...], question: Callable[[int], Question]
) -> tuple[Question | None, ...]:
    """A list's items at a table of `count` seats: the question of each of `seats`, else None."""
    return tuple(question(seat) if seat in seats else None for seat in range(count))


def stands_still(seat: int) -> Line:
    """Why an emptied seat gets nothing."""
    return Line(seat, 0, say("nobody sits here"), "seat")
