"""Ratings: known values, what is symmetric, and that the order of edits never matters."""

import subprocess
import sys
from collections.abc import Iterable, Mapping, Sequence
from itertools import permutations
from math import exp, sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.ratings import (
    EXPLAINED,
    START,
    Game,
    Rating,
    rate_game,
    rate_games,
)

ANN, BEN, CAT, DAN, EVE = range(1, 6)
PAIRS = [(ANN, CAT), (BEN, DAN)]


# --- values ------------------------------------------------------------------------------------


def plackett_luce(teams: Sequence[Sequence[Rating]]) -> list[list[tuple[float, float]]]:
    """Weng and Lin's algorithm 4 for teams in the order of their places, no two alike, written
    down from the paper; sigma grows by a hundredth of the start's before, as openskill has it."""
    beta, grown = 25 / 6, (25 / 300) ** 2
    squares = [sum(one.sigma**2 + grown for one in team) for team in teams]
    c = sqrt(sum(square + beta**2 for square in squares))
    strengths = [exp(sum(one.mu for one in team) / c) for team in teams]
    moved = []
    for i, team in enumerate(teams):
        chances = [strengths[i] / sum(strengths[q:]) for q in range(i + 1)]
        omega = squares[i] / c * (1 - sum(chances))
        delta = sqrt(squares[i]) / c * squares[i] / c**2 * sum(p * (1 - p) for p in chances)
        shares = [(one.sigma**2 + grown) / squares[i] for one in team]
        moved.append([
            (one.mu + share * omega, sqrt((one.sigma**2 + grown) * (1 - share * delta)))
            for one, share in zip(team, shares, strict=True)
        ])  # fmt: skip
    return moved


# the example of openskill's own pages: two who are hardly known beat one who is known well
KNOWN = [
    [START, Rating(32.444, 5.123, 7)],
    [Rating(43.381, 2.421, 90), Rating(25.188, 6.211, 3)],
]


@pytest.mark.parametrize(
    "teams",
    [
        [[START], [START]],
        [[START, START], [START, START]],
        KNOWN,
        KNOWN[::-1],
        [[START], *KNOWN],
        [[Rating(20 + 3 * place, 4.5, 9)] for place in range(7)],
    ],
)
def test_the_values_are_those_of_the_paper(teams: list[list[Rating]]) -> None:
    numbers = iter(range(99))
    sides = [[next(numbers) for _ in team] for team in teams]
    before = {
        player: one
        for side, team in zip(sides, teams, strict=True)
        for player, one in zip(side, team, strict=True)
    }

    after = rate_game(before, sides, range(1, len(sides) + 1))

    wanted = [one for team in plackett_luce(teams) for one in team]
    for player, (mu, sigma) in enumerate(wanted):
        assert after[player].mu == pytest.approx(mu, abs=2e-6)
        assert after[player].sigma == pytest.approx(sigma, abs=2e-6)
        assert after[player].games == before[player].games + 1


def test_the_example_of_openskill() -> None:
    before = {ANN: KNOWN[0][0], CAT: KNOWN[0][1], BEN: KNOWN[1][0], DAN: KNOWN[1][1]}

    after = rate_game(before, PAIRS, (1, 2))

    # its pages print these without the hundredth by which sigma grows before a game
    printed = {ANN: (28.6696, 8.0715), CAT: (33.8309, 5.0628)}
    printed |= {BEN: (43.0713, 2.4167), DAN: (23.1495, 6.1379)}
    for player, (mu, sigma) in printed.items():
        assert after[player].mu == pytest.approx(mu, abs=0.002)
        assert after[player].sigma == pytest.approx(sigma, abs=0.002)


# --- what is symmetric --------------------------------------------------------------------------


def test_equals_move_alike() -> None:
    after = rate_game({}, PAIRS, (1, 2))

    assert after[ANN] == after[CAT]
    assert after[BEN] == after[DAN]
    assert after[ANN].mu - START.mu == pytest.approx(START.mu - after[BEN].mu)
    assert after[ANN].sigma == after[BEN].sigma < START.sigma


