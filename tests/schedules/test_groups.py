"""Group stages: everybody meets their group once, nobody twice in a round, groups are even, and
nobody meets their own group at once in the knock-out."""

from collections import Counter
from itertools import combinations

import pytest

from scorekeeper.schedules.knockout import (
    group_rounds,
    knockout_matches,
    knockout_seeds,
    seeded_groups,
)

STAGES = [
    (entrants, groups)
    for entrants in range(4, 65)
    for groups in range(1, 9)
    if entrants >= 2 * groups
]


@pytest.mark.parametrize(("entrants", "groups"), STAGES)
def test_everybody_meets_their_group_once(entrants: int, groups: int) -> None:
    units = [(seed,) for seed in range(entrants)]
    met: Counter[frozenset[int]] = Counter()
    byes: Counter[int] = Counter()
    for one in group_rounds(units, groups):
        there = [*sum(one.tables, ()), *one.byes]
        assert len({*there}) == len(there)
        met.update(map(frozenset, one.tables))
        byes.update(one.byes)

    seeds = seeded_groups(entrants, groups)
    assert met == Counter(frozenset(two) for own in seeds for two in combinations(own, 2))
    assert max(byes.values(), default=0) <= 1


@pytest.mark.parametrize(("entrants", "groups"), STAGES)
def test_groups_are_alike_in_size_and_strength(entrants: int, groups: int) -> None:
    seeds = seeded_groups(entrants, groups)
    sizes = [len(own) for own in seeds]

    assert sorted(seed for own in seeds for seed in own) == [*range(entrants)]
    assert max(sizes) - min(sizes) <= 1
    for rank in range(min(sizes)):
        assert {own[rank] // groups for own in seeds} == {rank}


def test_seeds_go_back_and_forth_over_the_groups() -> None:
    assert [*map(list, seeded_groups(6, 2))] == [[0, 3, 4], [1, 2, 5]]


@pytest.mark.parametrize("groups", range(1, 17))
def test_no_first_match_is_within_a_group(groups: int) -> None:
    seeds = knockout_seeds(groups)

    assert sorted(seeds) == [(group, place) for group in range(groups) for place in (0, 1)]
    for match in knockout_matches(2 * groups):
        if match.home.kind == match.away.kind == "seed" and groups > 1:
            assert seeds[match.home.number][0] != seeds[match.away.number][0]
