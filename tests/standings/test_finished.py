"""Places of a finished game, and what it counts for each player and each two of them."""

from fractions import Fraction

import pytest

from scorekeeper.standings.counted import CountedResult, counted_results
from scorekeeper.standings.finished import FinishedGame, HeadToHead
from tests.standings.seasons import game, scoring

PAIRS = ((4, 2), (1, 3))


@pytest.mark.parametrize(
    ("game", "places"),
    [
        (game(30, 20, 10, won=[0]), (1, 2, 3)),
        (game(30, 20, 20, 10, won=[0]), (1, 2, 2, 4)),
        (game(30, 20, 10, won=[2]), (2, 3, 1)),
        (game(30, 20, 10, 5, won=[1, 3]), (3, 1, 4, 1)),
        (game(30, 20, 10), (1, 2, 3)),
        (game(30, 30, 10), (1, 1, 3)),
        (game(30, 20, 10, won=[2], low=True), (3, 2, 1)),
        (game(30, 20, 10, won=[0], low=True), (1, 3, 2)),
        (game(-5, 0, won=[1]), (2, 1)),
        (game(7), (1,)),
    ],
)
def test_places(game: FinishedGame, places: tuple[int, ...]) -> None:
    assert game.places() == places


def test_counted_game_keeps_its_winners_first() -> None:
    counted = game(26, 104, 26, won=[0, 2], low=True).with_handicaps()

    assert counted == game(-26, -104, -26, won=[0, 2])
    assert counted.places() == (1, 3, 1)


def test_what_a_game_counts_for_each_player() -> None:
    found = list(
        counted_results(game(200, 180, sides=PAIRS, won=[0], deals=6), scoring("difference"))
    )

    assert found == [
        CountedResult(4, 1, "W", True, 6, 200, Fraction(20), 1),
        CountedResult(2, 1, "W", True, 6, 200, Fraction(20), 1),
        CountedResult(1, 2, "L", False, 6, 180, Fraction(-20), 2),
        CountedResult(3, 2, "L", False, 6, 180, Fraction(-20), 2),
    ]


@pytest.mark.parametrize(
    ("game", "letters", "won"),
    [
        (game(3, 2, 1, won=[0]), "WLL", (True, False, False)),
        (game(3, 3, 1, won=[0, 1]), "DDL", (True, True, False)),
        (game(3, 2, 1), "DDD", (False, False, False)),
        (game(3, 2, 1, won=[2]), "LLW", (False, False, True)),
    ],
)
def test_won_drawn_or_lost(game: FinishedGame, letters: str, won: tuple[bool, ...]) -> None:
    found = list(counted_results(game, scoring()))

    assert "".join(one.letter for one in found) == letters
    assert tuple(one.won for one in found) == won


def test_results_are_with_handicaps_too() -> None:
    season, given = scoring(handicaps=True), {1: Fraction(25, 2)}

    found = [*counted_results(game(30, 20, won=[0]), season, given)]

    assert [one.letter for one in found] == ["L", "W"]
    assert [one.points for one in found] == [30, Fraction(65, 2)]


def test_records_add_up() -> None:
    both = HeadToHead(1, 1, 0, 30) + HeadToHead(1, 0, 1, -10)

    assert both == HeadToHead(2, 1, 1, 20)
    assert both + HeadToHead(1, 1, 0, 5) - HeadToHead(1, 0, 1) == HeadToHead(2, 2, 0, 25)
