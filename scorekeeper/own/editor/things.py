"""The second step: what is written down of a deal."""

import re
from collections.abc import Callable, Collection, Mapping
from typing import Any, Final, NamedTuple
from unicodedata import normalize

from scorekeeper.own.editor.draft import (
    Document,
    changed,
    fields,
    fresh,
    is_each,
    unused,
    with_item,
    words_of,
)
from scorekeeper.own.editor.recipes import cards_for, followed, settled, without
from scorekeeper.own.editor.sums import amount
from scorekeeper.own.editor.worths import read_number, read_worth, text_of
from scorekeeper.own.wording import WHOM
from scorekeeper.sentences import Message, phrase, tell

Item = dict[str, Any]


class Thing(NamedTuple):
    """Something to tick: how a list names it, and what a document then has."""

    title: Message
    about: Message
    item: Callable[[Document], Item]


def _everybody(document: Document) -> str:
    return "player" if is_each(document) else "side"


def _one(document: Document) -> str:
    return "seat" if is_each(document) else "side"


THINGS: Final[Mapping[str, Thing]] = {
    "bid": Thing(
        phrase("A bid"),
        phrase("a number before play"),
        lambda document: {
            **{"name": "bid", "label": tell("Bid"), "of": _everybody(document), "kind": "number"},
            **{"most": 13, "when": "before"},
        },
    ),
    "tricks": Thing(
        phrase("Tricks"),
        phrase("a number after play"),
        lambda document: {
            **{"name": "tricks", "label": tell("Tricks"), "of": _everybody(document)},
            **{"kind": "number", "most": 13, "total": 13},
        },
    ),
    "scored": Thing(
        phrase("Points"),
        phrase("a number, any size"),
        lambda document: {
            **{"name": "scored", "label": tell("Points"), "of": _everybody(document)},
            "kind": "number",
        },
    ),
    "winner": Thing(
        phrase("Who won"),
        phrase("one name"),
        lambda document: {
            **{"name": "winner", "label": tell("Who won"), "of": "deal"},
            "kind": _one(document),
        },
    ),
    "declarer": Thing(
        phrase("Who declared"),
        phrase("the taker, the maker"),
        lambda document: {
            **{"name": "declarer", "label": tell("Who declared"), "of": "deal"},
            **{"kind": _one(document), "when": "before"},
        },
    ),
    "choice": Thing(
        phrase("One of a list"),
        phrase("a contract, a suit"),
        lambda document: {
            **{"name": "choice", "label": tell("Contract"), "of": "deal", "kind": "choice"},
            **{"values": [[2, tell("Small")], [4, tell("Great")]], "when": "before"},
        },
    ),
    "event": Thing(
        phrase("An event"),
        phrase("ticked when it happens"),
        lambda document: {
            **{"name": "event", "label": tell("Something special"), "of": _everybody(document)},
            **{"kind": "yesno", "usually": False},  # nil of four was eight answers in each deal
        },
    ),
}
"""By the name that each has in formulas."""


def ticked(document: Document) -> list[str]:
    """Return which of the things a document has."""
    return [name for name in THINGS if name in fields(document)]


def with_ticks(document: Document, names: Collection[str]) -> Document:
    """Return the document with these things and none of the others; with what a new one is worth
    at first, and without what one that is gone was worth."""
    there = ticked(document)
    for name in there:
        if name not in names:
            document = removed(document, name)
    for name in THINGS:
        if name in names and name not in there:
            document = added(document, name)[0]
    return document


def added(document: Document, thing: str) -> tuple[Document, str]:
    """Return the document with one more such thing, and the name that this has."""
    item = THINGS[thing].item(document)
    item["name"] = fresh(document, item["name"])
    if item.get("when") == "before":  # asked before the others, as it is known before
        first = [one for one in document["fields"] if one.get("when") == "before"]
        later = [one for one in document["fields"] if one.get("when") != "before"]
        document = changed(document, fields=[*first, item, *later])
    else:
        document = changed(document, fields=[*document["fields"], item])
    if thing == "declarer" and "made" not in fields(document):
        made = {"name": "made", "label": tell("Contract made"), "of": "deal", "kind": "yesno"}
        document = changed(document, fields=[*document["fields"], made])
    return cards_for(document, item["name"]), str(item["name"])


