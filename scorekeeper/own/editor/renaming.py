"""Another name for what is written down, wherever a document names it."""

import re
from collections.abc import Mapping
from typing import Any, Final

from scorekeeper.own.editor.draft import Document, changed

_NAMES: Final = re.compile(r"\"[^\"]*\"|'[^']*'|[a-z][a-z0-9_]*")
"""What is quoted, which names nothing, or a name."""
_LIMITS: Final = ("if", "least", "most", "total")
_TEXTS: Final = frozenset(("text", "say"))
_NO_FORMULAS: Final = frozenset(("of", "for", "tie", "rule", "name", "label"))
_SECTIONS: Final = ("values", "checks", "lines", "carries", "closing", "end")


def renamed(document: Document, old: str, new: str) -> Document:
    """Return the document with another name for a field, in formulas, texts and worked deals."""
    return changed(
        document,
        **{key: _called(document[key], old, new) for key in _SECTIONS if key in document},
        fields=[_asked(one, old, new) for one in document["fields"]],
        examples=[_worked(one, old, new) for one in document.get("examples", ())],
    )


def _called(part: Any, old: str, new: str, key: str = "") -> Any:
    if isinstance(part, Mapping):
        return {name: _called(one, old, new, name) for name, one in part.items()}
    if isinstance(part, list):
        if key == "rows":  # before each worth stands a value, which is no name
            return [[value, _called(worth, old, new)] for value, worth in part]
        return [_called(one, old, new, key) for one in part]
    if not isinstance(part, str) or key in _NO_FORMULAS:
        return part
    if key in _TEXTS:
        return re.sub(rf"\{{{old}(?=[}}:])", lambda place: f"{{{new}", part)
    return _NAMES.sub(lambda word: new if word[0] == old else word[0], part)


def _asked(field: Mapping[str, Any], old: str, new: str) -> dict[str, Any]:
    limits = {key: _called(field[key], old, new) for key in _LIMITS if key in field}
    return {**field, **limits, "name": new if field["name"] == old else field["name"]}


def _worked(example: Mapping[str, Any], old: str, new: str) -> dict[str, Any]:
    entries = [
        {new if key == old else key: one for key, one in entry.items()}
        for entry in example["entries"]
    ]
    return {**example, "entries": entries}
