"""Nap: the joker, the suit that the first lead settles, and the bids (nap/rules.md#joker)."""

from typing import Any

import pytest

from tests.referee.asking import call, calls, errors, judgement, legal, settled, trick, winner

FIRST = {"first_trick": True}
JOKER = {"joker": True}
MIS = {"joker": True, "mis": True}


@pytest.mark.parametrize(
    ("plays", "facts", "expected"),
    [
        ("8H KH AS 9H", FIRST, "1 (trick-winner)"),
        ("8H KH AS 9H", {"trump": "S"}, "2 (trick-winner)"),
        ("8H KH AS 9H", {"trump": "NT"}, "1 (trick-winner)"),
        ("8H KH AS 9H", {"mis": True, "trump": "S"}, "1 (trick-winner)"),
        ("8H KH AS 9H", {"mis": True, **FIRST}, "1 (trick-winner)"),
        ("8H KH JK 9H", {**JOKER, **FIRST}, "2 (joker)"),
        ("8H KH JK AS", {**JOKER, "trump": "S"}, "2 (joker)"),
        ("8H KH JK AS", {**JOKER, "trump": "NT"}, "2 (joker)"),
        ("AH KH JK 9H", {**MIS, **FIRST}, "2 (joker)"),
        ("AH KH JK 9H", MIS, "2 (joker)"),
        ("JK KH AH 9H", {**JOKER, **FIRST, "named_suit": "H"}, "0 (joker)"),
        ("JK KH AH 9H", {**JOKER, **FIRST}, "0 (joker)"),
        ("JK KH AH 9H", {**MIS, "named_suit": "H"}, "0 (joker)"),
        ("8H KH 9H", {**FIRST, "players": 4, "seats_out": [3]}, "1 (trick-winner)"),
        ("5H KH 6S 7S 8H 9H AH", {"players": 7, "trump": "S"}, "3 (trick-winner)"),
    ],
)
def test_the_winner_of_a_trick(plays: str, facts: dict[str, Any], expected: str) -> None:
    assert winner("nap", plays, **facts) == expected


@pytest.mark.parametrize(
    ("plays", "hand", "facts", "expected"),
    [
        ("", "JK AS", {**JOKER, **FIRST}, "JK AS (lead)"),
        ("8H", "KH AS", FIRST, "KH (follow-suit)"),
        ("8H", "KC AS", FIRST, "KC AS (follow-suit)"),
        # the suit led is trumps, and the joker is one of them
        ("8H", "JK AS", {**JOKER, **FIRST}, "JK (follow-suit)"),
        ("8H", "JK KH", {**JOKER, **FIRST}, "JK KH (follow-suit)"),
        ("JK", "8H AS", {**JOKER, **FIRST, "named_suit": "H"}, "8H (follow-suit)"),
        ("8H", "JK AS", {**JOKER, "trump": "S"}, "JK AS (follow-suit)"),
        ("8S", "JK AC", {**JOKER, "trump": "S"}, "JK (follow-suit)"),
        ("JK", "8H AS", {**JOKER, "trump": "S"}, "AS (follow-suit)"),
        # at mis it follows nothing
        ("8H", "JK KH", MIS, "KH (follow-suit)"),
        ("8H", "JK KC", MIS, "JK KC (follow-suit)"),
        ("JK", "8H AS", {**MIS, "named_suit": "H"}, "8H (follow-suit)"),
    ],
)
def test_what_may_be_played(plays: str, hand: str, facts: dict[str, Any], expected: str) -> None:
    assert legal("nap", hand, plays, **facts) == expected


@pytest.mark.parametrize(("players", "lowest"), [(3, "9"), (4, "8"), (5, "7"), (6, "6"), (7, "5")])
def test_the_pack_depends_on_the_players(players: int, lowest: str) -> None:
    below = str(int(lowest) - 1)

    assert "errors" not in trick("nap", "", f"{lowest}S AS", players=players)
    assert errors(trick("nap", "", f"{below}S", players=players)) == [
        ("hand[0]", f"There is no {below} of spades in this pack.")
    ]


