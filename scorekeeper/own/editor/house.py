"""House rules made of a number in a sentence or an end: each table chooses, and that number is what
is usual."""

from collections.abc import Mapping
from typing import Any, Final

from scorekeeper.own.editor.draft import Document, changed, fresh, words_of
from scorekeeper.own.editor.worths import read_number
from scorekeeper.own.keys import FARTHEST
from scorekeeper.own.reader import LONGEST_LABEL

_TIMES: Final = 10
"""How far a table may go at first: so many times what is usual."""


def rule_of(document: Document, text: str) -> Mapping[str, Any] | None:
    """Return the house rule, a number, whose name stands in place of a number, perhaps after a
    minus."""
    name = text.removeprefix("-")
    numbers = (one for one in document.get("options", ()) if one.get("kind") == "number")
    return next((one for one in numbers if one["name"] == name), None)


def number_of(document: Document, text: str) -> str:
    """Return what is usual for a house rule whose name stands there; else what stands there."""
    rule = rule_of(document, text)
    return text if rule is None else str(_signed(text, rule["usually"]))


def _signed(text: str, number: int) -> int:
    return -number if text.startswith("-") else number


def with_number(
    document: Document, text: str, typed: str, *, chosen: bool, key: str, label: str, least: int = 0
) -> tuple[Document, str]:
    """Return the document, and what stands in a place where `text` stood, once this was typed.

    Where each table may choose (`chosen`) a number is what is usual, in a house rule that is there
    or is made, called by the key and the label; numbers above 0 begin at `least`.
    """
    number, rule = read_number(typed), rule_of(document, text)
    if number is None or not chosen:
        return document, typed
    if rule is None:
        name = fresh(document, key)
        low, high = sorted((number, number * _TIMES or _TIMES * _TIMES))
        span = (
            {"least": min(low, least), "most": high} if number >= 0 else {"least": low, "most": 0}
        )
        rule = {"name": name, "label": label[:LONGEST_LABEL], "kind": "number", **span}
        rules = [*document.get("options", ()), {**rule, "usually": number}]
        return changed(document, options=rules), name
    usual = _signed(text, number)
    if usual == rule["usually"]:
        return document, text
    new = {**rule, "usually": usual}
    if usual < rule.get("least", 0):
        new["least"] = usual
    if usual > rule.get("most", 10_000):
        new["most"] = min(usual, FARTHEST)
    rules = [new if one is rule else one for one in document["options"]]
    return changed(document, options=rules), text


def tidied(old: Document, new: Document) -> Document:
    """Return the new document without house rules that only the old one has a use for."""
    used, before = words_of(_without(new)), words_of(_without(old))
    gone = {one["name"] for one in new.get("options", ()) if one["name"] in before - used}
    if not gone:
        return new
    kept = [one for one in new["options"] if one["name"] not in gone]
    examples = [_chosen(one, gone) for one in new.get("examples", ())]
    return changed(new, options=kept, examples=examples)


def _without(document: Document) -> list[Any]:
    return [document[key] for key in document if key not in ("options", "examples", "rules")]


def _chosen(example: Mapping[str, Any], gone: set[str]) -> dict[str, Any]:
    """Return a worked deal that says nothing of these house rules."""
    options = {key: one for key, one in example.get("options", {}).items() if key not in gone}
    rest = {key: example[key] for key in example if key != "options"}
    return {**rest, "options": options} if options else rest
