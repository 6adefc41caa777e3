"""What the samples of a game teach about how players put their questions, in two ways.

The other ways to a passage ask which words it has in common with a question. The classifier learns
which words tell the passages of one game apart, small ones and turns of phrase among them: "can I"
and "do I have to" are never looked up, and say much. The language model only counts how often the
samples of each passage have what the question has. The two err on different questions.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import chain, combinations, pairwise
from math import log, sqrt
from typing import Final, NamedTuple

from scorekeeper.anchored_markdown import Passage
from scorekeeper.engine.game import Game
from scorekeeper.search.samples import Sample, paragraphs, sample_questions
from scorekeeper.search.tables import TableReader, Tables, number, pairs
from scorekeeper.search.words import stems, words

Features = Mapping[str, float]
"""What the words of a question are learned by, and what each counts."""
Places = dict[str, dict[int, float]]
"""What each feature says for a passage or against it, by its place among those of the game."""

_RARITY: Final = "rarity of features"
_CLASSIFIER: Final = "classifier"
_LANGUAGE_MODEL: Final = "language model"
_SIZES: Final = "sizes"


class Fitted:
    """What was learned, as it is kept: for the classifier how rare each feature is and what it says
    for and against each passage; for the language model how much likelier each passage makes it
    than the whole game does, and how much each passage is asked."""

    def __init__(self, tables: TableReader) -> None:
        self._tables = tables

    def classifier_scores(self, said: Sequence[str]) -> Mapping[int, float]:
        """Return how sure the classifier is of each passage for a question in these words, beside
        the one of which it is surest: above 0, up to 1."""
        features = _features(said)
        rarity = {one: number(self._tables, _RARITY, one) for one in features}
        return _beside_best(self._sums(_CLASSIFIER, _feature_vector(features, rarity))[0])

    def language_model_scores(self, said: Sequence[str]) -> Mapping[int, float]:
        """Return how likely each passage is by the language model, beside the likeliest."""
        sums, length = self._sums(_LANGUAGE_MODEL, {**_features(said), **_couples(said)})
        sizes = self._tables.numbers(_SIZES, "")
        return _beside_best({at: much - length * sizes[at] for at, much in sums.items()})

    def _sums(self, table: str, features: Features) -> tuple[dict[int, float], float]:
        """Return what a table says of each passage for these features, and how much those that it
        knows count."""
        sums: dict[int, float] = defaultdict(float)
        known = 0.0
        for feature, much in features.items():
            for place, value in (found := [*pairs(self._tables, table, feature)]):
                sums[place] += much * value
            known += much if found else 0.0
        return sums, known


def _beside_best(sums: Mapping[int, float]) -> Mapping[int, float]:
    best = max(sums.values(), default=0.0)
    return {place: much / best for place, much in sums.items() if much > 0}


# --- features -----------------------------------------------------------------------------------

_FOLLOWING: Final = 0.7
"""What two words that follow one another count beside a word."""
_BEGINNING: Final = 0.7
_LETTERS: Final = 4
"""The letters of a word's beginning, which bids, bidder and bidding share."""
_TOGETHER: Final = 0.5
"""The same of two words that are both in the question, wherever."""
_EDGE: Final = ""
"""Stands in a pair for what is before the first word and after the last."""


# on held-out samples single letters, synonyms and pairs further apart made less than 1 % difference
def _features(said: Sequence[str]) -> Features:
    """Return the features of these words: the words, how longer ones begin, and the pairs of them
    (the first and the last have one with the edge)."""
    found: dict[str, float] = {}
    for word in said:
        found[word] = 1.0
        if len(word) >= _LETTERS:
            found[f"{word[:_LETTERS]}-"] = _BEGINNING
    return found | dict.fromkeys(map(" ".join, pairwise((_EDGE, *said, _EDGE))), _FOLLOWING)


def _couples(said: Sequence[str]) -> Features:
    """Return each two of these words that are heard, in any order and however far apart; a word
    that comes twice is such a pair too."""
    # without them 706 of 789 unseen questions were right first instead of 716
    return dict.fromkeys(map("+".join, combinations(sorted(stems(said)), 2)), _TOGETHER)


# --- the lessons --------------------------------------------------------------------------------

_ASKED_OF_ALL: Final = 0.5
"""What a sample that is asked in every game counts, beside one of the game's own."""
# any weight from 0.1 to 0.8 does as well: 73.0 instead of 72.6 % of 2,235 held-out samples
_READ: Final = 0.4
"""The same of a sentence of the passage itself, which only the language model reads."""
_SENTENCE_ENDS: Final = re.compile(r"(?<=[.;:!?])\s+")


class Lesson(NamedTuple):
    """A sample to learn from: the place of the passage that it asks for, how much it counts, and
    its features."""

    place: int
    much: float
    features: Features


