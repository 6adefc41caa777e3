"""Worths as text that can be typed: a number, yes or no, a formula, or a table row by row.

by oudlers
0: 56
1: 51
otherwise: 36
"""

import re
from typing import Any, Final

_WHOLE: Final = re.compile(r"[-−]?[0-9]{1,10}")
_HEAD: Final = re.compile(r"(by|from) (.+)")
_TRUTHS: Final = {"yes": True, "no": False}


def text_of(worth: Any) -> str:
    """Return a worth as it is typed."""
    if isinstance(worth, dict):
        key = "from" if "from" in worth else "rows"
        rows = [[f"{'from' if key == 'from' else 'by'} {worth['by']}"]]
        rows += [[text_of(value), text_of(one)] for value, one in worth[key]]
        if "else" in worth:
            rows.append(["otherwise", text_of(worth["else"])])
        return "\n".join(map(": ".join, rows))
    if isinstance(worth, bool):
        return "yes" if worth else "no"
    return str(worth)


def read_number(text: str) -> int | None:
    """Return the whole number that a text is, with whichever minus; None where it is none."""
    text = text.strip()
    return int(text.replace("−", "-")) if _WHOLE.fullmatch(text) else None


def read_worth(text: str) -> Any:
    """Return the worth that was typed."""
    lines = [line.strip() for line in text.strip().splitlines() if line.strip()]
    head = _HEAD.fullmatch(lines[0]) if len(lines) > 1 else None
    if head is None:
        return _one(text)
    table: dict[str, Any] = {"by": head[2]}
    rows = table["from" if head[1] == "from" else "rows"] = list[Any]()
    for line in lines[1:]:
        key, _, worth = line.partition(":")
        if key.strip() == "otherwise":
            table["else"] = _one(worth)
        else:
            rows.append([_one(key), _one(worth)])
    return table


def _one(text: str) -> Any:
    """Return a number, yes or no, or else a formula or a word."""
    text = text.strip()
    number = read_number(text)
    return _TRUTHS.get(text, text) if number is None else number
