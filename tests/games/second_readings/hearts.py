"""Hearts a second time: the points of a deal and the end, from the rules page alone."""

from collections.abc import Mapping
from typing import Any


def _points(rules: Mapping[str, Any], entry: Mapping[str, Any]) -> list[int]:
    hearts = [n or 0 for n in entry["hearts"]]
    here = [n is not None for n in entry["hearts"]]
    points = [n + 13 * (seat == entry["queen"]) for seat, n in enumerate(hearts)]
    if 26 in points and rules["moon"] == "others":
        points = [26 * (n != 26 and sits) for n, sits in zip(points, here, strict=True)]
    elif 26 in points and rules["moon"] == "own":
        points = [-26 * (n == 26) for n in points]
    if rules["jack"]:
        points[entry["jack_of"]] -= 10
    return points


def check(rules: Mapping[str, Any], sheet: Mapping[str, Any], result: Mapping[str, Any]) -> None:
    """Compare a sheet's result with this reading."""
    here = [True] * len(sheet["players"])
    totals: list[int] = []
    for entry, got in zip(sheet["entries"], result["entries"], strict=True):
        if "hearts" in entry:
            assert [*got["scores"]] == _points(rules, entry)
        if "seat" in entry:
            number = entry["seat"]["number"]
            here = [*here, *[True] * (number + 1 - len(here))]
            here[number] = entry["seat"]["name"] is not None
        totals = [n for n, sits in zip(got["totals"], here, strict=True) if sits]
    over = bool(totals) and max(totals) >= rules["target"] and totals.count(min(totals)) == 1
    outcome = result["outcome"]
    assert (outcome is not None and outcome["rule"] == "target") == over
    if over:
        assert [min(totals)] == [result["totals"][side] for side in outcome["winners"]]
