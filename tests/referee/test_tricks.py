"""Winners of tricks and legal cards: every ranking, every exception of the games."""

from itertools import pairwise
from typing import Any

import pytest

from tests.referee.asking import errors, legal, trick, winner

# --- rankings -----------------------------------------------------------------------------------

RANKINGS: list[tuple[str, str, dict[str, Any]]] = [
    ("whist", "AH KH QH JH TH 9H 8H 7H 6H 5H 4H 3H 2H", {"trump": "S"}),
    ("whist", "AS 2S AH", {"trump": "S"}),
    ("bridge", "AH KH QH JH TH 9H 8H 7H 6H 5H 4H 3H 2H", {"trump": "NT"}),
    ("oh-hell", "3D 2D AC KC", {"trump": "D"}),
    ("noms", "AC KC 2C", {"trump": "NT"}),
    ("spades", "AS 2S AH KH QH JH TH 2H", {}),
    ("sharp-nullo", "KH QH JH TH 9H 8H 7H 6H 5H 4H 3H 2H AH", {"direction": "uptown"}),
    ("sharp-nullo", "AH 2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH", {"direction": "downtown"}),
    ("euchre", "JH JD AH KH QH TH 9H 8H 7H AD KD QD TD 9D 8D 7D", {"trump": "H"}),
    ("euchre", "JD JH AD KD QD TD 9D 8D 7D AH KH QH TH 9H 8H 7H", {"trump": "D"}),
    ("euchre", "JS JC AS 7S AC KC QC TC 9C 8C 7C", {"trump": "S"}),
    ("euchre", "JC JS AC KC 7C AS KS", {"trump": "C"}),
    ("euchre", "7H AC KC QC JC TC 9C 8C 7C", {"trump": "H"}),
    ("euchre", "JH JD AH KH QH TH 9H", {"trump": "H", "deck": 24}),
    (
        "five-hundred",
        "JK JH JD AH KH QH TH 9H 8H 7H 6H 5H 4H AD KD QD TD 9D 8D 7D 6D 5D 4D",
        {"trump": "H"},
    ),
    ("five-hundred", "JK JC JS AC 5C AS", {"trump": "C"}),
    ("five-hundred", "JK JS JC AS KS QS TS 9S 8S 7S 6S 5S AC KC QC", {"trump": "S"}),
    ("five-hundred", "JK AC KC QC JC TC 9C 8C 7C 6C 5C", {"trump": "NT"}),
    ("five-hundred", "JK JC JS AC 5C 4C AS 4S", {"trump": "C", "variant": "45-card"}),
    ("five-hundred", "JK JC JS 5C 4C AS 4S", {"trump": "C", "fours": "black"}),
    ("twenty-eight", "JH 9H AH KH QH TH 8H 7H", {"trump": "S", "revealed": True}),
    (
        "twenty-eight",
        "JH 9H AH TH KH QH 8H 7H",
        {"trump": "S", "revealed": True, "ten_rank": "above_king"},
    ),
    ("twenty-eight", "JS 9S AS KS QS TS 8S 7S JH 9H 7H", {"trump": "S", "revealed": True}),
    ("twenty-eight", "JH 9H AH", {}),
]


@pytest.mark.parametrize(("game", "ranked", "facts"), RANKINGS)
def test_each_card_beats_the_next(game: str, ranked: str, facts: dict[str, Any]) -> None:
    for higher, lower in pairwise(ranked.split()):
        for plays, taker in ((f"{higher} {lower}", 0), (f"{lower} {higher}", 2)):
            answer = trick(game, plays, seats_out=[1, 3], **facts)

            assert answer["winner"] == taker, plays


