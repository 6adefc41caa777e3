"""Euchre a second time: the scores of each deal and the end, from the rules page alone."""

from collections.abc import Mapping
from typing import Any


def deal(rules: Mapping[str, Any], entry: Mapping[str, Any]) -> list[int]:
    """The points of both sides for a deal."""
    if entry.get("passed_out"):
        return [0, 0]
    own, other = (0, 1) if entry["maker"] in (0, 2) else (1, 0)
    alone, tricks, points = entry.get("alone", False), entry["tricks"], [0, 0]
    if tricks == 5:
        points[own] = 4 if alone else 2
    elif tricks in (3, 4):
        points[own] = 1
    else:
        points[other] = rules["lone_euchred"] if alone else 2
        if entry.get("defend_alone") is not None and points[other] < 4:
            points[other] = 4
    return points


def allowed(rules: Mapping[str, Any], entry: Mapping[str, Any]) -> bool:
    """Whether the table plays what the entry says."""
    if entry.get("trump") == "NT" and not rules["no_trump"]:
        return False
    defender = entry.get("defend_alone")
    if defender is None:
        return True
    by_an_opponent = {defender, entry["maker"]} not in ({0, 2}, {1, 3}, {defender})
    played = rules["defend_alone"]
    return by_an_opponent and (played == "any" or (played == "against_alone" and entry["alone"]))


def end(rules: Mapping[str, Any], totals: list[int], deals: int) -> tuple[list[int], str] | None:
    """The winners, and the rule, once the game is over."""
    best = max(totals)
    if rules["target"] is not None and best >= rules["target"]:
        # both have it only after points agreed at the table
        return ([totals.index(best)], "target") if totals[0] != totals[1] else None
    if rules["max_deals"] is not None and deals == rules["max_deals"]:
        return [side for side in (0, 1) if totals[side] == best], "last-deal"
    return None


def check(rules: Mapping[str, Any], sheet: Mapping[str, Any], result: Mapping[str, Any]) -> None:
    """Compare a scored sheet."""
    totals, over = [0, 0], None
    for number, (entry, row) in enumerate(zip(sheet["entries"], result["entries"], strict=True), 1):
        assert over is None
        assert allowed(rules, entry)
        points = deal(rules, entry)
        totals = [a + b for a, b in zip(totals, points, strict=True)]
        over = end(rules, totals, number)
        assert list(row["scores"]) == points
        assert list(row["totals"]) == totals
    outcome = result["outcome"]
    assert (outcome is None) == (over is None)
    if over is not None:
        assert (list(outcome["winners"]), outcome["rule"]) == over
