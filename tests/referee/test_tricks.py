"""How the cards of each game rank."""

from itertools import pairwise
from typing import Any

import pytest

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