def test_the_facts_that_are_needed() -> None:
    assert errors(trick("nap", "8H KH AS 9H")) == [("context.trump", "Choose trumps.")]
    assert errors(trick("nap", "8H", "JK", joker=True)) == [("context.trump", "Choose trumps.")]
    assert errors(trick("nap", "JK", "8H", mis=True, joker=True)) == [
        ("context.named_suit", "Choose the joker's suit.")
    ]
    assert trick("nap", "JK", joker=True, mis=True)["reason"] == "It's seat 1's turn."
    assert errors(trick("nap", "JK")) == [("plays[0]", "There is no joker in this pack.")]
    assert "errors" not in trick("nap", "", "JK 8H", joker=True)


# --- the bids -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("made", "facts", "expected"),
    [
        ("", {}, "pass two three mis four nap"),
        ("three", {}, "pass mis four nap"),
        ("three pass", {"mis_allowed": False}, "pass four nap"),
        ("four", {}, "pass nap"),
        ("nap", {}, "pass wellington"),
        ("nap wellington", {}, "pass blucher"),
        ("nap pass", {"players": 7}, "pass wellington"),
    ],
)
def test_calls(made: str, facts: dict[str, Any], expected: str) -> None:
    assert calls("nap", made, **facts) == expected


@pytest.mark.parametrize(
    ("made", "facts", "contract"),
    [
        ("pass pass pass pass", {}, {"passed_out": True}),
        ("two pass three pass", {}, {"declarer": 3, "bid": "three", "previous_bids": ["two"]}),
        ("pass pass pass nap", {}, {"declarer": 0, "bid": "nap", "previous_bids": []}),
        (
            "nap wellington blucher",
            {"players": 3, "dealer": 1},
            {"declarer": 1, "bid": "blucher", "previous_bids": ["nap", "wellington"]},
        ),
    ],
)
def test_contracts(made: str, facts: dict[str, Any], contract: Any) -> None:
    assert settled("nap", made, **facts) == contract


@pytest.mark.parametrize(
    ("made", "facts", "bid"),
    [
        ("nap wellington blucher", {"players": 7}, "blucher"),
        ("nap wellington", {"blucher_allowed": False}, "wellington"),
        ("two pass nap", {"wellington_allowed": False}, "nap"),
    ],
)
def test_nobody_passes_after_the_highest_bid(made: str, facts: dict[str, Any], bid: str) -> None:
    assert settled("nap", made, **facts)["bid"] == bid


@pytest.mark.parametrize(
    ("made", "asked", "facts", "expected"),
    [
        ("", "pass", {}, (True, "Passing is allowed.", "bidding")),
        ("two", "three", {}, (True, "Three is higher than two.", "bidding")),
        (
            "nap",
            "four",
            {},
            (False, "Four is too low over nap; at least Wellington is needed.", "bidding"),
        ),
        ("four", "wellington", {}, (False, "Wellington can only be bid over nap.", "wellington")),
        ("nap", "blucher", {}, (False, "Blücher can only be bid over Wellington.", "wellington")),
        ("nap", "wellington", {}, (True, "Wellington is higher than nap.", "bidding")),
        (
            "two",
            "mis",
            {"mis_allowed": False},
            (False, "Mis is not played at this table.", "bidding"),
        ),
        (
            "four",
            "wellington",
            {"wellington_allowed": False},
            (False, "Wellington is not played at this table.", "bidding"),
        ),
        ("nap", "1", {}, (False, "Not a call in this game. Calls: pass, wellington.", "bidding")),
    ],
)
def test_judgements(
    made: str, asked: str, facts: dict[str, Any], expected: tuple[bool, str, str]
) -> None:
    assert judgement("nap", made, asked, **facts) == expected


def test_everybody_calls_once() -> None:
    assert call("nap", "two pass pass", dealer=3)["to_act"] == 3
    assert errors(call("nap", "two pass pass pass pass")) == [("calls[4]", "The bidding is over.")]
