"""Questions that are known already, found by the words that a new one shares with them."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from math import sqrt
from typing import Final

Worths = Mapping[str, float]
"""Terms, and what each is worth."""

_SECOND: Final = 0.1
"""What the second likeliest sample of a passage adds to the likeliest."""

Holding = Mapping[str, Mapping[int, float]]
IndexedSamples = tuple[Sequence[int], Holding]


def index_samples(samples: Iterable[tuple[int, float, Worths]]) -> IndexedSamples:
    """Return the place that each sample asks for, and which samples hold a term, how much."""
    places: list[int] = []
    holding: dict[str, dict[int, float]] = {}
    for number, (place, sure, sample) in enumerate(samples):
        places.append(place)
        size = _size(sample) / sure
        for term, worth in sample.items():
            holding.setdefault(term, {})[number] = worth / size
    return places, holding


class Samples:
    """Samples of questions, each with the place of the passage that answers it, and how surely it
    does; and how many each place has."""

    def __init__(self, places: Sequence[int], holding: Holding) -> None:
        self._places, self._holding = places, holding
        self.many = Counter(places)

    def likeness(self, question: Worths) -> Mapping[int, float]:
        """Return how like the question the samples of each passage are, by place: about 0 to 1."""
        shared: dict[int, float] = defaultdict(float)
        size = _size(question)
        for term, worth in question.items():
            for number, share in self._holding.get(term, {}).items():
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