@pytest.mark.parametrize(
    ("game", "plays", "facts", "expected"),
    [
        ("whist", "7H TH AD QH", {"trump": "S"}, "3 (trick-winner)"),
        ("whist", "AH 3S 2S QH", {"trump": "S"}, "1 (trick-winner)"),
        ("whist", "AH 3S 2S QH", {"trump": "NT"}, "0 (trick-winner)"),
        ("whist", "7H TH AD QH", {"trump": "S", "leader": 3}, "2 (trick-winner)"),
        ("whist", "7H TH AD QH", {"trump": "NT", "leader": 2}, "1 (trick-winner)"),
        ("noms", "7H TH AH QH 2S", {"trump": "S", "players": 5, "leader": 4}, "3 (trick-winner)"),
        ("sharp-nullo", "AH 2H KH QH", {"direction": "uptown"}, "2 (direction)"),
        ("sharp-nullo", "AH 2H KH QS", {"direction": "downtown"}, "0 (direction)"),
        ("euchre", "AH JD KH 9H", {"trump": "H"}, "1 (bowers)"),
        ("euchre", "AH JD JH 9H", {"trump": "H"}, "2 (bowers)"),
        ("euchre", "JC 9S AC KC", {"trump": "S"}, "0 (bowers)"),
        ("euchre", "AC 9S KC", {"trump": "S", "seats_out": [1]}, "2 (trick-winner)"),
        ("five-hundred", "JH JK JD AH", {"trump": "H"}, "1 (bowers)"),
        ("five-hundred", "AC JK KC QC", {"trump": "NT"}, "1 (joker)"),
        ("five-hundred", "JD QD TD JH", {"trump": "NT"}, "1 (trick-winner)"),
        ("five-hundred", "JK 5C AC AD", {"trump": "NT"}, "0 (joker)"),
        ("five-hundred", "JK 5C AC", {"trump": "NT", "seats_out": [3]}, "0 (joker)"),
        # play goes to the right, so that the second card is seat 3's
        ("twenty-eight", "TH QH 8H 7H", {"trump": "S", "revealed": True}, "3 (trick-winner)"),
        (
            "twenty-eight",
            "TH QH 8H 7H",
            {"revealed": True, "trump": "S", "leader": 1},
            "0 (trick-winner)",
        ),
        ("twenty-eight", "TH QH 8H 7H", {"play_direction": "left"}, "1 (trick-winner)"),
    ],
)
def test_the_winner_of_a_trick(game: str, plays: str, facts: dict[str, Any], expected: str) -> None:
    assert winner(game, plays, **facts) == expected


def test_nobody_takes_it_before_all_have_played() -> None:
    answer = trick("whist", "AH 3S 2S", trump="S")

    assert (answer["winner"], answer["legal"], answer["void"]) == (None, None, [1, 2])
    assert answer["reason"] == "It's seat 3's turn; hearts were led."


def test_nothing_is_played_yet() -> None:
    answer = trick("whist", trump="S", leader=2)

    assert (answer["winner"], answer["legal"], answer["void"]) == (None, None, [])
    assert (answer["reason"], answer["rule"]) == ("Seat 2 leads.", "lead")


@pytest.mark.parametrize(
    ("plays", "facts", "void"),
    [
        ("KH 2H AS 3H", {"trump": "S"}, [2]),
        ("KH 2D AS 3C", {"trump": "S"}, [1, 2, 3]),
        ("KH 2D AS 3C", {"trump": "S", "leader": 3}, [0, 1, 2]),
        ("KH 2D AS", {"trump": "S", "seats_out": [1]}, [2, 3]),
        ("KH 2H", {}, []),
        ("KH 2D", {}, [1]),
    ],
)
def test_who_has_shown_a_void(plays: str, facts: dict[str, Any], void: list[int]) -> None:
    assert trick("whist", plays, **{"trump": "S"} | facts)["void"] == void


def test_bower_is_void_in_its_printed_suit_only() -> None:
    assert trick("euchre", "AH JD KD", trump="H")["void"] == [2]
    assert trick("euchre", "AD JD KD", trump="H")["void"] == [1]
    assert trick("five-hundred", "AD JK KD", trump="NT")["void"] == [1]
    assert trick("five-hundred", "AH JK JD", trump="H")["void"] == []


