"""Trex: no trumps, hearts that are not led, cards that are built, and the owner's pick
(trex/rules.md#choosing)."""

from typing import Any

import pytest

from tests.referee.asking import calls, errors, judgement, legal, settled, trick, winner

KING = {"contract": "king"}


def test_highest_of_suit_led_takes_the_trick() -> None:
    assert winner("trex", "7H KH AS 9H") == "1 (trick-winner)"
    assert winner("trex", "7H 9H AS KH", play_direction="right") == "1 (trick-winner)"


@pytest.mark.parametrize(
    ("plays", "hand", "facts", "expected"),
    [
        ("", "7H KH 2C", KING, "2C (heart-lead)"),
        ("", "7H KH", KING, "7H KH (heart-lead)"),
        ("", "7C 2C", KING, "7C 2C (lead)"),
        ("", "7H 2C", {**KING, "heart_lead_ban": False}, "7H 2C (lead)"),
        ("", "7H 2C", {"contract": "girls"}, "7H 2C (lead)"),
        ("", "7H 2C", {}, "7H 2C (lead)"),
        ("KH", "7H 2C", KING, "7H (follow-suit)"),
        ("KC 2C 3C 4C", "7H 2D", KING, "2D (trick-winner)"),
    ],
)
def test_hearts_that_may_not_be_led(
    plays: str, hand: str, facts: dict[str, Any], expected: str
) -> None:
    assert legal("trex", hand, plays, **facts) == expected


@pytest.mark.parametrize(
    ("plays", "hand", "built", "expected"),
    [
        ("", "JH TH QC 2S", {}, "JH"),
        ("", "JH TH QC 2S", None, "JH"),
        ("", "JH JC", {}, "JH JC"),
        ("", "TH QH 9H KH", {"H": ["J", "J"]}, "TH QH"),
        ("", "8H AH QH TH", {"H": ["9", "K"]}, "8H AH"),
        ("", "2H KC", {"H": ["3", "A"]}, "2H"),
        ("", "3H AC", {"H": ["2", "A"]}, ""),
        ("", "KH QC", {"H": ["9", "J"], "C": ["J", "J"]}, "QC"),
        ("JH", "TH QC", {}, "TH"),
        ("JH QH TH", "9H KH AH", {}, "9H KH"),
    ],
)
def test_what_may_be_built(plays: str, hand: str, built: Any, expected: str) -> None:
    answer = trick("trex", plays, hand, contract="trex", built=built)

    assert " ".join(answer["legal"]) == expected
    assert (answer["winner"], answer["void"], answer["rule"]) == (None, [], "building")
    assert (answer["reason"] == "No card of the hand fits: the player passes.") == (not expected)


def test_building_without_a_hand() -> None:
    answer = trick("trex", "JH QH TH 9H", contract="trex")

    assert (answer["winner"], answer["legal"]) == (None, None)


def test_a_card_that_does_not_fit() -> None:
    answer = trick("trex", "JH KH", contract="trex")

    assert errors(answer) == [("plays[1]", "The king of hearts does not fit on the table.")]


@pytest.mark.parametrize(
    "built",
    [
        [],
        {"X": ["J", "J"]},
        {"H": "J"},
        {"H": ["J"]},
        {"H": ["J", 9]},
        {"H": ["J", ""]},
        {"H": ["9", "T"]},
        {"H": ["Q", "K"]},
        {"H": ["K", "9"]},
        {"H": ["10", "J"]},
    ],
)
def test_what_cannot_be_built(built: Any) -> None:
    ((at, message),) = errors(trick("trex", contract="trex", built=built))

    assert at == "context.built"
    assert message.startswith("`built` gives the lowest and the highest rank on the table by suit")


# --- the owner's pick ---------------------------------------------------------------------------


def test_the_owner_picks_what_is_left() -> None:
    assert calls("trex") == "diamonds eltoosh girls king trex"
    assert calls("trex", contracts_left=["trex", "girls"]) == "girls trex"
    assert settled("trex", "girls", dealer=2) == {"contract": "girls", "owner": 2}


@pytest.mark.parametrize(
    ("asked", "expected"),
    [
        ("king", (True, "Not yet chosen in this kingdom.", "choosing")),
        (
            "girls",
            (
                False,
                "Seat 0 has already chosen girls in this kingdom; left: king, trex.",
                "choosing",
            ),
        ),
        ("pass", (False, "Not a call in this game. Calls: king, trex.", "choosing")),
    ],
)
def test_judgements(asked: str, expected: tuple[bool, str, str]) -> None:
    assert judgement("trex", "", asked, contracts_left=["trex", "king"]) == expected


@pytest.mark.parametrize("left", [[], ["king", "king"], ["poker"], "king"])
def test_what_cannot_be_left(left: Any) -> None:
    wrong = "`contracts_left` is a list of diamonds eltoosh girls king trex, each at most once."

    assert errors(trick("trex", contracts_left=left)) == [("context.contracts_left", wrong)]
