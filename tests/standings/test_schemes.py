"""The worth of a game under each scheme, worked out by hand; the pages' examples too."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import pytest

from scorekeeper.standings.counted import counted_results
from scorekeeper.standings.finished import FinishedGame
from scorekeeper.standings.modifiers import MODIFIERS
from scorekeeper.standings.numbers import to_units
from scorekeeper.standings.schemes import SCHEMES
from scorekeeper.standings.scoring import Scoring
from tests.standings.examples import Example, examples
from tests.standings.seasons import game, played, scoring, worth

HALF, THIRD = Fraction(1, 2), Fraction(1, 3)
PAIRS = ((0, 2), (1, 3))


def places(table: Sequence[int]) -> Scoring:
    return scoring("place-points", params={"table": list(table)})


@pytest.mark.parametrize(
    ("scoring", "game", "by_side"),
    [
        (places([5, 3, 1, 0]), game(9, 7, 5, 3, won=[0]), (5, 3, 1, 0)),
        # second and third are level: (3 + 1) ÷ 2
        (places([5, 3, 1, 0]), game(9, 7, 7, 3, won=[0]), (5, 2, 2, 0)),
        # the game's own winner is first with fewer points
        (places([5, 3, 1, 0]), game(9, 7, 5, 3, won=[2]), (3, 1, 5, 0)),
        # two share the win, whatever their points: (5 + 3) ÷ 2
        (places([5, 3, 1, 0]), game(9, 7, 5, 3, won=[0, 3]), (4, 1, 0, 4)),
        # nobody has won: by points, (5 + 3) ÷ 2
        (places([5, 3, 1, 0]), game(9, 9, 5, 3), (4, 4, 1, 0)),
        # all level: 9 ÷ 4
        (places([5, 3, 1, 0]), game(1, 1, 1, 1), (Fraction(9, 4),) * 4),
        # a table that is shorter than the game: (1 + 0 + 0) ÷ 3 to those level
        (places([3, 1]), game(9, 5, 5, 5, 1, won=[0]), (3, THIRD, THIRD, THIRD, 0)),
        (places([2]), game(4, 4, won=[0, 1]), (1, 1)),
        (places([0, -1, -2]), game(1, 2, 3, won=[2]), (-2, -1, 0)),
        (places([5, 3, 1]), game(10, 20, 30, won=[0], low=True), (5, 3, 1)),
        (places([5, 3, 1]), game(30, 10, 20, won=[1], low=True), (1, 5, 3)),
        (places([5, 3]), game(200, 150, sides=PAIRS, won=[0]), (5, 3)),
        (scoring("wins"), game(9, 7, 5, won=[1]), (0, 1, 0)),
        (scoring("wins"), game(9, 9, 5, won=[0, 1]), (HALF, HALF, 0)),
        (scoring("wins"), game(9, 9, 9, won=[0, 1, 2]), (THIRD, THIRD, THIRD)),
        (scoring("wins"), game(9, 7, 5), (0, 0, 0)),
        (scoring("total"), game(120, -30, won=[0]), (120, -30)),
        (scoring("total"), game(26, 104, won=[0], low=True), (-26, -104)),
        (scoring("average"), game(120, -30, won=[0], deals=8), (120, -30)),
        # of the best games each counts by its own points per deal: 120 ÷ 8, −30 ÷ 8
        (scoring("average", best=2), game(120, -30, deals=8), (15, Fraction(-15, 4))),
        # no deal at all, only what was noted
        (scoring("average", best=2), game(10, 0, deals=0), (10, 0)),
        (scoring("difference"), game(1240, 460, won=[0]), (780, -780)),
        # 90 − (60 + 30) ÷ 2, 60 − (90 + 30) ÷ 2, 30 − (90 + 60) ÷ 2
        (scoring("difference"), game(90, 60, 30, won=[0]), (45, 0, -45)),
        (scoring("difference"), game(20, 50, won=[0], low=True), (30, -30)),
        (scoring("difference"), game(77), (0,)),
    ],
)
def test_what_a_game_is_worth(
    scoring: Scoring, game: FinishedGame, by_side: tuple[Fraction | int, ...]
) -> None:
    assert worth(game, scoring) == by_side


@pytest.mark.parametrize(
    ("scheme", "game", "given", "by_side"),
    [
        ("total", game(50, 40, won=[0]), {1: 15}, (50, 55)),
        ("wins", game(50, 40, won=[0]), {1: 15}, (0, 1)),
        ("wins", game(50, 40, won=[0]), {1: 10}, (HALF, HALF)),
        # less than nought is a handicap too, of the stronger
        ("wins", game(50, 40, won=[0]), {0: -11}, (0, 1)),
        # the game's own rule says who won where nobody is given more than the others
        ("wins", game(50, 40, won=[1]), {0: 7, 1: 7}, (0, 1)),
        ("wins", game(50, 40, won=[1]), {0: 7, 1: 6}, (1, 0)),
        # partners' handicaps go together: 180 + 15 + 10 = 205 against 200 + 4
        ("wins", game(200, 180, sides=PAIRS, won=[0]), {0: 4, 1: 15, 3: 10}, (0, 1)),
        ("total", game(200, 180, sides=PAIRS, won=[0]), {0: 4, 1: 15, 3: 10}, (204, 205)),
        # where the fewest win it is taken off: 40 − 15 = 25 against 30
        ("wins", game(30, 40, won=[0], low=True), {1: 15}, (0, 1)),
        ("total", game(30, 40, won=[0], low=True), {1: 15}, (-30, -25)),
        ("difference", game(30, 40, won=[0], low=True), {1: 15}, (-5, 5)),
        ("place-points", game(30, 20, 10, won=[0]), {2: 10}, (5, 2, 2)),
        ("total", game(1, 2, won=[1]), {0: 2.5}, (Fraction(7, 2), 2)),
    ],
)
def test_what_it_is_worth_with_handicaps(
    scheme: str, game: FinishedGame, given: dict[int, float], by_side: tuple[Fraction | int, ...]
) -> None:
    handicaps = {player: Fraction(points) for player, points in given.items()}

    assert worth(game, scoring(scheme, handicaps=True), handicaps) == by_side


def test_handicaps_need_a_season_with_them() -> None:
    assert worth(game(50, 40, won=[0]), scoring("wins"), {1: Fraction(99)})[0] == 1


WALKOVER = FinishedGame(PAIRS, (1, 0), frozenset({0}), 1, unplayed="walkover")
BYE = FinishedGame(((0, 2),), (0,), frozenset({0}), 0, unplayed="bye")


@pytest.mark.parametrize(
    ("scheme", "value", "walkover", "bye"),
    [
        ("wins", "win", (1, 0), 1),
        ("wins", "nothing", (0, 0), 0),
        ("wins", 2, (2, 0), 2),
        # the first place, and not the second for a side that did not come
        ("place-points", "win", (5, 0), 5),
        ("place-points", "nothing", (0, 0), 0),
        ("place-points", 3, (3, 0), 3),
        # where points count, a win has none of its own: the average is added with the total
        ("total", "win", (0, 0), 0),
        ("total", "average", (0, 0), 0),
        ("total", 120, (120, 0), 120),
        ("difference", 120, (120, 0), 120),
        ("average", 12, (12, 0), 12),
    ],
)
def test_what_a_walkover_and_a_bye_are_worth(
    scheme: str, value: str | int, walkover: tuple[int, int], bye: int
) -> None:
    season = scoring(scheme, walkover=value, bye=value, handicaps=True)
    handicaps = {1: Fraction(99)}

    assert [*worth(WALKOVER, season, handicaps)] == [*walkover]
    assert [*worth(BYE, season, handicaps)] == [bye]


def test_early_walkover_counts_as_won_by_one() -> None:
    for scheme, by_side in {"wins": (1, 0), "place-points": (5, 3), "total": (1, 0)}.items():
        assert [*worth(WALKOVER, scoring(scheme, walkover="played"))] == [*by_side]


def test_how_a_walkover_and_a_bye_are_listed() -> None:
    season = scoring("place-points")
    there, _, absent, _ = counted_results(WALKOVER, season)
    bye, _ = counted_results(BYE, season)
    given, _ = counted_results(BYE, scoring("wins", bye="average"))

    assert (there.letter, there.place, there.won) == ("W", 1, True)
    assert (absent.letter, absent.place, absent.won) == ("L", 2, False)
    assert (bye.letter, bye.place, bye.won) == ("B", 1, True)
    assert not given.won  # an average is no win
    assert {(one.points, one.deals, one.rated) for one in (there, absent, bye)} == {(0, 0, 0)}


@pytest.mark.parametrize(
    ("value", "stored"),
    [(1, 2520), (THIRD, 840), (Fraction(-3, 7), -1080), (Fraction(1, 11), 229), (0, 0)],
)
def test_worth_is_kept_in_2520ths(value: Fraction, stored: int) -> None:
    assert to_units(value) == stored


# --- the pages' examples ------------------------------------------------------------------------

EXAMPLES = {name: (working, example) for name, working, example in examples()}
NAMES = ("Ann", "Ben", "Cat", "Dan", "Eve")


def test_every_scheme_and_modifier_is_listed() -> None:
    assert [*SCHEMES] == ["average", "place-points", "difference", "total", "wins"]
    assert [one.name for one in MODIFIERS] == [
        "Ranked",
        "Handicap",
        "Best games only",
        "Minimum number of games",
        "Bonus or penalty",
        "Tie-breaks",
        "Walkover",
        "Bye",
    ]


@pytest.mark.parametrize(("working", "example"), EXAMPLES.values(), ids=EXAMPLES)
def test_a_worked_example_is_right(working: str, example: Example) -> None:
    scoring = Scoring.read(example.document)
    season = played(scoring, *example.games, handicaps=example.handicaps)
    lines = {one.player: one for one in season.standings(example.bonuses)}
    found: list[Any] = [lines[player] for player in range(len(example.totals))]

    assert tuple(worth(one, scoring, example.handicaps) for one in example.games) == example.worth
    assert tuple(one.total if one.place else None for one in found) == example.totals
    by = (*example.by, *[""] * (len(found) - len(example.by)))
    assert tuple(one.by for one in found) == by
    assert all(name in working for name in NAMES[: len(found)])
    assert all(by in working for by in example.by)
