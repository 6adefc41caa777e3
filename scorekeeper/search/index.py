"""The index of the search: every passage of a game's rules, by the terms that stand in it.

A passage has several fields, and a word counts differently in each (BM25 with weighted fields): in
its heading most, then in its text, less in what players ask it by.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache, cached_property, lru_cache
from itertools import chain
from math import log
from string import ascii_lowercase
from typing import Final

from scorekeeper import rulebook
from scorekeeper.anchored_markdown import Passage
from scorekeeper.engine.game import Game
from scorekeeper.engine.guide import MOST_GAMES
from scorekeeper.engine.options import OptionValues
from scorekeeper.games import games
from scorekeeper.search import tables
from scorekeeper.search.fit import Fitted, fit
from scorekeeper.search.samples import asked_passages, paragraphs, sample_questions
from scorekeeper.search.synonyms import STOP_WORDS
from scorekeeper.search.tables import Tables, number, pairs
from scorekeeper.search.words import in_any_order, names, phrases, search_terms, stems, words

Terms = Mapping[str, float]
"""Terms of a question, and what each is worth."""

# --- what is computed of the passages -------------------------------------------------------------


# SQLite's FTS5 ranks by the same BM25, but handles no samples. Weights matter little: 1 to 2 % of
# the held-out samples.
_FIELDS: Final = {
    "heading": (2.4, 0.3),
    # left out, 550 instead of 613 of 841 questions without a game found their passage
    "asked": (0.3, 0.4),
    "text": (1.0, 0.5),
}
"""The weight of a word in each field, and how much a long field lowers it (0 to 1)."""
_OFTEN: Final = 2.0
"""How soon it adds little that a word comes again."""
_RARE: Final = 2
"""How little more a word tells that is in one passage than one that is in two."""
_WHOLE_NAME: Final = 1.5
"""What a name of several words counts, and each of those words beside it."""
_PART_OF_NAME: Final = 0.5
_GUESSED: Final = 0.4
"""What a word counts that is only a guess at what was typed."""

_PASSAGES: Final = "passages"
_RARITY: Final = "rarity"


def build_index(game: Game) -> Tables:
    """Return the tables of a game's index: which passages (by their places on the page) hold each
    term, and how full they are of it; how rare it is; and what its samples teach."""
    passages = asked_passages(game)
    read = [_fields(game, passage) for passage in passages]
    usual = {name: sum(one[name].total() for one in read) / len(read) for name in _FIELDS}
    found: dict[str, list[float]] = defaultdict(list)
    for place, fields in enumerate(read):
        for term, full in _weigh(fields, usual).items():
            found[term] += (place, full)
    rarity = {
        term: (log(1 + len(read) / (_RARE + len(numbers) // 2)),) for term, numbers in found.items()
    }
    return {_PASSAGES: found, _RARITY: rarity, **fit(game, passages)}


def _fields(game: Game, passage: Passage) -> Mapping[str, Counter[str]]:
    samples = (*(one.said for one in sample_questions(game, passage.anchor)), passage.title)
    return {
        "heading": Counter(_with_names(passage.title)),
        "asked": Counter(chain.from_iterable(map(_sample_terms, samples))),
        "text": Counter(chain.from_iterable(map(_with_names, paragraphs(game, passage)))),
    }


def _weigh(fields: Mapping[str, Counter[str]], usual: Mapping[str, float]) -> Mapping[str, float]:
    """Return how full of each term a passage is; ``usual`` is how long each field is elsewhere."""
    often: dict[str, float] = defaultdict(float)
    for name, held in fields.items():
        weight, wordy = _FIELDS[name]
        length = held.total() / (usual[name] or 1)
        for term, times in held.items():
            often[term] += weight * times / (1 - wordy + wordy * length)
    return {term: times / (times + _OFTEN) for term, times in often.items()}


def _with_names(text: str) -> Iterable[str]:
    heard = search_terms(text)
    return chain(heard, names(heard))


def query_terms(said: Sequence[str], guessed: Collection[str] = ()) -> dict[str, float]:
    """Return what these words ask, by terms, and how much each counts in it; those that are only
    guesses at what was typed count less."""
    heard = stems(said)
    found = dict.fromkeys(heard, 1.0)
    for thing, parts in in_any_order(heard):
        whole = len(parts) > 1
        found[thing] = max(found.get(thing, 0), _WHOLE_NAME if whole else 1.0)
        found |= dict.fromkeys(parts, _PART_OF_NAME)
    for term in guessed:
        found[term] = found.get(term, 0) * _GUESSED
    return found


@cache
def _sample_terms(said: str) -> Terms:
    """Return what a sample asks; those of all games stand in every game."""
    return query_terms(words(said))


# --- the index ------------------------------------------------------------------------------------

_BEGUN: Final = 3
"""So many letters of a word are enough to find it by."""


class IndexedPassage:
    """A passage of a game's rules, and its place on the page."""

    def __init__(self, place: int, game: Game) -> None:
        self.place, self.game = place, game

    @cached_property
    def passage(self) -> Passage:
        """The passage itself."""
        # not before it is asked for: a question looks into the words of all games, and to read
        # their pages took a quarter of the time of a process's first question
        return asked_passages(self.game)[self.place]

    @cached_property
    def _paragraphs(self) -> list[frozenset[str]]:
        return [frozenset(_with_names(text)) for text in paragraphs(self.game, self.passage)]

    def best_paragraph(self, terms: Terms, options: OptionValues) -> int:
        """Return the place of the paragraph that holds most of it and is in force."""
        # in the order of the terms: sums of equal paragraphs differ by the order of their parts, so
        # that of a set made another process quote another paragraph
        scores = [
            sum(worth for term, worth in terms.items() if term in one) for one in self._paragraphs
        ]
        return rulebook.paragraph_to_quote(self.passage, options, scores) if scores else 0


