"""Twenty-Eight: what its vectors do not show: words, warnings, keys, what is still needed."""

from typing import Any

import msgspec
import pytest

from scorekeeper.engine.game import Pad
from scorekeeper.engine.replay import after
from scorekeeper.games.twenty_eight import GAME
from tests.games import pads

PRINTED = """
14-19  1 -2
20-24  2 -3
25-28  3 -4
"""


def played(*entries: dict[str, Any], **options: Any) -> Pad:
    return pads.played("twenty-eight", *entries, **options)


def deal(declarer: int, bid: int, points: int) -> dict[str, Any]:
    return {"declarer": declarer, "bid": bid, "points": points}


# --- what a deal is worth -----------------------------------------------------------------------


@pytest.mark.parametrize("declarer", range(4))
def test_every_bid_is_scored_for_every_count(declarer: int) -> None:
    tiered, flat = played(target=50), played(target=50, scoring="flat")
    side = declarer % 2
    wrong = []
    for row in PRINTED.strip().splitlines():
        span, gain, loss = row.split()
        low, high = map(int, span.split("-"))
        for bid in range(low, high + 1):
            for points in range(29):
                made = points >= bid
                expected = {0: int(gain if made else loss), 1: 1 if made else -1}
                for n, pad in enumerate((tiered, flat)):
                    scores = [0, 0]
                    scores[side] = expected[n]
                    got = after(pad, deal(declarer, bid, points)).rows[-1].scores
                    if list(got) != scores:
                        wrong.append((n, bid, points, got))

    assert wrong == []


# --- what is still needed, and the end ----------------------------------------------------------


# The first side there ends the game, so no sheet brings both there; the rule has a say.
@pytest.mark.parametrize(
    ("totals", "winners"),
    [((12, 11), (0,)), ((10, 13), (1,)), ((11, 11), None), ((9, 9), None)],
)
def test_of_two_at_the_target_the_higher_wins(
    totals: tuple[int, int], winners: tuple[int, ...] | None
) -> None:
    outcome = GAME.result(msgspec.structs.replace(played(deal(0, 14, 14)), totals=totals))

    assert (outcome.winners if outcome else None) == winners