def removed(document: Document, name: str) -> Document:
    """Return the document without what goes by this name, and without what that is worth."""
    document = without(document, name)
    rest = [one for one in document["fields"] if one["name"] != name]
    document = changed(document, fields=rest)
    if name == "declarer" and "made" in unused(document):
        return removed(document, "made")  # it was asked only because somebody had declared
    return settled(document)


# --- one of them ----------------------------------------------------------------------------------

ZEROS: Final[Mapping[str, tuple[str, str]]] = {
    "one": ("count(all({} = 0)) = 1", phrase("Exactly one has 0.")),
    "most_one": ("count(all({} = 0)) <= 1", phrase("Only one can have 0.")),
}
_OF_ALL: Final = ("label", "hint", "whom", "when", "if", "usually")
_KEYS: Final[Mapping[str, tuple[str, ...]]] = {
    "number": ("least", "most", "total", "zeros", "step", "different"),
    "yesno": ("total", "yes", "no"),
    "choice": ("values", "different", "once"),
    "seat": ("none",),
    "side": ("none",),
}
_LISTED: Final = frozenset(("total", "zeros", "different"))
"""What only lists have."""
_LIMITS: Final = frozenset(("least", "most", "total"))
"""What can be a number that goes by its label."""
_NEEDS: Final = frozenset((*_LIMITS, "if", "when"))
"""What says which of the things have to be asked first."""
_SHORT: Final = re.compile(r"[a-z0-9_-]+")
_USUAL: Final[Mapping[str, str]] = {"when": "after"}


def asked(field: Mapping[str, Any]) -> tuple[str, ...]:
    """Return what the form asks about a thing."""
    kind, listed = field["kind"], field["of"] != "deal"
    keys = (*_OF_ALL, *_KEYS[kind])
    return tuple(key for key in keys if listed or key not in _LISTED)


def whom_choices(document: Document, field: Mapping[str, Any]) -> dict[str, Message]:
    """Return who can answer: each of a list, one of them by name, the table once."""
    found = {of: WHOM[of] for of in ("player", "side")}
    if is_each(document):
        del found["side" if field["of"] != "side" else "player"]
        found = dict.fromkeys(found, WHOM["player"])
    if field["kind"] in ("seat", "side", "yesno"):
        found["one"] = phrase("one of them")
    if field["kind"] not in ("seat", "side"):
        found["deal"] = WHOM["deal"]
    return {key: found[key] for key in found if field["kind"] != "choice" or key != "one"}


def read_thing(document: Document, name: str) -> dict[str, str]:
    """Return the answers about one of the things, all of them as they are typed."""
    field = fields(document)[name]
    found = dict[str, str]()
    for key in asked(field):
        value = field.get(key, _USUAL.get(key, ""))
        if key == "whom":
            value = "one" if field["kind"] in ("seat", "side") else field["of"]
        elif key == "zeros":
            value = next((how for how, check in ZEROS.items() if _zeros_at(document, name, check)
                          is not None), "")  # fmt: skip
        elif key == "values":
            value = "\n".join(f"{text_of(one)} {label}" for one, label in field["values"])
        elif key == "usually" and "usually" in field:
            value = "nobody" if value is None else text_of(value)
        elif key == "different":
            value = "yes" if value else ""
        elif key in _LIMITS:
            value = named_numbers(document, name).get(str(value), value)
        found[key] = text_of(value)
    return found


def _zeros_at(document: Document, name: str, check: tuple[str, str]) -> int | None:
    must = check[0].format(name)
    checks = enumerate(document.get("checks", ()))
    return next((at for at, one in checks if one["must"] == must), None)


