"""Pairing everybody off with the fewest rematches, the first in order first."""

from collections import Counter
from collections.abc import Callable, Sequence
from functools import cache
from itertools import combinations, count

from scorekeeper.schedules.rounds import Two

Pairs = tuple[tuple[int, int], ...]
Liked = Callable[[int], Sequence[int]]
"""The places that the one at a place would meet, the best first."""


def pair_off(
    order: Sequence[int],
    outs: Sequence[tuple[int, ...]],
    met: Counter[Two],
    liked: Liked,
) -> tuple[Pairs, tuple[int, ...]]:
    """Return everybody in pairs with as few repeats as can be, and who is left out.

    `outs` says who may be left out, the most deserving first; `met` counts the meetings so far.
    The first in the `order` meets the next one, or whom it likes best, of those with whom the
    rest comes out, and so on downwards.
    """
    least = min((met[frozenset(two)] for two in combinations(order, 2)), default=0)
    for spare in count():
        for out in outs:
            playing = [one for one in order if one not in out]
            again = [
                [met[frozenset((one, other))] - least if one != other else 0 for other in playing]
                for one in playing
            ]
            pairs = _pairs(again, liked, spare)
            if pairs is not None:
                return tuple((playing[one], playing[other]) for one, other in pairs), out
    raise AssertionError("with repeats enough there is always a way")


def _pairs(again: Sequence[Sequence[int]], liked: Liked, spare: int) -> Pairs | None:
    """Pairs of places with no more than `spare` repeats, if there is a way: each is tried unless it
    cannot come out. The places that are left are bits of a number."""
    fresh = [sum(1 << other for other, times in enumerate(row) if not times) for row in again]

    @cache
    def pairs(left: int, spare: int) -> Pairs | None:
        if not left:
            return ()
        if _left_over(left, fresh) > 2 * spare:
            return None
        first = _lowest(left)
        for other in liked(first):
            rest = left & ~(1 << first | 1 << other)
            if other == first or not left >> other & 1 or again[first][other] > spare:
                continue
            if (found := pairs(rest, spare - again[first][other])) is not None:
                return ((first, other), *found)
        return None

    return pairs((1 << len(again)) - 1, spare)


def _left_over(left: int, fresh: Sequence[int]) -> int:
    """Return a lower bound on how many players cannot be paired without a rematch.

    By the Tutte-Berge formula: take a few players away; of each odd component that is left, one
    player needs one of those few. Here the few are those who have met the fewest.
    """
    places = [place for place in range(len(fresh)) if left >> place & 1]
    places.sort(key=lambda place: -(fresh[place] & left).bit_count())
    most = 0
    for few in range(len(places) // 2 + 1):
        most = max(most, _odd_parts(left, fresh) - few)
        left &= ~(1 << places[few])
    return most


def _odd_parts(left: int, fresh: Sequence[int]) -> int:
    """Return the number of components of odd size, where only players who have not met are
    joined."""
    odd = 0
    while left:
        part, edge = 0, left & -left
        while edge:
            place = _lowest(edge)
            part |= 1 << place
            edge = (edge | fresh[place] & left) & ~part
        odd += part.bit_count() % 2
        left &= ~part
    return odd


def _lowest(places: int) -> int:
    """Return the first of some places."""
    return (places & -places).bit_length() - 1
