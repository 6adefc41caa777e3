"""Swiss rounds and round robins of 2 to 64, put to a checker that was written apart from them."""

from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.schedules.rounds import Round
from scorekeeper.schedules.swiss import swiss_round
from scorekeeper.schedules.units import team_rounds
from tests.schedules.pairing_checker import largest_matching, swiss_faults

TWO = range(2, 3)


def brute(joined: list[list[int]], left: frozenset[int]) -> int:
    """The largest matching, by trying everything."""
    if not left:
        return 0
    first, rest = min(left), left - {min(left)}
    ways = [1 + brute(joined, rest - {other}) for other in joined[first] if other in rest]
    return max([brute(joined, rest), *ways])


@given(st.data())
def test_the_checker_finds_the_largest_matching(data: st.DataObject) -> None:
    points = data.draw(st.integers(1, 9))
    twos = [*combinations(range(points), 2)]
    edges = data.draw(st.sets(st.sampled_from(twos))) if twos else set()
    joined = [
        [other for other in range(points) if (one, other) in edges or (other, one) in edges]
        for one in range(points)
    ]

    assert largest_matching(joined) == brute(joined, frozenset(range(points)))


def test_the_checker_finds_faults() -> None:
    met, none = Counter([frozenset((1, 2))]), Counter[int]()

    assert swiss_faults([1, 2, 3, 4], met, none, Round(((1, 3), (2, 4)))) == []
    assert swiss_faults([1, 2, 3, 4], met, none, Round(((1, 4), (2, 3)))) == [
        "1 should have met 3",
    ]
    assert "more meet again than must" in swiss_faults(
        [1, 2, 3, 4], met, none, Round(((1, 2), (3, 4)))
    )
    assert "4 should have had the bye" not in swiss_faults(
        [1, 2, 3], met, none, Round(((1, 3),), (2,))
    )
    assert "3 should have had the bye" in swiss_faults(
        [1, 2, 3], Counter(), none, Round(((1, 3),), (2,))
    )


@given(st.data())
def test_swiss_has_no_fault_by_any_standing(data: st.DataObject) -> None:
    players = data.draw(st.integers(2, 14))
    met, byes, plan = Counter[frozenset[int]](), Counter[int](), list[Round]()
    for _ in range(players // 2):
        standing = data.draw(st.permutations(range(players)))
        made = swiss_round(standing, plan, TWO)
        assert swiss_faults(standing, met, byes, made) == []
        met.update(map(frozenset, made.tables))
        byes.update(made.byes)
        plan.append(made)


@pytest.mark.parametrize("players", [2, 3, 15, 16, 17, 33, 48, 63, 64])
def test_a_large_swiss_tournament_has_no_fault(players: int) -> None:
    met, byes, plan = Counter[frozenset[int]](), Counter[int](), list[Round]()
    points = Counter[int]()
    for turn in range(min(players // 2, 6)):
        standing = sorted(range(players), key=lambda one: (-points[one], one))
        made = swiss_round(standing, plan, TWO)
        assert swiss_faults(standing, met, byes, made) == []
        met.update(map(frozenset, made.tables))
        byes.update(made.byes)
        points.update(made.byes)
        points.update(table[(sum(table) + turn) % 2] for table in made.tables)
        plan.append(made)


@pytest.mark.parametrize("players", range(2, 65))
def test_round_robin_has_all_meet_on_either_side(players: int) -> None:
    length = players - 1 + players % 2
    plan = team_rounds([(one,) for one in range(players)], 2 * length)
    met, sides = Counter[frozenset[int]](), Counter[tuple[int, ...]]()
    for number, one in enumerate(plan, 1):
        there = [*sum(one.tables, ()), *one.byes]
        assert sorted(there) == [*range(players)], number
        met.update(map(frozenset, one.tables))
        sides.update(one.tables)
        if number == length:
            assert met == Counter(map(frozenset, combinations(range(players), 2)))
    byes = Counter(player for one in plan for player in one.byes)

    assert len(plan) == 2 * length
    assert sides == Counter({(a, b): 1 for a in range(players) for b in range(players) if a != b})
    assert byes == Counter(dict.fromkeys(range(players), 2) if players % 2 else {})