# --- following suit -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "plays", "hand", "facts", "expected"),
    [
        ("whist", "KH", "7H 2C AS 9H", {}, "7H 9H (follow-suit)"),
        ("whist", "KH", "7D 2C AS", {}, "7D 2C AS (follow-suit)"),
        ("whist", "", "7D 2C AS", {}, "7D 2C AS (lead)"),
        ("bridge", "2D", "7D 2C", {"trump": "C"}, "7D (follow-suit)"),
        ("oh-hell", "2D KD", "7C 2C", {"trump": "S"}, "7C 2C (follow-suit)"),
        ("spades", "2D", "AS 2C", {}, "AS 2C (follow-suit)"),
        ("sharp-nullo", "2D", "7D 2C", {}, "7D (follow-suit)"),
        ("euchre", "KH", "JD 9D AS", {"trump": "H"}, "JD (follow-suit)"),
        ("euchre", "KD", "JD 9D AS", {"trump": "H"}, "9D (follow-suit)"),
        ("euchre", "KD", "JD AS", {"trump": "H"}, "JD AS (follow-suit)"),
        ("euchre", "JD", "KD 9H AS", {"trump": "H"}, "9H (follow-suit)"),
        ("euchre", "", "JD AS", {}, "JD AS (lead)"),
        ("five-hundred", "KH", "JK 9D AS", {"trump": "H"}, "JK (follow-suit)"),
        ("five-hundred", "KH", "JK JD 9D", {"trump": "H"}, "JK JD (follow-suit)"),
        ("five-hundred", "JK", "JH 9D", {"trump": "D"}, "JH 9D (follow-suit)"),
        ("five-hundred", "KD", "JK 9C AS", {"trump": "NT"}, "JK 9C AS (follow-suit)"),
        ("five-hundred", "KD", "JK 9D AS", {"trump": "NT"}, "9D (follow-suit)"),
        ("five-hundred", "KD", "JH 9C JD", {"trump": "NT"}, "JD (follow-suit)"),
        ("five-hundred", "JK", "9C AS", {"trump": "NT", "named_suit": "S"}, "AS (follow-suit)"),
        ("five-hundred", "JK", "9C AS", {"trump": "NT", "named_suit": "D"}, "9C AS (follow-suit)"),
        ("five-hundred", "", "JK AS", {"trump": "NT"}, "JK AS (lead)"),
    ],
)
def test_what_may_be_played(
    game: str, plays: str, hand: str, facts: dict[str, Any], expected: str
) -> None:
    assert legal(game, hand, plays, **facts) == expected


def test_after_the_trick_the_winner_leads() -> None:
    answer = trick("whist", "7H TH AD QH", "2C KH", trump="S")

    assert (answer["winner"], answer["legal"], answer["rule"]) == (3, ["2C", "KH"], "trick-winner")


def test_an_empty_hand_plays_nothing() -> None:
    assert legal("whist", "", "KH") == " (follow-suit)"


# --- leads that are barred ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("plays", "hand", "facts", "expected"),
    [
        ("", "7H AS 2C", {}, "7H 2C (breaking)"),
        ("", "7H AS 2C", {"broken": True}, "7H AS 2C (lead)"),
        ("", "7H AS 2C", {"break_spades": False}, "7H AS 2C (lead)"),
        ("", "7H AS 2C", {"variant": "bags"}, "7H AS 2C (lead)"),
        ("", "7H AS 2C", {"variant": "bags", "break_spades": True}, "7H 2C (breaking)"),
        ("", "AS 3S", {}, "AS 3S (breaking)"),
        ("", "7H 2C", {}, "7H 2C (lead)"),
        # one who cannot follow may break them, and so they are for the next lead
        ("KH", "AS 3S 2C", {}, "AS 3S 2C (follow-suit)"),
        ("KH 2H 3H 4H", "AS 2C", {}, "2C (trick-winner)"),
        ("KH 2H 3S 4H", "AS 2C", {}, "AS 2C (trick-winner)"),
        ("KS 2S 3S 4S", "AS 2C", {}, "AS 2C (trick-winner)"),
    ],
)
def test_spades_are_led_once_broken(
    plays: str, hand: str, facts: dict[str, Any], expected: str
) -> None:
    assert legal("spades", hand, plays, **facts) == expected


FIRST: dict[str, Any] = {"first_trick": True, "declarer": 0, "nominated": "KH"}


@pytest.mark.parametrize(
    ("plays", "hand", "facts", "expected"),
    [
        ("", "AH 3S 9H", FIRST, "3S (first-lead)"),
        ("", "AH 9H", FIRST, "AH 9H (first-lead)"),
        ("", "AC 9C", FIRST, "AC 9C (lead)"),
        ("", "AH 3S 9H", {**FIRST, "declarer": 2, "nominated": None}, "AH 3S 9H (lead)"),
        ("", "AH 3S 9H", {**FIRST, "leader": 2}, "AH 3S 9H (lead)"),
        ("", "AH 3S 9H", {**FIRST, "first_trick": False}, "AH 3S 9H (lead)"),
        ("", "AH 3S 9H", {"first_trick": False}, "AH 3S 9H (lead)"),
        ("", "AH KH 3S", {**FIRST, "first_lead_ban": "card"}, "AH 3S (first-lead)"),
        ("", "KH", {**FIRST, "first_lead_ban": "card"}, "KH (first-lead)"),
        ("", "AH 3S", {**FIRST, "first_lead_ban": "card"}, "AH 3S (lead)"),
        ("", "AH KH 3S", {**FIRST, "first_lead_ban": "none"}, "AH KH 3S (lead)"),
        ("2H", "AH 3S 9H", FIRST, "AH 9H (follow-suit)"),
        ("2H 4H 5H", "AH 3S 9H", {**FIRST, "declarer": 3, "trump": "S"}, "AH 9H (follow-suit)"),
        ("AH 4H 5H 6H", "2H 3S", {**FIRST, "trump": "S"}, "2H 3S (trick-winner)"),
    ],
)
def test_what_the_declarer_may_lead_first(
    plays: str, hand: str, facts: dict[str, Any], expected: str
) -> None:
    assert legal("noms", hand, plays, **facts) == expected


