"""How the cards of each game rank."""

from itertools import pairwise
from typing import Any

import pytest

from scorekeeper.games import games
from scorekeeper.referee import TRUMP
from scorekeeper.referee.context import Context, QuestionRefused
from scorekeeper.referee.tricks import best_so_far
from tests.referee.asking import trick

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
    ("game", "plays", "facts", "best"),
    [
        ("whist", "", {"trump": "S"}, None),
        ("whist", "3H 9H", {"trump": "S"}, 1),
        ("whist", "AH 2S", {"trump": "S"}, 1),
        ("trex", "JH", {"contract": "trex", "built": None}, None),
    ],
)
def test_the_best_card_of_half_a_trick(
    game: str, plays: str, facts: dict[str, Any], best: int | None
) -> None:
    play = games()[game].play
    assert play

    assert best_so_far(play, Context(facts), plays.split()) == best


def test_half_a_trick_needs_to_know_trumps() -> None:
    play = games()["whist"].play
    assert play

    with pytest.raises(QuestionRefused):
        best_so_far(play, Context({"trump": None}, {"trump": TRUMP}), ["3H"])
