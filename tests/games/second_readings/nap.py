"""Nap a second time: what a deal brings each player, from the rules page alone."""

from collections.abc import Mapping
from typing import Any

NEEDS = {"one": 1, "two": 2, "three": 3, "mis": 0, "four": 4}
NEEDS |= dict.fromkeys(("nap", "wellington", "blucher"), 5)
STAKES = {
    "document": "1/1 2/2 3/3 3/3 4/4 10/10 20/20 40/40",
    "half_lost": "1/1 2/2 3/3 3/3 4/4 10/5 20/10 40/20",
    "books": "1/1 2/2 3/3 3/6 4/4 10/5 20/10 30/15",
    "pub": "1/1 2/2 3/3 3/3 4/4 5/5 10/10 20/20",
}


def _stake(rules: Mapping[str, Any], bid: str) -> tuple[int, int]:
    """What a bid wins and loses."""
    stakes = rules["stakes"]
    named = stakes if isinstance(stakes, str) else "document"
    won, lost = map(int, STAKES[named].split()[list(NEEDS).index(bid)].split("/"))
    split = named in ("half_lost", "books") and bid in ("nap", "wellington", "blucher", "mis")
    if isinstance(stakes, dict) and bid in stakes:
        split = isinstance(stakes[bid], list)
        won, lost = stakes[bid] if split else (stakes[bid], stakes[bid])
    if bid == "nap" and rules["nap_fail"] == "half" and not split:
        lost = lost // 2 + lost % 2
    return won, lost


def check(rules: Mapping[str, Any], sheet: Mapping[str, Any], result: Mapping[str, Any]) -> None:
    """Compare a scored sheet."""
    players = len(sheet["players"])
    for number, (deal, row) in enumerate(zip(sheet["entries"], result["entries"], strict=True)):
        if "declarer" not in deal:
            assert not rules["dealer_must_bid"]
            assert not any(row["scores"])
            continue
        bid, declarer = deal["bid"], deal["declarer"]
        assert bid != "one" or (rules["dealer_must_bid"] and declarer == number % players)
        won, lost = _stake(rules, bid)
        good = deal.get("made")
        if good is None:
            good = deal["tricks"] >= NEEDS[bid] if NEEDS[bid] else deal["tricks"] == 0
        each = won if good else -lost
        expected = [-each] * players
        expected[declarer] = each * (players - 1)
        assert list(row["scores"]) == expected
