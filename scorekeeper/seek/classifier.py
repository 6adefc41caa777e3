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
from math import log, sqrt
from typing import Final

from scorekeeper.seek.features import Feature, Features, Lesson

_ROUNDS: Final = 2
_STEP: Final = 0.1
"""How far one sample may move the weights."""
_STRIDE: Final = 13
"""Every so many-th sample is learned, then the next ones: those of a passage stand together."""

Weights = dict[Feature, dict[int, float]]


Rarity = Mapping[Feature, float]
Learned = tuple[Rarity, Weights]


def learn_weights(lessons: Sequence[Lesson]) -> Learned:
    """Return how rare each feature is, and what it says for and against each place."""
    spread = Counter(feature for one in lessons for feature in one.features)
    rarity = {feature: log(1 + len(lessons) / many) for feature, many in spread.items()}
    vectors = [one._replace(features=_feature_vector(one.features, rarity)) for one in lessons]
    return rarity, _learn(vectors, spread)


class Classifier:
    """The places of passages, by the samples of questions that each answers."""

    def __init__(self, rarity: Rarity, weights: Weights) -> None:
        self._rarity, self._weights = rarity, weights

    def words(self) -> Sequence[str]:
        """Return the words that were learned, the commonest last."""
        known = (one for one in self._rarity if isinstance(one, str) and one.isalnum())
        return sorted(known, key=lambda one: -self._rarity[one])

    def likeness(self, question: Features) -> Mapping[int, float]:
        """Return how sure it is of each place, beside the one of which it is surest: above 0, up to
        1."""
        sums = _sums(self._weights, _feature_vector(question, self._rarity))
        best = max(sums.values(), default=0.0)
        return {place: much / best for place, much in sums.items() if much > 0}


def _feature_vector(features: Features, rarity: Rarity) -> Features:
    """Return those that are known, as an arrow of length 1."""
    known = {one: much * rarity[one] for one, much in features.items() if one in rarity}
    size = sqrt(sum(much * much for much in known.values())) or 1.0
    return {one: much / size for one, much in known.items()}


def _learn(lessons: Sequence[Lesson], known: Iterable[Feature]) -> Weights:
    """Return the weights, averaged over the whole way."""
    now: Weights = {one: {} for one in known}
    average: Weights = {one: {} for one in now}
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