def write_thing(document: Document, name: str, answers: Mapping[str, str]) -> Document:
    """Return the document with these answers about one of the things."""
    old = read_thing(document, name)
    new = {key: answers.get(key, old[key]).strip() for key in old}
    altered = {key: value for key, value in new.items() if value != old[key]}
    at = [*fields(document)].index(name)
    field = {**document["fields"][at]}
    whom = altered.pop("whom", "")
    zeros = altered.pop("zeros", None)
    for key, text in altered.items():
        value = _value(field, key, text)
        if value is None and key != "usually" or key == "usually" and not text:
            field.pop(key, None)
        else:
            field[key] = value
    labels = {label.lower(): one for one, label in named_numbers(document, name).items()}
    field |= {key: labels.get(text.lower(), field[key]) for key, text in altered.items()
              if key in _LIMITS and key in field}  # fmt: skip
    before, document = document, with_item(document, "fields", at, field)
    if {"label", "none"} & {*altered}:
        document = followed(before, document, name)
    if zeros is not None:
        document = _with_zeros(document, name, zeros)
    if whom in whom_choices(document, field):
        document = _for_whom(document, name, whom)
    return _in_order(document) if _NEEDS & {*altered} else document


def named_numbers(document: Document, name: str) -> dict[str, str]:
    """Return the labels of the numbers that a limit of this thing can be, by name."""
    parts = [*document.get("options", ()), *document.get("carries", ()), *document["fields"]]
    return {
        one["name"]: str(one["label"])
        for one in parts
        if one["name"] != name
        and one.get("of", "deal") == "deal"
        and (one.get("kind") == "number" or type(one.get("start")) is int)
    }


def _in_order(document: Document) -> Document:
    """Return the document with what is known before the play first, and what others are limited by
    above them: tricks that add up to the cards dealt were refused where these were asked later."""
    there, found = fields(document), dict[str, Mapping[str, Any]]()

    def put(field: Mapping[str, Any], *asking: str) -> None:
        named = words_of({key: field[key] for key in {*_LIMITS, "if"} & {*field}})
        for one in there:
            if one in named and one not in (*asking, field["name"]):
                put(there[one], field["name"], *asking)
        found.setdefault(field["name"], field)

    for field in sorted(there.values(), key=lambda one: one.get("when") != "before"):
        put(field)
    return changed(document, fields=[*found.values()])


def _value(field: Mapping[str, Any], key: str, text: str) -> Any:
    """Return what a document has for an answer; None for none."""
    if key == "usually":
        if field["kind"] == "choice":
            return next((one for one, _ in field["values"] if text_of(one) == text), text)
        return None if text == "nobody" else read_worth(text)
    if not text or (key == "when" and text == "after"):
        return "" if key == "label" else None
    if key == "different":
        return True
    if key == "values":
        there = {text_of(one) for one, _ in field["values"]}
        return [_pair(line.strip(), there) for line in text.splitlines() if line.strip()]
    return amount(text) if key in (*_LIMITS, "step") else text


def _pair(line: str, there: Collection[str]) -> list[Any]:
    """Return what stands for one of a list, as others are `there` already, and what its key says:
    “Open misère” is all said, and stands for itself."""
    first, _, label = line.partition(" ")
    number = read_number(first)
    if number is not None:
        return [number, label.strip() or first]
    if first in there or (label and _SHORT.fullmatch(first)):
        return [first, label.strip() or first]
    plain = normalize("NFKD", line).encode("ascii", "ignore").decode().lower()
    return [re.sub(r"[^a-z0-9]+", "-", plain)[:24].strip("-") or line, line]


def _with_zeros(document: Document, name: str, how: str) -> Document:
    checks = [*document.get("checks", ())]
    ours = [form.format(name) for form, _ in ZEROS.values()]
    checks = [one for one in checks if one["must"] not in ours]
    if how in ZEROS:
        form, words = ZEROS[how]
        checks.append({"must": form.format(name), "say": tell(words), "at": name})
    return changed(document, checks=checks)


def _for_whom(document: Document, name: str, whom: str) -> Document:
    """Return the document with a thing asked of others than before, and worth what such a thing is
    worth at first: what named it by one does not fit the many."""
    document = without(document, name)
    at = [*fields(document)].index(name)
    field = {**document["fields"][at]}
    dropped = ["total", "different"] if whom in ("one", "deal") else ["none"]
    if whom == "one":
        field |= {"of": "deal", "kind": _one(document), "none": tell("nobody")}
        dropped += ["yes", "no", "usually"]
    else:
        field |= {"of": whom}
        if field["kind"] in ("seat", "side"):
            field["kind"] = "yesno"
            dropped.append("usually")
    field = {key: value for key, value in field.items() if key not in dropped}
    return settled(with_item(document, "fields", at, field))
