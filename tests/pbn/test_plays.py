"""Plays in the notation, judged card by card. South declares, West leads, spades are trumps."""

from typing import Any

import pytest

from tests.pbn.papers import DEAL, board, play, values_of

Told = tuple[Any, ...]
KEYS = ("trick", "seat", "card", "marked", "message")

FOLLOW = "Must follow suit: hearts."
MARKED = "This is marked irregular, but it may be played."
GAP = "A card before this one is missing, so the turn is unknown."


def errors(cards: str, leader: str = "W", **tags: str) -> list[Told]:
    """Return what is wrong with the cards, revokes apart."""
    found = board(play(cards, leader), **tags)
    assert found["revokes"] == []
    return values_of(found["play_errors"], *KEYS)


@pytest.mark.parametrize(
    "cards",
    [
        "H7 HA H2 H8",
        "h7 hA H2 h8 *",
        "H7 HA H2 H8 S4 SA S3 S6\n+",
        "H7 =1= HA! H2 {a} $14 H8 ; b",
        "H7=1= - - -",
        "H7 - - -\n*",
        "H7 HA + -",
        "H7 HA H2 H8\n+ SA - -",
        "H7 HA H2 H8\n- SA S3 -",
        "H7 HA H2 H8\n-- SA -- --\n*",
        "H7 HA H2 H8\n- - - - - + - - *",
        "H7 HA",
        "*",
        "+",
    ],
)
def test_a_lawful_play(cards: str) -> None:
    assert errors(cards) == []


@pytest.mark.parametrize(
    ("cards", "found"),
    [
        ("H7 HA C5 H8", [(1, "E", "5C", False, FOLLOW)]),
        ("H7 HA ^R C5 H8", [(1, "E", "5C", True, FOLLOW)]),
        ("H7 SA C5 H8", [(1, "N", "AS", False, FOLLOW), (1, "E", "5C", False, FOLLOW)]),
        ("H7 HA H2 H8\nC2 SA S3 S6", [(2, "W", "2C", False, FOLLOW.replace("hearts", "spades"))]),
    ],
)
@pytest.mark.parametrize("claim", ["", "\n*"])
def test_revokes_are_distinguished(cards: str, found: list[Told], claim: str) -> None:
    document = board(play(cards + claim))

    assert values_of(document["revokes"], *KEYS) == found
    assert set(values_of(document["revokes"], "rule")) == {"follow-suit"}
    assert document["play_errors"] == []


@pytest.mark.parametrize(
    ("cards", "found"),
    [
        ("H7 HA ^R H2 H8", [(1, "E", "2H", True, MARKED)]),
        ("^R H7 HA H2 H8", [(1, "W", "7H", True, MARKED)]),
        ("H7 ^I HA H2 H8", [(1, "N", "AH", True, MARKED)]),
        ("H7 HA HT H8", [(1, "E", "TH", False, "East does not hold the ten of hearts.")]),
        ("H7 HA ^R HT H8", [(1, "E", "TH", True, "East does not hold the ten of hearts.")]),
        ("HA HK H2 H8", [(1, "W", "AH", False, "West does not hold the ace of hearts.")]),
        ("H7 HA H2 HA", [(1, "S", "AH", False, "The ace of hearts appears twice.")]),
        ("H7 HA H2 H8\nS4 SA H2 S6",
         [(2, "E", "2H", False, "The 2 of hearts was played before.")]),
        ("H7 HA H1 H8", [(1, "E", None, False, "Not a card.")]),
        ("H7 HA HHT H8", [(1, "E", None, False, "Not a card.")]),
        ("H7 HA 2H H8", [(1, "E", None, False, "Not a card.")]),
        ("H7 HA ^ H8", [(1, "E", None, False, "Not a card.")]),
        ("H7 HA ^S H8", [(1, "E", None, True, "Not a card.")]),
        ("H7 HA H2 ^R", [(1, "S", None, False, "Not a card.")]),
        ("H7 - H2 H8", [(1, "E", "2H", False, GAP)]),
        ("- HA H2 H8", [(1, "N", "AH", False, GAP)]),
        ("H7 HA + H8", [(1, "S", "8H", False, GAP)]),
        ("H7 HA H2 -\nS4 SA S3 S6", [(2, "W", "4S", False, GAP)]),
        ("H7 HA H2 H8 * S4 SA", [(1, "W", c, False, "The play is already over.")
                                 for c in ("4S", "AS")]),
        ("H7 HA H2 H8\n^L S4 SA S3 S6", [(2, "W", "4S", True, "North leads.")]),
        ("^L H7 HA H2 H8",
         [(1, "W", "7H", True, "This is marked as a lead out of turn, but it is not one.")]),
    ],
)  # fmt: skip
def test_what_is_wrong_with_a_card(cards: str, found: list[Told]) -> None:
    assert errors(cards) == found


