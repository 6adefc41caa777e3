"""What the samples of a game teach about how players put their questions, in two ways.

The other ways to a passage ask which words it has in common with a question. The classifier learns
which words tell the passages of one game apart, small ones and turns of phrase among them: "can I"
and "do I have to" are never looked up, and say much. The language model only counts how often the
samples of each passage have what the question has. The two err on different questions.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations, pairwise
from math import log, sqrt
from typing import Final, NamedTuple

from scorekeeper.anchored_markdown import Passage
from scorekeeper.engine.game import Game
from scorekeeper.search.samples import Place, Sample, paragraphs, sample_questions, samples
from scorekeeper.search.similar import similar
from scorekeeper.search.situations import situations_told
from scorekeeper.search.words import stems, words

# --- features -----------------------------------------------------------------------------------

_FOLLOWING: Final = 0.7
"""What two words that follow one another count beside a word."""
_BEGINNING: Final = 0.7
_LETTERS: Final = 4
"""The letters of a word's beginning, which bids, bidder and bidding share."""
_HAPPENED: Final = 1.0
"""The same of what the words tell that happened, such as more tricks than were bid."""
_TOGETHER: Final = 0.5
"""The same of two words that are both in the question, wherever."""
_EDGE: Final = ""
"""Stands in a pair for what is before the first word and after the last."""

Feature = str | tuple[str, ...]
Features = Mapping[Feature, float]
PlaceWeights = Mapping[Feature, Mapping[int, float]]
"""What a feature says for each place, by its number."""


class Lesson(NamedTuple):
    """A sample to learn from: the place of the passage that it asks for, how much it counts, and
    its features."""

    place: int
    much: float
    features: Features


def features(said: Sequence[str]) -> Features:
    """Return the features of these words, and what each counts: the words, how longer ones begin,
    the pairs of them (the first and the last have one with the edge), and what they tell that
    happened."""
    return dict(_features(said))


def _features(said: Sequence[str]) -> Iterator[tuple[Feature, float]]:
    for word in said:
        yield word, 1.0
        if len(word) >= _LETTERS:
            yield f"{word[:_LETTERS]}-", _BEGINNING
    for pair in pairwise((_EDGE, *said, _EDGE)):
        yield pair, _FOLLOWING
    if happened := situations_told(said):
        yield f"({' '.join(happened)})", _HAPPENED


def word_couples(said: Sequence[str]) -> Features:
    """Return each two of these words that are heard, in any order and however far apart, and what
    that counts."""
    couples = combinations(sorted(set(stems(said))), 2)
    return {("", *couple): _TOGETHER for couple in couples}


# --- the lessons --------------------------------------------------------------------------------

_ASKED_OF_ALL: Final = 0.5
"""What a sample that is asked in every game counts, beside one of the game's own."""
_ASKED_ELSEWHERE: Final = 0.15
"""The same of a sample of such a passage in another game; the language model alone learns from it.
"""
_READ: Final = 0.4
"""The same of a sentence of the passage itself, which only the language model reads."""
_SENTENCE_ENDS: Final = re.compile(r"(?<=[.;:!?])\s+")


