"""Swiss pairing: by standing, and nobody meets again as long as that comes out."""

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.schedules.rounds import Plan, Round, balance
from scorekeeper.schedules.swiss import swiss_round
from tests.schedules.evenings import called, check_byes, check_round

FOUR = range(4, 5)
TWO = range(2, 3)
Pairing = frozenset[frozenset[int]]


def pairings(players: list[int]) -> list[Pairing]:
    """All the ways in which they can sit down two and two."""
    if not players:
        return [frozenset()]
    first, *rest = players
    return [
        pairing | {frozenset((first, other))}
        for other in rest
        for pairing in pairings([player for player in rest if player != other])
    ]


def shaken(players: list[int], turn: int) -> list[int]:
    """Another standing after every round."""
    return sorted(players, key=lambda player: player * (2 * turn + 3) % 97)


# --- two against each other ----------------------------------------------------------------------


def test_best_meets_the_next_best_not_met_yet() -> None:
    played = (Round(((1, 2), (3, 4), (5, 6))),)

    # 2 against 4 would leave 5 against 6 again
    assert swiss_round([1, 2, 3, 4, 5, 6], played, TWO).tables == ((1, 3), (2, 5), (4, 6))


@pytest.mark.long
@given(st.data())
def test_as_few_meet_again_as_any_pairing_allows(data: st.DataObject) -> None:
    standing = data.draw(st.permutations(called(8)))
    twos = [frozenset(two) for two in combinations(called(8), 2)]
    met = data.draw(st.sets(st.sampled_from(twos), max_size=26))
    one = swiss_round(standing, [Round(((*two,),)) for two in met], TWO)

    again = sum(frozenset(table) in met for table in one.tables)
    assert again == min(len(pairing & met) for pairing in pairings(called(8)))


def test_few_players_meet_again_only_as_needed() -> None:
    there = called(40)
    played = [Round((two,)) for two in combinations(there[:30], 2)]
    one = swiss_round(there, played, TWO)

    # ten meet the ten who came late; the other twenty are left to themselves
    assert sum(set(table) <= {*there[:30]} for table in one.tables) == 10


def test_two_change_sides_if_north_was_uneven() -> None:
    played = (Round(((1, 2), (3, 4))), Round(((1, 4), (3, 2))))

    assert {*swiss_round([1, 2, 3, 4], played, TWO).tables} == {(1, 3), (2, 4)}
    assert {*swiss_round([1, 2, 5, 4], played, TWO).tables} == {(5, 1), (2, 4)}


def test_bye_goes_to_the_lowest_without_one() -> None:
    played = (Round(((1, 2), (3, 4)), (5,)), Round(((1, 3), (2, 5)), (4,)))

    assert swiss_round([1, 2, 3, 4, 5], played, TWO).byes == (3,)


def test_another_has_the_bye_to_avoid_a_rematch() -> None:
    played = tuple(Round(((1, other),)) for other in (2, 3, 4))

    # without 5 there is nobody whom 1 has not met
    assert swiss_round([1, 2, 3, 4, 5], played, TWO) == Round(((5, 1), (2, 3)), (4,))


def test_units_are_told_by_the_standing() -> None:
    best, second, third, last = (1, 2), (3, 4), (5, 6), (7, 8)
    one = swiss_round([best, second, third, last])
    two = swiss_round([second, best, third, last], [one])

    assert one.tables == ((1, 3, 2, 4), (5, 7, 6, 8))
    assert [{*table} for table in two.tables] == [{3, 4, 5, 6}, {1, 2, 7, 8}]
    assert len(swiss_round([(1, 2, 3, 4), (5, 6, 7, 8)]).tables) == 2


# --- single players at larger tables -------------------------------------------------------------


def test_first_and_fourth_play_second_and_third() -> None:
    one = swiss_round([31, 32, 33, 34, 25, 26, 27, 28])

    assert one.tables == ((31, 32, 34, 33), (25, 26, 28, 27))


def test_partners_do_not_partner_again() -> None:
    played = (Round(((1, 2, 4, 3), (5, 6, 8, 7))),)

    assert swiss_round(range(1, 9), played).tables == ((1, 2, 3, 4), (5, 6, 7, 8))


@pytest.mark.parametrize("players", [*range(4, 15), 20, 31, 40])
def test_half_a_tournament_repeats_no_partners(players: int) -> None:
    there = called(players)
    plan: Plan = ()
    for turn in range(players // 2):
        plan = (*plan, swiss_round(shaken(there, turn), plan))
        check_round(plan[-1], there, FOUR)

    assert balance(plan).partnered.most == 1
    check_byes(plan, there)


def test_neighbours_meet_without_partners() -> None:
    one = swiss_round(range(11), (), range(3, 8), partners=False)

    assert [{*table} for table in one.tables] == [{0, 1, 2, 3}, {4, 5, 6, 7}, {8, 9, 10}]


def test_without_partners_rematches_are_avoided() -> None:
    played = [swiss_round(range(16), (), FOUR, partners=False)]
    one = swiss_round(range(16), played, FOUR, partners=False)

    assert balance([*played, one], partners=False).opposed.most == 1


def test_too_few_sit_out() -> None:
    assert swiss_round([1, 2, 3]) == Round((), (1, 2, 3))
    assert swiss_round([(1, 2)]) == Round((), (1, 2))
    assert swiss_round([]) == Round(())
