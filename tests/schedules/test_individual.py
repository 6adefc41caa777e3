"""Individual play, for 4 to 40 players and tables of many sizes, with latecomers and leavers."""

from functools import cache
from itertools import combinations, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.schedules.individual import full_tournament_rounds, individual_rounds
from scorekeeper.schedules.rounds import Plan, balance, table_sizes
from tests.requirements import few
from tests.schedules.evenings import called, check_byes, check_round

FOUR = range(4, 5)
ANY = range(3, 8)
SIZES = range(4, 41)
SOME = {*range(4, 18), *range(20, 41, 5), 30, 38, 39}
"""How many players come in `make test`: all small numbers, and some of each remainder by four."""


@cache
def complete(players: int) -> Plan:
    """The whole tournament of so many, worked out once."""
    return individual_rounds(called(players), full_tournament_rounds(players))


# --- complete tournaments ------------------------------------------------------------------------


@pytest.mark.parametrize("players", few([n for n in SIZES if n % 4 < 2], SOME))
def test_fours_and_one_more_play_perfectly(players: int) -> None:
    there = called(players)
    plan = complete(players)
    twos = {frozenset(two) for two in combinations(there, 2)}
    count = balance(plan)

    assert len(plan) == players - (players % 4 == 0)
    assert all(len(one.byes) == players % 4 for one in plan)
    assert count.partners == dict.fromkeys(twos, 1)
    assert count.opponents == dict.fromkeys(twos, 2)
    assert count.byes == dict.fromkeys(there if players % 4 else (), 1)


@pytest.mark.parametrize("players", few([n for n in SIZES if n % 4 > 1], SOME))
def test_two_or_three_over_repeat_no_partner(players: int) -> None:
    count = balance(complete(players))

    assert count.sat_out == (players % 4, players % 4)
    assert {*count.games.values()} == {players - players % 4}
    assert count.partnered.most == 1
    assert count.opposed.most == (3 if players in {30, 38} else 2)


@pytest.mark.parametrize("players", few(SIZES, SOME))
def test_any_two_meet_as_opponents(players: int) -> None:
    count = balance(complete(players))

    assert len(count.opponents) == players * (players - 1) // 2


@pytest.mark.parametrize(("players", "twice"), [(6, 0), (7, 1), (10, 0), (11, 0)])
def test_hardly_anybody_sits_out_twice_running(players: int, twice: int) -> None:
    plan = complete(players)

    again = [{*one.byes} & {*other.byes} for one, other in pairwise(plan)]
    assert sum(map(len, again)) == twice


@pytest.mark.parametrize("players", few(SIZES, SOME))
def test_a_complete_tournament_stops_anywhere(players: int) -> None:
    there = called(players)
    plan = complete(players)

    for one in plan:
        check_round(one, there, FOUR)
    check_byes(plan, there)


