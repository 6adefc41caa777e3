"""Pairs and teams that stay together all evening."""

from collections import Counter

import pytest

from scorekeeper.schedules.rounds import Plan, Round, balance
from scorekeeper.schedules.units import Unit, team_rounds
from tests.schedules.evenings import check_byes, check_round


def units(number: int, members: int) -> list[Unit]:
    """So many teams of so many players."""
    return [tuple(100 * team + place for place in range(members)) for team in range(number)]


def couples(number: int) -> list[tuple[int, int]]:
    """So many pairs."""
    return [(900 - 3 * place, 901 - 3 * place) for place in range(number)]


def meetings(plan: Plan) -> Counter[frozenset[int]]:
    """At how many tables each two teams of `units` meet."""
    tables = (table for one in plan for table in one.tables)
    return Counter(frozenset(player // 100 for player in table) for table in tables)


@pytest.mark.parametrize("number", range(2, 21))
def test_each_pair_meets_each_other_once(number: int) -> None:
    there = couples(number)
    plan = team_rounds(there, number - 1 + number % 2)
    count = balance(plan)
    players = [player for pair in there for player in pair]

    for one in plan:
        check_round(one, players, {4})
    check_byes(plan, players)
    assert count.partners == dict.fromkeys(map(frozenset, there), number - 1)
    assert {*count.opponents.values()} == {1}
    assert len(count.opponents) == 4 * number * (number - 1) // 2


@pytest.mark.parametrize("number", range(2, 21))
@pytest.mark.parametrize("rounds", [1, 2])
def test_pairs_sit_north_south_half_the_time(number: int, rounds: int) -> None:
    plan = team_rounds(couples(number), rounds * (number - 1 + number % 2))
    north = Counter(player for one in plan for table in one.tables for player in table[::2])
    east = Counter(player for one in plan for table in one.tables for player in table[1::2])

    most = (number - 1) % 2 if rounds == 1 else 0
    assert all(abs(north[player] - east[player]) <= most for player in north | east)


@pytest.mark.parametrize("members", [1, 2, 4, 6])
@pytest.mark.parametrize("number", range(2, 13))
def test_teams_meet_once_in_the_fewest_rounds(number: int, members: int) -> None:
    there = units(number, members)
    plan = team_rounds(there, number - 1 + number % 2)
    tables = max(members // 2, 1)

    assert {*meetings(plan).values()} == {tables}
    assert len(meetings(plan)) == number * (number - 1) // 2
    for one in plan:
        check_round(one, sum(there, ()), {2, 4})


def test_a_match_of_fours_is_two_tables() -> None:
    (one,) = team_rounds([(11, 12, 13, 14), (21, 22, 23, 24)], 1)

    assert {*one.tables} in (
        {(11, 21, 12, 22), (23, 13, 24, 14)},
        {(21, 11, 22, 12), (13, 23, 14, 24)},
    )


def test_the_last_of_three_has_a_bye() -> None:
    (one,) = team_rounds([(1, 2, 3), (4, 5)], 1)

    assert one.byes == (3,)
    assert {frozenset(table) for table in one.tables} == {frozenset((1, 2, 4, 5))}


def test_one_team_has_nobody_to_meet() -> None:
    assert team_rounds([(1, 2)], 3) == ()


def test_round_robin_repeats_with_changed_sides() -> None:
    there = couples(6)
    plan = team_rounds(there, 10)

    assert team_rounds(there, 7, plan[:3]) == plan[3:]
    for one, other in zip(plan[:5], plan[5:], strict=True):
        turned = [table[1:] + table[:1] for table in other.tables]
        assert [{*table[::2]} for table in one.tables] == [{*table[::2]} for table in turned]


@pytest.mark.parametrize("number", range(5, 21))
def test_late_pair_meets_those_not_met(number: int) -> None:
    there = couples(number)
    played = team_rounds(there, 2)
    coming = team_rounds([*there, (1, 2)], 2, played)

    assert balance(played + coming).opposed.most == 1
    check_byes(played + coming, [1, 2, *(player for pair in there for player in pair)])


@pytest.mark.parametrize("number", range(5, 21))
def test_leaving_pair_makes_no_others_meet_again(number: int) -> None:
    there = couples(number)
    played = team_rounds(there, 2)
    coming = team_rounds(there[1:], 1, played)

    assert balance(played + coming).opposed.most == 1


def test_player_who_left_partners_nobody() -> None:
    played = (Round(((1, 3, 2, 4),)),)
    (one,) = team_rounds([(1, 2), (5, 6)], 1, played)

    # the pair 1 and 2 sat North-South against one that is gone
    assert one.tables == ((5, 1, 6, 2),)
