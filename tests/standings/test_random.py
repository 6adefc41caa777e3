"""Random seasons: the sums say what the games say."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import permutations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.standings.finished import FinishedGame
from scorekeeper.standings.numbers import UNIT, to_units
from scorekeeper.standings.ranking import RankedPlayer
from scorekeeper.standings.scoring import Scoring
from scorekeeper.standings.tie_breaks import TIES
from tests.standings.seasons import (
    BY_PLAYER,
    PLAYERS,
    finished,
    game,
    naively,
    played,
    scoring,
    scorings,
    worth,
)

GAMES = st.lists(finished(), max_size=7)


def plain_lines(lines: Sequence[RankedPlayer]) -> list[tuple[Any, ...]]:
    return [
        (one.player, one.place, one.total, one.by.partition(" (")[0], one.missing) for one in lines
    ]


LOTS = st.lists(st.permutations(range(PLAYERS)).map(lambda order: order[:4]), max_size=2)


@given(scoring=scorings(), games=GAMES, handicaps=BY_PLAYER, bonuses=BY_PLAYER, lots=LOTS)
def test_the_sums_say_what_the_games_say(
    scoring: Scoring,
    games: list[FinishedGame],
    handicaps: Mapping[int, Fraction],
    bonuses: Mapping[int, Fraction],
    lots: list[list[int]],
) -> None:
    season = played(scoring, *games, handicaps=handicaps)

    found = plain_lines(season.standings(bonuses, lots))
    assert found == naively(games, scoring, handicaps, bonuses, lots)


@pytest.mark.long
@pytest.mark.parametrize("length", [1, 2, 3])
def test_every_tie_break_order_agrees_with_games(length: int) -> None:
    """Four players in a ring, all with the same wins, in each of 9, 72 and 504 orders."""
    rings = [
        game(*points, sides=((one,), (other,)), won=[points[1] > points[0]], deals=deals)
        for one, other, points, deals in (
            *((0, 1, (5, 4), 3), (1, 2, (6, 3), 2), (2, 3, (7, 3), 4), (3, 0, (4, 2), 3)),
            *((0, 2, (3, 3), 1), (4, 0, (1, 2), 2), (5, 4, (3, 1), 2), (1, 3, (2, 2), 1)),
        )
    ]
    for order in permutations(TIES, length):
        season = scoring("wins", ties=order)
        found = plain_lines(played(season, *rings).standings({}, [[3, 1, 0, 2, 5]]))

        assert found == naively(rings, season, {}, {}, [[3, 1, 0, 2, 5]]), order


@given(scoring=scorings(), games=GAMES, data=st.data())
def test_player_number_does_not_affect_the_order(
    scoring: Scoring, games: list[FinishedGame], data: st.DataObject
) -> None:
    called = data.draw(st.permutations(range(PLAYERS)))
    renamed = [
        FinishedGame(
            tuple(tuple(called[player] for player in side) for side in game.sides),
            game.points,
            game.winners,
            game.deals,
            game.low_wins,
        )
        for game in games
    ]

    before = {one.player: one for one in played(scoring, *games).standings()}
    after = {one.player: one for one in played(scoring, *renamed).standings()}
    assert {called[player]: (one.place, one.total, one.by) for player, one in before.items()} == {
        player: (one.place, one.total, one.by) for player, one in after.items()
    }


@given(scoring=scorings(), game=finished(), handicaps=BY_PLAYER)
def test_place_points_always_add_up(
    scoring: Scoring, game: FinishedGame, handicaps: Mapping[int, Fraction]
) -> None:
    table = [4, 3, 2, 1]
    scoring = Scoring.read(
        {"scheme": "place-points", "params": {"table": table}, "handicaps": scoring.handicaps}
    )

    assert sum(worth(game, scoring, handicaps)) == sum(table[: len(game.sides)])


@given(game=finished(), handicaps=BY_PLAYER)
def test_differences_add_up_to_zero(game: FinishedGame, handicaps: Mapping[int, Fraction]) -> None:
    scoring = Scoring.read({"scheme": "difference", "handicaps": True})

    assert sum(worth(game, scoring, handicaps)) == 0


@given(scoring=scorings(), game=finished(), handicaps=BY_PLAYER)
def test_what_a_game_is_worth_is_kept_exactly(
    scoring: Scoring, game: FinishedGame, handicaps: Mapping[int, Fraction]
) -> None:
    found = worth(game, scoring, handicaps)

    assert tuple(Fraction(to_units(one), UNIT) for one in found) == found
