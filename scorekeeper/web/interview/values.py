"""Answers as a form sends them, and as an entry has them."""

import re
from collections.abc import Iterator, Mapping
from typing import Final

from scorekeeper.interview.lists import Series
from scorekeeper.interview.steps import Number, Question, Value
from scorekeeper.interview.tables import ChosenTable
from scorekeeper.spelling import plain_number

NONE: Final = "none"
"""What a form sends for the answer `null`."""

EMPTY: Final = "{}"
"""What it sends for a table in which no row is given."""

_APART: Final = re.compile(r"[\s,;،؛、]+")

_TERM: Final = re.compile(r"[+-]?\s*\d{1,11}")
_SUM: Final = re.compile(rf"{_TERM.pattern}(?:\s*[+-]\s*\d{{1,11}}){{0,40}}")


def encode(value: Value) -> str:
    """Return a value as a form sends it."""
    if value is None:
        return NONE
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        return ", ".join(map(encode, value))
    if isinstance(value, dict):
        return "; ".join(f"{row} {encode(given)}" for row, given in leaves(value)) or EMPTY
    return str(value)


def leaves(table: Mapping[str, Value]) -> Iterator[tuple[str, Value]]:
    """Yield the rows of a table, those of a table in it by both names: `over.trick`."""
    for name, given in table.items():
        if isinstance(given, dict) and given:
            yield from ((f"{name}.{row}", one) for row, one in given.items())
        else:
            yield name, given


def decode(question: Question, raw: str) -> Value:
    """Return the value that was sent; text that is no number stays text, to be refused in words."""
    raw = raw.strip()
    if question.none is not None and raw == NONE:
        return None
    if isinstance(question, Series):
        return [decode(question.item, part) for part in _APART.split(raw) if part]
    for key in question.keys_shown():
        if encode(key.value) == raw:
            return key.value
    if isinstance(question, ChosenTable):
        return _rows(raw)
    return _summed(raw) if isinstance(question, Number) else raw


def _rows(raw: str) -> Value:
    """Return the rows that were sent: "mis 6; nap 10, 5", "over.trick 1; short {}"."""
    rows: dict[str, Value] = {}
    for part in raw.split(";"):
        name, *numbers = [*filter(None, _APART.split(part))] or [""]
        given: Value = {} if numbers == [EMPTY] else [_summed(one) for one in numbers]
        into, _, row = name.rpartition(".")
        table = rows.setdefault(into, {}) if into else rows
        if isinstance(table, dict) and name not in ("", EMPTY):
            table[row] = given[0] if len(given) == 1 else given
    return rows


def _summed(raw: str) -> int | str:
    """Return the number, or what numbers come to that are added and taken off: "12+11-7"."""
    text = raw if raw.isascii() else plain_number(raw)
    if not _SUM.fullmatch(text):
        return raw
    return sum(int("".join(term.split())) for term in _TERM.findall(text))
