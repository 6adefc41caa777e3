"""Euchre: what its vectors do not show: words, warnings, keys, what is still needed."""

from typing import Any

import pytest

from scorekeeper.engine.game import Pad
from scorekeeper.games import games
from scorekeeper.interview.steps import Barred, Flag, Number
from tests.games import pads, rulepages

ODD_TRICK = {"maker": 0, "tricks": 3}
MARCH = {"maker": 1, "tricks": 5, "trump": "H"}
ALONE = {"maker": 2, "alone": True, "tricks": 1, "trump": "S"}
VOID = {"passed_out": True}


def played(*entries: dict[str, Any], **options: Any) -> Pad:
    return pads.played("euchre", *entries, **options)


@pytest.mark.parametrize(
    ("entry", "lines"),
    [
        (
            ODD_TRICK,
            [
                (0, 1, "Ann made trumps, 3 tricks: odd trick", "odd-trick"),
                (1, 0, "took 2 tricks in defence", "odd-trick"),
            ],
        ),
        (
            MARCH,
            [
                (1, 2, "Ben made hearts trumps, 5 tricks: march", "march"),
                (0, 0, "took 0 tricks in defence", "march"),
            ],
        ),
        (
            ALONE,
            [
                (0, 0, "Cat made spades trumps alone, 1 trick: euchred", "euchred"),
                (1, 4, "euchred a lone hand", "euchred"),
            ],
        ),
        (
            {**ALONE, "alone": False},
            [
                (0, 0, "Cat made spades trumps, 1 trick: euchred", "euchred"),
                (1, 2, "euchred the makers", "euchred"),
            ],
        ),
        (
            VOID,
            [
                (0, 0, "scored nothing: nobody made trumps", "passed-out"),
                (1, 0, "scored nothing: nobody made trumps", "passed-out"),
            ],
        ),
    ],
)
def test_the_lines_tell_the_deal(
    entry: dict[str, Any], lines: list[tuple[int, int, str, str]]
) -> None:
    assert pads.lines(played(entry, lone_euchred=4)) == lines


def test_makers_without_a_trick_are_warned_of() -> None:
    warning = "Not one trick went towards the bid of Ben & Dan."

    assert pads.warnings(played(), {"maker": 3, "tricks": 0}) == [("tricks", warning)]
    assert pads.warnings(played(), {"maker": 3, "tricks": 1}) == []
    assert pads.warnings(played(), VOID) == []


@pytest.mark.parametrize(
    ("entry", "text"),
    [
        ({}, None),
        ({"maker": None, "tricks": 3}, None),
        ({"alone": True, "trump": "H"}, None),
        (VOID, "nobody made trumps"),
        ({"maker": 0}, "trumps by Ann"),
        ({"maker": 0, "alone": False, "trump": None, "tricks": None}, "trumps by Ann"),
        ({"maker": 0, "alone": True}, "trumps by Ann alone"),
        ({"maker": 3, "trump": "C"}, "clubs by Dan"),
        (MARCH, "hearts by Ben, 5 tricks: march"),
        (ALONE, "spades by Cat alone, 1 trick: euchred"),
    ],
)
def test_the_headline_says_what_is_known(entry: dict[str, Any], text: str | None) -> None:
    assert pads.headline(played(), entry) == text


@pytest.mark.parametrize(
    ("entries", "options", "wanted"),
    [
        ((), {}, [(0, "5 to go"), (1, "5 to go")]),
        ((MARCH, ODD_TRICK), {"target": 10}, [(0, "9 to go"), (1, "8 to go")]),
        ((MARCH, MARCH), {"target": 3}, []),
    ],
)
def test_sides_need_what_lacks_to_the_target(
    entries: tuple[dict[str, Any], ...], options: dict[str, Any], wanted: list[tuple[int, str]]
) -> None:
    assert pads.needs(played(*entries, **options)) == wanted


def test_the_end_says_who_won_and_why() -> None:
    pad = played(MARCH, MARCH, {**MARCH, "alone": True})

    assert pads.end_of(pad) == ((1,), "target", "Ben & Dan won with 8")


@pytest.mark.parametrize(
    ("entry", "facts"),
    [
        (ODD_TRICK, [(0, "bid kept", 1)]),
        ({**MARCH, "tricks": 2}, [(1, "bid lost", 1)]),
        (ALONE, [(2, "bid lost", 1)]),
        (VOID, []),
    ],
)
def test_statistics_count_maker_not_partner(
    entry: dict[str, Any], facts: list[tuple[int, str, int]]
) -> None:
    assert pads.facts(played(), entry) == facts


@pytest.mark.parametrize(
    ("alone", "badges"),
    [
        (False, ["euchred", "euchred", "euchred", "+1", "+1", "+2"]),
        (True, ["euchred", "euchred", "euchred", "+1", "+1", "+4"]),
    ],
)
def test_each_number_of_tricks_says_its_points(alone: bool, badges: list[str]) -> None:
    pad = played()
    tricks = pads.questions_of(pad, {"maker": 0, "alone": alone})["tricks"]

    assert isinstance(tricks, Number)
    assert [pads.text_of(pad, key.badge) for key in tricks.keys] == badges


def test_stuck_dealer_is_not_offered_a_void_deal() -> None:
    stuck = played(stick_the_dealer=True)

    assert isinstance(pads.questions_of(played(), {})["passed_out"], Flag)
    assert isinstance(pads.questions_of(stuck, {})["passed_out"], Barred)
    assert "maker" in pads.questions_of(stuck, {})
    assert pads.faults(stuck, VOID) == [
        ("passed_out", "The dealer must name trumps; a deal cannot be passed out at this table.")
    ]


def test_the_rules_page_gets_the_points() -> None:
    assert rulepages.printed(games()["euchre"], "points", lone_euchred=4)[1:] == [
        ["5", "2", "4"],
        ["3 or 4", "1", "1"],
        ["0 to 2", "opponents 2", "opponents 4"],
    ]
