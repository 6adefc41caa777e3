"""Howell movements, full and three-quarter: found by a search, not tabulated.

With R rounds and R sets of boards the pairs 1 to R stand on a ring and move on by one each round,
and every set moves along; the other pairs stay where they are. One round, the starter, tells all:
if the places of the pairs that meet have all differences apart, nobody meets again; and if each
table's number of a set less the place of each of its pairs comes to every number once, everybody
plays every set once. Where the sums of the places are all different too, the sum is such a number
of a set (J. D. Horton's strong starters); for 10 pairs there is no such starter, and the numbers
are searched for.
"""

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import islice
from typing import Final, NamedTuple

from scorekeeper.duplicate.movements.plans import (
    Movement,
    MovementRefused,
    RoundPlan,
    TablePlan,
    board_set,
    nearest_size,
)
from scorekeeper.sentences import tell

_SHARED_UP_TO: Final = 6
"""Pairs for whom there is no plan in which no set is shared."""
_EFFORT: Final = 3000
"""Steps of a search before it begins in another order."""
_ORDERS: Final = 40
_OF_AN_ORDER: Final = 10
_TRIED: Final = 60
"""Starters for which sets are searched, and steps of each search. Where there are none, as with so
many rounds as tables if these are even, this takes 0.1 s."""
_STEPS_OF_SETS: Final = 60


class Starter(NamedTuple):
    """One round: the two places of the pairs that meet on the ring, the places of those that meet a
    pair that stays, and the set of each table, in that order."""

    moving: tuple[tuple[int, int], ...]
    met: tuple[int, ...]
    sets: tuple[int, ...]


def howell(pairs: int, boards: int, rounds: int | None, switched: int) -> Movement:
    """Return a Howell: everybody meets everybody."""
    ring = pairs - 1 + pairs % 2
    if rounds not in (None, ring):
        raise MovementRefused(
            tell("A Howell of {n} pairs has {rounds} rounds.", n=pairs, rounds=ring)
        )
    _not_switched(switched)
    return _movement("howell", pairs, ring, boards)


def three_quarter_howell(pairs: int, boards: int, rounds: int | None, switched: int) -> Movement:
    """Return a Howell with fewer rounds, in which some pairs stay and do not meet each other."""
    tables = (pairs + 1) // 2
    fewest, most = tables, 2 * tables - 2
    if rounds is not None and not fewest <= rounds <= most:
        raise MovementRefused(
            tell(
                "A three-quarter Howell of {n} pairs has {low} to {high} rounds.",
                n=pairs,
                low=fewest,
                high=most,
            )
        )
    _not_switched(switched)
    choices = range(fewest, most + 1) if rounds is None else (rounds,)
    near = sorted(choices, key=lambda n: (abs(n * nearest_size(boards, n) - boards), -n))
    for ring in near:
        if starter(2 * tables, ring) is not None:
            return _movement("three-quarter-howell", pairs, ring, boards)
    raise MovementRefused(tell("There is no such movement with so many rounds."))


def _not_switched(switched: int) -> None:
    if switched:
        raise MovementRefused(tell("Only a Mitchell has rounds with the directions exchanged."))


def _movement(kind: str, pairs: int, ring: int, boards: int) -> Movement:
    tables = (pairs + 1) // 2
    found = starter(2 * tables, ring)
    assert found is not None
    size = nearest_size(boards, ring)
    shared = len({*found.sets}) < tables
    plan = tuple(_round(found, pairs, ring, number, size, shared) for number in range(ring))
    return Movement(kind, pairs, tables, size, ring * size, 1, plan)


def _round(
    found: Starter, pairs: int, ring: int, number: int, size: int, shared: bool
) -> RoundPlan:
    """Return a round; `number` counts from 0. A pair beyond the last is the phantom."""

    def at(place: int) -> int:
        return (place + number) % ring + 1

    meetings = [(ring + 1 + stays, at(place)) for stays, place in enumerate(found.met)]
    meetings += [(at(one), at(other)) for one, other in found.moving]
    tables: list[TablePlan] = []
    out: list[int] = []
    for place, (two, held) in enumerate(zip(meetings, found.sets, strict=True)):
        if max(two) > pairs:
            out.append(min(two))
            continue
        # who stays sits North-South for half of the rounds, or all its scores were of one side
        ns, ew = two[::-1] if place < len(found.met) and number % 2 else two
        boards = board_set((held + number) % ring, size)
        tables.append(TablePlan(place + 1, (ns,), (ew,), boards, shared))
    return RoundPlan(number + 1, tuple(tables), tuple(out))


