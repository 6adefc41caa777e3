"""The house rules of a document, and the fields that are written down of a deal."""

import re
from collections.abc import Mapping
from typing import Any, Final

from scorekeeper.interview.steps import Path
from scorekeeper.own.parts import LEAST, MOST, Answer, Field
from scorekeeper.own.shapes import LONGEST, LONGEST_LABEL
from scorekeeper.own.terms import DEAL, NUMBER, Scope
from scorekeeper.own.worths import Worths

FARTHEST: Final = 1_000_000
"""Limits of a number that is entered, and of the points of a line, are within this."""

_WORD: Final = re.compile(r"[A-Za-z0-9_-]{1,24}")
_KEYS: Final[Mapping[str, tuple[str, ...]]] = {
    "number": ("least", "most", "step", "total", "different"),
    "yesno": ("total", "yes", "no"),
    "choice": ("different", "values", "once"),
    "seat": ("none",),
    "side": ("none",),
}
"""What each kind of field has beside what all have."""


class Answers(Worths):
    """Reads house rules and fields."""

    def _answer(
        self, one: dict[str, Any], path: Path, scope: Scope | None, needs_usual: bool
    ) -> dict[str, Any]:
        """Return what an option and a field have alike; a `scope` for limits by formula."""
        kind = one["kind"]
        found: dict[str, Any] = {"name": self.name(one, path), "kind": kind}
        found["label"] = self.text(one, path, "label", LONGEST_LABEL)
        for key in ("hint", "yes", "no", "none"):
            if key in one:
                found[key] = self.text(one, path, key, LONGEST if key == "hint" else LONGEST_LABEL)
        if kind == "choice":
            found["labels"] = self._labels(one, path)
        if kind == "number":
            self._limits(one, path, scope, found)
        if "usually" in one:
            found.update(has_usual=True, usual=one["usually"])
            if not _fits(one["usually"], kind, found, self.most_players):
                self.fault((*path, "usually"), "This cannot be the answer.")
        elif needs_usual:
            self.fault((*path, "usually"), "Say what holds where it is not asked.")
        return found

    def _limits(
        self, one: dict[str, Any], path: Path, scope: Scope | None, found: dict[str, Any]
    ) -> None:
        for key, usual in (("least", LEAST), ("most", MOST)):
            given = one.get(key, usual)
            if scope is not None and type(given) is str:
                term = self.formula(given, (*path, key), scope, DEAL, NUMBER)
                found[f"{key}_by"] = term.run if term else None
            else:
                found[key] = self.whole(one, path, key, (-FARTHEST, FARTHEST), usual)
        if not {"least_by", "most_by"} & found.keys() and found["least"] > found["most"]:
            self.fault((*path, "most"), "The most is below the least.")
        found["step"] = self.whole(one, path, "step", (1, MOST), 1)

    def _labels(self, one: dict[str, Any], path: Path) -> dict[Any, str]:
        given, at, labels = one.get("values"), (*path, "values"), dict[Any, str]()
        if type(given) is not list or not 2 <= len(given) <= 40:
            self.fault(at, "A choice has 2 to {n} values.", n=40)
            return labels
        for number, pair in enumerate(given):
            if type(pair) is not list or len(pair) != 2:
                self.fault((*at, number), "A value and its label.")
                continue
            value = pair[0]
            good = (type(value) is int and abs(value) <= FARTHEST) or (
                type(value) is str and _WORD.fullmatch(value)
            )
            if not good or {type(value)} != {*map(type, labels or (value,))}:
                self.fault((*at, number, 0), "Values are all whole numbers, or all words.")
                continue
            if value in labels:
                self.fault(at, "“{value}” is there twice.", value=str(value))
                self.fault((*at, number, 0), "“{value}” is there twice.", value=str(value))
            labels[value] = self.text(pair, (*at, number), 1, LONGEST_LABEL)
        return labels

    def option(self, path: Path, given: Any) -> Answer:
        kind = given.get("kind") if type(given) is dict else None
        keys = {"number": ("least", "most", "step"), "choice": ("values",)}.get(str(kind), ())
        needed = ("name", "label", "kind", "usually", *(("values",) if kind == "choice" else ()))
        one = self.object(given, path, needed, ("hint", *keys))
        kind = self.choice(one, path, "kind", "number", "yesno", "choice")
        found = self._answer({**one, "kind": kind}, path, None, needs_usual=False)
        option = Answer(**found)
        self.know(option.name, option.worded, kind == "number" and option.least >= 1)
        return option

    def field(self, path: Path, given: Any) -> Field:
        common = ("hint", "when", "if", "usually")
        kind = given.get("kind") if type(given) is dict else None
        further = _KEYS.get(str(kind), ())
        needed = ("name", "label", "of", "kind", *(("values",) if kind == "choice" else ()))
        one = self.object(given, path, needed, (*common, *further))
        kind = self.choice(one, path, "kind", *_KEYS)
        of = self.choice(one, path, "of", "deal", "player", "side")
        listed, scope = of != "deal", self.scope()
        if listed and kind in ("seat", "side"):
            self.fault((*path, "of"), "A player or a side is asked for once in a deal.")
            self.fault((*path, "kind"), "A player or a side is asked for once in a deal.")
        for key in ("total", "different"):
            if key in one and not listed:
                self.fault((*path, key), "Only what everybody answers has this.")
        found = self._answer({**one, "kind": kind}, path, scope, needs_usual="if" in one)
        when: Any = self.choice({"when": "after", **one}, path, "when", "before", "after")
        once: Any = ""
        if "once" in one:
            once = self.choice(one, path, "once", "game", "player" if listed else "dealer")
        total = None
        if "total" in one and listed:
            at = (*path, "total")
            total, _ = self.worth(one["total"], at, scope, DEAL, NUMBER, table=False)
        field = Field(
            **found,
            of=of,
            level=self.level_of(of),
            when=when,
            asked_if=self.run_of(one, path, "if", DEAL, scope),
            total=total,
            different=self.truth(one, path, "different"),
            once=once,
        )
        worded = field.worded
        self.know(field.name, worded._replace(name=worded.name._replace(level=field.level)))
        return field


def _fits(value: Any, kind: str, found: Mapping[str, Any], players: int) -> bool:
    """Return whether a value can be what is usual."""
    if kind == "number":
        if type(value) is not int or abs(value) > FARTHEST:
            return False
        least, most = found.get("least"), found.get("most")
        if (least is not None and value < least) or (most is not None and value > most):
            return False
        return bool((value - (least or 0)) % found.get("step", 1) == 0)
    if kind == "yesno":
        return type(value) is bool
    if kind == "choice":
        labels = found.get("labels", {})
        return type(value) in (int, str) and value in labels
    if value is None:
        return "none" in found
    return type(value) is int and 0 <= value < players
