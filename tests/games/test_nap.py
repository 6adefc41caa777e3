"""Nap, beyond its vectors: what is asked of whom, words, warnings, the tables of its page."""

from typing import Any

import pytest

from scorekeeper.engine.game import Pad
from scorekeeper.games.nap import GAME
from scorekeeper.interview.lists import Ticked
from scorekeeper.interview.steps import Choice, Number, SeatOf, YesNo
from tests.games import pads
from tests.games.rulepages import printed

LEFT = {"seat": {"number": 2, "name": None}}
PASSED = {"passed_out": True}


def played(*entries: dict[str, Any], **options: Any) -> Pad:
    return pads.played("nap", *entries, **options)


def deal(declarer: int, bid: str, tricks: int) -> dict[str, Any]:
    return {"declarer": declarer, "bid": bid, "tricks": tricks}


# --- questions ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "bids"),
    [
        ({}, "two three mis four nap wellington blucher"),
        ({"mis_allowed": False}, "two three four nap wellington blucher"),
        ({"blucher_allowed": False}, "two three mis four nap wellington"),
        ({"wellington_allowed": False}, "two three mis four nap"),
        ({"wellington_allowed": False, "mis_allowed": False}, "two three four nap"),
    ],
)
def test_bids_are_those_of_the_table_in_order(options: dict[str, Any], bids: str) -> None:
    asked = pads.questions_of(played(**options), {})

    assert isinstance(asked["bid"], Choice)
    assert isinstance(asked["previous_bids"], Ticked)
    assert [key.value for key in asked["bid"].keys] == bids.split()
    assert [key.value for key in asked["previous_bids"].keys_shown()] == bids.split()


def test_a_bid_beats_the_one_before_it() -> None:
    made = {"declarer": 1, "made": True}

    equal = pads.faults(played(), {**made, "previous_bids": ["three"], "bid": "three"})
    higher = pads.faults(played(), {**made, "previous_bids": ["three"], "bid": "four"})

    assert equal == [("bid", "Three does not beat three.")]
    assert higher == []


def test_each_bid_says_what_it_pays() -> None:
    pad = played()
    keys = pads.questions_of(pad, {})["bid"].keys_shown()

    assert [(pads.text_of(pad, key.label), pads.text_of(pad, key.badge)) for key in keys] == [
        ("two", "2"),
        ("three", "3"),
        ("mis", "3"),
        ("four", "4"),
        ("nap", "10"),
        ("Wellington", "20"),
        ("Blücher", "40"),
    ]


def test_only_who_sits_there_can_declare() -> None:
    declarer = pads.questions_of(played(LEFT), {})["declarer"]

    assert isinstance(declarer, SeatOf)
    assert declarer.seats == (0, 1, 3)


def test_nothing_is_asked_after_all_passed() -> None:
    assert list(pads.questions_of(played(), PASSED)) == ["passed_out"]


@pytest.mark.parametrize(
    ("bid", "hint"), [("four", "4 needed"), ("blucher", "5 needed"), ("mis", "no tricks allowed")]
)
def test_the_tricks_say_how_many_are_needed(bid: str, hint: str) -> None:
    pad = played()
    tricks = pads.questions_of(pad, {"declarer": 0, "bid": bid, "tricks": 3})["tricks"]

    assert isinstance(tricks, Number)
    assert pads.text_of(pad, tricks.hint) == hint
    assert len(tricks.keys_shown()) == 6


def test_tricks_of_an_unknown_bid_say_nothing() -> None:
    assert pads.questions_of(played(), {"tricks": 3})["tricks"].hint is None


def test_the_result_is_made_or_lost() -> None:
    made = pads.questions_of(played(), {"made": True})["made"]

    assert isinstance(made, YesNo)
    assert [pads.text_of(played(), key.label) for key in made.keys_shown()] == ["made", "lost"]


