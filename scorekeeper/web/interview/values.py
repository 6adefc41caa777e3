"""Answers as a form sends them, and as an entry has them."""

import re
from typing import Final

from scorekeeper.interview.lists import Series
from scorekeeper.interview.steps import Number, Question, Value
from scorekeeper.interview.tables import ChosenTable
from scorekeeper.spelling import plain_number

NONE: Final = "none"
"""What a form sends for the answer `null`."""

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
        return "; ".join(f"{row} {encode(given)}" for row, given in value.items())
    return str(value)


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
    """Return the rows that were sent: "mis 6; nap 10, 5"."""
    rows: dict[str, Value] = {}
    for part in filter(None, map(str.strip, raw.split(";"))):
        name, *numbers = filter(None, _APART.split(part))
        given = [_summed(one) for one in numbers]
        rows[name] = given[0] if len(given) == 1 else given
    return rows


def _summed(raw: str) -> int | str:
    """Return the number, or what numbers come to that are added and taken off: "12+11-7"."""
    text = raw if raw.isascii() else plain_number(raw)
    if not _SUM.fullmatch(text):
        return raw
    return sum(int("".join(term.split())) for term in _TERM.findall(text))