def test_a_tie_of_equals_moves_no_rating() -> None:
    for sides in (PAIRS, [(ANN,), (BEN,), (CAT,)]):
        for one in rate_game({}, sides, (1,) * len(sides)).values():
            assert one.mu == START.mu
            assert one.sigma < START.sigma


def test_tie_brings_the_stronger_down() -> None:
    before = {ANN: Rating(30, 4, 9), BEN: Rating(20, 4, 9)}

    after = rate_game(before, [(ANN,), (BEN,)], (1, 1))

    assert 20 < after[BEN].mu < after[ANN].mu < 30


def test_a_place_may_be_shared_in_the_middle() -> None:
    after = rate_game({}, [(ANN,), (BEN,), (CAT,), (DAN,)], (1, 2, 2, 4))

    assert after[BEN] == after[CAT]
    assert after[ANN].mu > after[BEN].mu > after[DAN].mu


def test_only_the_order_of_the_places_counts() -> None:
    sides = [(ANN,), (BEN,), (CAT,)]

    assert rate_game({}, sides, (1, 2, 3)) == rate_game({}, sides, (1, 20, 300))


def test_surprise_moves_more_than_the_expected() -> None:
    before = {ANN: Rating(30, 4, 9), BEN: Rating(20, 4, 9)}
    sides = [(ANN,), (BEN,)]

    expected, surprise = rate_game(before, sides, (1, 2)), rate_game(before, sides, (2, 1))

    assert surprise[BEN].mu - 20 > expected[ANN].mu - 30 > 0


def test_a_well_known_player_moves_less() -> None:
    after = rate_game({ANN: Rating(25, 2, 80)}, [(ANN,), (BEN,)], (1, 2))

    assert after[ANN].mu - 25 < 25 - after[BEN].mu


@pytest.mark.parametrize("order", [*permutations(range(3))])
def test_the_order_of_writing_does_not_matter(order: tuple[int, ...]) -> None:
    sides = [(ANN, DAN), (BEN, EVE), (CAT,)]
    places = (2, 1, 2)
    before = {ANN: Rating(27.123456, 5.1, 4), EVE: Rating(22.2, 7.7, 2)}

    mixed = rate_game(before, [sides[i][::-1] for i in order], [places[i] for i in order])

    assert mixed == rate_game(before, sides, places)


# --- odd games ----------------------------------------------------------------------------------


def test_a_side_of_nobody_is_left_out() -> None:
    assert rate_game({}, [(ANN,), (), (BEN,)], (1, 2, 3)) == rate_game({}, [(ANN,), (BEN,)], (1, 3))


@pytest.mark.parametrize(
    "sides",
    [[], [()], [(ANN, BEN)], [(ANN,), ()], [(ANN, BEN), (BEN, CAT)], [(ANN, ANN), (BEN, CAT)]],
)
def test_game_without_opponents_changes_nothing(sides: list[tuple[int, ...]]) -> None:
    assert rate_game({ANN: Rating(30, 4, 9)}, sides, range(len(sides))) == {}


def test_each_side_has_a_place() -> None:
    with pytest.raises(ValueError, match="zip"):
        rate_game({}, PAIRS, (1,))


def test_sides_may_be_of_unequal_size() -> None:
    after = rate_game({}, [(ANN,), (BEN, CAT, DAN)], (1, 2))

    # one against three was expected to lose
    assert after[ANN].mu - START.mu > rate_game({}, [(ANN,), (BEN,)], (1, 2))[ANN].mu - START.mu
    assert after[BEN] == after[CAT] == after[DAN]


# --- one game after another ---------------------------------------------------------------------


def upto(games: Iterable[Game], before: Mapping[int, Rating] | None = None) -> dict[int, Rating]:
    """Return where everybody stands after these games."""
    ratings = dict(before or {})
    for changed in rate_games(games, before):
        ratings |= changed
    return ratings


