"""The index of the search: every passage of every game's rules, by the terms that stand in it.

A passage has several fields, and a word counts differently in each (BM25 with weighted fields): in
its heading most, then in what players ask it by and in its text, less in what stands beside it
(tables, the lines of worked examples, the values of options) and in its chapter's name.

What is computed of all passages is plain dicts, lists and tuples, so that it can be kept in a file.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache, cached_property
from itertools import chain
from math import log, sqrt
from string import ascii_lowercase
from typing import Any, Final, NamedTuple

from scorekeeper import rulebook
from scorekeeper.anchored_markdown import Passage
from scorekeeper.engine.game import Game
from scorekeeper.engine.options import OptionValues
from scorekeeper.games import games
from scorekeeper.search.fit import Fitted, Flat, fit, flat_items, flattened
from scorekeeper.search.samples import paragraphs, sample_questions, surrounding_text
from scorekeeper.search.synonyms import STOP_WORDS
from scorekeeper.search.words import (
    in_any_order,
    is_pair,
    names,
    pairs,
    phrases,
    search_terms,
    stems,
    words,
)

Terms = Mapping[str, float]
"""Terms of a question, and what each is worth."""


class IndexData(NamedTuple):
    """What is computed of all passages: which of them hold each term, and how full they are of it;
    what it tells in each game; the passage that each sample asks for, and which samples have each
    term, and how much of it they are."""

    postings: Mapping[str, Flat]
    rarities: Mapping[str, Mapping[str, float]]
    asked: Sequence[int]
    samples: Mapping[str, Flat]


# --- what is computed of all passages -----------------------------------------------------------


# SQLite's FTS5 ranks by the same BM25, but handles neither samples nor stories, and would bring a
# database into rooms without one. Weights matter little: 1 to 2 % of the held-out samples.
_FIELDS: Final = {
    "heading": (2.4, 0.3),
    # left out, 550 instead of 613 of 841 questions without a game found their passage
    "asked": (0.3, 0.4),
    "text": (1.0, 0.5),
    # left out, 714 instead of 716 of 789 unseen questions were right first
    "beside": (0.3, 0.6),
    "chapter": (0.3, 0.0),
}
"""The weight of a word in each field, and how much a long field lowers it (0 to 1)."""
_OFTEN: Final = 2.0
"""How soon it adds little that a word comes again."""
_RARE: Final = 2
"""How little more a word tells that is in one passage than one that is in two."""
_WHOLE_NAME: Final = 1.5
"""What a name of several words counts, and each of those words beside it."""
_PART_OF_NAME: Final = 0.5
_PAIR: Final = 0.4
"""What it counts that two words follow one another."""
_GUESSED: Final = 0.4
"""What a word counts that is only a guess at what was typed."""
_EVERYWHERE: Final = {"Pack": 0.65, "Deal": 0.65, "Bidding": 0.65, "Play": 0.65}
"""How surely a sample that is asked in every game asks for the passage in this one, by chapter."""
_ANYHOW: Final = 0.95
"""The same in the other chapters: a mishap, say, is the same everywhere."""


class _Fields:
    """A passage's fields, and the samples of questions that it answers."""

    def __init__(self, game: Game, passage: Passage) -> None:
        self.game = game
        usual = _EVERYWHERE.get(passage.chapter, _ANYHOW)
        self.samples = [
            (usual if one.everywhere else 1.0, _sample_terms(one.said))
            for one in sample_questions(game, passage.anchor)
        ]
        self.samples.append((_ANYHOW, _sample_terms(passage.title)))
        self.fields = {
            "heading": Counter(_with_names(passage.title)),
            "asked": Counter(chain.from_iterable(sample for _, sample in self.samples)),
            "text": Counter(chain.from_iterable(map(_with_names, paragraphs(game, passage)))),
            "beside": Counter(_with_names(surrounding_text(game).get(passage.anchor, ""))),
            "chapter": Counter(_with_names(passage.chapter)),
        }

    def weigh(self, usual: Mapping[str, float]) -> Mapping[str, float]:
        """Return how full of each term it is; ``usual`` is how long each field is elsewhere."""
        often: dict[str, float] = defaultdict(float)
        for name, held in self.fields.items():
            weight, wordy = _FIELDS[name]
            length = held.total() / (usual[name] or 1)
            for term, times in held.items():
                often[term] += weight * times / (1 - wordy + wordy * length)
        return {term: times / (times + _OFTEN) for term, times in often.items()}


def index_passages(places: Iterable[tuple[Game, Passage]]) -> IndexData:
    """Return what is computed of these passages, which are known by their numbers."""
    read = [_Fields(*place) for place in places]
    usual = {name: sum(one.fields[name].total() for one in read) / len(read) for name in _FIELDS}
    postings: dict[str, dict[int, float]] = {}
    spreads: dict[str, Counter[str]] = defaultdict(Counter)
    for number, one in enumerate(read):
        for term, full in one.weigh(usual).items():
            spreads[one.game.slug][term] += 1
            if not is_pair(term):
                postings.setdefault(term, {})[number] = full
    sizes = Counter(one.game.slug for one in read)
    rarities = {
        slug: {term: log(1 + sizes[slug] / (_RARE + many)) for term, many in spread.items()}
        for slug, spread in spreads.items()
    }
    asked: list[int] = []
    samples: dict[str, dict[int, float]] = {}
    for number, one in enumerate(read):
        rarity = rarities[one.game.slug]
        for sure, said in one.samples:
            sample = {term: much * rarity[term] for term, much in said.items()}
            size = _length(sample) / sure
            for term, worth in sample.items():
                samples.setdefault(term, {})[len(asked)] = worth / size
            asked.append(number)
    _sample_terms.cache_clear()  # takes as much memory as the index, and nobody needs it again
    return IndexData(flattened(postings), rarities, asked, flattened(samples))


