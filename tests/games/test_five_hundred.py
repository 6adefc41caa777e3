"""Five Hundred: what its vectors do not show: words, warnings, keys, what is still needed."""

from typing import Any

import msgspec
import pytest

from scorekeeper.engine.game import Pad
from scorekeeper.engine.replay import after
from scorekeeper.games.five_hundred import GAME
from scorekeeper.games.five_hundred.bids import VALUES
from tests.games import pads

PRINTED = """
     S    C    D    H   NT
6   40   60   80  100  120
7  140  160  180  200  220
8  240  260  280  300  320
9  340  360  380  400  420
10 440  460  480  500  520
"""
ZERO_BIDS = {
    "nullo": 250,
    "double_nullo": 500,
    "bar_nullo": 500,
    "grand_nullo": 510,
    "open_misere": 500,
}
THROWN_IN = {"passed_out": True}


def played(*entries: dict[str, Any], variant: str = "43-card", **options: Any) -> Pad:
    return pads.played("five-hundred", *entries, variant=variant, **options)


def deal(bid: str, declarer: int, tricks: int) -> dict[str, Any]:
    return {"bid": bid, "declarer": declarer, "tricks": tricks}


def by_hand() -> dict[str, int]:
    """The printed values, by bid."""
    strains, *levels = (row.split() for row in PRINTED.strip().splitlines())
    return {
        f"{level}{strain}": int(value)
        for level, *values in levels
        for strain, value in zip(strains, values, strict=True)
    }


# --- what a deal is worth -----------------------------------------------------------------------


def test_every_bid_is_worth_what_is_printed() -> None:
    assert by_hand() | ZERO_BIDS == VALUES
    assert list(VALUES) == [*by_hand(), *ZERO_BIDS]


@pytest.mark.parametrize("slam_bonus", [True, False])
@pytest.mark.parametrize("declarer", [0, 3])
def test_every_bid_is_scored_for_every_result(slam_bonus: bool, declarer: int) -> None:
    pad = played(slam_bonus=slam_bonus, target=2000, lose_at=None)
    side = declarer % 2
    wrong = []
    for bid, value in by_hand().items():
        needed = int(bid.rstrip("SCDHNT"))
        for tricks in range(11):
            won = max(value, 250) if slam_bonus and tricks == 10 else value
            points = won if tricks >= needed else -value
            others = 100 - 10 * tricks
            scores = (points, others) if side == 0 else (others, points)
            got = after(pad, deal(bid, declarer, tricks)).rows[-1].scores
            if got != scores:
                wrong.append((bid, tricks, got, scores))

    assert wrong == []


# --- the end ------------------------------------------------------------------------------------


# The first side to fall so low ends the game, so no sheet brings both there; the rule has a say.
@pytest.mark.parametrize(
    ("totals", "winners"), [((-600, -700), (0,)), ((-700, -600), (1,)), ((-600, -600), None)]
)
def test_higher_wins_of_two_at_losing_score(
    totals: tuple[int, int], winners: tuple[int, ...] | None
) -> None:
    outcome = GAME.result(msgspec.structs.replace(played(THROWN_IN), totals=totals))

    assert (outcome.winners if outcome else None) == winners
    assert outcome is None or outcome.rule == "lose-at"


# --- what the form asks -------------------------------------------------------------------------


def levels(low: int, high: int) -> list[list[str]]:
    return [[f"{n}{strain}" for strain in ("S", "C", "D", "H", "NT")] for n in range(low, high + 1)]