class Index:
    """The passages of a game's rules, and in how many of them each word is."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._passages: dict[int, IndexedPassage] = {}
        self._tables = tables.open_index(game, lambda: build_index(game))
        self.fitted = Fitted(self._tables)
        self.words = self._tables.sizes(_PASSAGES)

    def passage(self, place: int) -> IndexedPassage:
        """Return the passage at that place."""
        if place not in self._passages:
            self._passages[place] = IndexedPassage(place, self._game)
        return self._passages[place]

    def holding(self, term: str) -> Iterator[tuple[IndexedPassage, float]]:
        """Yield the passages that have the term, and how full they are of it."""
        return ((self.passage(place), full) for place, full in pairs(self._tables, _PASSAGES, term))

    def rarity(self, term: str) -> float:
        """Return what it tells that a passage has the term; nothing if none has it."""
        return number(self._tables, _RARITY, term)


@lru_cache(maxsize=MOST_GAMES)
def index_of(game: Game) -> Index:
    """Return the index of a game's rules."""
    return Index(game)


def indices() -> Iterator[Index]:
    """Yield the index of each game's rules."""
    return map(index_of, games().values())


def rarity(term: str, game: Game | None = None) -> float:
    """Return what it tells that a passage of that game (without one: of any) has the term."""
    if game is not None:
        return index_of(game).rarity(term)
    found = [rare for one in indices() if (rare := one.rarity(term))]
    return sum(found) / len(found) if found else 0.0


# --- slips of the finger --------------------------------------------------------------------------


@cache
def _known() -> Counter[str]:
    """Return in how many passages each word is that is known."""
    known = Counter(dict.fromkeys(chain.from_iterable(phrases()), 0))
    for one in indices():
        known.update(one.words)
    return known


def guess(word: str, begun: bool) -> str | None:
    """Return the likeliest word that this one is a slip of, or where it may only be ``begun``, the
    beginning of; None for a word that is known or like none."""
    # without guesses 705 of 801 unseen questions were right first instead of 717
    known = _known()
    if word in known or word.isdecimal() or len(word) < _BEGUN:
        return None
    alike = [one for one in known if one.startswith(word)] if begun else []
    if not alike and len(word) > _BEGUN:
        alike = [one for one in _slips(word) if one in known or one in STOP_WORDS]
    return max(alike, key=lambda one: _likely(one, word), default=None)


def _likely(meant: str, typed: str) -> tuple[bool, bool, int, str]:
    """Return how likely one word is typed for another, for comparison: the first letter is mostly
    right, and small words are said most."""
    # with this, and guesses given to the learners too, 84 instead of 82 % of 262 questions with two
    # slips each were right first
    return meant[0] == typed[0], meant in STOP_WORDS, _known()[meant], meant


def _slips(word: str) -> Iterator[str]:
    """Yield what may have been meant: with a letter less, two in each other's place, another
    letter, or one more."""
    for place in range(len(word) + 1):
        before, after = word[:place], word[place:]
        if after:
            yield before + after[1:]
            yield before + after[1:2] + after[:1] + after[2:]
            yield from (before + letter + after[1:] for letter in ascii_lowercase)
        yield from (before + letter + after for letter in ascii_lowercase)
