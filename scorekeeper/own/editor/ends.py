"""The fourth step: when a game is over, who wins, and what happens if two are equal."""

import re
from collections.abc import Iterator, Mapping
from typing import Any, Final, NamedTuple

from scorekeeper.own.editor.draft import Document, changed
from scorekeeper.own.editor.sums import signed


class Ends(NamedTuple):
    """The answers; each limit is a number or the name of a house rule, empty where that ends no
    game. `tie`: `play_on` or `shared`."""

    reach: str
    deals: str
    falls: str
    wins: str
    tie: str


_WRITTEN: Final[Mapping[str, str]] = {
    "reach": "max(all(total)) >= {}",
    "deals": "deal >= {}",
    "falls": "min(all(total)) <= {}",
}
_READ: Final = {
    name: re.compile(re.escape(form).replace(r"\{\}", r"(-?[0-9]+|[a-z][a-z0-9_]*)"))
    for name, form in _WRITTEN.items()
}
PLAY_ON: Final = "play_on"
SHARED: Final = "shared"


def _limits(document: Document) -> Iterator[tuple[int, str, str]]:
    """Yield the ends that the form knows: their place, their name there, their limit."""
    seen = set[str]()
    for at, end in enumerate(document["end"]):
        for name, form in _READ.items():
            found = form.fullmatch(str(end["when"]))
            if found and name not in seen and "among" not in end:
                seen.add(name)
                yield at, name, found[1]


def others(document: Document) -> list[int]:
    """Return the places of the ends that only a formula can say."""
    known = {at for at, *_ in _limits(document)}
    return [at for at in range(len(document["end"])) if at not in known]


def read_ends(document: Document) -> Ends:
    """Return the answers that a document has."""
    limits = {name: limit for _, name, limit in _limits(document)}
    ties = {one.get("tie", SHARED) for one in document["end"]}
    tie = PLAY_ON if PLAY_ON in ties else SHARED
    found = {name: limits.get(name, "") for name in _WRITTEN}
    return Ends(**found, wins=document["wins"], tie=tie)


def write_ends(document: Document, ends: Ends) -> Document:
    """Return the document with these answers; a limit that is no number, nor a house rule, is
    written as it was typed, for the document's own check to refuse."""
    old = read_ends(document)
    if ends == old:
        return document
    items = dict(enumerate(document["end"]))
    places = {name: at for at, name, _ in _limits(document)}
    for name, form in _WRITTEN.items():
        limit, at = signed(getattr(ends, name)), places.get(name, len(items))
        if limit == getattr(old, name):
            continue
        if limit:
            items[at] = {**items.get(at, _with_tie({}, ends.tie)), "when": form.format(limit)}
        else:
            items[at] = {}
    if ends.tie != old.tie:
        items = {at: one and _with_tie(one, ends.tie) for at, one in items.items()}
    return changed(document, end=[one for one in items.values() if one], wins=ends.wins)


def _with_tie(end: Mapping[str, Any], tie: str) -> dict[str, Any]:
    rest = {key: end[key] for key in end if key != "tie"}
    return {**rest, "tie": PLAY_ON} if tie == PLAY_ON else rest
