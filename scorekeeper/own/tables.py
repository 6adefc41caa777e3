"""Tables of worths: by a value, or from a number on."""

from bisect import bisect_right
from collections.abc import Mapping
from typing import Any

from scorekeeper.own.formulas import Known, Run


def table_of(by: Run, worths: Mapping[Any, Run], otherwise: Run | None) -> Run:
    """Return the worth of the row that equals `by`."""

    def worth(known: Known, side: int, seat: int) -> Any:
        run = worths.get(by(known, side, seat), otherwise)
        assert run is not None, "a table without a last resort names everything"
        return run(known, side, seat)

    return worth


def from_on(by: Run, worths: Mapping[Any, Run], otherwise: Run | None) -> Run:
    """Return the worth of the last row whose number is not above `by`; its rows rise."""
    lowest, runs = [*worths], [otherwise, *worths.values()]

    def worth(known: Known, side: int, seat: int) -> Any:
        run = runs[bisect_right(lowest, by(known, side, seat))]
        assert run is not None, "a table from a number on has a last resort"
        return run(known, side, seat)

    return worth