def _length(terms: Terms) -> float:
    """Return how long they are as an arrow, each term a direction of its own."""
    return sqrt(sum(worth * worth for worth in terms.values())) or 1.0


def _with_names(text: str) -> Iterable[str]:
    heard = search_terms(text)
    return chain(heard, names(heard))


def query_terms(said: Sequence[str], guessed: Collection[str] = ()) -> dict[str, float]:
    """Return what these words ask, by terms and by pairs of them, and how much each counts in it;
    those that are only guesses at what was typed count less."""
    heard = stems(said)
    found = dict.fromkeys(heard, 1.0)
    for thing, parts in in_any_order(heard):
        whole = len(parts) > 1
        found[thing] = max(found.get(thing, 0), _WHOLE_NAME if whole else 1.0)
        found |= dict.fromkeys(parts, _PART_OF_NAME)
    for term in guessed:
        found[term] = found.get(term, 0) * _GUESSED
    return found | dict.fromkeys(pairs(said), _PAIR)


@cache
def _sample_terms(said: str) -> Mapping[str, float]:
    """Return what a sample asks; those of all games stand in every game."""
    return query_terms(words(said))


# --- the index ----------------------------------------------------------------------------------

_BEGUN: Final = 3
"""So many letters of a word are enough to find it by."""


class IndexedPassage:
    """A passage of a game's rules; the index knows it by its number."""

    def __init__(self, number: int, game: Game, passage: Passage) -> None:
        self.number, self.game, self.passage = number, game, passage

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
    """All passages of these games, and the words that are known."""

    def __init__(self, games: Iterable[Game]) -> None:
        places = [(game, one) for game in games for one in rulebook.passages(game)]
        self.passages = [IndexedPassage(number, *place) for number, place in enumerate(places)]
        # kept as plain tuples, like all that is kept
        self._data = IndexData(*_cache("passages", lambda: (*index_passages(places),)))
        self.sample_counts = Counter(self._data.asked)
        # each made when its game is first asked about: they take 13 to 31 MB
        self._fitted: dict[str, Fitted] = {}
        self._words = {*self._data.postings, *chain.from_iterable(phrases())}

    def fitted(self, game: Game) -> Fitted:
        """Return what was learned of the samples of a game; made ready when it is first asked."""
        if game.slug not in self._fitted:
            learned = _cache(game.slug, lambda: (*fit(game, rulebook.passages(game)),))
            self._fitted[game.slug] = Fitted(*learned)
        return self._fitted[game.slug]

    def postings(self, term: str) -> Iterator[tuple[int, float]]:
        """Yield the numbers of the passages that have the term, and how full they are of it."""
        return flat_items(self._data.postings.get(term, ()))

    def sample_scores(self, terms: Terms) -> Mapping[int, float]:
        """Return how like these terms the likeliest sample of each passage is: about 0 to 1."""
        shared: dict[int, float] = defaultdict(float)
        length = _length(terms)
        for term, worth in terms.items():
            for sample, share in flat_items(self._data.samples.get(term, ())):
                shared[sample] += share * worth / length
        alike: dict[int, float] = defaultdict(float)
        for sample, much in shared.items():
            number = self._data.asked[sample]
            alike[number] = max(alike[number], much)
        return alike

    def rarity(self, term: str, game: Game | None = None) -> float:
        """Return what it tells that a passage of that game (without one: of any) has the term;
        nothing if none has it."""
        rarities = self._data.rarities
        if game is not None:
            return rarities.get(game.slug, {}).get(term, 0.0)
        found = [of_game[term] for of_game in rarities.values() if term in of_game]
        return sum(found) / len(found) if found else 0.0

    def guess(self, word: str, begun: bool) -> str | None:
        """Return the likeliest word that this one is a slip of, or where it may only be ``begun``,
        the beginning of; None for a word that is known or like none."""
        # without guesses 704 of 789 unseen questions were right first instead of 716
        if word in self._words or word.isdecimal() or len(word) < _BEGUN:
            return None
        alike = [one for one in self._words if one.startswith(word)] if begun else []
        if not alike and len(word) > _BEGUN:
            alike = [one for one in _slips(word) if one in self._words or one in STOP_WORDS]
        return max(alike, key=lambda one: self._likely(one, word), default=None)

    def _likely(self, meant: str, typed: str) -> tuple[bool, bool, int, str]:
        """Return how likely one word is typed for another, for comparison: the first letter is
        mostly right, and small words are said most."""
        return (
            # with this, and guesses given to the learners too, 84 instead of 82 % of 262 questions
            # with two slips each were right first
            meant[0] == typed[0],
            meant in STOP_WORDS,
            len(self._data.postings.get(meant, ())),
            meant,
        )


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


Cache = Callable[[str, Callable[[], Any]], Any]
"""Returns the value of a name, kept or else computed."""


def _compute(name: str, compute: Callable[[], Any]) -> Any:
    return compute()


_cache: Cache = _compute


def cache_by(keep: Cache | None) -> None:
    """Have what is computed of the rules pages kept from now on, or no longer."""
    global _cache
    _cache = keep or _compute


@cache
def search_index() -> Index:
    """Return the index of every game's rules."""
    return Index(games().values())
