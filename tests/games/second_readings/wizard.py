"""Wizard a second time: the points of a hand and the end, from the rules page alone."""

from collections.abc import Mapping
from typing import Any


def _points(bid: int | None, tricks: int | None) -> int:
    if bid is None or tricks is None:
        return 0
    return 20 + 10 * tricks if bid == tricks else -10 * abs(bid - tricks)


def check(rules: Mapping[str, Any], sheet: Mapping[str, Any], result: Mapping[str, Any]) -> None:
    """Compare a sheet's result with this reading."""
    here = [True] * len(sheet["players"])
    totals: list[int] = []
    deals, over = 0, False
    for entry, got in zip(sheet["entries"], result["entries"], strict=True):
        if "bid" in entry:
            deals += 1
            both = zip(entry["bid"], entry["tricks"], strict=True)
            assert [*got["scores"]] == [_points(bid, tricks) for bid, tricks in both]
            last = 60 // sum(here)
            over = deals >= min(last, rules["rounds"] or last)
            bids, tricks = ([n or 0 for n in entry[name]] for name in ("bid", "tricks"))
            assert sum(tricks) == deals
            if rules["hook"] == "not-equal" and not rules["simultaneous_bids"]:
                assert sum(bids) != deals
        if "seat" in entry:
            number = entry["seat"]["number"]
            here = [*here, *[True] * (number + 1 - len(here))]
            here[number] = entry["seat"]["name"] is not None
        totals = [n for n, sits in zip(got["totals"], here, strict=True) if sits]
    outcome = result["outcome"]
    assert (outcome is not None and outcome["rule"] == "last-deal") == over
    if over:
        assert {max(totals)} == {result["totals"][side] for side in outcome["winners"]}
