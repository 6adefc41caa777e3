"""Which movements fit an evening: by pairs and boards, or by the time to stop."""

from collections.abc import Iterator
from contextlib import suppress
from typing import Final, NamedTuple

from scorekeeper.duplicate.movements import MOST_BOARDS, movement
from scorekeeper.duplicate.movements.mitchell import FEWEST
from scorekeeper.duplicate.movements.plans import Movement, MovementRefused

A_BOARD: Final = 7.5
"""Minutes."""
A_ROUND: Final = 2.0
"""Minutes to change tables."""
MOST: Final = 4
LARGEST_HOWELL: Final = 11
"""Pairs for whom a Howell is usual: beyond that its rounds become short and many."""
SWITCHED: Final = 8
"""One round in so many has the directions exchanged, where there is to be one winner."""
LARGEST_SET: Final = 4
"""Boards a round at a Mitchell, where the tables suffice: with more of them few pairs meet."""


class Offer(NamedTuple):
    """A movement with the minutes that it takes, the boards that a pair plays, one that sits out
    too (`fewest`), and whether it is what is usual."""

    movement: Movement
    minutes: float
    boards: int
    fewest: int
    usual: bool


def offers(
    pairs: int,
    boards: int | None = None,
    minutes: float | None = None,
    a_board: float = A_BOARD,
    a_round: float = A_ROUND,
) -> tuple[Offer, ...]:
    """Return at most four movements for so many pairs, the usual one first: of about so many
    boards, or what is over after so many minutes."""
    most = MOST_BOARDS if boards is None else boards
    if minutes is not None:
        most = min(most, int(minutes / a_board))
    found: list[Offer] = []
    for plan in _plans(pairs, most):
        played = plan.rounds * plan.boards_per_round
        takes = played * a_board + plan.rounds * a_round
        # a Howell has so many rounds as it has, and may go a little beyond
        if 4 * played >= 3 * most and 8 * played <= 9 * most and takes <= (minutes or takes):
            out = any(one.sitting_out for one in plan.plan)
            fewest = played - plan.boards_per_round * out
            found.append(Offer(plan, takes, played, fewest, plan.kind == _usual(pairs)))
    # of several that are usual only the first is said to be
    found.sort(key=lambda one: (not one.usual, one.movement.winners == 1, -one.boards))
    kinds = {(one.movement.kind, one.movement.winners): one for one in reversed(found)}
    first = sorted(kinds.values(), key=found.index)[:MOST]
    return tuple(one._replace(usual=place == 0) for place, one in enumerate(first))


def _usual(pairs: int) -> str:
    return "howell" if pairs <= LARGEST_HOWELL else "mitchell"


def _plans(pairs: int, most: int) -> Iterator[Movement]:
    """Yield what may fit: Howells of fewer and fewer boards, and Mitchells."""
    for kind in ("howell", "three-quarter-howell"):
        for wanted in range(most, most * 3 // 4, -1):
            with suppress(MovementRefused):
                yield movement(kind, pairs, wanted)
    tables = (pairs + 1) // 2
    largest = max(LARGEST_SET, -(-3 * most // (4 * tables)))
    for rounds in range(tables, FEWEST - 1, -1):
        switched = max(1, round(rounds / SWITCHED))
        for size in range(min(most // rounds, largest), 0, -1):
            with suppress(MovementRefused):
                yield movement("mitchell", pairs, rounds * size, rounds)
                yield movement("mitchell", pairs, rounds * size, rounds, switched)
