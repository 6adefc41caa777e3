"""What is searched: every passage of every game's rules, by the terms that stand in it."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from itertools import chain
from math import log
from typing import Final

from scorekeeper import rulebook
from scorekeeper.games import games
from scorekeeper.games._ledger import Game
from scorekeeper.marked import Passage
from scorekeeper.seek.words import names, terms, vocabulary

Sought = Mapping[str, float]
"""The terms of a question, and what each is worth."""

_IN_HEADING: Final = 1.0
_IN_CHAPTER: Final = 0.3
"""What a heading with the word counts, beside a text that is full of it."""
_BESIDE: Final = {"": 0.7, "House rules": 0.7, "Doubtful points": 0.7}
"""Chapters that speak of everything, and what they count beside the others."""
_OFTEN: Final = 1.5
"""How soon it adds little that a word comes again."""
_WORDY: Final = 0.4
"""How much more often a long passage must have a word than a short one."""
_BEGUN: Final = 3
"""So many letters of a word are enough to find it by."""


class Shelved:
    """A passage, and how often each term stands in it."""

    def __init__(self, game: Game, passage: Passage) -> None:
        self.game, self.passage = game, passage
        options = game.defaults(None)
        read = [rulebook.filled(text, game, options) for _, text in passage.paragraphs]
        self.paragraphs = [Counter(_with_names(terms(text))) for text in read]
        self.heads = dict.fromkeys(_with_names(terms(passage.chapter)), _IN_CHAPTER)
        self.heads |= dict.fromkeys(_with_names(terms(passage.title)), _IN_HEADING)
        self.often: Counter[str] = sum(self.paragraphs, Counter())
        self.length = self.often.total()
        self.often.update(self.heads.keys())

    def worth(self, found: Sought, usual: float) -> float:
        """What the passage is worth by these terms, which stand in it; ``usual`` is how many terms
        a passage has."""
        rare = _OFTEN * (1 - _WORDY + _WORDY * self.length / usual)
        full = {term: often / (often + rare) for term in found if (often := self.often[term])}
        worth = sum(found[term] * (full[term] + self.heads.get(term, 0)) for term in full)
        return worth * _BESIDE.get(self.passage.chapter, 1.0)

    def best(self, found: Sought) -> int:
        """The place of the paragraph that holds most of it."""
        worths = [sum(found.get(term, 0) for term in one) for one in self.paragraphs]
        return worths.index(max(worths)) if worths else 0


def _with_names(words: Sequence[str]) -> Iterable[str]:
    return chain(words, names(words))


class Library:
    """All passages of these games, and the words that are known."""

    def __init__(self, games: Iterable[Game]) -> None:
        self.shelved = [Shelved(game, one) for game in games for one in rulebook.passages(game)]
        self.usual = sum(one.length for one in self.shelved) / len(self.shelved)
        self.spread = Counter(chain.from_iterable(one.often for one in self.shelved))
        self.words = {*self.spread, *vocabulary()}
        self.slips: dict[str, list[str]] = defaultdict(list)
        for word in self.words:
            for slip in _slips(word):
                self.slips[slip].append(word)

    def rarity(self, term: str) -> float:
        """What it tells that a passage has the term; nothing if none has it."""
        spread = self.spread[term]
        return log(1 + len(self.shelved) / (2 + spread)) if spread else 0.0

    def known(self, word: str) -> str:
        """The word, or the likeliest one that it is the beginning or a slip of."""
        if word in self.words or len(word) < _BEGUN:
            return word
        begun = [one for one in self.words if one.startswith(word)]
        alike = begun or [one for slip in _slips(word) for one in self.slips.get(slip, ())]
        return max(alike, key=lambda one: (self.spread[one], one), default=word)


def _slips(word: str) -> set[str]:
    """The word, and it without one of its letters: what two words share if one is a slip of the
    other, with a letter too many, too few, wrong or in its neighbour's place."""
    cut = (word[:place] + word[place + 1 :] for place in range(len(word)))
    return {word, *cut} if len(word) > _BEGUN else {word}


@cache
def library() -> Library:
    """The passages of every game."""
    return Library(games().values())
