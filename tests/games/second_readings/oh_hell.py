"""Oh Hell! a second time: the scores of each hand and its cards, from the rules page alone."""

from collections.abc import Mapping
from typing import Any


def kept(exact: Any, bid: int, size: int) -> int:
    """What a bid brings that was made, in a hand of so many cards."""
    if isinstance(exact, str):
        ten_each = 10 if bid == 0 else 10 * bid
        return {
            "ten_per_trick": ten_each,
            "ten_plus_bid": 10 + bid,
            "ten_plus_square": 10 + bid**2,
            "nought_five": 10 + bid if bid else 5,
            "nought_five_plus_cards": 10 + bid if bid else 5 + size,
            "five_plus_bid": 5 + bid,
            "twenty_plus_square": 20 + bid**2,
        }[exact]
    if bid:
        found = exact.get("base", 0)
        found += exact.get("bid", 0) * bid
        return int(found + exact.get("square", 0) * bid * bid)
    if "zero" in exact or "zero_card" in exact:
        return int(exact.get("zero", 0) + size * exact.get("zero_card", 0))
    return int(exact.get("base", 0))


def missed(miss: Any, bid: int, tricks: int) -> int:
    """What a bid brings that was missed."""
    off = max(bid, tricks) - min(bid, tricks)
    if isinstance(miss, str):
        return {
            "per_trick": -10 * off,
            "zero": 0,
            "tricks_only": tricks,
            "minus_bid": -bid,
            "minus_difference": -off,
            "minus_five": -5 * off,
            "minus_square": -(off**2),
            "minus_ten_plus_bid": -10 - bid,
            "over_tricks_only": tricks if tricks > bid else 0,
        }[miss]
    if "over" in miss:
        return missed(miss["over"] if tricks > bid else miss["short"], bid, tricks)
    each = {"base": 1, "bid": bid, "trick": tricks, "off": off, "square": off * off}
    return sum(number * each[row] for row, number in miss.items())


def points(rules: Mapping[str, Any], bid: int, tricks: int, size: int) -> int:
    """What a bid brings."""
    if bid == tricks:
        return kept(rules["exact"], bid, size)
    return missed(rules["miss"], bid, tricks)


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
        played = zip(entry["bids"], entry["tricks"], strict=True)
        scores = [points(rules, bid, tricks, size) for bid, tricks in played]
        totals = [a + b for a, b in zip(totals, scores, strict=True)]
        assert list(row["scores"]) == scores
    best = [seat for seat in range(players) if totals[seat] == max(totals)]
    over = len(sheet["entries"]) >= len(hands) and len(best) == 1
    assert result["finished"] == over
    if over:
        assert list(result["outcome"]["winners"]) == best
