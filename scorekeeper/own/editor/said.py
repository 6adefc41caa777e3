"""Carried values and ends that sentences say: count it up, one step on, remember; someone has so
many, only one is left. Read only where the sentence would write that very formula."""

import re
from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple

from scorekeeper.own.editor.draft import Document, fields, words_of
from scorekeeper.own.editor.sums import signed
from scorekeeper.own.wording import conditions
from scorekeeper.sentences import Message, phrase, tell

FORMULA: Final = "formula"
Choices = Mapping[str, str]


class Said(NamedTuple):
    """A sentence: what it is called, what it can be about, how its formula is written, what is
    carried at first, and the number in it at first, if it has one."""

    title: Message
    choices: Callable[[Document], Choices]
    written: str
    start: Any = 0
    limit: str = ""


def _numbers(document: Document) -> Choices:
    return {name: f["label"] for name, f in fields(document).items() if f["kind"] == "number"}


def _conditions(document: Document) -> Choices:
    return dict(conditions(document))


def _carried(document: Document) -> Choices:
    carries = document.get("carries", ())
    return {one["name"]: one["label"] for one in carries if type(one["start"]) is int}


def _totals(document: Document) -> Choices:
    return {"total": tell("Total"), **_carried(document)}


SAID: Final[Mapping[str, Mapping[str, Said]]] = {
    "carries": {
        "count": Said(phrase("count it up"), _numbers, "{name} + {what}"),
        "on": Said(
            phrase("one step on if …"), _conditions, "if {what} then {name} + 1 else {name}", 1
        ),
        "remember": Said(phrase("remember that …"), _conditions, "{what}", start=False),
    },
    "end": {
        "has": Said(
            phrase("someone has so many …"), _carried, "max(all({what})) >= {limit}", limit="3"
        ),
        "left": Said(
            *(phrase("only one has more than …"), _totals, "count(all({what} > {limit})) <= 1"),
            limit="0",
        ),
    },
}
"""By section and name; all that they do not say takes a formula."""
FORMULAS: Final[Mapping[str, str]] = {"carries": "next", "end": "when"}
"""Where such a formula stands."""


def offered(document: Document, section: str) -> list[str]:
    """Return the sentences that are about something of this document."""
    said = SAID.get(section, {})
    found = [one for one in said if said[one].choices(document)]
    return [*found, FORMULA] if found else []


def read_said(document: Document, section: str, at: int) -> tuple[str, dict[str, str]]:
    """Return the sentence that a part is, and the answers in it."""
    part = document[section][at]
    formula = str(part.get(FORMULAS.get(section, ""), ""))
    for how, said in SAID.get(section, {}).items():
        for what in said.choices(document):
            places = {"name": part.get("name", ""), "what": what, "limit": "LIMIT"}
            form = re.escape(said.written.format(**places))
            found = re.fullmatch(form.replace("LIMIT", "(-?[0-9]+|[a-z][a-z0-9_]*)"), formula)
            if found:
                return how, {"what": what, **({"limit": found[1]} if said.limit else {})}
    return FORMULA, {}


def write_said(
    document: Document, section: str, part: Mapping[str, Any], how: str, answers: Mapping[str, str]
) -> dict[str, Any]:
    """Return a part that says this."""
    said = SAID[section][how]
    places = {**answers, "name": part.get("name", "")}
    if "limit" in places:
        places["limit"] = signed(places["limit"])
    formula = said.written.format(**places)
    new = {**part, FORMULAS[section]: formula}
    return {**new, "of": _level(document, places["what"])} if section == "carries" else new


def _level(document: Document, formula: str) -> str:
    """Return who has what a formula is about."""
    named = words_of([formula])
    levels = {one["of"] for name, one in fields(document).items() if name in named}
    if "me" in named or "player" in levels:
        return "player"
    return "side" if "us" in named or "side" in levels else "deal"


def with_sentence(document: Document, section: str, at: int, how: str) -> dict[str, Any]:
    """Return a part that is another sentence; as a formula it stays what it was."""
    part = document[section][at]
    old, _ = read_said(document, section, at)
    if how == old:
        return dict(part)
    if how == FORMULA:
        # in brackets, or it would be read as the sentence that it was
        return {**part, FORMULAS[section]: f"({part[FORMULAS[section]]})"}
    said = SAID[section][how]
    what = next(iter(said.choices(document)), "")
    started = {"start": said.start} if section == "carries" else {}
    return write_said(
        document, section, {**part, **started}, how, {"what": what, "limit": said.limit}
    )
