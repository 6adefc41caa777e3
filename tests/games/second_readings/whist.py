"""Whist a second time: the scores of a deal, the trumps and the rubber, from the rules page
alone."""

from collections.abc import Mapping, Sequence
from typing import Any

HONOURS = {3: 2, 4: 4}


def _counted(
    rules: Mapping[str, Any], entry: Mapping[str, Any], before: Sequence[int]
) -> list[int]:
    """The points for tricks and honours of each side."""
    tricks = entry["side_tricks"]
    points = [n if rules["scoring"] == "all_tricks" else max(0, n - 6) for n in tricks]
    held, target = entry.get("honours"), rules["target"]
    if held:
        won = target is not None and any(before[side] + points[side] >= target for side in (0, 1))
        close = target is not None and before[held["side"]] >= target - 1
        if not won and not close:
            points[held["side"]] += HONOURS[held["count"]]
    return points


class _Rubber:
    """Where a rubber stands."""

    def __init__(self) -> None:
        self.points, self.games = [0, 0], [0, 0]

    def deal(self, target: int, counted: Sequence[int]) -> list[int]:
        """The points of the rubber that a deal brings each side."""
        self.points = [a + b for a, b in zip(self.points, counted, strict=True)]
        score = [0, 0]
        for side, other in ((0, 1), (1, 0)):
            if self.points[side] >= target:
                theirs, half = self.points[other], (target + 1) // 2
                score[side] = 3 if theirs == 0 else 2 if theirs < half else 1
                self.games[side] += 1
                if self.games[side] == 2:
                    score[side] += 2
                self.points = [0, 0]
                break
        return score


def check(rules: Mapping[str, Any], sheet: Mapping[str, Any], result: Mapping[str, Any]) -> None:
    """Compare a sheet's result with this reading."""
    totals, rubber, deals = [0, 0], _Rubber(), 0
    for entry, got in zip(sheet["entries"], result["entries"], strict=True):
        if "side_tricks" in entry:
            if rules["trumps"] == "fixed":
                assert got["trump"] == "HCDS"[deals % 4]
            deals += 1
            in_rubber = rules["scoring"] == "rubber"
            score = _counted(rules, entry, rubber.points if in_rubber else totals)
            if in_rubber:
                score = rubber.deal(rules["target"], score)
                assert got["state"] == {"points": rubber.points, "games": rubber.games}
            assert [*got["scores"]] == score
        totals = [a + b for a, b in zip(totals, got["scores"], strict=True)]
        assert [*got["totals"]] == totals
    if rules["scoring"] == "rubber" and 2 in rubber.games:
        best = [side for side in (0, 1) if totals[side] == max(totals)]
        assert result["outcome"]["winners"] == (best if len(best) == 1 else [])
