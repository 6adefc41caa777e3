"""Calls with the seat that made them: out of turn, too low, and accepted by the next player."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper import questions
from scorekeeper.games import games
from scorekeeper.games.bridge.referee import LADDER
from tests.referee import dealing
from tests.referee.asking import errors


def called(*calls: Any, game: str = "bridge", **more: Any) -> dict[str, Any]:
    """The answer after these calls: a word in turn, or a pair of a seat and a word."""
    made = [one if type(one) is str else {"seat": one[0], "call": one[1]} for one in calls]
    return questions.call({"game": game, "calls": made, **more})


def test_next_player_may_accept_a_call_out_of_turn() -> None:
    answer = called("1C", (2, "1H"))

    assert answer["reason"] == "Seat 2 called out of turn; seat 3 may accept it by calling."
    assert (answer["rule"], answer["irregular"]) == ("call-out-of-turn", "out-of-turn")
    assert (answer["to_act"], answer["legal"], answer["closed"]) == (3, None, False)
    assert answer["legal_calls"][:3] == ["pass", "X", "1S"]


def test_next_player_may_accept_a_bid_too_low() -> None:
    answer = called("1H", (1, "1C"))

    assert answer["reason"] == "Seat 1 bid too low; seat 2 may accept it by calling."
    assert (answer["rule"], answer["irregular"]) == ("insufficient-bid", "too-low")
    assert (answer["to_act"], answer["legal_calls"][:3]) == (2, ["pass", "X", "1D"])


@pytest.mark.parametrize("accepting", ["pass", (3, "pass")])
def test_call_of_the_next_player_accepts_it(accepting: Any) -> None:
    answer = called("1C", (2, "1H"), accepting)

    assert (answer["to_act"], "irregular" in answer) == (0, False)
    assert answer["reason"] == "It's seat 0's turn."
    closed = called("1C", (2, "1H"), accepting, "pass", "pass")
    assert closed["contract"] == {"contract": "1H", "declarer": 2, "doubled": 0}


def test_accepted_bid_too_low_is_the_bid_to_beat() -> None:
    assert called("1H", (1, "1C"), "1D", "pass", "pass", "pass")["contract"] == {
        "contract": "1D",
        "declarer": 2,
        "doubled": 0,
    }


def test_call_asked_about_would_accept_it() -> None:
    answer = called("1H", (1, "1C"), call="1D")

    assert (answer["legal"], answer["irregular"], answer["rule"]) == (True, "too-low", "bid-higher")


def test_first_call_may_be_out_of_turn() -> None:
    assert called((1, "1NT"))["to_act"] == 2
    assert called((3, "pass"), dealer=2)["to_act"] == 0


def test_calls_in_turn_may_name_their_seats() -> None:
    assert called((0, "1C"), (1, "X"), "pass") == called("1C", "X", "pass")


LOW = "1 club is too low over 1 heart; at least 1 spade is needed."


@pytest.mark.parametrize(
    ("calls", "at", "message"),
    [
        # words are calls in turn, which were never judged otherwise
        (["1H", "1C"], 1, "1 club is too low over 1 heart; at least 1 spade is needed."),
        (["1H", (1, "XX")], 1, "Only a doubled bid can be redoubled."),
        (["1H", (2, "X")], 1, "Only the opponents' bid can be doubled."),
        (["1C", (2, "1H"), (1, "pass")], 2, "Seat 3 has not accepted the call before this one."),
        (["1H", (1, "1C"), (1, "2C")], 2, "Seat 2 has not accepted the call before this one."),
        (["1H", (2, "pass"), "pass", "pass", "pass", "1C"], 5, LOW),
        (["1H", (4, "pass")], 1, "It's seat 1's turn."),
    ],
)
def test_what_nobody_can_accept_is_an_error(calls: list[Any], at: int, message: str) -> None:
    assert errors(called(*calls)) == [(f"calls[{at}]", message)]


@pytest.mark.parametrize(
    "made",
    [{"seat": 1}, {"call": "1C"}, {"seat": "1", "call": "1C"}, {"seat": -1, "call": "1C"}, {}],
)
def test_seated_call_has_a_seat_and_a_call(made: dict[str, Any]) -> None:
    message = "A call with its seat has a `seat`, a number, and a `call`, in quotes."

    assert errors(questions.call({"game": "bridge", "calls": ["1H", made]})) == [
        ("calls[1]", message)
    ]


@pytest.mark.parametrize(
    "game", [game for game in games().values() if game.auction], ids=lambda game: game.slug
)
@given(data=st.data())
def test_seats_in_turn_change_no_answer(game: Any, data: st.DataObject) -> None:
    *before, (question, answer) = data.draw(dealing.auctions(game))
    seats = [one["to_act"] for _, one in before]
    made = [
        {"seat": seat, "call": call} for seat, call in zip(seats, question["calls"], strict=True)
    ]

    assert questions.call({**question, "calls": made}) == answer


@pytest.mark.parametrize(
    "game",
    [game for game in games().values() if game.auction and not game.auction.acceptable],
    ids=lambda game: game.slug,
)
@given(data=st.data())
def test_out_of_turn_is_an_error_where_nobody_may_accept_it(game: Any, data: st.DataObject) -> None:
    *before, _ = data.draw(dealing.auctions(game))
    question, answer = data.draw(st.sampled_from(before))
    players = question["context"]["players"]
    seat = data.draw(st.sampled_from([n for n in range(players) if n != answer["to_act"]]))
    made = {"seat": seat, "call": answer["legal_calls"][0]}

    refused = errors(questions.call({**question, "calls": [*question["calls"], made]}))
    at = f"calls[{len(question['calls'])}]"
    assert refused == [(at, f"It's seat {answer['to_act']}'s turn.")]


@given(data=st.data())
def test_accepted_calls_lead_to_a_contract(data: st.DataObject) -> None:
    """Whatever bridge players call out of turn or too low, the bidding goes on to its end."""
    bids = list(LADDER.calls)
    made: list[Any] = []
    answer = called()
    while not answer["closed"] and len(made) < 12:
        if "irregular" in answer:
            choice = (answer["to_act"], data.draw(st.sampled_from(answer["legal_calls"][:3])))
        else:
            seat = data.draw(st.integers(0, 3))
            choice = (seat, data.draw(st.sampled_from(["pass", *bids[:12]])))
        after = called(*made, choice)
        if "errors" in after:
            choice = (answer["to_act"], "pass")
            after = called(*made, choice)
        made, answer = [*made, choice], after
    assert not answer["closed"] or answer["contract"]


def test_bidding_goes_back_to_a_player_who_was_passed_over() -> None:
    """By the Laws of bridge (Law 34) three passes do not end it then, and they are void."""
    missed = called("1H", (2, "pass"), "pass", "pass")

    assert (missed["closed"], missed["to_act"]) == (False, 1)
    assert missed["legal_calls"][:3] == ["pass", "X", "1S"]
    assert called("1H", (2, "pass"), "pass", "pass", "pass") == called("1H", "pass")
    assert called("1H", "pass", "pass", (0, "pass"))["to_act"] == 3


def test_player_passed_over_may_still_end_the_bidding() -> None:
    closed = called("1H", (2, "pass"), "pass", (1, "pass"))

    assert closed["contract"] == {"contract": "1H", "declarer": 0, "doubled": 0}
    assert called("pass", (2, "pass"), "pass", (1, "pass"))["contract"] == {"passed_out": True}


# --- nil ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("variant", ["nil", "nil-bags"])
def test_nought_is_nil_at_spades(variant: str) -> None:
    said = called("0", "1", "2", "0", game="spades", variant=variant)

    assert said["contract"] == {"bids": ["nil", "nil", 1, 2]}
    assert called(game="spades", variant=variant, call="0") == called(
        game="spades", variant=variant, call="nil"
    )


def test_nought_is_a_number_where_no_nil_is_played() -> None:
    context = {"nil": False, "min_bid": 0}
    said = called("0", "1", "2", "0", game="spades", context=context)

    assert said["contract"] == {"bids": [0, 0, 1, 2]}
