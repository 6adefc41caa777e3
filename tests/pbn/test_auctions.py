"""Auctions in the notation, judged call by call."""

from typing import Any

import pytest

from tests.pbn.papers import auction, board, values_of

Told = tuple[Any, ...]


def errors(calls: str, first: str = "N", dealer: str | None = "N") -> list[Told]:
    """Seat, call, mark and message of what is wrong; the rest is taken from the auction."""
    nothing: dict[str, str | None] = dict.fromkeys(("Declarer", "Contract", "Result"))
    found = board(auction(calls, first), Dealer=dealer, **nothing)["auction_errors"]
    return values_of(found, "seat", "call", "marked", "message")


def contract(calls: str, first: str = "N", dealer: str | None = "N") -> str | None:
    """Return what the auction comes to: "4SX by N"."""
    nothing: dict[str, str | None] = dict.fromkeys(("Declarer", "Contract", "Result"))
    found = board(auction(calls, first), Dealer=dealer, **nothing)
    if found["declarer"] is None:
        return found["contract"] and str(found["contract"])
    return f"{found['contract']}{'X' * found['doubled']} by {found['declarer']}"


@pytest.mark.parametrize(
    ("calls", "first", "dealer", "comes_to"),
    [
        ("1C Pass Pass Pass", "N", "N", "1C by N"),
        ("1C AP", "N", "N", "1C by N"),
        ("1c p p P", "N", "N", "1C by N"),
        ("1C Pass AP", "N", "N", "1C by N"),
        ("1C Pass Pass Pass AP", "N", "N", "1C by N"),
        ("AP", "N", "N", "Pass"),
        ("Pass AP", "N", "N", "Pass"),
        ("Pass Pass Pass 1C AP", "N", "N", "1C by W"),
        ("1H Pass 2H Pass\n4H AP", "N", "N", "4H by N"),
        ("1N X XX AP", "E", "E", "1NTXX by E"),
        ("1D X AP", "S", "S", "1DX by S"),
        ("- 1D AP", "W", "N", "1D by N"),
        ("-  -  -  1D\nAP", "N", "W", "1D by W"),
        ("-- -- 1D AP", "N", "S", "1D by S"),
        ("1D Pass Pass Pass - -", "N", "N", "1D by N"),
        ("1D Pass Pass Pass *", "N", "N", "1D by N"),
        ("1C! =1= Pass?? 1D $13 Pass\n1S!? =2= {a} {b} AP ; c", "N", "N", "1S by N"),
        ("2NT?=1= AP", "N", "N", "2NT by N"),
        ("1C AP", "E", None, "1C by E"),
        ("1C AP", "", "S", "1C by S"),
        ("- 1C AP", "?", None, "1C by E"),
    ],
)
def test_a_lawful_auction_comes_to(
    calls: str, first: str, dealer: str | None, comes_to: str
) -> None:
    assert contract(calls, first, dealer) == comes_to
    assert errors(calls, first, dealer) == []


@pytest.mark.parametrize("calls", ["1C Pass +", "1C Pass *", "+", "*", "1C Pass 1D\n+", ""])
def test_an_auction_may_go_on_or_be_told_in_part(calls: str) -> None:
    assert (contract(calls), errors(calls)) == (None, [])


MARKED = "This is marked irregular, but it is legal."
NO_CALL = "Not a call in this game. Calls: pass, X, 1D, …, 7NT."
LOW = "1 club is too low over 1 diamond; at least 1 heart is needed."


@pytest.mark.parametrize(
    ("calls", "comes_to", "found"),
    [
        ("1D 1C AP", "1C by E", [("E", "1C", False, LOW)]),
        ("1D ^I 1C AP", "1C by E", [("E", "1C", True, LOW)]),
        ("1D ^i1C AP", "1C by E", [("E", "1C", True, LOW)]),
        ("1C ^I 1D AP", "1D by E", [("E", "1D", True, MARKED)]),
        ("1C ^I Pass AP", "1C by N", [("E", "pass", True, MARKED)]),
        ("1C ^R 1D AP", "1D by E", [("E", "1D", True, MARKED)]),
        ("X 1C AP", "1C by E", [("N", "X", False, "There is no bid to double.")]),
        ("1C Pass X Pass", "1C by N",
         [("S", "X", False, "Only the opponents' bid can be doubled.")]),
        ("1C X Pass ^I XX Pass", "1CX by N",
         [("W", "XX", True, "Only the side that was doubled may redouble.")]),
        ("^S 1C AP", "1C by E", [("N", None, True, "North was passed over.")]),
        ("1C ^S ^s 1D AP", "1D by W", [(s, None, True, f"{n} was passed over.") for s, n in
         (("E", "East"), ("S", "South"))]),
        ("1C - 1D AP", "1D by S", [("E", None, False, "East was passed over.")]),
        ("1C Pass ^S Pass Pass", "1C by N", [("S", None, True, "South was passed over.")]),
        ("1C AP 1D 1H", "1C by N", [(None, "1D", False, "The bidding is over.")]),
        ("1C Pass Pass Pass Pass", "1C by N", [(None, "PASS", False, "The bidding is over.")]),
        ("1C Pass 1D", None, [("W", None, False, "The bidding is not finished.")]),
        ("- - - -", None, [("N", None, False, "The bidding is not finished.")]),
        ("1C 1Z AP", None, [("E", "1Z", False, NO_CALL)]),
        ("1C =a= AP", None, [("E", "=A=", False, NO_CALL)]),
        ("1C $a AP", None, [("E", "$A", False, NO_CALL)]),
        ("1C ^I", None, [("E", "^I", False, NO_CALL)]),
    ],
)  # fmt: skip
def test_what_is_wrong_with_a_call(calls: str, comes_to: str | None, found: list[Told]) -> None:
    assert errors(calls) == found
    assert contract(calls) == comes_to


@pytest.mark.parametrize(
    ("calls", "first", "comes_to"), [("1D AP", "W", "1D by W"), ("- - 1D AP", "W", "1D by E")]
)
def test_the_dealer_calls_first(calls: str, first: str, comes_to: str) -> None:
    beginner = {"W": "West", "E": "East"}[comes_to[-1]]

    message = f"The dealer calls first; this begins with {beginner}."
    assert errors(calls, first) == [(comes_to[-1], None, False, message)]
    assert contract(calls, first) == comes_to


def test_every_irregular_call_has_line_and_rule() -> None:
    calls = "- ^S 1D ^I 1C\n4S ^I 3NT ^S ^S\nX 5H X AP"

    found = board(auction(calls, "W"), Contract="5HX", Declarer="^S")["auction_errors"]

    assert values_of(found, "line", "seat", "call", "rule") == [
        (9, "N", None, None),
        (9, "S", "1C", "bid-higher"),
        (10, "N", "3NT", "bid-higher"),
        (10, "E", None, None),
        (10, "S", None, None),
    ]
    assert contract(calls, "W") == "5HX by N"
