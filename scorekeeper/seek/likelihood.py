"""How likely the samples of each passage make the words of a question.

The classifier learns from its mistakes where one passage ends and the next begins, and so it hangs
on a few telling words. This one only counts: how often the samples of a passage have each feature,
beside how often all of them have it. It is a language model of each passage, smoothed by that of
the whole game (Dirichlet smoothing, Zhai and Lafferty 2001). The two err on different questions.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from math import log
from typing import Final

from scorekeeper.seek.features import Feature, Features, Lesson

_USUAL: Final = 200.0
"""How many features of the whole game are mixed into those of a passage."""
_MUCH_ASKED: Final = 0.5
"""How far a passage with many samples must have more of a feature: from 0, not at all, to 1, in
proportion, as the theory has it."""


Gains = Mapping[Feature, Mapping[int, float]]
Counted = tuple[Gains, Mapping[int, float]]


def count_features(lessons: Iterable[Lesson]) -> Counted:
    """Return how much likelier each place makes a feature than the whole game does, and how much
    each is asked."""
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


class Likelihood:
    """The places of passages, by how often their samples have the features of a question."""

    def __init__(self, gains: Gains, sizes: Mapping[int, float]) -> None:
        self._gains, self._sizes = gains, sizes

    def likeness(self, question: Features) -> Mapping[int, float]:
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
