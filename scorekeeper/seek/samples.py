"""Questions that are known already, found by the words that a new one shares with them."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from math import sqrt
from typing import Final

Worths = Mapping[str, float]
"""Terms, and what each is worth."""

_SECOND: Final = 0.1
"""What the second likeliest sample of a passage adds to the likeliest."""


class Samples:
    """Samples of questions, each with the place of the passage that answers it, and how surely it
    does."""

    def __init__(self, samples: Iterable[tuple[int, float, Worths]]) -> None:
        self._places: list[int] = []
        self._holding: dict[str, list[tuple[int, float]]] = defaultdict(list)
        for number, (place, sure, sample) in enumerate(samples):
            self._places.append(place)
            size = _size(sample) / sure
            for term, worth in sample.items():
                self._holding[term].append((number, worth / size))

    def likeness(self, question: Worths) -> Mapping[int, float]:
        """Return how like the question the samples of each passage are, by place: about 0 to 1."""
        shared: dict[int, float] = defaultdict(float)
        size = _size(question)
        for term, worth in question.items():
            for number, share in self._holding.get(term, ()):
                shared[number] += share * worth / size
        alike: dict[int, list[float]] = defaultdict(list)
        for number, much in shared.items():
            alike[self._places[number]].append(much)
        return {place: _together(sorted(much)) for place, much in alike.items()}


def _together(much: list[float]) -> float:
    return much[-1] + _SECOND * (much[-2] if len(much) > 1 else 0.0)


def _size(worths: Worths) -> float:
    """Return how long it is as an arrow, each term a direction of its own."""
    return sqrt(sum(worth * worth for worth in worths.values())) or 1.0
