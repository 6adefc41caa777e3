"""Form, streaks and movement, by hand."""

from collections.abc import Mapping, Sequence
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.standings import Ending, Placed, Streaks, Sums, form, movement, streaks_in
from scorekeeper.standings.counted import Letter

LETTERS: Sequence[Letter] = ("W", "D", "L")


def endings(letters: str) -> list[Ending]:
    return [Ending(LETTERS["WDL".index(letter)], 1 + "WDL".index(letter)) for letter in letters]


@pytest.mark.parametrize(
    ("letters", "last"),
    [("", ""), ("WL", "WL"), ("WLDWL", "WLDWL"), ("WWLDWLL", "LDWLL")],
)
def test_the_form_is_the_last_five_games(letters: str, last: str) -> None:
    assert form(endings(letters)) == endings(last)


def test_the_form_of_fewer_games_or_none() -> None:
    assert form(endings("WLD"), 2) == endings("LD")
    assert form(endings("WLD"), 0) == []


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
    runs = [len(run) for run in letters.replace("D", "L").split("L")]

    assert streaks_in(letters) == Streaks(runs[-1], max(runs))


def table(places: Mapping[int, int | None]) -> list[Placed]:
    return [
        Placed(player, place, Fraction(), Fraction(), Sums(player))
        for player, place in places.items()
    ]


def test_movement() -> None:
    before = table({0: 1, 1: 2, 2: 3, 3: None, 5: 4})
    after = table({2: 1, 0: 2, 1: 2, 3: 4, 4: 5, 5: None})

    # 2 up from the third place, 0 down, 1 where he was; 3 and 4 had none; 5 has none now
    assert movement(before, after) == {2: 2, 0: -1, 1: 0, 3: None, 4: None}
