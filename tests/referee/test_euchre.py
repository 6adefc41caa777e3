"""The making of trumps in Euchre: what may be called, what it settles (euchre/rules.md#order)."""

from typing import Any

import pytest

from tests.referee.asking import call, judgement, settled

ALL_PASS = "pass pass pass pass"


@pytest.mark.parametrize(
    ("made", "facts", "to_act", "expected"),
    [
        ("", {}, 1, "pass order"),
        ("pass pass pass", {}, 0, "pass order"),
        ("order", {}, 1, "alone with_partner"),
        ("pass pass order", {}, 3, "alone with_partner"),
        (ALL_PASS, {}, 1, "pass C D S"),
        (ALL_PASS, {"turned": "S"}, 1, "pass C D H"),
        (f"{ALL_PASS} pass pass pass", {}, 0, "pass C D S"),
        (f"{ALL_PASS} pass pass pass", {"stick_the_dealer": True}, 0, "C D S"),
        (f"{ALL_PASS} pass pass", {"stick_the_dealer": True}, 3, "pass C D S"),
        (f"{ALL_PASS} pass C", {}, 2, "alone with_partner"),
    ],
)
def test_euchre_calls(made: str, facts: dict[str, Any], to_act: int, expected: str) -> None:
    answer = call("euchre", made, **{"turned": "H"} | facts)

    assert (answer["to_act"], " ".join(answer["legal_calls"])) == (to_act, expected)


@pytest.mark.parametrize(
    ("made", "contract"),
    [
        ("order alone", {"maker": 1, "alone": True, "trump": "H"}),
        ("pass pass pass order with_partner", {"maker": 0, "alone": False, "trump": "H"}),
        (f"{ALL_PASS} pass S alone", {"maker": 2, "alone": True, "trump": "S"}),
        (f"{ALL_PASS} {ALL_PASS}", {"passed_out": True}),
    ],
)
def test_euchre_contracts(made: str, contract: Any) -> None:
    assert settled("euchre", made, turned="H") == contract


@pytest.mark.parametrize(
    ("made", "asked", "expected"),
    [
        ("", "pass", (True, "Passing is allowed.", "order")),
        ("", "order", (True, "The suit turned up may be made trumps.", "order")),
        (
            "",
            "S",
            (
                False,
                "A suit can be named only after all have passed. To take the one turned up, "
                "order it up.",
                "name-trumps",
            ),
        ),
        (ALL_PASS, "S", (True, "Any suit but the one turned down may be named.", "name-trumps")),
        (ALL_PASS, "H", (False, "Hearts were turned down and cannot be named.", "name-trumps")),
        (
            ALL_PASS,
            "order",
            (False, "The suit was turned down; only another can be made trumps.", "name-trumps"),
        ),
        (
            f"{ALL_PASS} pass pass pass",
            "pass",
            (False, "Seat 0 as dealer must name trumps.", "passed-out"),
        ),
        (ALL_PASS, "pass", (True, "Passing is allowed.", "passed-out")),
        ("order", "alone", (True, "The maker plays alone or with the partner.", "alone")),
        (
            "order",
            "pass",
            (False, "Not a call in this game. Calls: alone, with_partner.", "order"),
        ),
    ],
)
def test_euchre_judgements(made: str, asked: str, expected: tuple[bool, str, str]) -> None:
    assert judgement("euchre", made, asked, turned="H", stick_the_dealer=True) == expected
