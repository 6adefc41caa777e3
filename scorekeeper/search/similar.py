"""Passages of other games that players ask for in much the same words.

"We were one trick short" asks for a bid that was lost, whatever the game's rules call that passage:
what the samples of one teach is learned of the other too. How alike two passages are is counted
(the cosine of what their samples say, rare words more than common ones).
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from functools import cache
from math import log, sqrt
from typing import Final

from scorekeeper.engine.game import Game
from scorekeeper.games import games
from scorekeeper.search.samples import samples
from scorekeeper.search.words import stems, words

_ALIKE: Final = 0.3
"""How alike passages of two names must be at least, from 0 to 1."""
_ENOUGH: Final = 5
"""So many samples tell in which words a passage is asked for."""

_Name = tuple[str, str]
"""A game's slug and an anchor."""


def similar(game: Game, anchor: str) -> Iterator[tuple[Game, str]]:
    """Yield the passages of other games with that anchor, and the one of each other game that is
    asked for most alike."""
    nearest = _nearest(game.slug, anchor)
    for other in games().values():
        if other is not game:
            yield other, anchor
            if (found := nearest.get(other.slug, anchor)) != anchor:
                yield other, found


def _nearest(slug: str, anchor: str) -> Mapping[str, str]:
    """Return the anchor most like this one in each other game that has one like it."""
    alike: dict[_Name, float] = defaultdict(float)
    for word, much in _said().get((slug, anchor), {}).items():
        for name, as_much in _holding()[word].items():
            alike[name] += much * as_much
    best = sorted(alike, key=lambda name: (alike[name], name))
    return {of: found for of, found in best if of != slug and alike[of, found] > _ALIKE}


@cache
def _said() -> Mapping[_Name, Mapping[str, float]]:
    """Return what the samples of each passage say, as an arrow of length 1."""
    often = {
        (game.slug, anchor): Counter(word for one in said for word in set(stems(words(one))))
        for game in games().values()
        for anchor, said in samples(game).items()
        if len(said) >= _ENOUGH
    }
    spread = Counter(word for said in often.values() for word in said)
    return {
        name: _of_length_1(
            {word: log(1 + times) * log(len(often) / spread[word]) for word, times in said.items()}
        )
        for name, said in often.items()
    }


@cache
def _holding() -> Mapping[str, Mapping[_Name, float]]:
    """Return the passages whose samples say a word, and how much it is of what they say."""
    holding: dict[str, dict[_Name, float]] = defaultdict(dict)
    for name, said in _said().items():
        for word, much in said.items():
            holding[word][name] = much
    return holding


def _of_length_1(arrow: Mapping[str, float]) -> Mapping[str, float]:
    size = sqrt(sum(much * much for much in arrow.values())) or 1.0
    return {word: much / size for word, much in arrow.items()}
