"""Streaks and movement, by hand."""

from collections.abc import Mapping
from fractions import Fraction
from itertools import groupby

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.standings.counted import Streaks, streaks_in
from scorekeeper.standings.finished import Sums
from scorekeeper.standings.ranking import RankedPlayer, movement


@pytest.mark.parametrize(
    ("letters", "current", "longest"),
    [
        ("", 0, 0),
        ("L", 0, 0),
        ("W", 1, 1),
        ("WWLW", 1, 2),
        ("LWWW", 3, 3),
        ("WWL", 0, 2),
        ("WWDWW", 2, 2),
        ("DD", 0, 0),
    ],
)
def test_streaks(letters: str, current: int, longest: int) -> None:
    assert streaks_in(letters) == Streaks(current, longest)


@given(letters=st.text("WDL", max_size=12))
def test_a_streak_is_a_run_of_wins(letters: str) -> None:
    runs = [len([*run]) for letter, run in groupby(letters) if letter == "W"]
    current = runs[-1] if letters.endswith("W") else 0

    assert streaks_in(letters) == Streaks(current, max(runs, default=0))


def table(places: Mapping[int, int | None]) -> list[RankedPlayer]:
    return [
        RankedPlayer(player, place, Fraction(), Fraction(), Sums(player))
        for player, place in places.items()
    ]


def test_movement() -> None:
    before = table({0: 1, 1: 2, 2: 3, 3: None, 5: 4})
    after = table({2: 1, 0: 2, 1: 2, 3: 4, 4: 5, 5: None})

    # 2 up from the third place, 0 down, 1 where he was; 3 and 4 had none; 5 has none now
    assert movement(before, after) == {2: 2, 0: -1, 1: 0, 3: None, 4: None}
