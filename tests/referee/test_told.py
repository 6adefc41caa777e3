"""The facts that play reveals: a trick about later ones, a turn about its own trick."""

from typing import Any

import pytest

from scorekeeper import questions
from scorekeeper.games import games
from scorekeeper.referee import tricks

HEARTS = "AH KH QH JH"

TRICKS: list[tuple[str, dict[str, Any], str, dict[str, Any]]] = [
    ("whist", {"trump": "H"}, HEARTS, {}),
    # twenty-eight: a trump that was shown stays open
    ("twenty-eight", {"trump": "S"}, "AH KH 9S QH", {}),
    ("twenty-eight", {"trump": "S", "called": 2}, "AH KH 9S QH", {"revealed": True}),
    ("twenty-eight", {"trump": "S", "revealed": True}, HEARTS, {"revealed": True}),
    ("twenty-eight", {"trump": "S", "face_down": "9S"}, "AH KH 9S QH", {"revealed": True}),
    # spades: any spade breaks them
    ("spades", {}, HEARTS, {}),
    ("spades", {}, "AH KH 2S QH", {"broken": True}),
    ("spades", {}, "2S 3S 4S 5S", {"broken": True}),
    # nap: the first suit led is trumps, but for a mis
    ("nap", {"first_trick": True}, HEARTS, {"trump": "H"}),
    ("nap", {"first_trick": True, "mis": True}, HEARTS, {}),
    ("nap", {}, HEARTS, {}),
    ("nap", {"first_trick": True, "joker": True}, "JK KH QH JH", {}),
    (
        "nap",
        {"first_trick": True, "joker": True, "named_suit": "S"},
        "JK KH QH JH",
        {"trump": "S"},
    ),
]

TURNS: list[tuple[dict[str, Any], str, str, dict[str, Any]]] = [
    ({}, "AH KH", "9S 7D", {"called": 2}),
    ({}, "AH KH", "JC 7D", {"called": 2}),
    ({}, "AH KH", "9S 7H", {}),
    ({}, "", "9S 7H", {}),
    ({"revealed": True}, "AH KH", "9S 7D", {}),
    ({"called": 1}, "AH KH", "9S 7D", {}),
    ({"must_call": False}, "AH KH", "9S 7D", {}),
    # the declarer calls too where the card face down is his only one of the suit
    ({"face_down": "7H", "trump": "H"}, "AH KH", "7H 7D", {"called": 2}),
    # unless it need not follow; without the suit the declarer calls all the same
    ({"face_down": "7H", "trump": "H", "follow_face_down": False}, "AH KH", "7H 7D", {}),
    ({"face_down": "7S", "trump": "S", "follow_face_down": False}, "AH KH", "7S 7D", {"called": 2}),
]


@pytest.mark.parametrize(("game", "facts", "plays", "told"), TRICKS)
def test_facts_from_a_trick(
    game: str, facts: dict[str, Any], plays: str, told: dict[str, Any]
) -> None:
    play = games()[game].play
    assert play is not None
    context = questions.read_context(games()[game], None, facts)

    assert play.after_trick(context, plays.split()) == told


@pytest.mark.parametrize(("facts", "plays", "hand", "told"), TURNS)
def test_facts_from_a_turn(
    facts: dict[str, Any], plays: str, hand: str, told: dict[str, Any]
) -> None:
    game = games()["twenty-eight"]
    assert game.play is not None
    context = questions.read_context(game, None, {"trump": "S", **facts})

    assert tricks.facts_from_turn(game.play, context, plays.split(), hand.split()) == told
