"""Calls out of turn and bids too low that nobody accepted, and what others may call then."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper import questions
from scorekeeper.games import games
from tests.referee.asking import errors

PASSES = ["pass", "pass", "pass"]


def called(*calls: Any, game: str = "bridge", **more: Any) -> dict[str, Any]:
    """The answer after these calls: a word in turn, or a seat and a word that was cancelled."""
    made = [
        one if type(one) is str else {"seat": one[0], "call": one[1], "cancelled": True}
        for one in calls
    ]
    return questions.call({"game": game, "calls": made, **more})


@pytest.mark.parametrize(
    ("game", "calls", "to_act", "legal", "rule", "reason"),
    [
        # bridge, Law 27: dealer is seat 0, who opens 1H; seat 1 bids 1C
        (
            "bridge",
            ["1H", (1, "1C")],
            1,
            ["pass", "1S", "1NT", "2C"],
            "insufficient-bid",
            "Seat 1 bid too low, and bids higher or passes: no double.",
        ),
        ("bridge", ["1H", (1, "1C"), "2C", "pass"], 3, None, "contract", "It's seat 3's turn."),
        (
            "bridge",
            ["1H", (1, "1C"), "3C", "pass"],
            3,
            ["pass"],
            "insufficient-bid",
            "Seat 1 bid too low and then changed the bid: seat 3 must pass.",
        ),
        (
            "bridge",
            ["1H", (1, "1C"), "pass", "pass"],
            3,
            ["pass"],
            "insufficient-bid",
            "Seat 1 bid too low and then changed the bid: seat 3 must pass.",
        ),
        # Law 30: a pass out of turn
        (
            "bridge",
            [(1, "pass")],
            0,
            None,
            "call-out-of-turn",
            "Seat 1's call is void, and the turn goes back to seat 0.",
        ),
        (
            "bridge",
            [(1, "pass"), "1H"],
            1,
            ["pass"],
            "call-out-of-turn",
            "Seat 1 passed out of turn, and must pass now.",
        ),
        ("bridge", [(1, "pass"), "1H", *PASSES[:2]], 3, None, "contract", "It's seat 3's turn."),
        # Law 31: a bid at the turn of the player on the right, who then passes or bids
        (
            "bridge",
            [(1, "1S"), "pass"],
            1,
            ["1S"],
            "call-out-of-turn",
            "Seat 1 called out of turn, and must make the same call now.",
        ),
        ("bridge", [(1, "1S"), "pass", "1S", "pass"], 3, None, "contract", "It's seat 3's turn."),
        ("bridge", [(1, "1S"), "1H"], 1, None, "contract", "It's seat 1's turn."),
        (
            "bridge",
            [(1, "1S"), "1H", "2C", "pass"],
            3,
            ["pass"],
            "call-out-of-turn",
            "Seat 1 called out of turn: seat 3 must pass.",
        ),
        # at the turn of the partner, and of the player on the left
        (
            "bridge",
            [(2, "1S")],
            0,
            ["pass"],
            "call-out-of-turn",
            "Seat 2 called out of turn: seat 0 must pass.",
        ),
        (
            "bridge",
            ["1C", "pass", (1, "X"), "pass"],
            3,
            ["pass"],
            "call-out-of-turn",
            "Seat 1 called out of turn: seat 3 must pass.",
        ),
        # Five Hundred: seat 1 is at the dealer's left
        (
            "five-hundred",
            [(2, "7S")],
            1,
            None,
            "call-out-of-turn",
            "Seat 2's call is void, and the turn goes back to seat 1.",
        ),
        (
            "five-hundred",
            [(2, "7S"), "pass", "8S", "pass"],
            0,
            ["pass"],
            "call-out-of-turn",
            "Seat 2 bid out of turn: seat 0 must pass.",
        ),
        (
            "five-hundred",
            [(2, "pass"), "7S"],
            2,
            ["pass"],
            "call-out-of-turn",
            "Seat 2 passed out of turn, and must pass now.",
        ),
        (
            "five-hundred",
            ["8S", (2, "7S")],
            2,
            None,
            "call-out-of-turn",
            "Seat 2's bid is void: seat 2 bids higher or passes.",
        ),
        (
            "five-hundred",
            ["8S", (2, "7S"), "9S", "pass"],
            0,
            None,
            "auction",
            "It's seat 0's turn.",
        ),
    ],
)
def test_who_is_bound_by_a_call_that_was_cancelled(
    game: str, calls: list[Any], to_act: int, legal: list[str] | None, rule: str, reason: str
) -> None:
    answer = called(*calls, game=game)

    assert (answer["to_act"], answer["rule"], answer["reason"]) == (to_act, rule, reason)
    assert "irregular" not in answer
    if legal is not None:
        assert answer["legal_calls"][: len(legal)] == legal
        assert len(answer["legal_calls"]) == len(legal) or len(legal) > 1
    else:
        assert len(answer["legal_calls"]) > 1


def test_call_of_a_barred_partner_is_illegal_by_its_paragraph() -> None:
    before = ["1H", (1, "1C"), "3C", "pass"]
    why = "Seat 1 bid too low and then changed the bid: seat 3 must pass."

    asked = called(*before, call="4C")
    assert (asked["legal"], asked["reason"], asked["rule"]) == (False, why, "insufficient-bid")
    assert errors(called(*before, "4C")) == [("calls[4]", why)]
    assert called(*before, "pass", "pass")["contract"] == {
        "contract": "3C",
        "declarer": 1,
        "doubled": 0,
    }


@pytest.mark.parametrize(
    ("game", "calls", "at", "message"),
    [
        ("bridge", [(0, "1H")], 0, "Seat 0 may make that call, so it stands."),
        ("bridge", ["1H", (1, "XX")], 1, "Only a doubled bid can be redoubled."),
        ("bridge", [(4, "1H")], 0, "It's seat 0's turn."),
        (
            "nap",
            [(3, "three")],
            0,
            "The rules of this game do not say what becomes of it: leave it out.",
        ),
    ],
)
def test_what_cannot_be_cancelled(game: str, calls: list[Any], at: int, message: str) -> None:
    assert errors(called(*calls, game=game)) == [(f"calls[{at}]", message)]


def test_unknown_call_cannot_be_cancelled() -> None:
    ((at, message),) = errors(called((1, "8C")))
    assert at == "calls[0]"
    assert message.startswith("Not a call in this game.")


def test_call_that_waits_to_be_accepted_comes_first() -> None:
    waiting: Any = [{"seat": 1, "call": "1H"}, {"seat": 3, "call": "1S", "cancelled": True}]

    assert errors(questions.call({"game": "bridge", "calls": waiting})) == [
        ("calls[1]", "Seat 2 has not accepted the call before this one.")
    ]


@pytest.mark.parametrize("game", ["bridge", "five-hundred"])
@given(data=st.data())
def test_whatever_is_cancelled_the_bidding_comes_to_its_end(game: str, data: st.DataObject) -> None:
    groups = games()[game].auction.calls  # type: ignore[union-attr]
    context = questions.read_context(games()[game], None, {})
    known = [call for group in groups(context) for call in group]
    made: list[Any] = []
    answer = called(game=game)
    for _ in range(30):
        if answer["closed"]:
            return
        if data.draw(st.integers(0, 3)) == 0:
            tried = [*made, (data.draw(st.integers(0, 3)), data.draw(st.sampled_from(known)))]
        else:
            low = [*answer["legal_calls"][:4]]
            tried = [*made, data.draw(st.sampled_from(low))]
        after = called(*tried, game=game)
        if "errors" not in after:
            made, answer = tried, after
        assert answer["closed"] or answer["legal_calls"]
    while not answer["closed"]:
        made.append("pass" if "pass" in answer["legal_calls"] else answer["legal_calls"][0])
        answer = called(*made, game=game)
