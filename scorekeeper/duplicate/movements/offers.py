"""Which movements fit an evening: by pairs and boards, or by the time to stop."""

from collections.abc import Iterator
from typing import Final, NamedTuple

from scorekeeper.duplicate.movements import MOST_BOARDS, movement
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
    for kind, switched in _kinds():
        for wanted in range(most, 0, -1):
            offer = _offer(kind, pairs, wanted, switched, a_board, a_round)
            if offer is not None and (minutes is None or offer.minutes <= minutes):
                found.append(offer)
                break
            if 4 * wanted <= 3 * most:
                break
    near = [one for one in found if 4 * one.boards >= 3 * most and 8 * one.boards <= 9 * most]
    return tuple(sorted(near, key=lambda one: not one.usual)[:MOST])


def _kinds() -> Iterator[tuple[str, bool]]:
    """Yield the kinds of movements, and whether some rounds have the directions exchanged."""
    yield "howell", False
    yield "mitchell", False
    yield "mitchell", True
    yield "three-quarter-howell", False


def _offer(
    kind: str, pairs: int, boards: int, switched: bool, a_board: float, a_round: float
) -> Offer | None:
    """Return the movement as an offer; None where there is none."""
    try:
        plan = movement(kind, pairs, boards)
        if switched:
            rounds = max(1, round(plan.rounds / SWITCHED))
            plan = movement(kind, pairs, boards, plan.rounds, rounds)
    except MovementRefused:
        return None
    played = plan.rounds * plan.boards_per_round
    out = {number for one in plan.plan for number in one.sitting_out}
    takes = played * a_board + plan.rounds * a_round
    usual = kind == ("howell" if pairs <= LARGEST_HOWELL else "mitchell") and not switched
    return Offer(plan, takes, played, played - plan.boards_per_round * bool(out), usual)
