"""What is computed of all passages, once, before anything is sought.

A passage has several fields, and a word counts differently in each (BM25 with weighted fields): in
its heading most, then in what players ask it by (``rulebook.asked``) and in its text, less in what
stands beside it (tables, the lines of worked examples, the values of options) and in its chapter's
name.

What is returned are plain dicts, lists and tuples, so that it can be kept in a file.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from functools import cache
from itertools import chain
from math import log
from typing import Final, NamedTuple

from scorekeeper import rulebook
from scorekeeper.anchored_markdown import Passage
from scorekeeper.engine.game import Game
from scorekeeper.seek import known
from scorekeeper.seek.classifier import Learned, learn_weights
from scorekeeper.seek.features import Lesson, features, word_couples
from scorekeeper.seek.kindred import kindred
from scorekeeper.seek.likelihood import Counted, count_features
from scorekeeper.seek.samples import IndexedSamples, index_samples
from scorekeeper.seek.words import in_any_order, names, pairs, search_terms, stems, words

Place = tuple[Game, Passage]
"""A passage of a game's rules; its number among all of them is what the index knows it by."""
Rarities = Mapping[str, Mapping[str, float]]
"""What each term tells in each game that has it."""
Index = tuple[Mapping[str, Mapping[int, float]], Rarities, Mapping[str, Set[str]], IndexedSamples]
"""Which passages hold each term, and how full they are of it; what it tells; the terms in each
game's headings; the samples."""


class FieldWeight(NamedTuple):
    """The weight of a word in a field, and how much a long field lowers it (0 to 1)."""

    weight: float
    wordy: float


_FIELDS: Final = {
    "heading": FieldWeight(2.4, 0.3),
    "asked": FieldWeight(0.3, 0.4),
    "text": FieldWeight(1.0, 0.5),
    "beside": FieldWeight(0.3, 0.6),
    "chapter": FieldWeight(0.3, 0.0),
}
_OFTEN: Final = 2.0
"""How soon it adds little that a word comes again."""
_RARE: Final = 2
"""How little more a word tells that is in one passage than one that is in two."""
_WHOLE_NAME: Final = 1.5
"""What a name of several words counts, and each of those words beside it."""
_PART_OF_NAME: Final = 0.5
_PAIR: Final = 0.4
"""What it counts that two words follow one another."""
_EVERYWHERE: Final = {"Pack": 0.65, "Deal": 0.65, "Bidding": 0.65, "Play": 0.65}
"""How surely a sample that is asked in every game asks for the passage in this one, by chapter."""
_ANYHOW: Final = 0.95
"""The same in the other chapters: a mishap, say, is the same everywhere."""
_ASKED_OF_ALL: Final = 0.5
"""What such a sample counts, beside one of the game's own, where they are learned from."""
_ASKED_ELSEWHERE: Final = 0.15
"""The same of a sample of such a passage in another game; the language model alone learns from it.
"""
_READ: Final = 0.4
"""The same of a sentence of the passage itself, which only the language model reads."""
_SENTENCE_ENDS: Final = re.compile(r"(?<=[.;:!?])\s+")


