"""Mitchell movements: North-South stay, East-West move up a table, boards move down a table.

With an even number of tables East-West would come back to boards that they have played half-way:
either they skip a table then, and the last round is left out, or the first and the last table share
their boards and a stand between the two middle tables holds the set that rests.
"""

from typing import Final

from scorekeeper.duplicate.movements.plans import (
    Movement,
    MovementRefused,
    RoundPlan,
    TablePlan,
    board_set,
)
from scorekeeper.sentences import tell

FEWEST: Final = 3
"""Rounds, so that each board is played twice beside a half table."""


def mitchell(pairs: int, boards: int, rounds: int | None, switched: int) -> Movement:
    """Return a Mitchell for so many pairs; the directions are exchanged in the last `switched`
    rounds."""
    tables = (pairs + 1) // 2
    rounds, size = _lengths(tables, boards, rounds)
    if not 0 <= switched <= rounds:
        raise MovementRefused(tell("The directions can be exchanged in 0 to {n} rounds.", n=rounds))
    plan = tuple(
        _round(pairs, tables, number, size, rounds == tables, number >= rounds - switched)
        for number in range(rounds)
    )
    winners = 1 if switched else 2
    return Movement("mitchell", pairs, tables, size, tables * size, winners, plan)


def _lengths(tables: int, boards: int, rounds: int | None) -> tuple[int, int]:
    """Return how many rounds there are, and boards in each: the most boards, then the most
    rounds."""
    if rounds is not None and not FEWEST <= rounds <= tables:
        raise MovementRefused(
            tell("With {t} tables there are {low} to {t} rounds.", t=tables, low=FEWEST)
        )
    choices = range(FEWEST, tables + 1) if rounds is None else (rounds,)
    ways = [(n * (boards // n), n) for n in choices if 4 * n * (boards // n) >= 3 * boards]
    if not ways:
        raise MovementRefused(tell("So many rounds do not go into so few boards."))
    played, rounds = max(ways)
    return rounds, played // rounds


def _round(
    pairs: int, tables: int, number: int, size: int, whole: bool, switched: bool
) -> RoundPlan:
    """Return a round; `number` counts from 0."""
    even = tables % 2 == 0
    half = tables // 2
    skipped = even and not whole and number >= half
    found: list[TablePlan] = []
    out: list[int] = []
    for place in range(tables):
        east = tables + 1 + (place - number - skipped) % tables
        if east > pairs:
            out.append(place + 1)
            continue
        # at a share and relay the stand between the middle tables is a place of the sets' way, and
        # the first and the last table are one
        relayed = even and whole
        spot = place + (relayed and place >= half)
        boards = board_set((spot + number) % tables, size)
        ns, ew = (place + 1,), (east,)
        if switched:
            ns, ew = ew, ns
        shared = relayed and place in (0, tables - 1)
        found.append(TablePlan(place + 1, ns, ew, boards, shared, switched))
    sharing = [table for table in found if table.shared]
    if len(sharing) == 1:  # the other table of the two is the half one
        found[found.index(sharing[0])] = _alone(sharing[0])
    return RoundPlan(number + 1, tuple(found), tuple(out))


def _alone(table: TablePlan) -> TablePlan:
    return TablePlan(table.table, table.ns, table.ew, table.boards, False, table.switched)
