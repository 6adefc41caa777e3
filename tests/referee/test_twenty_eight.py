"""Twenty-Eight: what may be called, what it settles, the card face down
(twenty_eight/rules.md#hidden-trump)."""

from typing import Any

import pytest

from tests.referee.asking import call, calls, judgement, settled, trick, winner


def numbers(low: int, high: int = 28) -> str:
    """The bids from `low` up."""
    return " ".join(map(str, range(low, high + 1)))


@pytest.mark.parametrize(
    ("made", "facts", "expected"),
    [
        ("", {}, numbers(14)),
        ("14", {}, f"pass {numbers(15)}"),
        ("14 pass", {}, f"pass {numbers(20)}"),
        ("14 15", {}, f"pass {numbers(16)}"),
        ("21 pass", {}, f"pass {numbers(22)}"),
        ("14 pass", {"partner_overcall_min": None}, f"pass {numbers(15)}"),
        ("14 pass", {"partner_overcall_min": 28}, "pass 28"),
        ("14 pass pass", {}, f"pass {numbers(15)}"),
        ("14 pass 20 pass", {}, f"pass {numbers(21)}"),
        ("14 15 pass pass", {}, f"pass {numbers(16)}"),
    ],
)
def test_twenty_eight_calls(made: str, facts: dict[str, Any], expected: str) -> None:
    assert calls("twenty-eight", made, **facts) == expected


@pytest.mark.parametrize(
    ("made", "facts", "contract"),
    [
        ("14 pass pass pass", {}, {"declarer": 3, "bid": 14}),
        ("14 15 pass pass 16 pass pass pass", {}, {"declarer": 3, "bid": 16}),
        ("14 pass pass 15 pass 20 pass pass pass", {}, {"declarer": 2, "bid": 20}),
        ("14 15 28", {}, {"declarer": 1, "bid": 28}),
        ("14 15 28", {"play_direction": "left"}, {"declarer": 3, "bid": 28}),
        ("14 pass 20 pass pass", {"pass_is_final": True}, {"declarer": 1, "bid": 20}),
        ("14 15 pass pass pass", {"pass_is_final": True}, {"declarer": 2, "bid": 15}),
        ("14 15 pass pass 16 17 pass", {"pass_is_final": True}, {"declarer": 2, "bid": 17}),
        ("14 pass pass pass", {"pass_is_final": True, "dealer": 2}, {"declarer": 1, "bid": 14}),
    ],
)
def test_twenty_eight_contracts(made: str, facts: dict[str, Any], contract: Any) -> None:
    assert settled("twenty-eight", made, **facts) == contract


def test_player_who_passed_may_bid_again_or_not() -> None:
    assert call("twenty-eight", "14 pass 20 21")["to_act"] == 3
    assert call("twenty-eight", "14 pass 20 21 pass")["to_act"] == 2
    assert call("twenty-eight", "14 pass 20 21 pass", pass_is_final=True)["to_act"] == 1


@pytest.mark.parametrize(
    ("made", "asked", "expected"),
    [
        ("", "pass", (False, "The first player must bid at least 14.", "bidding")),
        ("14", "pass", (True, "Passing is allowed.", "bidding")),
        ("14 pass", "19", (False, "Over the partner's bid, at least 20 is needed.", "bidding")),
        ("14 pass", "20", (True, "20 is higher than 14.", "bidding")),
        ("15", "15", (False, "15 is too low over 15; at least 16 is needed.", "bidding")),
        ("15", "13", (False, "Not a call in this game. Calls: pass, 16, 17, …, 28.", "bidding")),
    ],
)
def test_twenty_eight_judgements(made: str, asked: str, expected: tuple[bool, str, str]) -> None:
    assert judgement("twenty-eight", made, asked) == expected


LAST: dict[str, Any] = {"trump": "S", "declarer": 3, "face_down": "7S"}


@pytest.mark.parametrize(
    ("plays", "facts", "expected"),
    [
        # the one card left is shown and counts as a trump, and so do trumps that come after it
        ("AH 7S KH QH", LAST, "3 (trick-winner)"),
        ("AH 7S 9S QH", LAST, "2 (trick-winner)"),
        # those that lay there before it do not
        ("AH 9S 7S QH", {**LAST, "declarer": 2}, "2 (trick-winner)"),
        ("AH 9S KH QH", LAST, "0 (hidden-trump)"),
    ],
)
def test_face_down_card_is_trump_once_played(
    plays: str, facts: dict[str, Any], expected: str
) -> None:
    assert winner("twenty-eight", plays, **facts) == expected


def test_only_a_hidden_trump_is_called_for() -> None:
    told = [
        call_for_trump["reason"]
        for call_for_trump in (
            trick("twenty-eight", "AH", "9S 8C", trump="S"),
            trick("twenty-eight", "AH", "9S 8C", trump="S", revealed=True),
            trick("twenty-eight", "AH 7S", "9S", **LAST),
        )
    ]

    assert told == [
        "A player who cannot follow suit calls for the trump and must play spades.",
        "A player who cannot follow suit must play spades, the trumps.",
        "A player who cannot follow suit must play spades, the trumps.",
    ]