def fit(places: Sequence[Place], game: Game) -> tuple["Weights", "Gains"]:
    """Return what the samples of a game teach, of the passages of all games by their place."""
    asked = [
        (number, _ASKED_OF_ALL if one.everywhere else 1.0, words(one.said))
        for number, (of, passage) in enumerate(places)
        if of is game
        for one in (
            *sample_questions(game, passage.anchor),
            Sample(passage.title, everywhere=False),
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
    return fit_classifier(lessons), fit_language_model(fuller + elsewhere + read)


def _samples_elsewhere(game: Game, passage: Passage) -> Iterator[Sequence[str]]:
    """Yield the words of each sample that other games have of such a passage."""
    for other, anchor in similar(game, passage.anchor):
        yield from map(words, samples(other).get(anchor, ()))


def _sentences(game: Game, passage: Passage) -> Iterator[Sequence[str]]:
    """Yield the words of each sentence of a passage."""
    for text in paragraphs(game, passage):
        yield from filter(None, map(words, _SENTENCE_ENDS.split(text)))


# --- the classifier -----------------------------------------------------------------------------
# It is linear: it goes through the samples one by one, each time moves the weights just so far that
# this sample is told from the passage it was most nearly taken for, and in the end averages the
# weights over the whole way (passive-aggressive learning, Crammer et al. 2006).

_ROUNDS: Final = 2
_STEP: Final = 0.1
"""How far one sample may move the weights."""
_STRIDE: Final = 13
"""Every so many-th sample is learned, then the next ones: those of a passage stand together."""

Weights = tuple[Features, PlaceWeights]
"""How rare each feature is, and what it says for and against each place."""


_Weights = dict[Feature, dict[int, float]]


def fit_classifier(lessons: Sequence[Lesson]) -> Weights:
    """Return what a classifier goes by."""
    spread = Counter(feature for one in lessons for feature in one.features)
    rarity = {feature: log(1 + len(lessons) / many) for feature, many in spread.items()}
    vectors = [one._replace(features=_feature_vector(one.features, rarity)) for one in lessons]
    return rarity, _learn(vectors, spread)


class Classifier:
    """The places of passages, by the samples of questions that each answers."""

    def __init__(self, rarity: Features, weights: PlaceWeights) -> None:
        self._rarity, self._weights = rarity, weights

    def words(self) -> Sequence[str]:
        """Return the words that were learned, the commonest last."""
        known = (one for one in self._rarity if isinstance(one, str) and one.isalnum())
        return sorted(known, key=lambda one: -self._rarity[one])

    def scores(self, question: Features) -> Mapping[int, float]:
        """Return how sure it is of each place, beside the one of which it is surest: above 0, up to
        1."""
        sums = _sums(self._weights, _feature_vector(question, self._rarity))
        best = max(sums.values(), default=0.0)
        return {place: much / best for place, much in sums.items() if much > 0}


def _feature_vector(features: Features, rarity: Features) -> Features:
    """Return those that are known, as an arrow of length 1."""
    known = {one: much * rarity[one] for one, much in features.items() if one in rarity}
    size = sqrt(sum(much * much for much in known.values())) or 1.0
    return {one: much / size for one, much in known.items()}


def _learn(lessons: Sequence[Lesson], known: Iterable[Feature]) -> PlaceWeights:
    """Return the weights, averaged over the whole way."""
    now: _Weights = {one: {} for one in known}
    average: _Weights = {one: {} for one in now}
    steps = left = _ROUNDS * len(lessons)
    for _ in range(_ROUNDS):
        for place, much, features in _shuffled(lessons):
            left -= 1
            sums = _sums(now, features)
            right = sums.pop(place, 0.0)
            rival, best = max(sums.items(), key=lambda one: one[1], default=(None, 0.0))
            step = min(_STEP * much, (1 - right + best) / 2)
            if step > 0:
                for weights, share in ((now, 1.0), (average, left / steps)):
                    _adjust_weights(weights, features, place, step * share)
                    if rival is not None:
                        _adjust_weights(weights, features, rival, -step * share)
    return average


def _shuffled(lessons: Sequence[Lesson]) -> Iterator[Lesson]:
    """All of them, those of one passage far apart."""
    for first in range(_STRIDE):
        yield from lessons[first::_STRIDE]


def _adjust_weights(weights: _Weights, features: Features, place: int, step: float) -> None:
    for feature, size in features.items():
        of_feature = weights[feature]
        of_feature[place] = of_feature.get(place, 0.0) + step * size


def _sums(weights: PlaceWeights, features: Features) -> dict[int, float]:
    sums: dict[int, float] = defaultdict(float)
    for feature, size in features.items():
        for place, weight in weights[feature].items():
            sums[place] += weight * size
    return sums


# --- the language model -------------------------------------------------------------------------
# The classifier learns from its mistakes where one passage ends and the next begins, and so it
# hangs on a few telling words. This one only counts; the model of each passage is smoothed by that
# of the whole game (Dirichlet smoothing, Zhai and Lafferty 2001).

_USUAL: Final = 200.0
"""How many features of the whole game are mixed into those of a passage."""
_MUCH_ASKED: Final = 0.5
"""How far a passage with many samples must have more of a feature: from 0, not at all, to 1, in
proportion, as the theory has it."""

Gains = tuple[PlaceWeights, Mapping[int, float]]
"""How much likelier each place makes a feature than the whole game does, and how much each is
asked."""


def fit_language_model(lessons: Iterable[Lesson]) -> Gains:
    """Return what a language model goes by."""
    often: dict[Feature, dict[int, float]] = {}
    sizes: dict[int, float] = defaultdict(float)
    for place, much, features in lessons:
        for feature, counts in features.items():
            places = often.setdefault(feature, {})
            places[place] = places.get(place, 0.0) + much * counts
            sizes[place] += much * counts
    whole = sum(sizes.values())
    gains = {
        feature: _gains(places, _USUAL * sum(places.values()) / whole)
        for feature, places in often.items()
    }
    return gains, {
        place: _MUCH_ASKED * log((size + _USUAL) / _USUAL) for place, size in sizes.items()
    }


class LanguageModel:
    """The places of passages, by how often their samples have the features of a question."""

    def __init__(self, gains: PlaceWeights, sizes: Mapping[int, float]) -> None:
        self._gains, self._sizes = gains, sizes

    def scores(self, question: Features) -> Mapping[int, float]:
        """Return how likely it is of each place, beside the likeliest: above 0, up to 1."""
        known = {one: counts for one, counts in question.items() if one in self._gains}
        length = sum(known.values())
        sums: dict[int, float] = defaultdict(float)
        for feature, counts in known.items():
            for place, gain in self._gains[feature].items():
                sums[place] += counts * gain
        worths = {place: much - length * self._sizes[place] for place, much in sums.items()}
        best = max(worths.values(), default=0.0)
        return {place: worth / best for place, worth in worths.items() if worth > 0}


def _gains(often: Mapping[int, float], usual: float) -> Mapping[int, float]:
    """Return how much likelier each place makes a feature than the whole game does."""
    return {place: log(1 + times / usual) for place, times in often.items()}
