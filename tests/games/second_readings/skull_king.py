"""Skull King a second time: the points of a hand and the end, from the rules page alone."""

from collections.abc import Mapping
from typing import Any


def _points(bid: int | None, tricks: int | None, cards: int, bonus: int | None) -> int:
    if bid is None or tricks is None:
        return 0
    if bid == 0:
        return 10 * cards + (bonus or 0) if tricks == 0 else -10 * cards
    return 20 * tricks + (bonus or 0) if bid == tricks else -10 * abs(bid - tricks)


def check(rules: Mapping[str, Any], sheet: Mapping[str, Any], result: Mapping[str, Any]) -> None:
    """Compare a sheet's result with this reading."""
    here = [True] * len(sheet["players"])
    totals: list[int] = []
    deals, over = 0, False
    for entry, got in zip(sheet["entries"], result["entries"], strict=True):
        if "bid" in entry:
            deals += 1
            cards = min(deals, 70 // sum(here))
            bonus = entry.get("bonus") or [0] * len(entry["bid"])
            each = zip(entry["bid"], entry["tricks"], bonus, strict=True)
            assert [*got["scores"]] == [_points(bid, took, cards, more) for bid, took, more in each]
            assert sum(n or 0 for n in entry["tricks"]) + entry.get("lost", 0) == cards
            over = deals >= rules["rounds"]
        if "seat" in entry:
            number = entry["seat"]["number"]
            here = [*here, *[True] * (number + 1 - len(here))]
            here[number] = entry["seat"]["name"] is not None
        totals = [n for n, sits in zip(got["totals"], here, strict=True) if sits]
    outcome = result["outcome"]
    assert (outcome is not None and outcome["rule"] == "last-deal") == over
    if over:
        assert {max(totals)} == {result["totals"][side] for side in outcome["winners"]}
