"""Trex a second time: the scores of a deal and the owners, from the rules page alone."""

from collections.abc import Iterator, Mapping
from typing import Any

OUT = (200, 150, 100, 50)


def _cards(rules: Mapping[str, Any], entry: Mapping[str, Any]) -> Iterator[tuple[int, int]]:
    """Points of seats for queens and the king of hearts."""
    for one in entry.get("cards", ()):
        cost = 75 if one["card"] == "KH" else 25
        taker, holder = one["taken_by"], one.get("doubled_by")
        if holder is None or (holder == taker and rules["self_capture"] == "single"):
            yield taker, -cost
            continue
        yield taker, -2 * cost
        if holder != taker:
            yield holder, cost
        elif one["led_by"] != taker or rules["self_lead_bonus"] == "applies":
            yield one["led_by"], cost


def _seats(rules: Mapping[str, Any], entry: Mapping[str, Any]) -> list[int]:
    game, points = entry["contract"], [0, 0, 0, 0]
    diamonds = entry["counts"] if game == "diamonds" else entry.get("diamonds", points)
    tricks = entry["counts"] if game == "eltoosh" else entry.get("tricks", points)
    scores = [rules["diamond_points"] * d - 15 * t for d, t in zip(diamonds, tricks, strict=True)]
    for seat, n in _cards(rules, entry):
        scores[seat] += n
    for seat, n in zip(entry.get("order", ()), OUT, strict=False):
        scores[seat] += n
    return scores


def check(rules: Mapping[str, Any], sheet: Mapping[str, Any], result: Mapping[str, Any]) -> None:
    """Compare a sheet's result with this reading."""
    each, deals = (2 if rules["complex"] else 5), 0
    for entry, got in zip(sheet["entries"], result["entries"], strict=True):
        if "contract" not in entry:
            continue
        assert (entry["contract"] in ("complex", "trex")) or not rules["complex"]
        assert got["owner"] == (sheet.get("dealer", 0) - deals // each) % 4
        deals += 1
        seats = _seats(rules, entry)
        if rules["partnership"]:
            seats = [seats[0] + seats[2], seats[1] + seats[3]]
        assert [*got["scores"]] == seats
    assert deals <= 4 * each
    if deals == 4 * each:
        assert result["outcome"]["rule"] == ("eight-deals" if each == 2 else "twenty-deals")
