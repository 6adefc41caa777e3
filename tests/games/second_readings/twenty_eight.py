"""Twenty-Eight a second time: the scores of a deal, from the rules page alone."""

from collections.abc import Mapping
from typing import Any


def _points(rules: Mapping[str, Any], entry: Mapping[str, Any]) -> int:
    """What the deal brings the declarer's side."""
    bid = entry["bid"]
    if bid == "single_hand":
        worth: int = rules["single_hand"]
        return worth if entry["made"] else -worth
    assert rules["min_bid"] <= bid <= 28
    made, pair = entry.get("made"), entry.get("pair")
    if "points" in entry:
        target = bid
        if pair is not None:
            ours = pair % 2 == entry["declarer"] % 2
            target = max(bid - 4, rules["min_bid"]) if ours else min(bid + 4, 28)
        made = entry["points"] >= target
    win = 1 if bid < 20 else 2 if bid < 25 else 3
    lose = win + 1
    if rules["scoring"] == "flat":
        win, lose = 1, 1
    times = {0: 1, 1: 2, 2: 4}[entry.get("doubled", 0)]
    return (win if made else -lose) * times


def check(rules: Mapping[str, Any], sheet: Mapping[str, Any], result: Mapping[str, Any]) -> None:
    """Compare a sheet's result with this reading."""
    for entry, got in zip(sheet["entries"], result["entries"], strict=True):
        if "declarer" in entry:
            scores = [0, 0]
            scores[entry["declarer"] % 2] = _points(rules, entry)
            assert [*got["scores"]] == scores
