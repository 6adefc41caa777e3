"""Other names for what a document names, wherever it does: of what is written down, and of whoever
plays, where players become sides or the other way round."""

import re
from collections.abc import Mapping
from typing import Any, Final

from scorekeeper.own.editor.draft import Document, changed

_NAMES: Final = re.compile(r"\"[^\"]*\"|'[^']*'|[a-z][a-z0-9_]*")
"""What is quoted, which names nothing, or a name."""
_PLACES: Final = re.compile(r"(?<=\{)[a-z][a-z0-9_]*(?=[}:])")
_LIMITS: Final = ("if", "least", "most", "total")
_TEXTS: Final = frozenset(("text", "say"))
_NO_FORMULAS: Final = frozenset(("of", "for", "tie", "rule", "name", "label"))
_SECTIONS: Final = ("values", "checks", "lines", "carries", "closing", "end")


def renamed(document: Document, old: str, new: str) -> Document:
    """Return the document with another name for a field, in formulas, texts and worked deals."""
    examples = [_worked(one, old, new) for one in document.get("examples", ())]
    return changed(_with_names(document, {old: new}), examples=examples)


def resided(document: Document, *, alone: bool) -> Document:
    """Return the document with everything that each player has as what each side has, or the other
    way round (`alone`), formulas and all."""
    old, new = ("side", "player") if alone else ("player", "side")
    kinds = {"side": "seat"} if alone else {"seat": "side"}

    def turned(part: Mapping[str, Any]) -> dict[str, Any]:
        found = {key: one for key, one in part.items() if (key, one) != ("for", "player")}
        if found.get("of") == old:
            found["of"] = new
        if found.get("kind") in kinds:
            found["kind"] = kinds[found["kind"]]
        return found

    named = _with_names(document, {"us": "me"} if alone else {"me": "us"})
    sections = [key for key in ("fields", *_SECTIONS) if key in named]
    return changed(named, **{key: [turned(one) for one in named[key]] for key in sections})


def _with_names(document: Document, names: Mapping[str, str]) -> Document:
    return changed(
        document,
        **{key: _called(document[key], names) for key in _SECTIONS if key in document},
        fields=[_asked(one, names) for one in document["fields"]],
    )


def _called(part: Any, names: Mapping[str, str], key: str = "") -> Any:
    if isinstance(part, Mapping):
        return {name: _called(one, names, name) for name, one in part.items()}
    if isinstance(part, list):
        if key == "rows":  # before each worth stands a value, which is no name
            return [[value, _called(worth, names)] for value, worth in part]
        return [_called(one, names, key) for one in part]
    if not isinstance(part, str) or key in _NO_FORMULAS:
        return part
    words = _PLACES if key in _TEXTS else _NAMES
    return words.sub(lambda word: names.get(word[0], word[0]), part)


def _asked(field: Mapping[str, Any], names: Mapping[str, str]) -> dict[str, Any]:
    limits = {key: _called(field[key], names) for key in _LIMITS if key in field}
    return {**field, **limits, "name": names.get(field["name"], field["name"])}


def _worked(example: Mapping[str, Any], old: str, new: str) -> dict[str, Any]:
    entries = [
        {new if key == old else key: one for key, one in entry.items()}
        for entry in example["entries"]
    ]
    return {**example, "entries": entries}
