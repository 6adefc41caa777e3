"""Finds paragraphs of the rules pages in players' own words; pure, and made ready once.

What is sought and what is searched go through the same sieve (``words``): words lose their
endings, short words are not heard, and what ``parlance`` knows by several names gets one of them
besides. A passage (``library``) is worth more the more of the question it answers, the rarer those
words are, and if its heading has them.
"""

from collections.abc import Iterator, Sequence
from math import sqrt
from typing import Final, NamedTuple

from scorekeeper.games._ledger import Game
from scorekeeper.marked import Passage
from scorekeeper.seek.library import Sought, library
from scorekeeper.seek.naming import name_in
from scorekeeper.seek.words import in_any_order, names, pieces, stems, terms, words

__all__ = ["LONGEST", "Hit", "Sought", "heard", "named", "search", "sought"]

LONGEST: Final = 200
"""Letters of a question that are read."""

_WHOLE_NAME: Final = 1.5
"""What a name of several words counts, and each of those words beside it."""
_PART_OF_NAME: Final = 0.3
_NAME_OF_GAME: Final = 0.1
"""What the words count by which a question names a game."""
_NOT_WORTH_IT: Final = 0.2
"""What is worth less than this part of the best answer is none."""


class Hit(NamedTuple):
    """A passage that answers, and the place of the paragraph in it that does so best."""

    game: Game
    passage: Passage
    paragraph: int
    worth: float


def search(question: str, first: Game | None = None, most: int = 6) -> list[Hit]:
    """The passages that answer, best first. Those of the game ``first`` (else of one that the
    question names) come before all others, of which each game has one; at most so many of both."""
    first = first or named(question)
    hits = sorted(_hits(sought(question)), key=lambda hit: -hit.worth)
    elsewhere = {hit.game: hit for hit in reversed(hits) if hit.game is not first}
    others = sorted(elsewhere.values(), key=lambda hit: -hit.worth)
    return [*_worthy([hit for hit in hits if hit.game is first], most), *_worthy(others, most)]


def named(question: str) -> Game | None:
    """The game that the question speaks of by name, if it does."""
    return name_in(words(question[:LONGEST])).game


def heard(sought: Sought, text: str) -> Iterator[tuple[str, bool]]:
    """The text in pieces, and of each whether it was sought."""
    for piece in pieces(text):
        said = terms(piece)
        yield piece, any(term in sought for term in (*said, *names(said)))


def sought(question: str) -> Sought:
    """What a question is about: the game that it names is little of that, if it asks anything."""
    said = words(question[:LONGEST])
    name = name_in(said)
    asking = stems(said[: name.start] + said[name.end :])
    heard = [library().known(word) for word in asking or stems(said)]
    found = dict.fromkeys(heard, 1.0)
    for thing, parts in in_any_order(heard):
        whole = len(parts) > 1
        found[thing] = max(found.get(thing, 0), _WHOLE_NAME if whole else 1.0)
        found |= dict.fromkeys(parts, _PART_OF_NAME if whole else 0.0)
    found = dict.fromkeys(stems(said[name.start : name.end]), _NAME_OF_GAME) | found
    worths = {term: weight * library().rarity(term) for term, weight in found.items()}
    return {term: worth for term, worth in worths.items() if worth}


def _hits(sought: Sought) -> Iterator[Hit]:
    whole, usual = sum(sought.values()), library().usual
    for one in library().shelved:
        found = {term: worth for term, worth in sought.items() if term in one.often}
        if found:
            answered = sqrt(sum(found.values()) / whole)
            yield Hit(one.game, one.passage, one.best(found), one.worth(found, usual) * answered)


def _worthy(hits: Sequence[Hit], most: int) -> list[Hit]:
    """The first few, as far as they are not much worse than the best."""
    return [hit for hit in hits[:most] if hit.worth > _NOT_WORTH_IT * hits[0].worth]