def fit(game: Game, passages: Sequence[Passage]) -> Tables:
    """Return what is learned of the samples of these passages, which are all of the game's."""
    asked = [
        (place, _ASKED_OF_ALL if one.everywhere else 1.0, words(one.said))
        for place, passage in enumerate(passages)
        for one in (*sample_questions(game, passage.anchor), Sample(passage.title, False))
    ]
    fuller = [
        Lesson(place, much, {**_features(said), **_couples(said)}) for place, much, said in asked
    ]
    read = [
        Lesson(place, _READ, _features(said))
        for place, passage in enumerate(passages)
        for text in paragraphs(game, passage)
        for said in filter(None, map(words, _SENTENCE_ENDS.split(text)))
    ]
    rarity, weights = _classifier(
        [Lesson(place, much, _features(said)) for place, much, said in asked]
    )
    gains, sizes = _language_model(fuller + read)
    return {
        _RARITY: {feature: (rare,) for feature, rare in rarity.items()},
        _CLASSIFIER: _flat(weights),
        _LANGUAGE_MODEL: _flat(gains),
        _SIZES: {"": [sizes.get(place, 0.0) for place in range(len(passages))]},
    }


def _flat(table: Places) -> Mapping[str, Sequence[float]]:
    return {term: [*chain.from_iterable(places.items())] for term, places in table.items()}


# --- the classifier -----------------------------------------------------------------------------
# It is linear: it goes through the samples one by one, each time moves the weights just so far that
# this sample is told from the passage it was most nearly taken for, and in the end averages the
# weights over the whole way (passive-aggressive learning, Crammer et al. 2006). Without it 709 of
# 789 unseen questions were right first instead of 716, without the language model 670.

# twice as many found 0.5 % more of the held-out samples and took twice as long
_ROUNDS: Final = 2
# smaller and larger ones made less than 1 % difference
_STEP: Final = 0.1
"""How far one sample may move the weights."""
_STRIDE: Final = 13
"""Every so many-th sample is learned, then the next ones."""


# of 226 unseen questions it finds 82 first by itself, a support vector machine from a library 86 to
# 89
def _classifier(lessons: Sequence[Lesson]) -> tuple[Mapping[str, float], Places]:
    spread = Counter(feature for one in lessons for feature in one.features)
    rarity = {feature: log(1 + len(lessons) / many) for feature, many in spread.items()}
    # the samples of one passage stand together: they are learned far apart
    apart = [one for first in range(_STRIDE) for one in lessons[first::_STRIDE]]
    vectors = [one._replace(features=_feature_vector(one.features, rarity)) for one in apart]
    weights: Places = {feature: {} for feature in spread}
    average: Places = {feature: {} for feature in spread}
    steps = left = _ROUNDS * len(lessons)
    for _ in range(_ROUNDS):
        for place, much, features in vectors:
            left -= 1
            sums: dict[int, float] = defaultdict(float)
            for feature, size in features.items():
                for at, weight in weights[feature].items():
                    sums[at] += weight * size
            right = sums.pop(place, 0.0)
            rival, best = max(sums.items(), key=lambda one: one[1], default=(None, 0.0))
            step = min(_STEP * much, (1 - right + best) / 2)
            if step > 0:
                for table, share in ((weights, 1.0), (average, left / steps)):
                    _adjust(table, features, place, step * share)
                    if rival is not None:
                        _adjust(table, features, rival, -step * share)
    return rarity, average


def _feature_vector(features: Features, rarity: Mapping[str, float]) -> Features:
    """Return those that are known, as an arrow of length 1."""
    known = {one: much * rarity[one] for one, much in features.items() if rarity.get(one)}
    size = sqrt(sum(much * much for much in known.values())) or 1.0
    return {one: much / size for one, much in known.items()}


def _adjust(table: Places, features: Features, place: int, step: float) -> None:
    for feature, size in features.items():
        by_place = table[feature]
        by_place[place] = by_place.get(place, 0.0) + step * size


# --- the language model -------------------------------------------------------------------------
# The classifier learns from its mistakes where one passage ends and the next begins, and so it
# hangs on a few telling words. This one only counts; the model of each passage is smoothed by that
# of the whole game (Dirichlet smoothing, Zhai and Lafferty 2001).

_USUAL: Final = 200.0
"""How many features of the whole game are mixed into those of a passage."""
# 0.8 found 1 % more of the held-out samples, and lost 7 of the 1,376 tuned questions
_MUCH_ASKED: Final = 0.5
"""How far a passage with many samples must have more of a feature: from 0, not at all, to 1, in
proportion, as the theory has it."""


def _language_model(lessons: Iterable[Lesson]) -> tuple[Places, Mapping[int, float]]:
    often: Places = defaultdict(dict)
    sizes: dict[int, float] = defaultdict(float)
    for place, much, features in lessons:
        _adjust(often, features, place, much)
        for counts in features.values():
            sizes[place] += much * counts
    whole = sum(sizes.values())
    gains: Places = {}
    for feature, by_place in often.items():
        usual = _USUAL * sum(by_place.values()) / whole
        gains[feature] = {place: log(1 + times / usual) for place, times in by_place.items()}
    return gains, {
        place: _MUCH_ASKED * log((size + _USUAL) / _USUAL) for place, size in sizes.items()
    }
