"""Whist: what its vectors do not show: words, keys, what is still needed."""

from typing import Any

import pytest

from scorekeeper.engine.game import Pad
from scorekeeper.engine.replay import after
from scorekeeper.games import games
from scorekeeper.interview.lists import Many
from scorekeeper.interview.steps import Choice, SideOf
from tests.games import pads, rulepages

NINE = {"side_tricks": [9, 4]}
SEVEN = {"side_tricks": [6, 7]}


def played(*entries: dict[str, Any], **options: Any) -> Pad:
    return pads.played("whist", *entries, **options)


def held(side: int, count: int) -> dict[str, Any]:
    return {"honours": {"side": side, "count": count}}


def test_the_lines_tell_the_tricks_above_six() -> None:
    assert pads.lines(played(NINE)) == [
        (0, 3, "took 9 tricks, 3 above six", "odd-tricks"),
        (1, 0, "took 4 tricks", "odd-tricks"),
    ]
    assert pads.lines(played({"side_tricks": [1, 12]})) == [
        (1, 6, "took 12 tricks, 6 above six", "odd-tricks"),
        (0, 0, "took 1 trick", "odd-tricks"),
    ]


@pytest.mark.parametrize(
    ("before", "entry", "line"),
    [
        (0, NINE | held(1, 4), (1, 4, "held 4 honours", "honours")),
        (0, NINE | held(0, 3), (0, 2, "held 3 honours", "honours")),
        (7, NINE | held(1, 3), (1, 0, "held 3 honours, not scored: tricks count first", "honours")),
        (
            9,
            SEVEN | held(0, 4),
            (0, 0, "held 4 honours, not scored one below the target", "honours"),
        ),
    ],
)
def test_the_lines_tell_why_honours_score_or_not(
    before: int, entry: dict[str, Any], line: tuple[int, int, str, str]
) -> None:
    given = {"adjust": {"side": 0, "points": before, "reason": "to begin with"}}

    assert line in pads.lines(played(given, entry, target=10, honours=True))


def test_no_deal_is_odd_before_enough_to_compare() -> None:
    assert pads.warnings(played(honours=True), {"side_tricks": [13, 0]} | held(0, 4)) == []
    assert pads.warnings(played(SEVEN), NINE) == []
    assert pads.warnings(played(*[SEVEN] * 4, target=10), NINE) == []
    assert pads.warnings(played(*[SEVEN] * 5, target=10), NINE) == [
        ("", "3 points is far more than any deal so far. Check it.")
    ]


@pytest.mark.parametrize(
    ("entry", "text"),
    [
        ({}, None),
        ({"side_tricks": None}, None),
        ({"side_tricks": [9, None]}, None),
        ({"honours": None}, None),
        ({"honours": {"side": 0}}, None),
        ({"honours": {"count": 3, "side": None}}, None),
        (NINE, "9 tricks to Ann & Cat"),
        (SEVEN, "7 tricks to Ben & Dan"),
        (held(1, 4), "Ben & Dan held 4 honours"),
        (NINE | held(0, 3), "9 tricks to Ann & Cat, Ann & Cat held 3 honours"),
    ],
)
def test_the_headline_says_what_is_known(entry: dict[str, Any], text: str | None) -> None:
    assert pads.headline(played(honours=True), entry) == text


@pytest.mark.parametrize(
    ("entries", "options", "wanted"),
    [
        ((), {}, [(0, "25 to go"), (1, "25 to go")]),
        ((NINE,), {"target": 4}, [(0, "1 to go"), (1, "4 to go")]),
        (
            (NINE,),
            {"target": 4, "honours": True},
            [
                (0, "1 to go"),
                (0, "by tricks, honours no longer count"),
                (1, "4 to go"),
            ],
        ),
        ((NINE,), {"target": 3, "honours": True}, []),
    ],
)
def test_sides_need_what_lacks_to_the_target(
    entries: tuple[dict[str, Any], ...], options: dict[str, Any], wanted: list[tuple[int, str]]
) -> None:
    assert pads.needs(played(*entries, **options))[: len(wanted) or None] == wanted


def test_the_end_says_who_won_and_why() -> None:
    pad = played(NINE, SEVEN, NINE, target=6)

    assert pads.end_of(pad) == ((0,), "target", "Ann & Cat won with 6")


def test_stopped_while_level_both_share() -> None:
    pad = after(played(NINE, {"side_tricks": [4, 9]}), {"finish": {}})

    assert pad.outcome
    assert (pad.outcome.winners, pad.outcome.rule) == ((0, 1), "finish")


def test_honours_are_asked_only_where_played() -> None:
    plain, house = played(), played(honours=True)

    tricks = pads.questions_of(plain, {})["side_tricks"]
    assert isinstance(tricks, Many)
    assert (tricks.total, tricks.each) == (13, "side")
    assert not [
        q for q in pads.questions_of(plain, NINE).values() if isinstance(q, SideOf | Choice)
    ]
    count = pads.questions_of(house, NINE)["honours.count"]
    assert isinstance(count, Choice)
    assert [(key.value, pads.text_of(house, key.badge)) for key in count.keys] == [
        (3, "2"),
        (4, "4"),
    ]


@pytest.mark.parametrize(
    ("honours", "at", "text"),
    [
        ({"side": 0, "count": 2}, "honours.count", "Only three honours or all four score."),
        ({"side": 0}, "honours.count", "Say how many honours they held."),
        ({"count": 3}, "honours.side", "Say which side held the honours."),
    ],
)
def test_impossible_honours_are_refused_in_words(
    honours: dict[str, Any], at: str, text: str
) -> None:
    assert pads.faults(played(honours=True), NINE | {"honours": honours}) == [(at, text)]


def test_the_rules_page_gets_its_tables() -> None:
    game = games()["whist"]

    assert rulepages.printed(game, "odd-tricks") == [
        ["Tricks", "Points"],
        *([str(n), str(n - 6)] for n in range(7, 14)),
    ]
    assert rulepages.printed(game, "honours")[1:] == [["Three", "2"], ["Four", "4"]]