# --- the search ---------------------------------------------------------------------------------


@cache
def starter(pairs: int, ring: int) -> Starter | None:
    """Return a starter for an even number of pairs, of which `ring` move; None where none was
    found."""
    stays = pairs - ring
    if pairs <= _SHARED_UP_TO:
        moving = next(_strong(ring, stays, 0, distinct=False))
        met = _left(ring, moving)
        return Starter(moving, met, (0,) * (pairs // 2))
    tried = islice(_starters(ring, stays, distinct=True), _TRIED)
    for moving in tried:
        sums = tuple((one + other) % ring for one, other in moving)
        sets = _sets_of_those_who_stay(_left(ring, moving), {*sums}, ring)
        if sets is not None:
            return Starter(moving, sets[0], sets[1] + sums)
    for moving in islice(_starters(ring, stays, distinct=False), _TRIED):
        met = _left(ring, moving)
        held = _sets([*((place,) for place in met), *moving], ring)
        if held is not None:
            return Starter(moving, met, held)
    return None


def _starters(ring: int, stays: int, distinct: bool) -> Iterator[tuple[tuple[int, int], ...]]:
    for order in range(_ORDERS):
        yield from islice(_strong(ring, stays, order, distinct), _OF_AN_ORDER)


def _left(ring: int, moving: Sequence[tuple[int, int]]) -> tuple[int, ...]:
    taken = {place for two in moving for place in two}
    return tuple(place for place in range(ring) if place not in taken)


def _strong(
    ring: int, stays: int, order: int, distinct: bool = True
) -> Iterator[tuple[tuple[int, int], ...]]:
    """Yield starters whose differences, and sums if they are to be `distinct`, are all apart; a
    search in one order gives up after a while."""
    pairs = (ring - stays) // 2
    places = _mixed(ring, order)
    steps = 0

    def search(
        free: tuple[int, ...], spare: int, used: frozenset[int], sums: frozenset[int]
    ) -> Iterator[tuple[tuple[int, int], ...]]:
        nonlocal steps
        steps += 1
        if len(used) == pairs:
            yield ()
            return
        if steps > _EFFORT:
            return
        one, *others = free
        for other in others:
            gap, total = min((one - other) % ring, (other - one) % ring), (one + other) % ring
            if gap in used or 2 * gap == ring or (distinct and total in sums):
                continue
            rest = tuple(place for place in others if place != other)
            for further in search(rest, spare, used | {gap}, sums | {total}):
                yield ((one, other), *further)
        if spare:
            yield from search(tuple(others), spare - 1, used, sums)

    return search(tuple(places), stays, frozenset(), frozenset())


def _mixed(ring: int, order: int) -> list[int]:
    """Return the places in another order for each number of an `order`; 0: as they are."""
    return sorted(range(ring), key=lambda place: (place + 1) * (order * 389 + 1) % 1009)


def _sets_of_those_who_stay(
    met: tuple[int, ...], taken: set[int], ring: int
) -> tuple[tuple[int, ...], tuple[int, ...]] | None:
    """Return sets for the tables of the pairs that stay, in the order of `met`; each is the sum of
    its place and another such place, every one of these once."""
    steps = 0

    def search(index: int, partners: frozenset[int], sets: frozenset[int]) -> list[int] | None:
        nonlocal steps
        steps += 1
        if index == len(met):
            return []
        if steps > _STEPS_OF_SETS:
            return None
        for other in met:
            held = (met[index] + other) % ring
            if other in partners or held in sets:
                continue
            rest = search(index + 1, partners | {other}, sets | {held})
            if rest is not None:
                return [held, *rest]
        return None

    found = search(0, frozenset(), frozenset(taken))
    return None if found is None else (met, tuple(found))


def _sets(tables: Sequence[tuple[int, ...]], ring: int) -> tuple[int, ...] | None:
    """Return a set for each table, so that a set less a place comes to every number once."""
    steps = 0

    def search(index: int, held: frozenset[int], met: frozenset[int]) -> tuple[int, ...] | None:
        nonlocal steps
        steps += 1
        if index == len(tables):
            return ()
        if steps > _STEPS_OF_SETS:
            return None
        for one in range(ring):
            gaps = {(one - place) % ring for place in tables[index]}
            if one in held or gaps & met:
                continue
            rest = search(index + 1, held | {one}, met | gaps)
            if rest is not None:
                return (one, *rest)
        return None

    return search(0, frozenset(), frozenset())
