"""Five Hundred a second time: the scores of a deal and the end, from the rules page alone."""

from collections.abc import Mapping, Sequence
from typing import Any

BASE = {"S": 40, "C": 60, "D": 80, "H": 100, "NT": 120}
ZERO = {
    "nullo": 250,
    "double_nullo": 500,
    "bar_nullo": 500,
    "grand_nullo": 510,
    "open_misere": 500,
}


def _level(bid: str) -> int:
    return int(bid.rstrip("SCDHNT"))


def _worth(bid: str) -> int:
    if bid in ZERO:
        return ZERO[bid]
    return BASE[bid.lstrip("0123456789")] + 100 * (_level(bid) - 6)


def _taken(entry: Mapping[str, Any], players: int) -> tuple[int, list[int]]:
    """The declaring side, and the tricks of each side."""
    if players == 3:
        return entry["declarer"], entry["side_tricks"]
    side = entry["declarer"] % 2
    tricks = [10 - entry["tricks"]] * 2
    tricks[side] = entry["tricks"]
    return side, tricks


def _made(bid: str, tricks: int) -> bool:
    return tricks == 0 if bid in ZERO else tricks >= _level(bid)


def _bidders(rules: Mapping[str, Any], bid: str, tricks: int) -> int:
    value = _worth(bid)
    if not _made(bid, tricks):
        return -value
    if bid in ZERO:
        return value
    total: int = value + rules["overtrick_value"] * (tricks - _level(bid))
    return max(total, 250) if tricks == 10 and rules["slam_bonus"] else total


def deal(
    rules: Mapping[str, Any], players: int, entry: Mapping[str, Any], totals: Sequence[int]
) -> list[int]:
    """The points of each side."""

    def limited(side: int, points: int) -> int:
        cap = rules["defenders_cap"]
        return points if cap is None else max(0, min(points, cap - totals[side]))

    if entry.get("passed_out"):
        if rules["all_pass"] == "throw_in":
            return [0] * len(totals)
        return [limited(side, 10 * n) for side, n in enumerate(entry["side_tricks"])]
    declaring, tricks = _taken(entry, players)
    bid = entry["bid"]
    made = _made(bid, tricks[declaring])
    silent = rules["defenders_score"] == "never" or (
        rules["defenders_score"] == "set_only" and made
    )
    scores = []
    for side, own in enumerate(tricks):
        if side == declaring:
            scores.append(_bidders(rules, bid, own))
            continue
        theirs = bid in ZERO and rules["nullo_defenders"] == "bidder_tricks"
        counted = 0 if silent else tricks[declaring] if theirs else own
        scores.append(limited(side, 10 * counted))
    return scores


def winners(
    rules: Mapping[str, Any],
    players: int,
    entry: Mapping[str, Any],
    totals: Sequence[int],
    deals: int,
) -> list[int] | None:
    """Who has won after the deal; None: it goes on."""
    sides = range(len(totals))
    best = [side for side in sides if totals[side] == max(totals)]
    low = rules["lose_at"]
    if low is not None and min(totals) <= low and (len(best) == 1 or max(totals) > low):
        return best
    test = rules["target"] + (rules["win_test"] == "exceed")
    there = [side for side in sides if totals[side] >= test]
    declaring, made = None, False
    if not entry.get("passed_out"):
        declaring, tricks = _taken(entry, players)
        made = _made(entry["bid"], tricks[declaring])
    if rules["win_by"] == "contract":
        if declaring in there and made:
            return [known for known in [declaring] if known is not None]
    elif there:
        if declaring is not None and declaring in there:
            return [declaring]
        if len(best) == 1:
            return best
    last = rules["max_deals"] is not None and deals >= rules["max_deals"]
    return best if last and len(best) == 1 else None


def check(rules: Mapping[str, Any], sheet: Mapping[str, Any], result: Mapping[str, Any]) -> None:
    """Compare a scored sheet."""
    players = len(sheet["players"])
    totals = [0] * (2 if players == 4 else 3)
    for number, (entry, row) in enumerate(zip(sheet["entries"], result["entries"], strict=True), 1):
        points = deal(rules, players, entry, totals)
        totals = [a + b for a, b in zip(totals, points, strict=True)]

        assert list(row["scores"]) == points
        assert list(row["totals"]) == totals
        won = winners(rules, players, entry, totals, number)
        if number == len(sheet["entries"]):
            outcome = result["outcome"]
            assert (outcome and [*outcome["winners"]]) == won
        else:
            assert won is None