# --- trumps that are hidden ---------------------------------------------------------------------

HIDDEN: dict[str, Any] = {"trump": "S"}


@pytest.mark.parametrize(
    ("plays", "facts", "expected"),
    [
        # seats 0, 3, 2, 1: play goes to the right
        ("7H JS 8H TH", {"revealed": False}, "1 (hidden-trump)"),
        ("7H JS 8H TH", {"revealed": True}, "3 (trick-winner)"),
        ("7H 8H 9H TH", {"revealed": False}, "2 (trick-winner)"),
        # called when so many cards lay there: the trumps before do not count
        ("7H JS 8H TH", {"called": 1}, "3 (trick-winner)"),
        ("7H JS 8H TH", {"called": 2}, "1 (hidden-trump)"),
        ("7H JS 7S TH", {"called": 2}, "2 (trick-winner)"),
        ("7H JS 7S 8S", {"called": 2}, "1 (trick-winner)"),
        ("7H 8H 9H TH", {"called": 4}, "2 (trick-winner)"),
        # led itself, the hidden suit ranks as any other, wherever its cards lie
        ("7S JS 8S TS", {"revealed": False}, "3 (trick-winner)"),
        ("7S JS 8S TS", {"called": 3}, "3 (trick-winner)"),
        ("7S JH 8S TS", {"called": 2}, "1 (trick-winner)"),
    ],
)
def test_a_hidden_trump_takes_nothing(plays: str, facts: dict[str, Any], expected: str) -> None:
    assert winner("twenty-eight", plays, **HIDDEN, **facts) == expected


DOWN: dict[str, Any] = {"declarer": 0, "face_down": "7S"}
STAYS: dict[str, Any] = {**DOWN, "follow_face_down": False}
NO_TRUMPS: dict[str, Any] = {"trump_lead_ban": "whole_deal"}


