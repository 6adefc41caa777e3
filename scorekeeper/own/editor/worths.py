"""Worths as text that can be typed: a number, yes or no, a formula, or a table row by row.

by oudlers
0: 56
1: 51
otherwise: 36
"""

import re
from collections.abc import Mapping
from typing import Any, Final, NamedTuple

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


MOST_ROWS: Final = 40


class Table(NamedTuple):
    """A table as it is typed: by what, how a row is found, its rows with some that are empty, and
    what holds where no row fits."""

    by: str
    how: str
    rows: list[tuple[str, str]]
    otherwise: str

    @property
    def filled(self) -> list[int]:
        """The places of the rows that are not empty."""
        return [at for at, row in enumerate(self.rows) if any(row)]

    @property
    def text(self) -> str:
        """The table as a worth is typed."""
        lines = [f"{'from' if self.how == 'from' else 'by'} {self.by}"]
        lines += [": ".join(self.rows[at]) for at in self.filled]
        return "\n".join([*lines, *[f"otherwise: {one}" for one in (self.otherwise,) if one]])


def typed_table(text: str, answers: Mapping[str, str]) -> Table:
    """Return a table with other answers in it, each row where it was typed."""
    answers = {key: " ".join(one.splitlines()) for key, one in answers.items()}
    worth = read_worth(text)
    how = "from" if "from" in worth else "rows"
    given = [(text_of(key), text_of(one)) for key, one in worth[how]]
    rows = [
        (answers.get(f"key{at}", key).strip(), answers.get(f"worth{at}", one).strip())
        for at, (key, one) in enumerate([*given, *[("", "")] * MOST_ROWS][:MOST_ROWS])
    ]
    asked = 1 + max((at for at, row in enumerate(rows) if any(row)), default=-1)
    by, how = answers.get("by", worth["by"]), answers.get("how", how)
    otherwise = answers.get("otherwise", text_of(worth.get("else", ""))).strip()
    return Table(by, how, rows[: asked + 3], otherwise)
