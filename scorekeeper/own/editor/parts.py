"""What no recipe says: results on the way, what carries over, checks, house rules, lines at the
end, and ends of another kind; each with its formulas as text."""

from collections.abc import Mapping
from typing import Any, Final

from scorekeeper.own.editor.draft import Document, fresh, with_item
from scorekeeper.own.editor.said import (
    FORMULA,
    FORMULAS,
    offered,
    read_said,
    with_sentence,
    write_said,
)
from scorekeeper.own.editor.worths import read_worth, text_of
from scorekeeper.sentences import tell

SECTIONS: Final[Mapping[str, tuple[str, ...]]] = {
    "options": ("label", "hint", "least", "most", "step", "usually"),
    "values": ("label", "of", "is"),
    "carries": ("label", "of", "start", "next"),
    "checks": ("must", "say", "at", "for"),
    "closing": ("text", "points", "if", "for"),
    "end": ("when", "among", "text", "tie"),
}
"""What is asked about a part of each section."""

WORTHS: Final = frozenset(("is", "start", "next", "points", "usually", "least", "most", "step"))
"""What is a number, a yes or no, or a table where it is no formula."""
_WITHIN: Final = frozenset(("of", "among"))
"""What a sentence says itself, or leaves as it is."""
_NEEDED: Final = frozenset(("label", "is", "start", "next", "must", "say", "points", "when"))
CHOICES: Final[Mapping[str, tuple[str, ...]]] = {
    "of": ("deal", "side", "player"),
    "for": ("", "deal", "side", "player"),
    "tie": ("", "shared", "play_on"),
}


def read_part(document: Document, section: str, at: int) -> dict[str, str]:
    """Return the answers about a part, as they are typed."""
    part = document[section][at]
    how, said = read_said(document, section, at)
    found = dict[str, str]()
    for key in SECTIONS[section]:
        if how != FORMULA and key == FORMULAS[section]:
            found |= said
        elif _asked(part, key) and (how == FORMULA or key not in _WITHIN):
            found[key] = text_of(part.get(key, ""))
    return found


def _asked(part: Mapping[str, Any], key: str) -> bool:
    return key not in ("least", "most", "step") or part.get("kind") == "number"


def write_part(document: Document, section: str, at: int, answers: Mapping[str, str]) -> Document:
    """Return the document with these answers about a part."""
    part = {**document[section][at]}
    how, said = read_said(document, section, at)
    for key, old in read_part(document, section, at).items():
        new = answers.get(key, old).strip()
        if new == old.strip():
            continue
        if key in said:
            said[key] = new
            part = write_said(document, section, part, how, said)
            continue
        if not new and key not in _NEEDED:
            part.pop(key, None)
        else:
            part[key] = read_worth(new) if key in WORTHS else new
    return with_item(document, section, at, part)


def new_part(document: Document, section: str) -> Document:
    """Return the document with one more part, which does nothing yet."""
    parts: dict[str, dict[str, Any]] = {
        "options": {
            **{"name": fresh(document, "rule"), "label": tell("House rule"), "kind": "number"},
            "usually": 10,
        },
        "values": {
            **{"name": fresh(document, "result"), "label": tell("Result"), "of": "side"},
            "is": 0,
        },
        "carries": {
            **{"name": fresh(document, "carried"), "label": tell("Carried over")},
            **{"of": "side", "start": 0, "next": 0},
        },
        "checks": {"must": "yes", "say": tell("This cannot be.")},
        "closing": {"text": tell("at the end"), "points": 0},
        "end": {"when": "no"},
    }
    at = len(document.get(section, ()))
    document = with_item(document, section, at, parts[section])
    for first in offered(document, section)[:1]:
        document = with_item(document, section, at, with_sentence(document, section, at, first))
    return document
