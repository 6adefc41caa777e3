"""Declarations: Spades and Oh Hell!: what may be called, what it settles
(spades/rules.md#declaring, oh_hell/rules.md#bidding)."""

from typing import Any

import pytest

from tests.referee.asking import calls, judgement, settled

TO_13 = "1 2 3 4 5 6 7 8 9 10 11 12 13"


@pytest.mark.parametrize(
    ("variant", "facts", "expected"),
    [
        ("nil", {}, f"{TO_13} nil double_nil"),
        ("nil", {"double_nil": False}, f"{TO_13} nil"),
        ("nil", {"min_bid": 4}, f"{TO_13.removeprefix('1 2 3 ')} nil double_nil"),
        ("nil", {"nil": False}, TO_13),
        ("bags", {}, TO_13.removeprefix("1 ")),
        ("bags", {"min_bid": 0}, f"0 {TO_13}"),
        ("bags", {"nil": True, "min_bid": 0}, f"{TO_13} nil"),
    ],
)
def test_spades_declarations(variant: str, facts: dict[str, Any], expected: str) -> None:
    for made in ("", "13", "13 13 13"):
        assert calls("spades", made, variant=variant, **facts) == expected


def test_spades_contract() -> None:
    assert settled("spades", "4 3 nil 4", dealer=3) == {"bids": [4, 3, "nil", 4]}
    assert settled("spades", "4 3 nil 5", dealer=1) == {"bids": ["nil", 5, 4, 3]}


@pytest.mark.parametrize(
    ("variant", "asked", "expected"),
    [
        ("nil", "3", (True, "No bid needs to be higher than the one before.", "declaring")),
        ("nil", "nil", (True, "No bid needs to be higher than the one before.", "bidding-nil")),
        (
            "nil",
            "double_nil",
            (
                True,
                "It may follow other bids, if the bidder has not looked at their cards yet.",
                "bidding-double-nil",
            ),
        ),
        (
            "nil",
            "0",
            (False, "Not a call in this game. Calls: 1, 2, 3, …, double_nil.", "declaring"),
        ),
        (
            "nil",
            "pass",
            (False, "Not a call in this game. Calls: 1, 2, 3, …, double_nil.", "declaring"),
        ),
        ("bags", "1", (False, "The lowest bid is 2.", "declaring")),
        ("bags", "0", (False, "The lowest bid is 2.", "declaring")),
        ("bags", "nil", (False, "Nil is not played in this variant.", "bidding-nil")),
    ],
)
def test_spades_judgements(variant: str, asked: str, expected: tuple[bool, str, str]) -> None:
    for made in ("", "4 3 3"):
        assert judgement("spades", made, asked, variant=variant) == expected


@pytest.mark.parametrize(
    ("made", "facts", "expected"),
    [
        ("", {"hand_size": 3}, "0 1 2 3"),
        ("3 3 3", {"hand_size": 3}, "0 1 2 3"),
        ("1 1 0", {"hand_size": 3}, "2 3"),
        ("0 0 0", {"hand_size": 3}, "4"),
        ("0 0 0", {"hand_size": 1}, "2"),
        ("1 1 2", {"hand_size": 3}, "0 1 2 3"),
        ("1 1 0", {"hand_size": 3, "hook": "not_equal"}, "0 2 3"),
        ("1 1 2", {"hand_size": 3, "hook": "not_equal"}, "0 1 2 3"),
        ("1 1 0", {"hand_size": 3, "hook": "none"}, "0 1 2 3"),
        ("1 1", {"hand_size": 3, "players": 3}, "2 3"),
        ("1 1 1 1 1", {"hand_size": 7, "players": 7}, "0 1 2 3 4 5 6 7"),
        ("1 1 1 1 1 1", {"hand_size": 7, "players": 7}, "2 3 4 5 6 7"),
    ],
)
def test_oh_hell_declarations(made: str, facts: dict[str, Any], expected: str) -> None:
    assert calls("oh-hell", made, **facts) == expected


def test_oh_hell_contract() -> None:
    assert settled("oh-hell", "3 2 4 2", dealer=3, hand_size=10) == {"bids": [3, 2, 4, 2]}
    assert settled("oh-hell", "3 2 6", dealer=0, hand_size=10, players=3) == {"bids": [6, 3, 2]}


@pytest.mark.parametrize(
    ("made", "asked", "facts", "expected"),
    [
        ("", "3", {}, (True, "Everybody may bid from 0 to the number of cards.", "bidding")),
        ("1 1 0", "2", {}, (True, "The dealer may bid at least 2 here.", "hook")),
        ("2 2 0", "0", {}, (True, "The dealer may bid any number.", "hook")),
        (
            "1 1 0",
            "1",
            {},
            (
                False,
                "The bids add up to 3; with 3 cards they must add up to 4 or more, "
                "so seat 3 as dealer must bid at least 2.",
                "hook",
            ),
        ),
        (
            "1 1 0",
            "1",
            {"hook": "not_equal"},
            (
                False,
                "The bids add up to 3, the number of cards; "
                "seat 3 as dealer must bid something other than 1.",
                "hook",
            ),
        ),
        (
            "1 1 0",
            "2",
            {"hook": "not_equal"},
            (True, "The dealer may bid anything but 1 here.", "hook"),
        ),
        ("1 1", "4", {}, (False, "Not a call in this game. Calls: 0, 1, 2, 3.", "bidding")),
    ],
)
def test_oh_hell_judgements(
    made: str, asked: str, facts: dict[str, Any], expected: tuple[bool, str, str]
) -> None:
    assert judgement("oh-hell", made, asked, dealer=3, hand_size=3, **facts) == expected
