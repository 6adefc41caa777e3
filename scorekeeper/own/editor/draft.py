"""A game that is being made: where it begins, the names in its formulas, what is wrong with it."""

import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

from scorekeeper.engine import Fault
from scorekeeper.own.reading import FORMAT, DocumentRefused, read_document
from scorekeeper.own.terms import RESERVED
from scorekeeper.sentences import tell

Document = dict[str, Any]

STEPS: Final = range(1, 6)
NAME, WRITE, WORTH, END, TRY = STEPS
"""The steps: its name and players, what is written down, what that is worth, when it is over, a
deal to try."""

_STEP_OF: Final[Mapping[Any, int]] = {
    "fields": WRITE,
    "end": END,
    "wins": END,
    **dict.fromkeys(("options", "values", "checks", "lines", "nothing", "carries"), WORTH),
    **dict.fromkeys(("closing", "passed_out", "rules"), WORTH),
    "examples": TRY,
}
_WORD: Final = re.compile(r"[a-z][a-z0-9_]*")
_QUOTED: Final = re.compile(r"\"[^\"]*\"|'[^']*'")
_NAMED: Final = re.compile(r"\{([a-z][a-z0-9_]*)")
_TEXTS: Final = frozenset(("text", "say", "label", "hint", "title", "yes", "no", "none", "name"))


def blank() -> Document:
    """Return the game that a new draft begins with: points of each player, to be added up."""
    return {
        "format": FORMAT,
        "name": tell("Our game"),
        "players": [2, 6],
        "sides": "each",
        "wins": "most",
        "fields": [{"name": "scored", "label": tell("Points"), "of": "player", "kind": "number"}],
        "lines": [{"text": f"{tell('Points')}: {{scored}}", "points": "scored"}],
        "end": [{"when": "max(all(total)) >= 500"}],
    }


def changed(document: Document, **parts: Any) -> Document:
    """Return the document with these parts; a list of further parts that is empty is left out."""
    always = ("fields", "lines", "end")
    new = {**document, **parts}
    return {key: value for key, value in new.items() if key in always or value not in ([], None)}


def with_item(
    document: Document, section: str, at: int, item: Mapping[str, Any] | None
) -> Document:
    """Return the document with another item there, or a further one; None takes it out."""
    items = [*document.get(section, ())]
    items[at : at + 1] = [] if item is None else [item]
    return changed(document, **{section: items})


def is_each(document: Document) -> bool:
    """Return whether everybody plays alone, whatever the number of players."""
    sides = document["sides"]
    return {*sides.values()} <= {"each"} if isinstance(sides, dict) else sides == "each"


def fields(document: Document) -> Mapping[str, Mapping[str, Any]]:
    """Return what is written down, by its name."""
    return {one["name"]: one for one in document["fields"]}


def fresh(document: Document, name: str) -> str:
    """Return the name, with a number after it where something is called that already."""
    names = (name, *(f"{name}_{number}" for number in range(2, 200)))
    return next(one for one in names if one not in names_of(document) | RESERVED)


def names_of(document: Document) -> set[str]:
    """Return all that formulas can name of a document."""
    sections = ("options", "fields", "values", "carries")
    return {one["name"] for section in sections for one in document.get(section, ())}


def called(document: Document, *sections: str) -> list[str]:
    """Return what formulas can name of these sections, or of all, each with what a table calls it
    where that differs."""
    sections = sections or ("fields", "options", "values", "carries")
    parts = [one for section in sections for one in document.get(section, ())]
    found = ((str(one["name"]), str(one["label"])) for one in parts)
    return [name if name == label.lower() else f"{name} ({label})" for name, label in found]


def words_of(part: Any) -> set[str]:
    """Return the names in the formulas of a part of a document."""
    return {*_words(part, formula=True)}


def _words(part: Any, formula: bool) -> Iterator[str]:
    if isinstance(part, Mapping):
        for key, one in part.items():
            yield from _words(one, formula=key not in _TEXTS)
    elif isinstance(part, list | tuple):
        for one in part:
            yield from _words(one, formula)
    elif isinstance(part, str):
        yield from _WORD.findall(_QUOTED.sub("", part)) if formula else _NAMED.findall(part)


def unused(document: Document) -> list[str]:
    """Return the names of what is written down and named nowhere else."""
    sections = ("lines", "values", "checks", "carries", "closing")
    used = words_of([document.get(section, ()) for section in sections])
    for field in document["fields"]:
        limits = {key: field[key] for key in ("if", "least", "most", "total") if key in field}
        used |= words_of(limits)
    return [name for name in fields(document) if name not in used]


def faults_of(document: Document) -> tuple[Fault, ...]:
    """Return what is wrong with a draft."""
    try:
        read_document(document)
    except DocumentRefused as refused:
        return refused.faults
    return ()


def step_of(fault: Fault) -> int:
    """Return the step in which a fault can be put right."""
    return _STEP_OF.get(fault.path[0], NAME) if fault.path else WORTH