@st.composite
def a_game(draw: st.DrawFn) -> Game:
    """One to five players in one to five sides, some of nobody, with any places."""
    players = draw(st.lists(st.integers(1, 6), min_size=1, max_size=5, unique=True))
    sides: list[list[int]] = [[] for _ in range(draw(st.integers(1, 5)))]
    for player in players:
        sides[draw(st.integers(0, len(sides) - 1))].append(player)
    return sides, [draw(st.integers(1, 4)) for _ in sides]


some_games = st.lists(a_game(), min_size=1, max_size=6)


@given(some_games, st.integers(0, 6))
def test_folding_from_any_game_is_as_from_first(games: list[Game], first: int) -> None:
    assert upto(games[first:], upto(games[:first])) == upto(games)


@given(some_games)
def test_only_who_played_changes(games: list[Game]) -> None:
    changes = list(rate_games(games))

    assert len(changes) == len(games)
    for (sides, _), changed in zip(games, changes, strict=True):
        assert {*changed} in ({player for side in sides for player in side}, set())


@given(some_games, st.data())
def test_the_order_of_edits_never_matters(games: list[Game], data: st.DataObject) -> None:
    """Each edit keeps the ratings before the first game it touches and works out the rest."""
    places = st.integers(0, len(games) - 1)
    edits = data.draw(st.lists(st.tuples(places, a_game()), max_size=3, unique_by=lambda e: e[0]))
    wanted = upto([dict(edits).get(place, game) for place, game in enumerate(games)])

    for order in permutations(edits):
        now, kept = [*games], list(rate_games(games))
        for place, game in order:
            now[place] = game
            before: dict[int, Rating] = {}
            for changed in kept[:place]:
                before |= changed
            kept[place:] = rate_games(now[place:], before)
        assert {player: one for changed in kept for player, one in changed.items()} == wanted


# --- how they are shown -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rating", "number", "within", "missing"),
    [
        (START, 1500, 500, 5),
        (Rating(26.964295, 8.177963, 1), 1559, 491, 4),
        (Rating(20.0, 5.0, 4), 1350, 300, 1),
        (Rating(20.0, 5.02, 5), 1350, 301, 0),
        (Rating(29.666, 3.5, 60), 1640, 210, 0),
        (Rating(-26.0, 5.0, 25), -30, 300, 0),
    ],
)
def test_a_rating_is_shown_in_points(
    rating: Rating, number: int, within: int, missing: int
) -> None:
    assert (rating.number, rating.within, rating.missing) == (number, within, missing)


def test_the_first_game_is_as_the_module_says() -> None:
    after = rate_game({}, PAIRS, (1, 2))

    assert [after[player].number for player in (ANN, BEN)] == [1559, 1441]
    assert {one.within for one in after.values()} == {491}


def test_lucky_evening_does_not_lead_the_list() -> None:
    lucky, steady = Rating(29, 7.5, 3), Rating(27, 3, 60)

    assert lucky.number > steady.number
    assert lucky.lower_bound < steady.lower_bound


def test_a_rating_is_shown_from_the_fifth_game() -> None:
    """Ann and Cat win and lose by turns against Ben and Dan."""
    games = [(PAIRS, (1 + number % 2, 2 - number % 2)) for number in range(6)]

    assert [changed[ANN].missing for changed in rate_games(games)] == [4, 3, 2, 1, 0, 0]


def test_two_hundred_points_win_three_of_four() -> None:
    """The model's chance of two who are known well: e to the difference by c, beta twice in c."""
    difference = 200 / 30 / sqrt(2 * (25 / 6) ** 2)

    assert 1 / (1 + exp(-difference)) == pytest.approx(0.75, abs=0.01)
    assert "200 ahead should finish first about 3 times in 4" in EXPLAINED[0].template


def test_only_rating_loads_the_rating_library() -> None:
    asked = "import sys, scorekeeper.ratings; print('openskill' in sys.modules)"
    answer = subprocess.run(
        [sys.executable, "-c", asked], capture_output=True, text=True, check=True
    )

    assert answer.stdout == "False\n"
