"""Pads under the house rules of other tables, and with other numbers of players."""

from typing import Any

import pytest

from tests.web.phones import Phone

THREE = ["Ann", "Ben", "Cat"]


@pytest.mark.parametrize(
    ("game", "head", "deal", "scores"),
    [
        (
            "spades",
            {"players": THREE, "options": {"blind_bid_min": 5, "boston_bonus": 100}},
            {"bids": [5, 6, 4], "blind": [0], "tricks": [6, 6, 5]},
            [101, 60, 41],
        ),
        (
            "spades",
            {"options": {"blind_bid_min": 6, "top_trumps": "jokers"}},
            {"bids": [3, 3, 3, 3], "blind": [0], "tricks": [4, 3, 3, 3]},
            [121, 60],
        ),
        (
            "twenty-eight",
            {"players": [*THREE, "Dan", "Eve", "Fay"], "options": {"pair": True}},
            {"declarer": 4, "bid": 20, "points": 16, "pair": 2},
            [2, 0],
        ),
        (
            "oh-hell",
            {
                "players": THREE,
                "options": {"exact": {"base": 20}, "miss": {"over": {}, "short": {"off": -7}}},
            },
            {"bids": [4, 4, 3], "tricks": [2, 5, 3]},
            [-14, 0, 20],
        ),
        (
            "five-hundred",
            {"players": THREE, "options": {"open_misere": True}},
            {"declarer": 0, "bid": "7D", "side_tricks": [7, 2, 1]},
            [180, 20, 10],
        ),
    ],
)
def test_a_deal_is_on_the_pad_and_its_pages_open(
    phone: Phone, game: str, head: dict[str, Any], deal: dict[str, Any], scores: list[int]
) -> None:
    table = phone.starts(game, deal, **head)

    page = phone.get(table)

    assert page.status == 200
    assert all(str(points).replace("-", "−") in page.text for points in scores)
    for link in ("", "/sheet.json", "/results", "/edit/0", "/referee", "/rules"):
        assert phone.get(table + link).status < 500
    for referee in {*page.links("/referee"), *page.links("/rules/"), *page.links(table)}:
        assert phone.get(referee).status < 400, referee
