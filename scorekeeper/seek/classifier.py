"""What the samples of a game teach about how players put their questions.

The other ways to a passage ask which words it has in common with a question. This one learns which
words tell the passages of one game apart, small ones and turns of phrase among them: "can I" and
"do I have to" are never looked up, and say much. It is a linear classifier: it goes through the
samples one by one, each time moves the weights just so far that this sample is told from the
passage it was most nearly taken for, and in the end averages the weights over the whole way
(passive-aggressive learning, Crammer et al. 2006).
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from math import log, sqrt
from typing import Final

from scorekeeper.seek.situations import situations_told

_PAIR: Final = 0.7
"""What two words that follow one another count beside a word."""
_BEGINNING: Final = 0.7
_LETTERS: Final = 4
"""The letters of a word's beginning, which bids, bidder and bidding share."""
_HAPPENED: Final = 1.0
"""The same of what the words tell that happened, such as more tricks than were bid."""
_ROUNDS: Final = 2
_STEP: Final = 0.1
"""How far one sample may move the weights."""
_EDGE: Final = ""
"""Stands in a pair for what is before the first word and after the last."""
_STRIDE: Final = 13
"""Every so many-th sample is learned, then the next ones: those of a passage stand together."""

Feature = str | tuple[str, str]
Features = Mapping[Feature, float]
Weights = dict[Feature, dict[int, float]]


class Classifier:
    """The places of passages, by the samples of questions that each answers. A sample has its
    place, how much it counts, and its words."""

    def __init__(self, samples: Iterable[tuple[int, float, Sequence[str]]]) -> None:
        read = [(place, much, dict(_features(said))) for place, much, said in samples]
        spread = Counter(feature for *_, features in read for feature in features)
        self._rarity = {feature: log(1 + len(read) / many) for feature, many in spread.items()}
        self._weights: Weights = {one: {} for one in spread}
        self._learn(
            [(place, much, self._feature_vector(features)) for place, much, features in read]
        )

    def likeness(self, question: Sequence[str]) -> Mapping[int, float]:
        """Return how sure it is of each place, beside the one of which it is surest: above 0, up to
        1. The question is its words, without the name of a game."""
        sums = _sums(self._weights, self._feature_vector(dict(_features(question))))
        best = max(sums.values(), default=0.0)
        return {place: much / best for place, much in sums.items() if much > 0}

    def _feature_vector(self, features: Features) -> Features:
        """Return those that are known, as an arrow of length 1."""
        rarity = self._rarity
        known = {one: much * rarity[one] for one, much in features.items() if one in rarity}
        size = sqrt(sum(much * much for much in known.values())) or 1.0
        return {one: much / size for one, much in known.items()}

    def _learn(self, samples: list[tuple[int, float, Features]]) -> None:
        now: Weights = {one: {} for one in self._weights}
        steps = left = _ROUNDS * len(samples)
        for _ in range(_ROUNDS):
            for place, much, features in _shuffled_samples(samples):
                left -= 1
                sums = _sums(now, features)
                right = sums.pop(place, 0.0)
                rival, best = max(sums.items(), key=lambda one: one[1], default=(None, 0.0))
                step = min(_STEP * much, (1 - right + best) / 2)
                if step > 0:
                    for weights, share in ((now, 1.0), (self._weights, left / steps)):
                        _adjust_weights(weights, features, place, step * share)
                        if rival is not None:
                            _adjust_weights(weights, features, rival, -step * share)


def _shuffled_samples(
    samples: list[tuple[int, float, Features]],
) -> Iterator[tuple[int, float, Features]]:
    """All of them, those of one passage far apart."""
    for first in range(_STRIDE):
        yield from samples[first::_STRIDE]


def _adjust_weights(weights: Weights, features: Features, place: int, step: float) -> None:
    for feature, size in features.items():
        of_feature = weights[feature]
        of_feature[place] = of_feature.get(place, 0.0) + step * size


def _sums(weights: Weights, features: Features) -> dict[int, float]:
    sums: dict[int, float] = defaultdict(float)
    for feature, size in features.items():
        for place, weight in weights[feature].items():
            sums[place] += weight * size
    return sums


def _features(said: Sequence[str]) -> Iterator[tuple[Feature, float]]:
    """Yield the words, the pairs of them (the first and the last word have one with the edge), how
    longer words begin, and what the words tell that happened."""
    for word in said:
        yield word, 1.0
        if len(word) >= _LETTERS:
            yield f"{word[:_LETTERS]}-", _BEGINNING
    for pair in pairwise((_EDGE, *said, _EDGE)):
        yield pair, _PAIR
    if happened := situations_told(said):
        yield f"({' '.join(happened)})", _HAPPENED
