"""Chicago a second time: vulnerability, the score of a deal and the end, from the rules page."""

from collections.abc import Mapping
from typing import Any

FURTHER = {False: (200, 200, 300), True: (300, 300, 300)}
"""What each trick after the first costs a side that was doubled, by whether it is vulnerable."""


def _down(doubled: int, at_risk: bool, short: int) -> int:
    if not doubled:
        return short * (100 if at_risk else 50)
    costs = [200 if at_risk else 100, *FURTHER[at_risk], *[300] * 13][:short]
    return doubled * sum(costs)


def _made(entry: Mapping[str, Any], doubled: int, at_risk: bool, over: int) -> int:
    level, strain = int(entry["contract"][0]), entry["contract"][1:]
    each = 20 if strain in "CD" else 30
    tricks = (each * level + 10 * bool(strain == "NT")) * (1, 2, 4)[doubled]
    more = over * (each if not doubled else 100 * doubled * (1 + at_risk))
    game = (500 if at_risk else 300) if tricks >= 100 else 50
    slam = {6: 500, 7: 1000}.get(level, 0) * (3 if at_risk else 2) // 2
    return tricks + more + 50 * doubled + game + slam


def _points(entry: Mapping[str, Any], at_risk: list[bool]) -> list[int]:
    side, doubled, points = entry["declarer"] % 2, entry.get("doubled", 0), [0, 0]
    over = entry["tricks"] - 6 - int(entry["contract"][0])
    if over < 0:
        points[1 - side] = _down(doubled, at_risk[side], -over)
    else:
        points[side] = _made(entry, doubled, at_risk[side], over)
    if "honours" in entry:
        points[entry["honours"]["seat"] % 2] += entry["honours"]["points"]
    return points


def _at_risk(rules: Mapping[str, Any], dealer: int, deal: int) -> list[bool]:
    if deal % 4 in (0, 3):
        return [deal % 4 == 3] * 2
    side = dealer % 2 if rules["vulnerable"] == "dealer" else 1 - dealer % 2
    return [side == 0, side == 1]


def check(rules: Mapping[str, Any], sheet: Mapping[str, Any], result: Mapping[str, Any]) -> None:
    """Compare a sheet's result with this reading."""
    deals, totals = 0, [0, 0]
    for entry, got in zip(sheet["entries"], result["entries"], strict=True):
        if "passed_out" in entry:
            assert rules["all_pass"] == "counts"
            deals += 1
        elif "contract" in entry:
            dealer = (sheet.get("dealer", 0) + deals) % 4
            points = _points(entry, _at_risk(rules, dealer, deals))
            assert [*got["scores"]] == points
            deals += 1
        totals = [*got["totals"]]
    over = deals == 4 * rules["rounds"]
    assert (result["outcome"] is not None and result["outcome"]["rule"] == "last-deal") == over
    if over:
        best = [side for side in (0, 1) if totals[side] == max(totals)]
        assert [*result["outcome"]["winners"]] == best