def test_who_led_out_of_turn_leads() -> None:
    # led by South, the ten of diamonds wins against nothing higher; West revokes upon a heart
    found = board(play("H7 HA H2 H8\nD2 DA D4 ^L DT\n- SA - -\n*"))

    assert values_of(found["play_errors"], "trick", "seat", "rule") == [(2, "S", "lead")]
    assert found["revokes"] == []
    # without the mark North would have led the ace of diamonds just the same
    assert board(play("H7 HA H2 H8\nH4 DA D4 ^L HT\n- HK - -\n*"))["revokes"] == [
        {
            **{"line": 10, "seat": "N", "trick": 2, "card": "AD", "marked": False},
            **{"message": FOLLOW, "rule": "follow-suit"},
        },
        {
            **{"line": 10, "seat": "E", "trick": 2, "card": "4D", "marked": False},
            **{"message": FOLLOW, "rule": "follow-suit"},
        },
    ]


def test_the_play_begins_at_the_declarers_left() -> None:
    assert errors("HA H2 H8 H7", "N") == [(1, "N", None, False, "West leads.")]
    assert board(play("HA H2 H8 H7", "N"))["play_errors"][0]["rule"] == "lead"
    assert errors("HA H2 H8 H7", "N", Declarer="W") == []
    assert errors("H7 HA H2 H8", "") == []


@pytest.mark.parametrize(
    ("cards", "claimed"),
    [
        ("H7 HA H2 H8 *", True),
        ("*", True),
        ("H7 - - - *", True),
        ("H7 HA H2 H8", False),
        ("H7 HA H2 H8 +", False),
    ],
)
def test_a_claim(cards: str, claimed: bool) -> None:
    assert board(play(cards))["claimed"] is claimed


# --- hands that nobody tells --------------------------------------------------------------------

HALF = DEAL.replace("J3.J32.J54.J8765", "-").replace("54.7654.7632.432", "-")


def test_a_revoke_shows_when_the_suit_comes() -> None:
    early, late = "H7 HA C5 H8", "S4 SA S3 S6\nH4 HK H2 H9"

    assert board(play(early), Deal=HALF)["revokes"] == []
    found = board(play(f"{early}\n{late}"), Deal=HALF)
    assert values_of(found["revokes"], *KEYS) == [(1, "E", "5C", False, FOLLOW)]
    assert found["play_errors"] == []


def test_no_card_is_played_twice() -> None:
    found = errors("H7 HA H2 H8\nS4 SA S3 S6\nHA HK S5 H9", Deal="")

    assert found == [(3, "W", "AH", False, "The ace of hearts was played before.")]


def test_thirteen_tricks_are_all_of_a_hand() -> None:
    rows = [f"S{rank} H{rank} D{rank} C{rank}" for rank in "AKQJT98765432"]

    found = board(play("\n".join([*rows, "SA HA DA CA *"])), Deal="", Contract="1NT", Result="")

    assert values_of(found["play_errors"], "trick", "card") == [
        (14, card) for card in ("AS", "AH", "AD", "AC")
    ]
    assert (found["claimed"], found["tricks"]) == (False, None)
