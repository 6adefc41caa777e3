"""Solo Whist a second time: what a deal brings each player, from the rules page alone."""

from collections.abc import Mapping
from typing import Any

NEEDS = {"prop_cop": 8, "solo": 5, "misere": 0, "abundance": 9, "abundance_trump": 9}
NEEDS |= {"misere_ouverte": 0, "slam": 13}
STAKES: dict[str, str] = {
    "document": "1 1 2 3 3 4 6",
    "units": "1,1,1 1,1,1 2 3,2,1 3,2,1 4 6",
    "pence": "10,1,1 10,1,1 25 50,1,1 60,1,1 75 100",
}


def _row(rules: Mapping[str, Any], contract: str) -> tuple[int, int, int]:
    """The value of a contract, and what each trick over and under adds."""
    stakes = rules["stakes"]
    named = stakes if isinstance(stakes, str) else "document"
    row = [*map(int, STAKES[named].split()[list(NEEDS).index(contract)].split(","))]
    if isinstance(stakes, dict) and contract in stakes:
        row = stakes[contract] if isinstance(stakes[contract], list) else [stakes[contract]]
    if len(row) == 1:
        simple = contract in ("misere", "misere_ouverte", "slam")
        row = [*row, *[0 if simple else rules["overtrick_value"]] * 2]
    value, over, under = row
    return value, over, under


def check(rules: Mapping[str, Any], sheet: Mapping[str, Any], result: Mapping[str, Any]) -> None:
    """Compare a scored sheet."""
    for deal, row in zip(sheet["entries"], result["entries"], strict=True):
        if "contract" not in deal:
            assert not any(row["scores"])
            continue
        callers, needed = deal["declarers"], NEEDS[deal["contract"]]
        price, over, under = _row(rules, deal["contract"])
        tricks = deal.get("tricks")
        if tricks is None:
            assert not over
            assert not under
            good = deal["made"]
        elif needed == 0:
            good = tricks == 0
        else:
            good = tricks >= needed
            price += over * (tricks - needed) if good else under * (needed - tricks)
        if rules["payment"] == "paper":
            expected = [price if (seat in callers) == good else 0 for seat in range(4)]
        else:
            gain = price if good else -price
            others = 4 - len(callers)
            expected = [
                gain * others if seat in callers else -gain * len(callers) for seat in range(4)
            ]
        assert list(row["scores"]) == expected