@pytest.mark.parametrize(
    ("plays", "hand", "facts", "expected"),
    [
        # following
        ("KC", "7C JD 8C", {}, "7C 8C (follow-suit)"),
        ("KC", "7S JD AH", {"revealed": True}, "7S (must-trump)"),
        ("KC", "7D JD AH", {"revealed": True}, "7D JD AH (follow-suit)"),
        ("KC", "7S JD AH", {}, "7S (must-trump)"),
        ("KC", "7S 8S AH", {"called": 1}, "7S 8S (must-trump)"),
        ("KC", "7S JD AH", {"must_call": False}, "7S JD AH (follow-suit)"),
        ("KC", "7S JD AH", {"must_call": False, "revealed": True}, "7S JD AH (follow-suit)"),
        # leading
        ("", "7S JS AH", {"declarer": 0}, "AH (lead)"),
        ("", "7S JS AH", {"declarer": 1}, "7S JS AH (lead)"),
        ("", "7S JS AH", {"revealed": True}, "7S JS AH (lead)"),
        ("", "7H AH", {}, "7H AH (lead)"),
        ("", "7S JS", {"declarer": 0}, "7S JS (lead)"),
        ("7H 8H 9H TH", "7S AH", {"declarer": 2}, "AH (trick-winner)"),
        ("7H 8H 9H TH", "7S AH", {"declarer": 2, "called": 4}, "7S AH (trick-winner)"),
        ("7H 8H 9H TH", "7S AH", {"declarer": 0}, "7S AH (trick-winner)"),
        # beside the card that lies face down
        ("", "7S JS AH", DOWN, "AH (lead)"),
        ("", "7S JS", DOWN, "JS (lead)"),
        ("", "7S AH", {"face_down": "7S"}, "AH (lead)"),
        ("", "7S", DOWN, "7S (face-down)"),
        ("KS", "7S JS AH", {**DOWN, "leader": 1}, "JS (face-down)"),
        ("KS", "7S AH", {**DOWN, "leader": 1}, "7S (face-down)"),
        ("KS", "7S", {**DOWN, "leader": 1}, "7S (face-down)"),
        ("KH", "7S AH", {**DOWN, "leader": 1}, "AH (face-down)"),
        ("KH", "7S AC", {**DOWN, "leader": 1}, "7S (must-trump)"),
        ("KH", "7S JS AC", {**DOWN, "leader": 1}, "7S JS (must-trump)"),
        ("KH", "7S", {**DOWN, "leader": 1}, "7S (must-trump)"),
        ("KH", "7S AC", {**DOWN, "leader": 1, "must_call": False}, "AC (face-down)"),
        ("KS", "7S AC", {**DOWN, "leader": 1, "must_call": False}, "AC (face-down)"),
        ("KH", "7S", {**DOWN, "leader": 1, "must_call": False}, "7S (face-down)"),
        ("KH", "7S AC", {**DOWN, "leader": 1, "revealed": True}, "7S (must-trump)"),
        # where a hidden card need not follow: only the declarer's one card of the suit stays down
        ("KS", "7S JS AH", {**STAYS, "leader": 1}, "JS (face-down)"),
        ("KS", "7S AH 9C", {**STAYS, "leader": 1}, "AH 9C (face-down)"),
        ("KS", "7S", {**STAYS, "leader": 1}, "7S (face-down)"),
        ("KH", "7S AC", {**STAYS, "leader": 1}, "7S (must-trump)"),
        ("KS", "7S AC", {**STAYS, "leader": 1, "revealed": True}, "7S (follow-suit)"),
        # where the declarer leads no trumps in the whole deal
        ("", "7S JS AH", {**NO_TRUMPS, "declarer": 0, "revealed": True}, "AH (lead)"),
        ("", "7S JS", {**NO_TRUMPS, "declarer": 0, "revealed": True}, "7S JS (lead)"),
        ("", "7S JS AH", {**NO_TRUMPS, "declarer": 1, "revealed": True}, "7S JS AH (lead)"),
        ("", "7S JS AH", {**NO_TRUMPS, **DOWN}, "AH (lead)"),
        ("", "7S JS", {**NO_TRUMPS, **DOWN}, "JS (lead)"),
        ("", "7S", {**NO_TRUMPS, **DOWN}, "7S (face-down)"),
        ("", "7S AH", {**NO_TRUMPS, **DOWN, "revealed": True}, "AH (lead)"),
    ],
)
def test_hidden_trump_limits_what_may_be_played(
    plays: str, hand: str, facts: dict[str, Any], expected: str
) -> None:
    assert legal("twenty-eight", hand, plays, **HIDDEN, **facts) == expected


# --- what is needed -----------------------------------------------------------------------------

NO_TRUMP_SAID = [("context.trump", "Choose trumps.")]


@pytest.mark.parametrize(
    ("game", "plays", "hand", "facts", "wrong"),
    [
        ("whist", "7H TH AD QH", None, {}, NO_TRUMP_SAID),
        ("whist", "7H", "KH", {}, []),
        ("euchre", "7H", "KH", {}, NO_TRUMP_SAID),
        ("five-hundred", "7H", None, {}, NO_TRUMP_SAID),
        ("five-hundred", "", "7H JK", {}, []),
        ("twenty-eight", "7H TH AD QH", None, {"revealed": True}, NO_TRUMP_SAID),
        ("twenty-eight", "7H TH AD QH", None, {"called": 2}, NO_TRUMP_SAID),
        ("twenty-eight", "7H TH AD QH", None, {}, []),
        ("twenty-eight", "7H", "8H", {}, []),
        ("twenty-eight", "7H", "8D", {}, NO_TRUMP_SAID),
        ("twenty-eight", "", "8D", {"declarer": 0}, NO_TRUMP_SAID),
        (
            "twenty-eight",
            "",
            "8D",
            {"trump": "D"},
            [("context.declarer", "Choose the declarer.")],
        ),
        (
            "sharp-nullo",
            "7H TH AD QH",
            None,
            {},
            [("context.direction", "Say whether it is played uptown or downtown.")],
        ),
        (
            "noms",
            "",
            "8D",
            {"first_trick": True},
            [("context.declarer", "Choose the declarer.")],
        ),
        (
            "noms",
            "",
            "8D",
            {"first_trick": True, "declarer": 0},
            [("context.nominated", "Say which card was named.")],
        ),
        (
            "five-hundred",
            "JK",
            "8D",
            {"trump": "NT"},
            [("context.named_suit", "Choose the joker's suit.")],
        ),
        ("five-hundred", "JK 8D", None, {"trump": "NT"}, []),
        ("five-hundred", "JK 8D 9D TD", "AS", {"trump": "NT"}, []),
    ],
)
def test_only_what_the_answer_needs_must_be_said(
    game: str, plays: str, hand: str | None, facts: dict[str, Any], wrong: list[tuple[str, str]]
) -> None:
    answer = trick(game, plays, hand, **facts)

    assert (errors(answer) if "errors" in answer else []) == wrong


