"""A movement as a plan: who meets whom where, on which boards, round by round."""

from collections.abc import Sequence
from typing import Any, Final

import msgspec

from scorekeeper.sheet.documents import Document

FORMAT: Final = "scorekeeper-movement/1"

Unit = tuple[int, ...]
"""Who sits on one side: a pair or a team by its number, two players of an individual."""


class MovementRefused(ValueError):
    """There is no such movement; the message says what there is."""


class TablePlan(msgspec.Struct, frozen=True):
    """A table in one round. `shared`: another table plays the same boards in this round;
    `switched`: the directions are exchanged here already."""

    table: int
    ns: Unit
    ew: Unit
    boards: tuple[int, ...]
    shared: bool = False
    switched: bool = False
    room: str = ""


class RoundPlan(msgspec.Struct, frozen=True):
    """One round: its tables, and who sits out."""

    round: int
    tables: tuple[TablePlan, ...]
    sitting_out: tuple[int, ...] = ()


class Movement(msgspec.Struct, frozen=True):
    """A whole movement; contestants are numbered from 1, `boards` are in play from 1 on."""

    kind: str
    contestants: int
    tables: int
    boards_per_round: int
    boards: int
    winners: int
    plan: tuple[RoundPlan, ...]
    drawn_later: int = 0
    """Rounds that are drawn one by one from the totals, so that no plan has them yet."""

    @property
    def rounds(self) -> int:
        """The number of rounds."""
        return len(self.plan) + self.drawn_later


def board_set(number: int, size: int) -> tuple[int, ...]:
    """Return the boards of a set; the first set, numbered 0, has the boards from 1 on."""
    return tuple(range(number * size + 1, (number + 1) * size + 1))


def nearest_size(boards: int, rounds: int) -> int:
    """Return how many boards a round come nearest to so many in all, the fewer of two."""
    return max(1, -((rounds - 2 * boards) // (2 * rounds)))


def document(movement: Movement) -> Document:
    """Return the `MovementDocument`."""
    return {
        "format": FORMAT,
        "kind": movement.kind,
        "contestants": movement.contestants,
        "tables": movement.tables,
        "rounds": movement.rounds,
        "boards_per_round": movement.boards_per_round,
        "boards": movement.boards,
        "winners": movement.winners,
        "plan": [*map(round_document, movement.plan)],
    }


def round_document(one: RoundPlan) -> Document:
    """Return one round as the `plan` of a `MovementDocument` has it."""
    return {
        "round": one.round,
        "tables": [*map(_table, one.tables)],
        "sitting_out": [*map(str, one.sitting_out)],
    }


def _table(table: TablePlan) -> Document:
    found: Document = {
        "table": table.table,
        "ns": _ids(table.ns),
        "ew": _ids(table.ew),
        "boards": list(table.boards),
    }
    marks: dict[str, Any] = {
        "shared": table.shared,
        "switched": table.switched,
        "room": table.room,
    }
    return found | {key: value for key, value in marks.items() if value}


def _ids(unit: Sequence[int]) -> str | list[str]:
    return str(unit[0]) if len(unit) == 1 else [*map(str, unit)]
