"""One question as a form field: its answer, as an entry has it and as a form sends it; and the
values of an entry by the paths of their questions."""

import re
from collections.abc import Iterable, Mapping
from typing import Any, Final

from scorekeeper.engine.cards_taken import Captures, FinishOrder
from scorekeeper.engine.fields import (
    Flag,
    Key,
    Number,
    Pair,
    Path,
    Question,
    SeatOf,
    Value,
    name_of,
)
from scorekeeper.interview.series import Series, Ticked
from scorekeeper.sentences import Listing, Sentence, say, tell

CLOSED: Final = "✓"
"""What stands for a sealed answer until all of them are in."""

ABSENT: Final = object()
"""What an entry has where no value is."""

NONE: Final = "none"
"""What a form sends for the answer `null`."""

_APART: Final = re.compile(r"[\s,;]+")

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
    return _summed(raw) if isinstance(question, Number) else raw


def _summed(raw: str) -> int | str:
    """Return the number, or what numbers come to that are added and taken off: "12+11-7"."""
    text = raw.replace("−", "-")
    if not _SUM.fullmatch(text):
        return raw
    return sum(int("".join(term.split())) for term in _TERM.findall(text))


class AnswerField:
    """A question on the page, under the `name` that the form sends. `data` is the value for the
    entry, `given` whether there is one, `derived` whether it follows from others, `errors` why
    it was refused."""

    def __init__(self, question: Question) -> None:
        self.question = question
        self.name = name_of(question.path)
        self.errors: list[str] = []
        self.data: Value = None
        self.given = False
        self.derived = False
        self.raw = ""
        self.halves = ("", "")
        self.sealed = False

    def read(self, sent: list[str]) -> None:
        """Read the sent values; an empty one is no answer."""
        ticked = isinstance(self.question, Ticked)
        self.raw = encode([*filter(None, sent if ticked else sent[-1:])]).strip()
        self.given = self.raw != ""
        self.data = decode(self.question, self.raw) if self.given else None

    def read_halves(self, first: str | None, second: str | None) -> None:
        """Read both halves of a pair; one alone (the other None) is no answer yet, and an empty
        one clears the other."""
        self.halves = ("", "") if "" in (first, second) else (first or "", second or "")
        self.read(["".join(self.halves)] if all(self.halves) else [])

    def take(self, value: Value, *, derived: bool = False) -> None:
        """Answer with a stored or derived value."""
        self.data, self.raw, self.given, self.derived = value, encode(value), True, derived
        if isinstance(self.question, Pair):
            self.halves = _halves(self.question, self.raw)

    @property
    def summed(self) -> str:
        """Return what a sum that was typed comes to; empty for a number alone."""
        typed = isinstance(self.data, int) and any(sign in self.raw[1:] for sign in "+-−")
        return f"= {self.data}".replace("-", "−") if typed else ""

    @property
    def state(self) -> tuple[object, ...]:
        """All that may differ when the same question is asked."""
        known = (self.given, self.derived, self.sealed)
        return (self.name, *known, self.raw, *self.halves, *self.errors)

    def close(self) -> None:
        """Keep only that there is an answer, not which."""
        self.sealed, self.data, self.raw, self.halves = True, None, CLOSED, ("", "")


def key_label(question: Question, value: Value) -> Sentence:
    """Return what the key that enters `value` says."""
    if value is None and question.none is not None:
        return question.none
    if isinstance(question, Series):
        items = (key_label(question.item, one) for one in value)
        return say("{items}", items=Listing(tuple(items)))
    found = next((key.label for key in question.keys_shown() if key.value == value), None)
    return found or say("{value}", value=value if isinstance(value, int | str) else str(value))


def clear_label(question: Question) -> str:
    """Return what the key says that takes an answer back."""
    return tell("nobody") if isinstance(question, SeatOf) else tell("none")


def _halves(question: Pair, raw: str) -> tuple[str, str]:
    """Return the two halves of a pair's value: `("4", "S")`."""
    pairs = ((str(one.value), str(two.value)) for one in question.first for two in question.second)
    return next((pair for pair in pairs if "".join(pair) == raw), ("", ""))


def rows_of(keys: Iterable[Key]) -> list[list[Key]]:
    """Return the keys by row."""
    rows: dict[int, list[Key]] = {}
    for key in keys:
        rows.setdefault(key.row, []).append(key)
    return [rows[row] for row in sorted(rows)]


def is_tick(question: Question) -> bool:
    """Return whether the answer is a tick or nothing."""
    return isinstance(question, Flag)


def is_captures(question: Question) -> bool:
    """Return whether the answer says who took which cards."""
    return isinstance(question, Captures)


def is_ranking(question: Question) -> bool:
    """Return whether the answer is an order of seats."""
    return isinstance(question, FinishOrder)


def is_typed(question: Question) -> bool:
    """Return whether the answer is typed, having no keys."""
    return not question.keys_shown() and not isinstance(question, Flag)


def value_at(entry: Mapping[str, Any], path: Path) -> Any:
    """Return the value there, or `ABSENT`."""
    place: Any = entry
    for step in path:
        if isinstance(place, Mapping):
            place = place.get(str(step), ABSENT)
        elif isinstance(place, list) and isinstance(step, int) and step < len(place):
            place = place[step]
        else:
            return ABSENT
        if place is ABSENT:
            return ABSENT
    return place


def set_at(entry: dict[str, Any], path: Path, value: Value) -> None:
    """Set the value at the path."""
    place: Any = entry
    for step in path[:-1]:
        place = place.setdefault(step, {})
    place[path[-1]] = value


def remove_at(entry: dict[str, Any], path: Path) -> None:
    """Remove the value at the path."""
    place: Any = entry
    for step in path[:-1]:
        place = place.get(step, {})
    place.pop(path[-1], None)


def entry_of(answers: Mapping[str, Value]) -> dict[str, Any]:
    """Return a draft's answers by field name, as an entry to begin with; lists become objects."""
    entry: dict[str, Any] = {}
    for name, value in answers.items():
        set_at(entry, tuple(name.split(".")), value)
    return entry
