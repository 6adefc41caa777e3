"""Statistics: figures worked out by hand, and the deals behind them."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper import statistics
from scorekeeper.engine.game import FACTS, Game
from scorekeeper.engine.replay import after
from scorekeeper.games import games
from scorekeeper.sheet import read_head
from scorekeeper.sheet.entries import replay
from scorekeeper.statistics import (
    AGAINST,
    FEWEST,
    GAMES,
    POINTS,
    WITH,
    WON,
    PlayedDeal,
    StatisticKey,
    StatisticSum,
)
from tests.games import pads as played_pads
from tests.games.strategies import sheets
from tests.requirements import fewer

FOUR = ("Ann", "Ben", "Cat", "Dan")
PAIRS = ((0, 2), (1, 3))


def deal(*points: int, number: int | None = 1, seats: Any = FOUR, sides: Any = PAIRS) -> PlayedDeal:
    """A deal of two sides; what counts is the points."""
    return PlayedDeal("t", number, "", seats, sides, points, points)


def sums(*deals: PlayedDeal) -> dict[StatisticKey, StatisticSum]:
    return statistics.sums_of(deals)


def played(game: str, *entries: Any, **head: Any) -> list[PlayedDeal]:
    """The deals of a sheet."""
    sheet = {"format": "scorekeeper/1", "game": game, "players": list(FOUR), **head}
    return statistics.deals_of("t", replay(read_head({**sheet, "entries": []}), entries))


# --- points and deals won -----------------------------------------------------------------------


def test_partners_count_alone_and_together() -> None:
    # 120 − 20 + 30 = 130 to Ann and Cat, 0 + 50 + 30 = 80 to Ben and Dan; one deal each, one level
    found = sums(deal(120, 0), deal(-20, 50), deal(30, 30))

    assert found[StatisticKey("ann", POINTS)] == StatisticSum(3, 130)
    assert found[StatisticKey("cat", POINTS, WITH, "ann")] == StatisticSum(3, 130)
    assert found[StatisticKey("ben", POINTS, AGAINST, "cat")] == StatisticSum(3, 80)
    assert found[StatisticKey("ann", WON)] == StatisticSum(3, 1)
    assert found[StatisticKey("ann", WON, WITH, "cat")] == StatisticSum(3, 1)
    assert found[StatisticKey("dan", WON, AGAINST, "ann")] == StatisticSum(3, 1)
    assert StatisticKey("ann", POINTS, WITH, "ben") not in found
    assert StatisticKey("ann", POINTS, AGAINST, "cat") not in found


def test_partnerless_deal_is_won_by_beating_all() -> None:
    three: Any = {"seats": ("Ann", "Ben", "Cat"), "sides": ((0,), (1,), (2,))}
    found = sums(deal(10, 5, 1, **three), deal(4, 4, 0, **three))

    assert found[StatisticKey("ann", WON)] == StatisticSum(2, 1)  # level with Ben in the second
    assert found[StatisticKey("ann", WON, AGAINST, "ben")] == StatisticSum(2, 1)
    assert found[StatisticKey("ann", WON, AGAINST, "cat")] == StatisticSum(2, 2)
    assert found[StatisticKey("ben", WON, AGAINST, "cat")] == StatisticSum(2, 2)
    assert not [of for of in found if of.by == WITH]


def test_the_occupant_at_the_time_is_counted() -> None:
    substitute = deal(20, 0, seats=("Eve", *FOUR[1:]))
    found = sums(deal(10, 0), substitute, deal(5, 1, seats=(None, *FOUR[1:])))

    assert found[StatisticKey("ann", POINTS)].deals == 1
    assert found[StatisticKey("eve", POINTS, WITH, "cat")] == StatisticSum(1, 20)
    assert found[StatisticKey("cat", POINTS)] == StatisticSum(3, 35)


def test_a_single_player_has_no_wins() -> None:
    found = sums(deal(7, seats=("Ann",), sides=((0,),)))

    assert found == {StatisticKey("ann", POINTS): StatisticSum(1, 7)}


def test_names_are_compared_in_any_spelling() -> None:
    found = sums(deal(10, 0), deal(20, 0, seats=("ANN ", "Ben", "Cat", "Dan")))

    assert found[StatisticKey("ann", POINTS)].total == 30
    assert statistics.players_in(
        [deal(10, 0), deal(20, 0, seats=("ANN", "Ben", "Cat", "Dan"))]
    ) == {
        "ann": "ANN",
        "ben": "Ben",
        "cat": "Cat",
        "dan": "Dan",
    }


# --- games --------------------------------------------------------------------------------------


def test_game_is_won_by_who_sits_there_last() -> None:
    found = sums(deal(100, 20), deal(1, 0, number=None))

    assert found[StatisticKey("ann", GAMES)] == StatisticSum(1, 1)
    assert found[StatisticKey("ben", GAMES)] == StatisticSum(1, 0)
    assert found[StatisticKey("ann", GAMES, WITH, "cat")] == StatisticSum(1, 1)
    assert found[StatisticKey("ben", GAMES, AGAINST, "ann")] == StatisticSum(1, 0)
    assert found[StatisticKey("ann", POINTS)].deals == 1


def test_shared_game_is_won_by_each_alone() -> None:
    found = sums(deal(1, 1, number=None))

    assert found[StatisticKey("ann", GAMES)].total == 1
    assert found[StatisticKey("ben", GAMES)].total == 1
    assert found[StatisticKey("ann", GAMES, AGAINST, "ben")] == StatisticSum(1, 0)


def test_a_table_tells_its_deals_and_its_end() -> None:
    found = played(
        "tally",
        {"points": [5, 1, 2, 0]},
        {"adjust": {"side": 1, "points": 9, "reason": "agreed"}},
        {"points": [0, 1, 2, 0]},
        {"finish": {}},
    )

    assert [(one.number, one.points, one.worth) for one in found] == [
        (1, (5, 1, 2, 0), (5, 1, 2, 0)),
        (2, (0, 1, 2, 0), (0, 1, 2, 0)),
        (None, (5, 11, 4, 0), (0, 1, 0, 0)),
    ]
    assert found[-1].head == "Ben won with 11"


def test_fewest_are_best_where_points_are_bad() -> None:
    found = sums(*played("tally", {"points": [5, 1, 2, 3]}, options={"lowest_wins": True}))

    assert found[StatisticKey("ben", WON)].total == 1
    assert found[StatisticKey("ann", WON)].total == 0
    assert found[StatisticKey("ann", POINTS)] == StatisticSum(1, 5)


def test_unbegun_game_counts_nothing() -> None:
    assert played("tally", {"finish": {}}) == []


def test_paper_result_is_a_game_without_deals() -> None:
    (end,) = played("tally", {"finish": {"points": [5, 11, 4, 0]}})

    assert (end.number, end.points, end.worth) == (None, (5, 11, 4, 0), (0, 1, 0, 0))


def test_scored_points_stand_in_place_of_todays() -> None:
    pad = played_pads.played("tally")
    on = [pad, after(pad, {"points": [1, 2, 3, 4]})]

    (one,) = statistics.deals_of("t", on, {0: [10, 20, 30, 40]})

    assert (one.points, one.worth) == ((10, 20, 30, 40), (10, 20, 30, 40))


# --- what games tell ----------------------------------------------------------------------------


def test_bids_and_tricks_over_and_short_count() -> None:
    # three one-card hands and a two-card one; Ann bids 1, 1, 0, 2 and takes 1, 0, 1, 1
    sizes = {"hand_sizes": [1, 1, 1, 2], "hook": "none"}
    found = sums(
        *played(
            "oh-hell",
            {"bids": [1, 0, 0], "tricks": [1, 0, 0]},
            {"bids": [1, 0, 0], "tricks": [0, 1, 0]},
            {"bids": [0, 0, 0], "tricks": [1, 0, 0]},
            {"bids": [2, 0, 0], "tricks": [1, 1, 0]},
            players=list(FOUR[:3]),
            options=sizes,
        )
    )

    assert found[StatisticKey("ann", "bid kept")] == StatisticSum(1, 1)
    assert found[StatisticKey("ann", "bid lost")] == StatisticSum(3, 3)
    assert found[StatisticKey("ann", "over")] == StatisticSum(1, 1)
    assert found[StatisticKey("ann", "short")] == StatisticSum(2, 2)
    assert found[StatisticKey("ann", "bid")] == StatisticSum(4, 4)
    assert found[StatisticKey("cat", "bid kept")] == StatisticSum(4, 4)


def test_contract_is_kept_by_its_declarer() -> None:
    (one,) = played("bridge", {"contract": "4S", "declarer": 0, "tricks": 12})
    found = sums(one)

    # 4 × 30 below, 2 × 30 above
    assert found[StatisticKey("cat", POINTS)] == StatisticSum(1, 180)
    assert found[StatisticKey("ann", "bid kept")] == StatisticSum(1, 1)
    assert found[StatisticKey("ann", "over")] == StatisticSum(1, 2)
    assert {StatisticKey("cat", "bid kept"), StatisticKey("cat", "over")}.isdisjoint(found)
    assert one.head == "4 spades by Ann, 2 over"


# --- together, and behind -----------------------------------------------------------------------


def test_table_sums_add_up_to_those_of_all_deals() -> None:
    one, other = [deal(120, 0), deal(-20, 50)], [deal(30, 30), deal(1, 0, number=None)]

    assert statistics.merge_sums([sums(*one), sums(*other)]) == sums(*one, *other)


def test_deals_behind_a_number_make_it() -> None:
    deals = [deal(120, 0), deal(-20, 50, number=2), deal(1, 0, number=None)]

    for of, total in sums(*deals).items():
        found = statistics.deals_behind(deals, of)
        assert len(found) == total.deals
        assert sum(amount for _, amount in found) == total.total
    assert statistics.deals_behind(deals, StatisticKey("ann", POINTS)) == [
        (deals[0], 120),
        (deals[1], -20),
    ]


@pytest.mark.parametrize("game", games().values(), ids=lambda game: game.slug)
@fewer(10)
@given(data=st.data())
def test_statistics_of_every_game_match_the_pad(game: Game, data: st.DataObject) -> None:
    pads = data.draw(sheets(game)).pads
    deals = statistics.deals_of("t", pads)
    found = statistics.sums_of(deals)
    rows = [row for row in pads[-1].rows if row.kind == "deal"]

    assert [deal.points for deal in deals if deal.number] == [row.scores for row in rows]
    for player in statistics.players_in(deals):
        own = [deal.points[side] for deal in deals if (side := side_in(deal, player)) is not None]
        points = found.get(StatisticKey(player, POINTS), StatisticSum(0, 0))
        assert (points.deals, points.total) == (len(own), sum(own))
    assert {of.what for of in found} <= {
        statistics.POINTS,
        statistics.WON,
        statistics.GAMES,
        *FACTS,
    }
    for of, total in found.items():
        assert len(statistics.deals_behind(deals, of)) == total.deals


def side_in(deal: PlayedDeal, player: str) -> int | None:
    """The side the player was on, if this was a deal."""
    return statistics.side_of(deal, player) if deal.number else None


@pytest.mark.parametrize(("deals", "few"), [(1, True), (FEWEST - 1, True), (FEWEST, False)])
def test_few_deals_have_an_average_only(deals: int, few: bool) -> None:
    assert StatisticSum(deals, 25).average == 25 / deals
    assert StatisticSum(deals, 25).few is few
