"""Skat a second time: the value of a game, its points and the end, from the rules page alone."""

from collections.abc import Mapping
from typing import Any

BASE = {"D": 9, "H": 10, "S": 11, "C": 12, "grand": 24}
NULLS = {"skat": 23, "hand": 35, "ouvert": 46, "hand ouvert": 59}


def _counted(entry: Mapping[str, Any]) -> tuple[int, bool]:
    """The game's value and whether its declarer did what was announced."""
    how, result = entry.get("how", "skat"), entry["result"]
    if entry["game"] == "null":
        return NULLS[how], result == "won"
    schneider = result in ("schneider", "schwarz", "under 31", "no trick")
    schwarz = result in ("schwarz", "no trick")
    count, reached = entry["matadors"] + 1, result in ("won", "schneider", "schwarz")
    if how != "skat":
        count += 1
    if how in ("schneider", "schwarz", "ouvert"):
        count += 1
        reached = reached and schneider
        schneider = True
    if how in ("schwarz", "ouvert"):
        count += 1
        reached = reached and schwarz
        schwarz = True
    if how == "ouvert":
        count += 1
    count += schneider + schwarz
    return count * BASE[entry["game"]], reached


def _declarers(entry: Mapping[str, Any]) -> tuple[int, bool]:
    """What the declarer gets without Seeger-Fabian, and whether the game is won."""
    value, won = _counted(entry)
    bid = entry.get("bid") or 0
    if value < bid:
        won = False
        if entry["game"] == "null":
            value = next(one for one in NULLS.values() if one >= bid)
        while value < bid:
            value += BASE[entry["game"]]
    doubled = {"none": 1, "kontra": 2, "re": 4}[entry.get("kontra", "none")]
    return (value if won else -2 * value) * doubled, won


def _points(rules: Mapping[str, Any], entry: Mapping[str, Any], here: list[bool]) -> list[int]:
    points, won = _declarers(entry)
    others = 0
    if rules["seeger"]:
        points += 50 if won else -50
        others = 0 if won else (30 if sum(here) == 4 else 40)
    scores = [others * sits for sits in here]
    scores[entry["declarer"]] = points
    return scores


def check(rules: Mapping[str, Any], sheet: Mapping[str, Any], result: Mapping[str, Any]) -> None:
    """Compare a sheet's result with this reading."""
    here, deals = [True] * len(sheet["players"]), 0
    for entry, got in zip(sheet["entries"], result["entries"], strict=True):
        if "seat" in entry:
            number = entry["seat"]["number"]
            here = [*here, *[True] * (number + 1 - len(here))]
            here[number] = entry["seat"]["name"] is not None
        deals += "game" in entry or "passed_out" in entry
        if "game" in entry:
            assert [*got["scores"]] == _points(rules, entry, here)
        if "passed_out" in entry:
            assert not any(got["scores"])
    rounds, outcome = rules["rounds"], result["outcome"]
    over = rounds is not None and deals >= rounds * sum(here)
    assert (outcome is not None and outcome["rule"] == "rounds") == over
    if over:
        totals = [n for n, sits in zip(result["totals"], here, strict=True) if sits]
        assert {result["totals"][side] for side in outcome["winners"]} == {max(totals)}