# --- lines --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("entry", "lines"),
    [
        (
            {"declarer": 1, "bid": "nap", "made": True},
            [
                (1, 30, "made nap: 10 each from Ann, Cat and Dan", "bid-made"),
                (0, -10, "paid 10 to Ben, who made nap", "bid-made"),
                (2, -10, "paid 10 to Ben, who made nap", "bid-made"),
                (3, -10, "paid 10 to Ben, who made nap", "bid-made"),
            ],
        ),
        (
            deal(0, "three", 2),
            [
                (0, -9, "lost three with 2 tricks: 3 each to Ben, Cat and Dan", "bid-lost"),
                (1, 3, "got 3 from Ann, who lost three with 2 tricks", "bid-lost"),
                (2, 3, "got 3 from Ann, who lost three with 2 tricks", "bid-lost"),
                (3, 3, "got 3 from Ann, who lost three with 2 tricks", "bid-lost"),
            ],
        ),
        (
            PASSED,
            [(seat, 0, "scored nothing: everybody passed", "passed-out") for seat in range(4)],
        ),
    ],
)
def test_the_lines_say_who_pays_whom(
    entry: dict[str, Any], lines: list[tuple[int, int, str, str]]
) -> None:
    assert pads.lines(played(entry)) == lines


def test_player_who_left_neither_pays_nor_gets() -> None:
    assert pads.lines(played(LEFT, deal(0, "two", 2))) == [
        (0, 4, "made two with 2 tricks: 2 each from Ben and Dan", "bid-made"),
        (1, -2, "paid 2 to Ann, who made two with 2 tricks", "bid-made"),
        (3, -2, "paid 2 to Ann, who made two with 2 tricks", "bid-made"),
        (2, 0, "nobody sits here", "seat"),
    ]


# --- warnings -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("entry", "told"),
    [
        (deal(1, "four", 1), None),
        (deal(1, "four", 0), "Not one trick went towards the bid of Ben."),
        (deal(1, "mis", 4), None),
        (deal(1, "mis", 5), "Ben took every trick. Is that right?"),
        ({"declarer": 1, "bid": "four", "made": False}, None),
        (PASSED, None),
    ],
)
def test_a_bid_missed_by_far_is_warned_of(entry: dict[str, Any], told: str | None) -> None:
    assert pads.warnings(played(), entry) == ([("tricks", told)] if told else [])


def test_nap_is_paid_in_counters() -> None:
    pad = played(nap_fail="half")

    assert pad.game.counters
    assert pad.game.counters(pad.options)


# --- words --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("entry", "told"),
    [
        ({}, None),
        ({"declarer": 1}, None),
        ({"bid": "nap", "declarer": None}, None),
        (PASSED, "everybody passed"),
        ({"declarer": 1, "bid": "nap"}, "nap by Ben"),
        ({"declarer": 1, "bid": "nap", "made": False}, "nap by Ben, lost"),
        (deal(2, "blucher", 5), "Blücher by Cat, made with 5"),
        (deal(2, "mis", 1), "mis by Cat, lost with 1"),
    ],
)
def test_a_deal_in_a_few_words(entry: dict[str, Any], told: str | None) -> None:
    assert pads.headline(played(), entry) == told


@pytest.mark.parametrize(
    ("entry", "facts"),
    [
        (deal(3, "two", 2), [(3, "bid kept", 1)]),
        (deal(3, "mis", 2), [(3, "bid lost", 1)]),
        ({"declarer": 0, "bid": "nap", "made": True}, [(0, "bid kept", 1)]),
        (PASSED, []),
    ],
)
def test_statistics_count_the_declarer(
    entry: dict[str, Any], facts: list[tuple[int, str, int]]
) -> None:
    assert pads.facts(played(), entry) == facts


def test_the_rules_page_gets_pack_and_bids() -> None:
    house: dict[str, Any] = {"nap_fail": "half", "mis_allowed": False}
    words = {
        name: [" ".join(row) for row in printed(GAME, name, **house)[1:]] for name in GAME.tables
    }

    assert words == {
        "pack": ["3 9 24", "4 8 28", "5 7 32", "6 6 36", "7 5 40"],
        "bids": [
            "two 2 2 2",
            "three 3 3 3",
            "four 4 4 4",
            "nap 5 10 5",
            "Wellington 5 20 20",
            "Blücher 5 40 40",
        ],
    }
