"""The first step: what a game is called, who plays it, and who made it."""

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from scorekeeper.own.editor.draft import Document, changed, is_each
from scorekeeper.own.editor.renaming import resided
from scorekeeper.own.reader import MOST_PLAYERS

COUNTS: Final = range(1, MOST_PLAYERS + 1)
SUITS: Final = ("♠", "♥", "♦", "♣")
EACH, OPPOSITE, HALVES, MIXED = "each", "pairs", "partners", "mixed"
"""Everybody alone; partners who sit opposite; two sides; each number of players in its own way."""


class Head(NamedTuple):
    """The answers: the suit on its card is the last sign of its name."""

    name: str
    suit: str
    players: tuple[int, ...]
    together: str
    about: str
    by: str


def read_head(document: Document) -> Head:
    """Return the answers that a document has."""
    name, suit = str(document["name"]), ""
    if name[-2:-1] == " " and name[-1:] in SUITS:
        name, suit = name[:-2], name[-1]
    sides = _sides(document)
    ways = {*sides.values()}
    together = MIXED
    if ways <= {"each"}:
        together = EACH
    elif ways == {"pairs"} or (ways == {"partners"} and {*sides} == {4}):
        together = OPPOSITE  # of four players, partners are the pairs that sit opposite
    elif ways == {"partners"}:
        together = HALVES
    about, by = document.get("about", ""), document.get("by", "")
    return Head(name, suit, (*sides,), together, about, by)


def _sides(document: Document) -> dict[int, str]:
    """Return who scores together, by the number of players."""
    given, (least, most) = document["sides"], document["players"]
    if isinstance(given, dict):
        return {int(count): given[count] for count in sorted(given, key=int)}
    counts = range(least, most + 1)
    return {n: given for n in counts if given == "each" or (n >= 4 and n % 2 == 0)}


def write_head(document: Document, head: Head) -> Document:
    """Return the document with these answers."""
    old = read_head(document)
    parts: dict[str, Any] = {}
    if (head.name, head.suit) != (old.name, old.suit):
        parts["name"] = f"{head.name} {head.suit}" if head.suit else head.name
    parts |= {key: getattr(head, key) or None for key in ("about", "by")
              if getattr(head, key) != getattr(old, key)}  # fmt: skip
    if (head.players, head.together) != (old.players, old.together) and head.players:
        parts["players"] = [min(head.players), max(head.players)]
        parts["sides"] = _written(head, _sides(document))
    new = changed(document, **parts) if parts else document
    return new if is_each(new) == is_each(document) else resided(new, alone=is_each(new))


def _written(head: Head, before: dict[int, str]) -> Any:
    """Return who scores together as a document has it: in a word, if that is enough."""
    if head.together == MIXED:
        return {str(count): before.get(count, "each") for count in head.players}
    word = head.together
    if word == OPPOSITE and {*head.players} == {4}:
        word = HALVES
    whole = range(min(head.players), max(head.players) + 1)
    named = [n for n in whole if word == "each" or (n >= 4 and n % 2 == 0)]
    if [*head.players] == named:
        return word
    return {str(count): word for count in head.players}


def cannot_pair(head: Head) -> Sequence[int]:
    """Return the numbers of players that cannot be split as was chosen."""
    alone = head.together in (EACH, MIXED)
    return [] if alone else [n for n in head.players if n < 4 or n % 2]
