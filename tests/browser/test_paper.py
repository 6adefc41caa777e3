"""The whole sheet on paper: one page, however long the evening was."""

import re
from typing import Any

import pytest

from tests.browser.phone import Phone

pytestmark = pytest.mark.browser

TWELVE = ["Ann", "Ben", "Cat", "Dan", "Eve", "Fay", "Gus", "Hal", "Ida", "Jon", "Kay", "Lou"]
DOWN = [
    {"contract": "2H", "declarer": 1, "doubled": 1, "tricks": 7},
    {"contract": "1NT", "declarer": 0, "doubled": 0, "tricks": 6},
]
LONG: dict[str, tuple[str, list[Any], dict[str, Any]]] = {
    "a rubber of 24 deals": ("bridge", DOWN * 12, {}),
    "60 deals of two sides": (
        "spades",
        [
            {"bids": bids, "side_tricks": tricks}
            for bids in ([4, 3, 3, 2], [3, 4, 2, 3])
            for tricks in ([7, 6], [6, 7])
        ]
        * 15,
        {"options": {"target": 2000, "lose_at": -2000}},
    ),
    "60 deals of seven who pay one another": (
        "nap",
        [{"declarer": 0, "bid": "three", "tricks": 2}] * 60,
        {"players": TWELVE[:7]},
    ),
    "60 deals of twelve": ("tally", [{"points": [10] * 12}] * 60, {"players": TWELVE}),
}


@pytest.mark.parametrize("evening", LONG)
def test_a_long_evening_is_printed_on_one_page(phone: Phone, evening: str) -> None:
    game, deals, head = LONG[evening]
    phone.bring(game, *deals, **head)
    phone.go(f"{phone.table}/paper")
    assert phone.page.locator(".whole tbody tr").count() == len(deals)

    printed = phone.page.pdf(format="A4")

    assert len(re.findall(rb"/Type\s*/Page\b", printed)) == 1
