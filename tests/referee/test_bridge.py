"""The auction of bridge: what may be called, what it settles (bridge/rules.md#bid-higher)."""

from typing import Any

import pytest

from tests.referee.asking import call, calls, errors, judgement, settled

BRIDGE = [f"{level}{strain}" for level in range(1, 8) for strain in ("C", "D", "H", "S", "NT")]


@pytest.mark.parametrize(
    ("made", "raised", "lowest"),
    [
        ("", "", "1C"),
        ("1C", "X", "1D"),
        ("1NT", "X", "2C"),
        ("1H pass", "", "1S"),
        ("1H pass pass", "X", "1S"),
        ("1H X", "XX", "1S"),
        ("1H X pass", "", "1S"),
        ("1H X pass pass", "XX", "1S"),
        ("1H X XX", "", "1S"),
        ("1H X XX pass", "", "1S"),
        ("1H X 2C", "X", "2D"),
        ("1H X 2C pass", "", "2D"),
        ("pass pass pass", "", "1C"),
        ("1H pass 2H X", "XX", "2S"),
    ],
)
def test_bridge_calls(made: str, raised: str, lowest: str) -> None:
    higher = BRIDGE[BRIDGE.index(lowest) :]

    assert calls("bridge", made).split() == ["pass", *raised.split(), *higher]


def test_over_seven_no_trump_there_is_nothing() -> None:
    assert calls("bridge", "7NT") == "pass X"
    assert calls("bridge", "7NT X pass") == "pass"


@pytest.mark.parametrize(
    ("made", "contract"),
    [
        ("pass pass pass pass", {"passed_out": True}),
        ("pass pass pass 1C pass pass pass", {"contract": "1C", "declarer": 3, "doubled": 0}),
        ("1H pass 2H pass pass pass", {"contract": "2H", "declarer": 0, "doubled": 0}),
        ("1C pass 2H pass pass pass", {"contract": "2H", "declarer": 2, "doubled": 0}),
        ("1H 2H pass pass pass", {"contract": "2H", "declarer": 1, "doubled": 0}),
        ("1H X pass pass pass", {"contract": "1H", "declarer": 0, "doubled": 1}),
        ("1H X XX pass pass pass", {"contract": "1H", "declarer": 0, "doubled": 2}),
        ("1H X XX 1S pass pass pass", {"contract": "1S", "declarer": 3, "doubled": 0}),
    ],
)
def test_bridge_contracts(made: str, contract: Any) -> None:
    assert settled("bridge", made) == contract


def test_the_declarer_may_be_the_last_bidder() -> None:
    made = "1H pass 2H pass pass pass"

    assert settled("bridge", made, declarer_is="last_bidder")["declarer"] == 2


def test_the_dealer_opens_the_auction() -> None:
    assert call("bridge", "1H", dealer=2)["to_act"] == 3
    assert settled("bridge", "1H pass pass pass", dealer=2)["declarer"] == 2


@pytest.mark.parametrize(
    ("made", "asked", "expected"),
    [
        ("", "1C", (True, "There is no bid yet, so 1 club may be bid.", "bid-higher")),
        ("1H", "1S", (True, "1 spade is higher than 1 heart.", "bid-higher")),
        (
            "1S",
            "1H",
            (
                False,
                "1 heart is too low over 1 spade; at least 1 no trump is needed.",
                "bid-higher",
            ),
        ),
        (
            "1S",
            "1S",
            (
                False,
                "1 spade is too low over 1 spade; at least 1 no trump is needed.",
                "bid-higher",
            ),
        ),
        (
            "7NT",
            "7S",
            (False, "7 spades is too low over 7 no trump; nothing beats it.", "bid-higher"),
        ),
        ("7NT", "pass", (True, "Passing is allowed.", "contract")),
        ("", "X", (False, "There is no bid to double.", "double")),
        ("1S", "X", (True, "The opponents' bid may be doubled.", "double")),
        ("1S pass", "X", (False, "Only the opponents' bid can be doubled.", "double")),
        ("1S X pass", "X", (False, "The bid is doubled already.", "double")),
        ("", "XX", (False, "Only a doubled bid can be redoubled.", "redouble")),
        ("1S", "XX", (False, "Only a doubled bid can be redoubled.", "redouble")),
        ("1S X", "XX", (True, "The side that was doubled may redouble.", "redouble")),
        ("1S X pass", "XX", (False, "Only the side that was doubled may redouble.", "redouble")),
        ("1S X XX pass", "XX", (False, "The bid is redoubled already.", "redouble")),
        ("", "1c", (False, "Not a call in this game. Calls: pass, 1C, 1D, …, 7NT.", "contract")),
        ("7NT X", "double", (False, "Only the opponents' bid can be doubled.", "double")),
        ("1S", "Double", (False, "Instead of Double, call X.", "contract")),
        ("1S", "1 no trump", (False, "Instead of 1 no trump, call 1NT.", "contract")),
        ("7NT X", "xyz", (False, "Not a call in this game. Calls: pass, XX.", "contract")),
        ("pass pass pass pass", "1C", (False, "The bidding is over.", "contract")),
    ],
)
def test_bridge_judgements(made: str, asked: str, expected: tuple[bool, str, str]) -> None:
    assert judgement("bridge", made, asked) == expected


def test_no_call_is_judged_where_none_is_asked() -> None:
    answer = call("bridge", "1H")
    over = call("bridge", "pass pass pass pass")

    assert (answer["legal"], answer["reason"]) == (None, "It's seat 1's turn.")
    assert (over["legal"], over["to_act"], over["legal_calls"]) == (None, None, [])
    assert (answer["closed"], over["closed"]) == (False, True)


@pytest.mark.parametrize(
    ("made", "at", "message"),
    [
        ("1S 1H 2C", "calls[1]", "1 heart is too low over 1 spade; at least 1 no trump is needed."),
        ("1S pass X", "calls[2]", "Only the opponents' bid can be doubled."),
        ("pass Pass", "calls[1]", "Not a call in this game. Calls: pass, 1C, 1D, …, 7NT."),
        ("1S pass pass pass pass", "calls[4]", "The bidding is over."),
        ("1S pass pass pass 2S X", "calls[4]", "The bidding is over."),
    ],
)
def test_first_impossible_call_is_named(made: str, at: str, message: str) -> None:
    assert errors(call("bridge", made, "pass")) == [(at, message)]