class _Fields:
    """A passage's fields, and the samples of questions that it answers."""

    def __init__(self, game: Game, passage: Passage) -> None:
        self.game = game
        usual = _EVERYWHERE.get(passage.chapter, _ANYHOW)
        self.samples = [
            (usual if one.everywhere else 1.0, _sample_terms(one.said))
            for one in known.sample_questions(game, passage.anchor)
        ]
        self.samples.append((_ANYHOW, _sample_terms(passage.title)))
        self.fields = {
            "heading": Counter(with_names(passage.title)),
            "asked": Counter(chain.from_iterable(sample for _, sample in self.samples)),
            "text": Counter(chain.from_iterable(paragraph_terms(game, passage))),
            "beside": Counter(with_names(known.surrounding_text(game).get(passage.anchor, ""))),
            "chapter": Counter(with_names(passage.chapter)),
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


def index(places: Sequence[Place]) -> Index:
    """Return the index of these passages."""
    read = [_Fields(*place) for place in places]
    usual = {name: sum(one.fields[name].total() for one in read) / len(read) for name in _FIELDS}
    holding: dict[str, dict[int, float]] = {}
    spreads: Counter[tuple[str, str]] = Counter()
    headings: dict[str, set[str]] = {}
    for number, one in enumerate(read):
        headings.setdefault(one.game.slug, set()).update(one.fields["heading"])
        for term, full in one.weigh(usual).items():
            holding.setdefault(term, {})[number] = full
            spreads[term, one.game.slug] += 1
    rarities = _rarities(spreads, Counter(one.game.slug for one in read))
    samples = index_samples(
        (number, sure, {term: much * rarities[term][one.game.slug] for term, much in said.items()})
        for number, one in enumerate(read)
        for sure, said in one.samples
    )
    return holding, rarities, headings, samples


def _rarities(spreads: Mapping[tuple[str, str], int], sizes: Mapping[str, int]) -> Rarities:
    rarities: dict[str, dict[str, float]] = {}
    for (term, slug), spread in spreads.items():
        rarities.setdefault(term, {})[slug] = log(1 + sizes[slug] / (_RARE + spread))
    return rarities


def learn(places: Sequence[Place], game: Game) -> tuple[Learned, Counted]:
    """Return what the samples of a game teach."""
    asked = [
        (number, _ASKED_OF_ALL if one.everywhere else 1.0, words(one.said))
        for number, (of, passage) in enumerate(places)
        if of is game
        for one in (
            *known.sample_questions(game, passage.anchor),
            known.Sample(passage.title, everywhere=False),
        )
    ]
    lessons = [Lesson(place, much, features(said)) for place, much, said in asked]
    fuller = [
        one._replace(features={**one.features, **word_couples(said)})
        for one, (_, _, said) in zip(lessons, asked, strict=True)
    ]
    elsewhere = [
        Lesson(number, _ASKED_ELSEWHERE, {**features(said), **word_couples(said)})
        for number, (of, passage) in enumerate(places)
        if of is game
        for said in _samples_elsewhere(game, passage)
    ]
    read = [
        Lesson(number, _READ, features(said))
        for number, (of, passage) in enumerate(places)
        if of is game
        for said in _sentences(game, passage)
    ]
    return learn_weights(lessons), count_features(fuller + elsewhere + read)


def _samples_elsewhere(game: Game, passage: Passage) -> Iterator[Sequence[str]]:
    """Yield the words of each sample that other games have of such a passage."""
    for other, anchor in kindred(game, passage.anchor):
        yield from map(words, known.samples(other).get(anchor, ()))


def _sentences(game: Game, passage: Passage) -> Iterator[Sequence[str]]:
    """Yield the words of each sentence of a passage."""
    for text in _texts(game, passage):
        yield from filter(None, map(words, _SENTENCE_ENDS.split(text)))


def paragraph_terms(game: Game, passage: Passage) -> Sequence[Sequence[str]]:
    """Return the terms in each paragraph of a passage."""
    return [list(with_names(text)) for text in _texts(game, passage)]


def _texts(game: Game, passage: Passage) -> Iterator[str]:
    """Yield the text of each paragraph, with the house rules that are usual."""
    options = game.defaults(None)
    yield from (rulebook.unmarked(text, game, options) for _, text in passage.paragraphs)


def with_names(text: str) -> Iterable[str]:
    """Return the terms of a text, and what it names."""
    heard = search_terms(text)
    return chain(heard, names(heard))


def query_terms(
    said: Sequence[str], lighter: Mapping[str, float] | None = None
) -> dict[str, float]:
    """Return what these words ask, by terms and by pairs of them, and how much each counts in it;
    the ``lighter`` ones count less."""
    heard = stems(said)
    found = dict.fromkeys(heard, 1.0)
    for thing, parts in in_any_order(heard):
        whole = len(parts) > 1
        found[thing] = max(found.get(thing, 0), _WHOLE_NAME if whole else 1.0)
        found |= dict.fromkeys(parts, _PART_OF_NAME)
    for term, less in (lighter or {}).items():
        found[term] = found.get(term, 0) * less
    return found | dict.fromkeys(pairs(said), _PAIR)


@cache
def _sample_terms(said: str) -> Mapping[str, float]:
    """Return what a sample asks; those of all games stand in every game."""
    return query_terms(words(said))
