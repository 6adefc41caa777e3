"""Oh Hell! a second time: the scores of each hand and its cards, from the rules page alone."""

from collections.abc import Mapping
from typing import Any


def points(rules: Mapping[str, Any], bid: int, tricks: int) -> int:
    """What a bid brings."""
    if bid == tricks:
        ten_each = 10 if bid == 0 else 10 * bid
        kept = {"ten_per_trick": ten_each, "ten_plus_bid": 10 + bid}
        return kept.get(rules["exact"], 10 + bid**2)
    return {"per_trick": -10 * abs(tricks - bid), "zero": 0, "tricks_only": tricks}[rules["miss"]]


def sizes(rules: Mapping[str, Any], players: int) -> list[int]:
    """The cards of each hand."""
    if rules["hand_sizes"]:
        return list(rules["hand_sizes"])
    first = next(n for n in range(10, 0, -1) if n * players < 52 * rules["packs"])
    return [*range(first, 0, -1), *range(2, first + 1)]


def check(rules: Mapping[str, Any], sheet: Mapping[str, Any], result: Mapping[str, Any]) -> None:
    """Compare a scored sheet."""
    players = len(sheet["players"])
    hands, totals = sizes(rules, players), [0] * players
    assert players <= 7 or rules["packs"] == 2
    assert max(hands) * players <= 52 * rules["packs"]
    for number, (entry, row) in enumerate(zip(sheet["entries"], result["entries"], strict=True)):
        size = hands[number] if number < len(hands) else 1
        assert sum(entry["tricks"]) == size == row["hand_size"]
        scores = [points(rules, *one) for one in zip(entry["bids"], entry["tricks"], strict=True)]
        totals = [a + b for a, b in zip(totals, scores, strict=True)]
        assert list(row["scores"]) == scores
    best = [seat for seat in range(players) if totals[seat] == max(totals)]
    over = len(sheet["entries"]) >= len(hands) and len(best) == 1
    assert result["finished"] == over
    if over:
        assert list(result["outcome"]["winners"]) == best
