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
from typing import Final, NamedTuple, TypeVar

from scorekeeper.anchored_markdown import Passage
from scorekeeper.engine.game import Game
from scorekeeper.search.samples import Sample, paragraphs, sample_questions, samples, similar
from scorekeeper.search.situations import situations_told
from scorekeeper.search.words import stems, words

Feature = str | tuple[str, ...]
Features = Mapping[Feature, float]
"""What the words of a question are learned by, and what each counts."""
Places = dict[Feature, dict[int, float]]
"""What each feature says for a passage or against it, by its place among those of the game."""
Flat = Sequence[float]
"""A number, its value, the next number, its value ... Most tables have one entry, and as dicts they
took twice as much memory."""
FlatPlaces = Mapping[Feature, Flat]


class Fitted(NamedTuple):
    """What was learned: for the classifier how rare each feature is and what it says for and
    against each passage; for the language model how much likelier each passage makes it than the
    whole game does, and how much each passage is asked."""

    rarity: Mapping[Feature, float]
    weights: FlatPlaces
    gains: FlatPlaces
    sizes: Mapping[int, float]

    def classifier_scores(self, said: Sequence[str]) -> Mapping[int, float]:
        """Return how sure the classifier is of each passage for a question in these words, beside
        the one of which it is surest: above 0, up to 1."""
        return _beside_best(_sums(_feature_vector(_features(said), self.rarity), self.weights))

    def language_model_scores(self, said: Sequence[str]) -> Mapping[int, float]:
        """Return how likely each passage is by the language model, beside the likeliest."""
        asked = {**_features(said), **_couples(said)}
        known = {one: counts for one, counts in asked.items() if one in self.gains}
        length = sum(known.values())
        sums = _sums(known, self.gains)
        return _beside_best({at: much - length * self.sizes[at] for at, much in sums.items()})


Key = TypeVar("Key")


def flattened(tables: Mapping[Key, Mapping[int, float]]) -> Mapping[Key, Flat]:
    """Return these tables flat."""
    return {
        key: tuple(part for item in table.items() for part in item) for key, table in tables.items()
    }


def flat_items(flat: Flat) -> Iterator[tuple[int, float]]:
    """Yield the numbers and their values."""
    return zip(map(int, flat[::2]), flat[1::2], strict=True)


def _sums(features: Features, places: FlatPlaces) -> dict[int, float]:
    sums: dict[int, float] = defaultdict(float)
    for feature, much in features.items():
        for place, value in flat_items(places[feature]):
            sums[place] += much * value
    return sums


def _beside_best(sums: Mapping[int, float]) -> Mapping[int, float]:
    best = max(sums.values(), default=0.0)
    return {place: much / best for place, much in sums.items() if much > 0}


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


# on held-out samples single letters, synonyms and pairs further apart made less than 1 % difference
def _features(said: Sequence[str]) -> Features:
    """Return the features of these words: the words, how longer ones begin, the pairs of them (the
    first and the last have one with the edge), and what they tell that happened."""
    found: dict[Feature, float] = {}
    for word in said:
        found[word] = 1.0
        if len(word) >= _LETTERS:
            found[f"{word[:_LETTERS]}-"] = _BEGINNING
    found |= dict.fromkeys(pairwise((_EDGE, *said, _EDGE)), _FOLLOWING)
    if happened := situations_told(said):
        found[f"({' '.join(happened)})"] = _HAPPENED
    return found


def _couples(said: Sequence[str]) -> Features:
    """Return each two of these words that are heard, in any order and however far apart."""
    # without them 706 of 789 unseen questions were right first instead of 716
    return {("", *two): _TOGETHER for two in combinations(sorted(set(stems(said))), 2)}


# --- the lessons --------------------------------------------------------------------------------

_ASKED_OF_ALL: Final = 0.5
"""What a sample that is asked in every game counts, beside one of the game's own."""
# with it 72.2 instead of 69.6 % of 2,385 held-out samples were right first; the classifier gained
# nothing from other games
_ASKED_ELSEWHERE: Final = 0.15
"""The same of a sample of such a passage in another game; the language model alone learns from it.
"""
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


def fit(game: Game, passages: Sequence[Passage]) -> Fitted:
    """Return what is learned of the samples of these passages, which are all of the game's."""
    asked = [
        (place, _ASKED_OF_ALL if one.everywhere else 1.0, words(one.said))
        for place, passage in enumerate(passages)
        for one in (*sample_questions(game, passage.anchor), Sample(passage.title, False))
    ]
    # without these lessons 709 of 789 unseen questions were right first instead of 716
    elsewhere = [
        (place, _ASKED_ELSEWHERE, words(said))
        for place, passage in enumerate(passages)
        for other, anchor in similar(game, passage.anchor)
        for said in samples(other).get(anchor, ())
    ]
    fuller = [
        Lesson(place, much, {**_features(said), **_couples(said)})
        for place, much, said in (*asked, *elsewhere)
    ]
    read = [
        Lesson(place, _READ, _features(said))
        for place, passage in enumerate(passages)
        for text in paragraphs(game, passage)
        for said in filter(None, map(words, _SENTENCE_ENDS.split(text)))
    ]
    lessons = [Lesson(place, much, _features(said)) for place, much, said in asked]
    return Fitted(*_classifier(lessons), *_language_model(fuller + read))


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
def _classifier(lessons: Sequence[Lesson]) -> tuple[Mapping[Feature, float], FlatPlaces]:
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
    return rarity, flattened(average)


def _feature_vector(features: Features, rarity: Mapping[Feature, float]) -> Features:
    """Return those that are known, as an arrow of length 1."""
    known = {one: much * rarity[one] for one, much in features.items() if one in rarity}
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


def _language_model(lessons: Iterable[Lesson]) -> tuple[FlatPlaces, Mapping[int, float]]:
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
    return flattened(gains), {
        place: _MUCH_ASKED * log((size + _USUAL) / _USUAL) for place, size in sizes.items()
    }
