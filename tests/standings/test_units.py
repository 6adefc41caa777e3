"""Pairs and teams: their numbers, the units of a game, a match at several tables, their ranking."""

from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.standings.finished import BYE, WALKOVER, FinishedGame
from scorekeeper.standings.schemes import SCHEMES
from scorekeeper.standings.scoring import Scoring
from scorekeeper.standings.units import (
    PAIRS,
    PLAYERS,
    TEAMS,
    kind_of,
    match_of,
    pair_number,
    pair_of,
    sides_as_pairs,
    sides_as_teams,
    team_number,
    team_of,
)
from tests.standings.seasons import played

numbers = st.integers(1, 65_000)


@given(numbers, numbers)
def test_a_pair_is_known_by_its_number(one: int, other: int) -> None:
    if one == other:
        other += 1
    number = pair_number(one, other)

    assert number == pair_number(other, one)
    assert pair_of(number) == (min(one, other), max(one, other))
    assert team_of(number) is None
    assert kind_of(number) == PAIRS
    assert -(2**31) <= number < 0


@given(numbers)
def test_a_team_is_known_by_its_number(team: int) -> None:
    number = team_number(team)

    assert team_of(number) == team
    assert pair_of(number) is None
    assert kind_of(number) == TEAMS
    assert -(2**31) <= number < 0


def test_players_are_neither_pairs_nor_teams() -> None:
    assert (kind_of(7), pair_of(7), team_of(7)) == (PLAYERS, None, None)


def _game(
    *sides: tuple[int, ...], points: tuple[int, ...] = (5, 3), **more: object
) -> FinishedGame:
    most = frozenset(side for side, own in enumerate(points) if own == max(points))
    return replace(FinishedGame(sides, points, most, 4), **more)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("sides", "pairs"),
    [
        (((1, 3), (4, 2)), (pair_number(1, 3), pair_number(2, 4))),
        (((1,), (2,)), ()),
        (((1, 2), (3,)), ()),
        (((1, 2), (3, 4), (5, 6)), (pair_number(1, 2), pair_number(3, 4), pair_number(5, 6))),
        (((1, 2),), (pair_number(1, 2),)),
    ],
)
def test_sides_of_two_are_pairs(sides: tuple[tuple[int, ...], ...], pairs: tuple[int, ...]) -> None:
    game = FinishedGame(sides, (0,) * len(sides), frozenset(), 1)
    assert sides_as_pairs(game) == pairs


IN_TEAM = {1: -1, 2: -1, 3: -1, 4: -3, 5: -3}


@pytest.mark.parametrize(
    ("sides", "teams"),
    [
        (((1, 2), (4, 5)), (-1, -3)),
        (((4, 9), (8, 3)), (-3, -1)),  # 8 and 9 are substitutes
        (((1, 2), (8, 9)), ()),
        (((1, 4), (2, 5)), ()),
        (((1, 2), (3, 9)), ()),
        (((1, 2),), (-1,)),
    ],
)
def test_sides_play_for_the_team_of_players(
    sides: tuple[tuple[int, ...], ...], teams: tuple[int, ...]
) -> None:
    game = FinishedGame(sides, (0,) * len(sides), frozenset(), 1)
    assert sides_as_teams(game, IN_TEAM) == teams


HOME, AWAY = (-1,), (-3,)


@pytest.mark.parametrize(
    ("games", "points", "winners"),
    [
        ([_game(HOME, AWAY)], (5, 3), {0}),
        ([_game(HOME, AWAY), _game(HOME, AWAY, points=(1, 6))], (6, 9), {1}),
        ([_game(HOME, AWAY), _game(AWAY, HOME, points=(6, 1))], (6, 9), {1}),
        ([_game(HOME, AWAY), _game(AWAY, HOME)], (8, 8), {0, 1}),
        ([_game(HOME, AWAY), _game(HOME, AWAY, points=(0, 1), unplayed=WALKOVER)], (5, 3), {0}),
        ([_game(AWAY, HOME, points=(1, 0), unplayed=WALKOVER)] * 2, (2, 0), {0}),
    ],
)
def test_a_match_is_the_sum_of_its_tables(
    games: list[FinishedGame], points: tuple[int, ...], winners: set[int]
) -> None:
    match = match_of(games)
    assert match.points == points
    assert match.winners == winners


def test_a_match_nobody_played_is_a_walkover() -> None:
    given = _game(HOME, AWAY, points=(1, 0), unplayed=WALKOVER)
    assert match_of([given, given]).unplayed == WALKOVER
    assert match_of([given, _game(HOME, AWAY)]).unplayed == ""
    bye = FinishedGame((HOME,), (0,), frozenset({0}), 0, unplayed=BYE)
    assert match_of([bye]) == bye


scores = st.tuples(st.integers(-50, 50), st.integers(-50, 50))


@given(st.lists(scores, min_size=1, max_size=6), st.randoms(use_true_random=False))
def test_the_order_of_tables_changes_no_match(
    points: list[tuple[int, int]], random: object
) -> None:
    tables = [_game(HOME, AWAY, points=one) for one in points]
    mixed = [*tables]
    random.shuffle(mixed)  # type: ignore[attr-defined]

    match = match_of(tables)
    assert match_of(mixed) == match
    assert match.points == tuple(map(sum, zip(*points, strict=True)))
    assert match.deals == sum(one.deals for one in tables)


seasons = st.lists(
    st.tuples(st.permutations(range(4)).map(lambda one: one[:2]), scores), min_size=1, max_size=12
)


@given(seasons, st.sampled_from([*SCHEMES]), st.randoms(use_true_random=False))
def test_fixed_pairs_rank_as_their_players_do(
    season: list[tuple[list[int], tuple[int, int]]], scheme: str, random: object
) -> None:
    # pair n is players 2n + 1 and 2n + 2, who never play apart
    couples = [(2 * n + 1, 2 * n + 2) for n in range(4)]
    by_players = [_game(*(couples[one] for one in two), points=points) for two, points in season]
    by_pairs = [
        replace(one, sides=tuple((unit,) for unit in sides_as_pairs(one))) for one in by_players
    ]
    scoring = Scoring.read({"scheme": scheme, "ties": ["wins", "direct", "average"]})

    pairs = {one.player: one for one in played(scoring, *by_pairs).standings({})}
    for one in played(scoring, *by_players).standings({}):
        pair = pairs[pair_number(*couples[(one.player - 1) // 2])]
        assert (one.total, one.sums.games, one.sums.won) == (
            *(pair.total, pair.sums.games, pair.sums.won),
        )
    mixed = [*by_pairs]
    random.shuffle(mixed)  # type: ignore[attr-defined]
    again = {one.player: (one.place, one.total) for one in played(scoring, *mixed).standings({})}
    assert again == {player: (one.place, one.total) for player, one in pairs.items()}


@given(seasons)
def test_differences_of_all_pairs_come_to_nothing(
    season: list[tuple[list[int], tuple[int, int]]],
) -> None:
    couples = [(2 * n + 1, 2 * n + 2) for n in range(4)]
    games = [_game(*(couples[one] for one in two), points=points) for two, points in season]
    by_pairs = [replace(one, sides=tuple((unit,) for unit in sides_as_pairs(one))) for one in games]

    totals = played(Scoring.read({"scheme": "difference"}), *by_pairs).standings({})

    assert sum((one.total for one in totals), Fraction()) == 0
