"""Standings worked out by hand: totals, places, ties and who has too few games."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.standings.finished import FinishedGame, HeadToHead, Sums
from scorekeeper.standings.numbers import number_text
from scorekeeper.standings.ranking import RankedPlayer, standings
from tests.standings.seasons import game, met_in, played, scoring


def sums(player: int, worth: int = 10, **rest: Any) -> Sums:
    usual: dict[str, Any] = {"games": 4, "won": 2, "deals": 20, "points": 100}
    return Sums(player, worth=Fraction(worth), **{**usual, **rest})


def lines(*all_sums: Sums, met: Mapping[tuple[int, int], HeadToHead] | None = None) -> list[Any]:
    found = standings(scoring(), all_sums, met_in(met or {}), {})
    return [(one.player, one.place, one.by) for one in found]


# --- totals -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("document", "total"),
    [
        ({"scheme": "total"}, 90),
        ({"scheme": "total", "best": 2}, 80),
        ({"scheme": "total", "best": 9}, 90),
        # (50 + 10 + 30) ÷ (5 + 1 + 6)
        ({"scheme": "average"}, Fraction(15, 2)),
        # 50 ÷ 5 = 10, 10 ÷ 1 = 10 and 30 ÷ 6 = 5: of the best two (10 + 10) ÷ 2
        ({"scheme": "average", "best": 2}, 10),
        ({"scheme": "average", "best": 9}, Fraction(25, 3)),
        ({"scheme": "wins"}, 2),
        ({"scheme": "difference"}, 20 - 60 + 5),
        ({"scheme": "difference", "best": 2}, 25),
    ],
)
def test_totals(document: dict[str, Any], total: Fraction) -> None:
    games = (
        game(50, 30, won=[0], deals=5),
        game(10, 70, won=[1], deals=1),
        game(30, 25, won=[0], deals=6),
    )
    season = played(scoring(**document), *games)

    assert {one.player: one.total for one in season.standings()}[0] == total


def test_bonus_counts_last_and_stands_apart() -> None:
    season = played(scoring("wins", best=1), game(5, 4, won=[0]), game(5, 4, won=[0]))
    first, second = season.standings({0: Fraction(-3, 2), 1: Fraction(1, 4)})

    assert (first.player, first.total, first.bonus) == (1, Fraction(1, 4), Fraction(1, 4))
    assert (second.player, second.total, second.bonus) == (0, Fraction(-1, 2), Fraction(-3, 2))
    assert second.sums.best == (Fraction(1),)


def test_players_short_of_games_are_listed_below() -> None:
    found = standings(
        scoring(least=3),
        [sums(0, 90, games=2), sums(1, 5, games=3), sums(2, 7), sums(3, 99, games=1)],
        met_in({}),
        {4: Fraction(500)},
    )

    assert [(one.player, one.place, one.missing) for one in found] == [
        (2, 1, 0),
        (1, 2, 0),
        (0, None, 1),
        (3, None, 2),
        (4, None, 3),
    ]


def test_without_a_game_there_is_no_place() -> None:
    found = standings(scoring(), [Sums(0), sums(1, -30)], met_in({}), {2: Fraction(5)})

    assert found == [
        RankedPlayer(1, 1, Fraction(-30), Fraction(), sums(1, -30)),
        RankedPlayer(2, None, Fraction(5), Fraction(5), Sums(2), missing=1),
        RankedPlayer(0, None, Fraction(), Fraction(), Sums(0), missing=1),
    ]


BYE = FinishedGame(((0,),), (0,), frozenset({0}), 0, unplayed="bye")
MISSED = FinishedGame(((0,), (1,)), (1, 0), frozenset({0}), 1, unplayed="walkover")
PLAYED = (game(60, 40, won=[0], deals=10), game(30, 50, won=[1], deals=5))
"""Two games of players 0 and 1: 60 to 40 in ten deals, 30 to 50 in five."""


@pytest.mark.parametrize(
    ("document", "games", "totals"),
    [
        # two played games, a bye for player 0, and a game that player 1 missed
        ({"scheme": "wins"}, [*PLAYED, BYE, MISSED], (3, 1)),
        ({"scheme": "place-points"}, [*PLAYED, BYE, MISSED], (5 + 3 + 5 + 5, 3 + 5)),
        ({"scheme": "place-points", "bye": "nothing"}, [*PLAYED, BYE, MISSED], (13, 8)),
        ({"scheme": "place-points", "bye": 4, "walkover": 2}, [*PLAYED, BYE, MISSED], (14, 8)),
        # (5 + 3) ÷ 2 for the bye and for the walkover; nothing to the side that is absent
        (
            {"scheme": "place-points", "bye": "average", "walkover": "average"},
            [*PLAYED, BYE, MISSED],
            (16, 8),
        ),
        # 60 + 30 + 45 + 45; where points count, a win is the average
        ({"scheme": "total"}, [*PLAYED, BYE, MISSED], (180, 90)),
        # the average is that of the games that were played, whatever others are worth
        ({"scheme": "total", "walkover": "nothing"}, [*PLAYED, BYE, MISSED], (135, 90)),
        ({"scheme": "total", "walkover": 100}, [*PLAYED, BYE, MISSED], (235, 90)),
        # 60, 45 and 45 of 60, 30, 45, 45; 50 and 40 and nothing
        ({"scheme": "total", "best": 3}, [*PLAYED, BYE, MISSED], (150, 90)),
        # 90 points in 15 deals: a bye has no deals, and the average stays
        ({"scheme": "average"}, [*PLAYED, BYE, MISSED], (6, 6)),
        # 6 a deal in both games, and so in those that nobody played
        ({"scheme": "average", "best": 3}, [*PLAYED, BYE, MISSED], (6, Fraction(14, 3))),
        # 12 as in one deal: (90 + 12) ÷ 16
        ({"scheme": "average", "bye": 12}, [*PLAYED, BYE], (Fraction(102, 16), 6)),
        # nothing played yet, so no average; a win has its worth
        ({"scheme": "total"}, [BYE], (0,)),
        ({"scheme": "wins"}, [BYE], (1,)),
        ({"scheme": "difference"}, [*PLAYED, BYE], (0, 0)),
        ({"scheme": "difference", "bye": 7}, [*PLAYED, BYE], (7, 0)),
    ],
)
def test_totals_with_byes_and_walkovers(
    document: dict[str, Any], games: list[FinishedGame], totals: tuple[Fraction | int, ...]
) -> None:
    lines = played(scoring(**document), *games).standings()

    assert tuple(one.total for one in sorted(lines, key=lambda one: one.player)) == totals


def test_bye_is_a_game_and_lists_who_has_it() -> None:
    (line,) = played(scoring("place-points"), BYE).standings()

    assert (line.place, int(line.total), line.sums.games, line.sums.won) == (1, 5, 1, 1)


@given(
    games=st.lists(st.tuples(*[st.integers(-50, 50)] * 2), min_size=1, max_size=8),
    byes=st.integers(0, 4),
    best=st.none() | st.integers(1, 6),
)
def test_byes_at_the_average_leave_the_average(
    games: list[tuple[int, int]], byes: int, best: int | None
) -> None:
    season = scoring("total", bye="average", best=best)
    finished = [game(*points, won=[points[1] > points[0]]) for points in games]

    lines = {one.player: one for one in played(season, *finished, *[BYE] * byes).standings()}

    mine = [Fraction(own) for own, _ in games]
    worths = sorted([*mine, *[sum(mine) / len(mine)] * byes], reverse=True)
    assert lines[0].total == sum(worths[:best])


def test_nobody_plays() -> None:
    assert standings(scoring(), [], met_in({}), {}) == []


# --- ties ---------------------------------------------------------------------------------------


def test_first_deciding_tie_break_is_named() -> None:
    assert lines(sums(0), sums(1, won=3)) == [(1, 1, "more wins (3 to 2)"), (0, 2, "")]
    assert lines(sums(0), sums(1), met={(0, 1): HeadToHead(3, 1, 2)}) == [
        (1, 1, "better head-to-head record (2 to 1)"),
        (0, 2, ""),
    ]
    assert lines(sums(0), sums(1, points=110)) == [
        (1, 1, "more points per deal (5.5 to 5)"),
        (0, 2, ""),
    ]
    assert lines(sums(0), sums(1, games=3)) == [(1, 1, "fewer games (3 to 4)"), (0, 2, "")]


def test_inseparable_players_share_the_place() -> None:
    assert lines(sums(2), sums(1), sums(0, 5), sums(3)) == [
        (1, 1, ""),
        (2, 1, ""),
        (3, 1, ""),
        (0, 4, ""),
    ]


def test_a_better_total_needs_no_tie_break() -> None:
    assert lines(sums(0, 11, won=0), sums(1, 10, won=9)) == [(0, 1, ""), (1, 2, "")]


def test_a_tie_break_only_affects_tied_players() -> None:
    # 1 and 3 both have three wins, and share the place above 0, who has two
    assert lines(sums(0), sums(1, won=3), sums(2, 5), sums(3, won=3)) == [
        (1, 1, "more wins (3 to 2)"),
        (3, 1, "more wins (3 to 2)"),
        (0, 3, ""),
        (2, 4, ""),
    ]


def test_head_to_head_counts_among_tied_only() -> None:
    # 0 beat 2, who has another total, ten times; 1 beat 0 once
    met = {(0, 2): HeadToHead(10, 10, 0), (0, 1): HeadToHead(1, 0, 1)}

    assert lines(sums(0), sums(1), sums(2, 5), met=met)[0] == (
        1,
        1,
        "better head-to-head record (1 to 0)",
    )


def test_head_to_head_needs_all_to_have_met() -> None:
    # 1 and 2 have not met: points per deal decide, 6, 5 and 4
    met = {(0, 1): HeadToHead(2, 2, 0), (0, 2): HeadToHead(2, 2, 0)}
    level = sums(0), sums(1, points=120), sums(2, points=80)

    assert lines(*level, met=met) == [
        (1, 1, "more points per deal (6 to 5)"),
        (0, 2, "more points per deal (5 to 4)"),
        (2, 3, ""),
    ]


def test_tied_players_start_tie_breaks_anew() -> None:
    # one win each in a ring but for 0, who beat 1 twice; among 1 and 2 alone 1 is ahead
    met = {(0, 1): HeadToHead(2, 2, 0), (1, 2): HeadToHead(1, 1, 0), (0, 2): HeadToHead(1, 0, 1)}

    assert lines(sums(0), sums(1), sums(2), met=met) == [
        (0, 1, "better head-to-head record (2 to 1)"),
        (1, 2, "better head-to-head record (1 to 0)"),
        (2, 3, ""),
    ]


def test_unused_tie_break_may_apply_to_the_rest() -> None:
    # 2 has met nobody and is parted by his average; then 0 and 1 have met
    found = lines(sums(0), sums(1), sums(2, points=40), met={(0, 1): HeadToHead(1, 0, 1)})

    assert found == [
        (1, 1, "better head-to-head record (1 to 0)"),
        (0, 2, "more points per deal (5 to 2)"),
        (2, 3, ""),
    ]


def test_buchholz_counts_opponent_once_per_game() -> None:
    # 0 met 2 twice: 8 + 8; 1 met 2 and 3: 8 + 5
    met = {(0, 2): HeadToHead(2, 1, 1), (1, 2): HeadToHead(1, 1, 0), (1, 3): HeadToHead(1, 0, 1)}
    players = [sums(0), sums(1), sums(2, 8), sums(3, 5)]

    first, *_ = standings(scoring(ties=["buchholz"]), players, met_in(met), {})

    assert (first.player, first.by) == (0, "higher Buchholz score (16 to 13)")


def test_the_newest_draw_of_lots_counts() -> None:
    drawn = [[1, 0], [0, 1]]

    first, *_ = standings(scoring(ties=["lots"]), [sums(0), sums(1)], met_in({}), {}, drawn)

    assert (first.player, first.by) == (0, "lower lot (1 to 2)")


def test_a_negative_average_has_a_minus() -> None:
    found = lines(sums(0, points=-3), sums(1, points=-4))

    assert found[0] == (0, 1, "more points per deal (−0.15 to −0.2)")


def test_averages_have_as_many_digits_as_needed() -> None:
    found = lines(sums(0, points=10_001, deals=3000), sums(1, points=10_000, deals=3000))

    assert found[0] == (0, 1, "more points per deal (3.334 to 3.333)")


def test_duels_may_be_asked_for_one_by_one() -> None:
    asked = []

    def met(one: int, other: int) -> HeadToHead:
        asked.append((one, other))
        return HeadToHead(1, 0, 1) if one < other else HeadToHead(1, 1, 0)

    found = standings(scoring(), [sums(0), sums(1), sums(2, 5)], met, {})

    assert [one.player for one in found] == [1, 0, 2]
    assert {*asked} == {(0, 1), (1, 0)}


# --- numbers ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (7, "7"),
        (0, "0"),
        (-12, "−12"),
        (100, "100"),
        (Fraction(5, 2), "2.5"),
        (Fraction(1, 3), "0.33"),
        (Fraction(-2, 3), "−0.67"),
        (Fraction(-1, 1000), "0"),
        (Fraction(21, 20), "1.05"),
        (Fraction(1999, 1000), "2"),
        (10**20 + Fraction(1, 4), "100000000000000000000.25"),
    ],
)
def test_numbers_as_a_page_shows_them(value: Fraction, shown: str) -> None:
    assert number_text(value) == shown
