"""Spades a second time: the scores of a deal and the bags after it, from the rules page alone."""

from collections.abc import Mapping, Sequence
from typing import Any


def partners_of(rules: Mapping[str, Any], players: int) -> list[list[int]]:
    """The seats of each side."""
    if players == 4 and rules["partnership"]:
        return [[0, 2], [1, 3]]
    return [[seat] for seat in range(players)]


def deal(
    rules: Mapping[str, Any], players: int, entry: Mapping[str, Any], bags: Sequence[int]
) -> tuple[list[int], list[int]]:
    """The points of each side for the deal, and its bags after it."""
    points, left = [], []
    for side, seats in enumerate(partners_of(rules, players)):
        score, new = _side(rules, players, entry, side, seats)
        tally, cost = _penalty(rules, bags[side] + new, new)
        points.append(score - cost)
        left.append(tally)
    return points, left


def _is_nil(rules: Mapping[str, Any], bid: Any) -> bool:
    return bid in ("nil", "double_nil") or (bid == 0 and rules["nil"])


def _taken(entry: Mapping[str, Any], side: int, seats: list[int]) -> tuple[int, Mapping[int, int]]:
    """All tricks of the side, and those of each nil bidder in it, where they are told."""
    if "tricks" in entry:
        each = {seat: entry["tricks"][seat] for seat in seats}
        return sum(each.values()), each
    told = {int(seat): n for seat, n in entry.get("nil_tricks", {}).items()}
    return entry["side_tricks"][side], told


def _side(
    rules: Mapping[str, Any], players: int, entry: Mapping[str, Any], side: int, seats: list[int]
) -> tuple[int, int]:
    bids = {seat: entry["bids"][seat] for seat in seats}
    nils = [seat for seat in seats if _is_nil(rules, bids[seat])]
    numbers = [bids[seat] for seat in seats if seat not in nils]
    tricks, each = _taken(entry, side, seats)
    astray = sum(each[seat] for seat in nils)
    helps = rules["failed_nil_tricks_help_partner"] and numbers
    score, bags, made = 0, 0, True
    if numbers:
        own = tricks if helps else tricks - astray
        contract, made = sum(numbers), own >= sum(numbers)
        bags = max(own - contract, 0)
        score += _contract(rules, contract, own, side in entry.get("blind", ()))
        score += bags * rules["bag_points"]
    if astray and not helps:
        how = rules["failed_nil_bags"]
        if how in ("always", "counted") or (how == "only_if_partner_makes" and made):
            bags += astray
            score += 0 if how == "counted" else astray * rules["bag_points"]
    for seat in nils:
        worth = rules["nil_value"] * (2 if bids[seat] == "double_nil" else 1)
        score += -worth if each[seat] else worth
    if tricks == (17 if players == 3 else 13):
        score += rules["boston_bonus"]
    return score, bags


def _contract(rules: Mapping[str, Any], contract: int, own: int, blind: bool) -> int:
    costs = rules["set_score"] == "minus_contract"
    ten = 100 if contract == 10 and rules["ten_for_200"] and not blind else 0
    if own < contract:
        if blind:
            return -20 * contract
        return -10 * contract - ten if costs else 0
    tens = own if rules["trick_points"] == "collected" else contract
    return 10 * tens + (10 * contract if blind else 0) + ten


def _penalty(rules: Mapping[str, Any], tally: int, new: int) -> tuple[int, int]:
    """The bags that are left, and what the full sets cost."""
    every = rules["bag_penalty_every"]
    if not new or not every or tally < every:
        return tally, 0
    if rules["bag_remainder"] == "reset":
        return 0, rules["bag_penalty"]
    return tally % every, tally // every * rules["bag_penalty"]


def check(rules: Mapping[str, Any], sheet: Mapping[str, Any], result: Mapping[str, Any]) -> None:
    """Compare a scored sheet."""
    players = len(sheet["players"])
    bags = [0] * len(partners_of(rules, players))
    for entry, row in zip(sheet["entries"], result["entries"], strict=True):
        points, bags = deal(rules, players, entry, bags)

        assert list(row["scores"]) == points
        assert list(row["state"]["bags"]) == bags
