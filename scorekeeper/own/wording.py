"""What formulas come to in a player's words, where they are such as the editor writes; else as they
are, in the signs of print."""

import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

from scorekeeper.sentences import Message, phrase, tell

_NAME: Final = r"[a-z][a-z0-9_]*"
_EACH: Final = re.compile(rf"(?:(-?[0-9]+|{_NAME}) \* )?(-?)({_NAME})")
_ENDS: Final[Mapping[str, Message]] = {
    rf"max\(all\(total\)\) (?:>=|≥) (-?[0-9]+|{_NAME})": phrase("Someone reaches {n}"),
    rf"min\(all\(total\)\) (?:<=|≤) (-?[0-9]+|{_NAME})": phrase("Someone falls to {n}"),
    rf"deal (?:>=|≥) ([0-9]+|{_NAME})": phrase("After deals: {n}"),
}


def signs(formula: object) -> str:
    """Return a formula with the signs of print."""
    if isinstance(formula, bool):
        return tell("yes") if formula else tell("no")
    text = str(formula).replace("*", "×").replace("/", "÷").replace("-", "−")  # noqa: RUF001
    return text.replace("!=", "≠").replace("<=", "≤").replace(">=", "≥")


def conditions(document: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield what a line can be bound to without a formula of one's own: a formula, and its
    words."""
    for field in document["fields"]:
        name, label, kind = field["name"], field["label"], field["kind"]
        if kind == "yesno":
            yield name, tell("{what}: yes", what=label)
            yield f"not {name}", tell("{what}: no", what=label)
        elif kind in ("seat", "side"):
            one = "me" if kind == "seat" else "us"
            yield f"{one} = {name}", tell("{what}: whoever it is", what=label)
            yield f"{one} != {name}", tell("{what}: all the others", what=label)
        elif kind == "number" and field["of"] != "deal":
            yield f"{name} = 0", tell("{what} is 0", what=label)
            yield f"{name} > 0", tell("{what} is more than 0", what=label)


def condition_in_words(document: Mapping[str, Any], formula: str) -> str:
    """Return a condition as a sentence has it."""
    return dict(conditions(document)).get(formula) or signs(formula)


def points_in_words(document: Mapping[str, Any], points: object) -> str:
    """Return what points come to: a number, or so many for each of something that is written
    down."""
    found = _EACH.fullmatch(str(points))
    labels = {one["name"]: one["label"] for one in document["fields"] if one["kind"] == "number"}
    if type(points) is str and found and found[3] in labels and not (found[1] and found[2]):
        worth = _number(document, found[1] or f"{found[2]}1")
        return tell("{what}: {n} each", what=labels[found[3]], n=worth)
    return tell("{points} points", points=_number(document, str(points)))


def end_in_words(document: Mapping[str, Any], when: str) -> str:
    """Return when a game is over."""
    for form, words in _ENDS.items():
        if found := re.fullmatch(form, when):
            return tell(words, n=_number(document, found[1]))
    return signs(when)


def _number(document: Mapping[str, Any], text: str) -> str:
    """Return a number as it is printed, or in quotes the label of the house rule that it is."""
    rules = {one["name"]: f"“{one['label']}”" for one in document.get("options", ())}
    return rules.get(text) or signs(text)
