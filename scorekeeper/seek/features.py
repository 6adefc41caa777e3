"""What the words of a question are learned by: each of them, how it begins, what follows it, and
which others it comes with."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, pairwise
from typing import Final, NamedTuple

from scorekeeper.seek.situations import situations_told
from scorekeeper.seek.words import stems

_PAIR: Final = 0.7
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


class Lesson(NamedTuple):
    """A sample to learn from: the place of the passage that it asks for, how much it counts, and
    its features."""

    place: int
    much: float
    features: Features


def features(said: Sequence[str]) -> Features:
    """Return the features of these words, and what each counts."""
    return dict(_features(said))


def word_couples(said: Sequence[str]) -> Features:
    """Return each two of these words that are heard, in any order and however far apart, and what
    that counts."""
    couples = combinations(sorted(set(stems(said))), 2)
    return {("", *couple): _TOGETHER for couple in couples}


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
