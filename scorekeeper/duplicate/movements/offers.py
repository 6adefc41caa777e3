"""Which movements fit an evening: by who plays and boards, or by the time to stop."""

from collections.abc import Iterator
from contextlib import suppress
from typing import Final, NamedTuple

from scorekeeper.duplicate.movements import MOST_BOARDS, movement
from scorekeeper.duplicate.movements.mitchell import FEWEST
from scorekeeper.duplicate.movements.others import SWISS, swiss
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
MOST_MEETINGS: Final = 7
"""Teams of whom usually each meets each: with more the matches become short."""
MATCH_SIZES: Final = (8, 7, 6, 5, 4, 10, 12)
"""Boards of a Swiss match, what is usual first."""
FEWEST_SWISS: Final = 3
"""Rounds of Swiss teams; with fewer the best two may never meet."""
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
    kind: str = "pairs",
) -> tuple[Offer, ...]:
    """Return at most four movements for so many pairs (`kind` "teams": teams, "individual":
    players), the usual one first: of about so many boards, or what is over after so many
    minutes."""
    most = MOST_BOARDS if boards is None else boards
    if minutes is not None:
        most = min(most, int(minutes / a_board))
    found: list[Offer] = []
    for plan in _PLANS[kind](pairs, most):
        played = plan.rounds * plan.boards_per_round
        takes = played * a_board + plan.rounds * a_round
        # a Howell has so many rounds as it has, and may go a little beyond
        if 4 * played >= 3 * most and 8 * played <= 9 * most and takes <= (minutes or takes):
            out = any(one.sitting_out for one in plan.plan)
            fewest = played - plan.boards_per_round * out
            usual = plan.kind == _usual(kind, pairs)
            found.append(Offer(plan, takes, played, fewest, usual))
    # of several that are usual only the first is said to be
    found.sort(key=lambda one: (not one.usual, one.movement.winners == 1, -one.boards))
    kinds = {(one.movement.kind, one.movement.winners): one for one in reversed(found)}
    first = sorted(kinds.values(), key=found.index)[:MOST]
    return tuple(one._replace(usual=place == 0) for place, one in enumerate(first))


def _usual(kind: str, contestants: int) -> str:
    if kind == "teams":
        return "round-robin" if contestants <= MOST_MEETINGS else SWISS
    return "howell" if contestants <= LARGEST_HOWELL else "mitchell"


def _of_pairs(pairs: int, most: int) -> Iterator[Movement]:
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


def _of_teams(teams: int, most: int) -> Iterator[Movement]:
    """Yield matches of every two teams, then Swiss teams without a rematch."""
    for kind in ("head-to-head", "round-robin"):
        for wanted in range(most, most * 3 // 4, -1):
            with suppress(MovementRefused):
                yield movement(kind, teams, wanted)
    for size in MATCH_SIZES:
        rounds = min(most // size, teams - 1)
        if rounds >= FEWEST_SWISS:
            yield swiss(teams, rounds, size)


def _of_players(players: int, most: int) -> Iterator[Movement]:
    for wanted in range(most, most * 3 // 4, -1):
        with suppress(MovementRefused):
            yield movement("individual", players, wanted)


_PLANS: Final = {"pairs": _of_pairs, "teams": _of_teams, "individual": _of_players}
