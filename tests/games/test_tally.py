"""The score pad: what its vectors do not show: words, warnings, what is still needed."""

from typing import Any

import pytest

from scorekeeper.engine.game import Pad
from scorekeeper.engine.replay import after
from scorekeeper.interview.lists import Many
from scorekeeper.interview.steps import Number
from tests.games import pads

THREE = ("Ann", "Ben", "Cat")


def played(*entries: dict[str, Any], **options: Any) -> Pad:
    return pads.played("tally", *entries, names=THREE, **options)


def test_points_stand_as_entered() -> None:
    assert pads.lines(played({"points": [10, 0, -5]})) == [
        (0, 10, "as entered", "points"),
        (1, 0, "as entered", "points"),
        (2, -5, "as entered", "points"),
    ]


def test_empty_seat_is_unscored_and_not_asked() -> None:
    pad = played({"points": [1, 2, 3]}, {"seat": {"number": 1, "name": None}})

    assert pads.lines(after(pad, {"points": [1, None, 3]}))[1] == (
        1,
        0,
        "nobody sits here",
        "points",
    )
    points = pads.questions_of(pad, {})["points"]
    assert isinstance(points, Many)
    assert [item is None for item in points.items] == [False, True, False]


def test_blank_is_not_zero_until_a_key_fills_it() -> None:
    points = pads.questions_of(played(), {})["points"]

    assert isinstance(points, Many)
    assert all(isinstance(item, Number) and item.blank is None for item in points.items)
    assert points.rest_key is not None
    assert points.rest_key.value == 0


@pytest.mark.parametrize(
    ("entries", "options", "winners", "rule", "text"),
    [
        (({"points": [9, 10, 3]},), {"target": 10}, (1,), "target", "Ben won with 10"),
        (
            ({"points": [9, 10, 3]},),
            {"target": 10, "lowest_wins": True},
            (2,),
            "target",
            "Ben reached 10: Cat won with 3",
        ),
        (
            ({"points": [9, 9, 3]},),
            {"max_deals": 1},
            (0, 1),
            "last-deal",
            "Ann and Ben shared the win with 9",
        ),
        (
            ({"points": [-4, -4, -4]}, {"finish": {}}),
            {"lowest_wins": True},
            (0, 1, 2),
            "finish",
            "Ann, Ben and Cat shared the win with −4",
        ),
    ],
)
def test_the_end_says_who_won_and_why(
    entries: tuple[dict[str, Any], ...],
    options: dict[str, Any],
    winners: tuple[int, ...],
    rule: str,
    text: str,
) -> None:
    pad = played(*entries, **options)

    assert pads.end_of(pad) == (winners, rule, text)


def test_player_who_left_neither_ends_nor_wins() -> None:
    pad = played(
        {"points": [5, 9, 3]},
        {"seat": {"number": 1, "name": None}},
        {"adjust": {"side": 1, "points": 50, "reason": "found later"}},
        target=10,
    )

    assert pad.outcome is None
    ended = after(pad, {"finish": {}}).outcome
    assert ended
    assert ended.winners == (0,)
    taken_over = after(after(pad, {"seat": {"number": 1, "name": "Eve"}}), {"finish": {}}).outcome
    assert taken_over
    assert (taken_over.winners, taken_over.rule) == ((1,), "finish")


def test_deal_thrice_any_former_is_warned_of() -> None:
    pad = played(*[{"points": [10, 0, -5]}] * 5)

    assert pads.warnings(pad, {"points": [0, -30, 1]}) == [
        ("", "30 points is far more than any deal so far. Check it.")
    ]
    assert pads.warnings(pad, {"points": [0, -29, 1]}) == []


def test_odd_deal_warning_needs_five_deals() -> None:
    deals = [{"points": [10, 0, -5]}] * 4

    # neither nothing at all nor points by agreement says what a deal is usually worth
    idle: list[dict[str, Any]] = [
        {"points": [0, 0, 0]},
        {"adjust": {"side": 0, "points": 1, "reason": "late"}},
    ]
    assert pads.warnings(played(*deals, *idle), {"points": [0, 300, 1]}) == []
    assert pads.warnings(played(*deals, *deals[:1]), {"points": [0, 300, 1]}) != []


def test_players_need_what_lacks_to_the_target() -> None:
    pad = played({"points": [10, 2, -5]}, {"seat": {"number": 1, "name": None}}, target=100)

    assert pads.needs(pad) == [(0, "90 to go"), (2, "105 to go")]
    assert pads.needs(played({"points": [10, 2, -5]})) == []


@pytest.mark.parametrize(
    ("names", "given", "told"),
    [
        (["Ann"], [1, 2], "One score is needed, one a player; 2 were entered."),
        (["Ann", "Ben"], [1], "Two scores are needed, one a player; 1 was entered."),
    ],
)
def test_a_list_of_another_length_is_refused(names: list[str], given: list[int], told: str) -> None:
    assert pads.faults(pads.played("tally", names=names), {"points": given}) == [("points", told)]