@pytest.mark.parametrize(
    ("facts", "wrong"),
    [
        ({"named_suit": "C", "shown_void": ["C"]}, True),
        ({"named_suit": "C", "shown_void": ["D", "C"]}, True),
        ({"named_suit": "C", "shown_void": ["D"]}, False),
        ({"named_suit": "C", "shown_void": ["C"], "joker_names": "any"}, False),
        ({"named_suit": "C", "shown_void": ["C"], "variant": "43-card"}, False),
        ({"named_suit": "C", "shown_void": ["C"], "trump": "H"}, False),
        ({"shown_void": ["C"]}, False),
    ],
)
def test_joker_names_no_suit_its_leader_lacks(facts: dict[str, Any], wrong: bool) -> None:
    facts = {"trump": "NT", "variant": "45-card", **facts}

    answer = trick("five-hundred", "JK", **facts)

    message = "Seat 0 is out of clubs and cannot name them."
    assert answer.get("errors", []) == (
        [{"at": "context.named_suit", "message": message}] if wrong else []
    )


# --- cards that cannot be -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "plays", "hand", "facts", "wrong"),
    [
        ("whist", "7H 7H", None, {}, [("plays[1]", "The 7 of hearts appears twice.")]),
        ("whist", "7H", "8H 7H", {}, [("hand[1]", "The 7 of hearts appears twice.")]),
        ("whist", "7H JK", None, {}, [("plays[1]", "There is no joker in this pack.")]),
        (
            "euchre",
            "7H 6H",
            None,
            {"trump": "S"},
            [("plays[1]", "There is no 6 of hearts in this pack.")],
        ),
        (
            "euchre",
            "9H 8H",
            None,
            {"trump": "S", "deck": 24},
            [("plays[1]", "There is no 8 of hearts in this pack.")],
        ),
        ("five-hundred", "", "4S", {}, [("hand[0]", "There is no 4 of spades in this pack.")]),
        (
            "five-hundred",
            "",
            "4H 3S",
            {"fours": "black"},
            [
                ("hand[0]", "There is no 4 of hearts in this pack."),
                ("hand[1]", "There is no 3 of spades in this pack."),
            ],
        ),
        ("five-hundred", "", "4S 4H JK", {"variant": "45-card"}, []),
        ("twenty-eight", "6H", None, {}, [("plays[0]", "There is no 6 of hearts in this pack.")]),
        (
            "whist",
            "1H",
            None,
            {},
            [("plays[0]", "A card is a rank, 23456789TJQKA, and a suit, CDHS; the joker is JK.")],
        ),
        (
            "whist",
            "10H",
            None,
            {},
            [("plays[0]", "A card is a rank, 23456789TJQKA, and a suit, CDHS; the joker is JK.")],
        ),
        (
            "whist",
            "ah",
            None,
            {},
            [("plays[0]", "A card is a rank, 23456789TJQKA, and a suit, CDHS; the joker is JK.")],
        ),
        (
            "whist",
            "2H 3H 4H 5H 6H",
            None,
            {"trump": "S"},
            [("plays", "Five cards were played to a trick of four.")],
        ),
        (
            "whist",
            "2H 3H",
            None,
            {"seats_out": [1, 2, 3], "trump": "S"},
            [("plays", "Two cards were played to a trick of one.")],
        ),
        (
            "whist",
            "",
            None,
            {"seats_out": [0]},
            [("context.leader", "Seat 0 leads but sits out.")],
        ),
    ],
)
def test_cards_that_cannot_be_are_named(
    game: str, plays: str, hand: str | None, facts: dict[str, Any], wrong: list[tuple[str, str]]
) -> None:
    answer = trick(game, plays, hand, **facts)

    assert (errors(answer) if "errors" in answer else []) == wrong