@pytest.mark.parametrize("players", few(SIZES, SOME))
def test_short_evening_is_as_even_as_a_cut_one(players: int) -> None:
    there = called(players)
    rounds = min(full_tournament_rounds(players) // 2, 6)
    short = individual_rounds(there, rounds)
    broken_off = balance(complete(players)[:rounds])

    check_byes(short, there)
    assert balance(short).partnered.most == 1
    assert balance(short).opposed.most <= broken_off.opposed.most <= 2


def test_sixteen_meet_nine_in_three_rounds() -> None:
    count = balance(individual_rounds(called(16), 3))

    assert not {*count.partners} & {*count.opponents}
    assert (count.partnered.most, count.opposed.most) == (1, 1)


def test_tournament_continues_and_starts_again() -> None:
    there = called(13)
    plan = individual_rounds(there, 13)

    assert individual_rounds(there, 5, played=plan[:8]) == plan[8:]
    assert individual_rounds(there, 15) == plan + plan[:2]
    assert individual_rounds(there, 2, played=plan) == plan[:2]


@pytest.mark.long
@pytest.mark.parametrize(("players", "partnered", "opposed"), [(7, 2, 4), (10, 2, 4), (11, 2, 4)])
def test_imperfect_tournament_leads_to_others(players: int, partnered: int, opposed: int) -> None:
    there = called(players)
    plan = individual_rounds(there, 2 * players)
    count = balance(plan)

    assert plan[:players] == individual_rounds(there, players)
    assert plan[players:] != plan[:players]
    assert count.partnered.most <= partnered
    assert count.opposed.most <= opposed


def test_eight_players_as_printed() -> None:
    first, second, *_ = individual_rounds(range(8), 7)

    assert first.tables == ((6, 0, 7, 4), (1, 3, 2, 5))
    assert second.tables == ((0, 1, 7, 5), (2, 4, 3, 6))


# --- every other evening -------------------------------------------------------------------------


@given(
    players=st.integers(4, 40),
    rounds=st.integers(1, 6),
    size=st.sampled_from([FOUR, ANY, range(2, 3), range(3, 4), range(5, 6), range(6, 7)]),
    partners=st.booleans(),
)
def test_everybody_is_in_a_round_exactly_once(
    players: int, rounds: int, size: range, partners: bool
) -> None:
    there = called(players)
    plan = individual_rounds(there, rounds, size, partners)

    assert len(plan) == (rounds if players >= size[0] else 0)
    for one in plan:
        check_round(one, there, size)
        assert len(one.byes) == players - sum(table_sizes(players, size))
    check_byes(plan, there)


@pytest.mark.parametrize(
    ("players", "size", "usual", "tables"),
    [
        (11, ANY, None, (4, 4, 3)),
        (11, ANY, 5, (6, 5)),
        (6, ANY, None, (6,)),
        (7, ANY, 4, (4, 3)),
        (8, ANY, 3, (4, 4)),
        (9, ANY, 3, (3, 3, 3)),
        (2, ANY, None, ()),
        (11, FOUR, None, (4, 4)),
        (13, range(6, 7), None, (6, 6)),
        (5, range(2, 3), None, (2, 2)),
        (13, range(5, 7), None, (6, 6)),
        (40, ANY, 7, (7, 7, 7, 7, 6, 6)),
    ],
)
def test_tables_are_near_the_usual_size(
    players: int, size: range, usual: int | None, tables: tuple[int, ...]
) -> None:
    assert table_sizes(players, size, usual) == tables


@pytest.mark.parametrize(
    ("players", "size", "rounds", "most"),
    [
        # each meets each other once: 9 players at tables of 3 in 4 rounds, 20 at tables of 2 in 19
        (9, range(3, 4), 4, 1),
        (20, range(2, 3), 19, 1),
        (30, range(3, 4), 8, 1),
        (12, FOUR, 5, 2),
        (16, FOUR, 5, 2),
        (25, range(5, 6), 6, 2),
        (40, range(6, 7), 10, 2),
        (11, ANY, 6, 2),
    ],
)
def test_players_without_partners_meet_the_most(
    players: int, size: range, rounds: int, most: int
) -> None:
    count = balance(
        individual_rounds(called(players), rounds, size, partners=False), partners=False
    )

    assert count.partnered.most == 0
    assert count.opposed.most == most


@pytest.mark.parametrize(
    ("players", "size", "partners", "rounds"),
    [
        (12, FOUR, True, 11),
        (13, FOUR, True, 13),
        (10, FOUR, True, 10),
        (3, FOUR, True, 0),
        (8, range(2, 3), False, 7),
        (9, range(2, 3), False, 9),
        (9, range(3, 4), False, 4),
        (6, ANY, False, 1),
        (7, range(6, 7), False, 7),
    ],
)
def test_how_long_a_whole_tournament_takes(
    players: int, size: range, partners: bool, rounds: int
) -> None:
    assert full_tournament_rounds(players, size, partners) == rounds


def test_partnerless_tournament_is_as_printed() -> None:
    plan = individual_rounds(called(12), 11, partners=False)

    assert balance(plan, partners=False).opposed == (3, 3)


@pytest.mark.parametrize("players", range(2, 41))
def test_tables_of_two_have_everybody_meet_once(players: int) -> None:
    there, size = called(players), range(2, 3)
    plan = individual_rounds(there, full_tournament_rounds(players, size), size)

    assert balance(plan).opposed == (1, 1)
    assert balance(plan).sat_out == (players % 2, players % 2)


# --- who comes late and who leaves ---------------------------------------------------------------


@pytest.mark.parametrize("players", [8, 9, 12, 13, 16, 20, 39])
def test_latecomer_makes_nobody_partner_again(players: int) -> None:
    there = called(players)
    played = individual_rounds(there, 3)
    coming = individual_rounds([*there, 5], 3, played=played)

    for one in coming:
        check_round(one, [*there, 5], FOUR)
    assert balance(played + coming).partnered.most == 1
    check_byes(played + coming, [*there, 5])


@pytest.mark.parametrize("players", [9, 10, 13, 14, 17, 21, 40])
def test_partners_and_byes_outlast_a_leaver(players: int) -> None:
    there = called(players)
    played = individual_rounds(there, 3)
    coming = individual_rounds(there[1:], 3, played=played)
    sat = {player: times for player, times in balance(played).byes.items() if player in there[1:]}
    now = balance(coming).byes

    for one in coming:
        check_round(one, there[1:], FOUR)
    assert balance(played + coming).partnered.most == 1
    byes = [sat.get(player, 0) + now[player] for player in there[1:]]
    assert max(byes) - min(byes) <= 1


def test_latecomer_plays_first_if_no_bye_is_due() -> None:
    there = called(9)
    played = individual_rounds(there, 2)
    coming = individual_rounds([*there, 5], 1, played=played)

    assert not {5, *played[0].byes, *played[1].byes} & {*coming[0].byes}
