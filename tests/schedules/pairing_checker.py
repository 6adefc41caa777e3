"""A checker of pairings that shares nothing with the code: it finds the largest matching by
Edmonds' blossoms, where the code searches, and says in words what it finds wrong."""

from collections import Counter, deque
from collections.abc import Iterator, Sequence

from scorekeeper.schedules.rounds import Round


def largest_matching(joined: Sequence[Sequence[int]]) -> int:
    """Return how many pairs of neighbours there can be in a graph, given as the neighbours of
    each of its points (J. Edmonds, Paths, Trees, and Flowers, 1965)."""
    points = range(len(joined))
    mate: list[int | None] = [None for _ in points]
    for root in points:
        if mate[root] is None:
            _grow(root, joined, mate)
    return sum(one is not None for one in mate) // 2


def _grow(root: int, joined: Sequence[Sequence[int]], mate: list[int | None]) -> None:
    """Match one point more, if a path of turns from the root ends at a free one."""
    base = [*range(len(joined))]
    before: dict[int, int] = {}
    even, queue = {root}, deque([root])
    while queue:
        here = queue.popleft()
        for there in joined[here]:
            if base[here] == base[there] or mate[here] == there:
                continue
            partner = mate[there]
            if there == root or (partner is not None and partner in before):
                queue.extend(_contract(here, there, base, mate, before, even))
            elif there not in before:
                before[there] = here
                if partner is None:
                    _turn(there, mate, before)
                    return
                even.add(partner)
                queue.append(partner)


def _contract(
    one: int,
    other: int,
    base: list[int],
    mate: list[int | None],
    before: dict[int, int],
    even: set[int],
) -> list[int]:
    """Make one point of the odd circle that two even neighbours close; the points of it that are
    even by that."""
    top = _common_base(one, other, base, mate, before)
    blossom = {*_path(one, other, top, base, mate, before)}
    blossom |= {*_path(other, one, top, base, mate, before)}
    inside = [point for point in range(len(base)) if base[point] in blossom]
    for point in inside:
        base[point] = top
    new = [point for point in inside if point not in even]
    even.update(new)
    return new


def _common_base(
    one: int, other: int, base: list[int], mate: list[int | None], before: dict[int, int]
) -> int:
    seen, at = set[int](), base[one]
    while True:
        seen.add(at)
        partner = mate[at]
        if partner is None:
            break
        at = base[before[partner]]
    at = base[other]
    while at not in seen:
        partner = mate[at]
        assert partner is not None
        at = base[before[partner]]
    return at


def _path(
    at: int,
    child: int,
    top: int,
    base: list[int],
    mate: list[int | None],
    before: dict[int, int],
) -> Iterator[int]:
    """The bases from a point down to the blossom's top; the way back is written on the go."""
    while base[at] != top:
        partner = mate[at]
        assert partner is not None
        yield base[at]
        yield base[partner]
        before[at] = child
        child = partner
        at = before[partner]


def _turn(end: int, mate: list[int | None], before: dict[int, int]) -> None:
    at: int | None = end
    while at is not None:
        other = before[at]
        following = mate[other]
        mate[at], mate[other] = other, at
        at = following


def fewest_rematches(players: Sequence[int], met: Counter[frozenset[int]]) -> int:
    """Return how many of these must meet again, whoever meets whom, where nobody has met twice
    yet."""
    joined = [
        [
            place
            for place, other in enumerate(players)
            if other != one and not met[frozenset((one, other))]
        ]
        for one in players
    ]
    return len(players) // 2 - largest_matching(joined)


def swiss_faults(
    standing: Sequence[int],
    met: Counter[frozenset[int]],
    byes: Counter[int],
    made: Round,
) -> list[str]:
    """Return what is wrong with a Swiss round of two at a table, by what was played before it.

    As few meet again as can be; of the ways to do that, the best meets the next best, and so on
    down; the bye is the lowest's who has had the fewest, unless that makes more meet again.
    """
    there = sorted((*sum(made.tables, ()), *made.byes))
    if there != sorted(standing) or any(len(table) != 2 for table in made.tables):
        return ["somebody is missing, or there twice"]
    if len(made.byes) != len(standing) % 2:
        return ["not as many byes as there must be"]
    playing = [one for one in standing if one not in made.byes]
    again = sum(met[frozenset(table)] for table in made.tables)
    return [
        *([] if again == fewest_rematches(playing, met) else ["more meet again than must"]),
        *_bye_faults(standing, met, byes, made.byes, again),
        *_order_faults(playing, met, made, again),
    ]


def _bye_faults(
    standing: Sequence[int],
    met: Counter[frozenset[int]],
    byes: Counter[int],
    given: Sequence[int],
    again: int,
) -> Iterator[str]:
    fewest = min(byes[one] for one in standing)
    for one in given:
        if byes[one] != fewest:
            yield f"{one} had a bye before others"
        for lower in reversed(standing):
            if lower == one:
                break
            rest = [other for other in standing if other != lower]
            if byes[lower] == fewest and fewest_rematches(rest, met) <= again:
                yield f"{lower} should have had the bye"


def _order_faults(
    playing: Sequence[int], met: Counter[frozenset[int]], made: Round, again: int
) -> Iterator[str]:
    opponent = {one: other for table in made.tables for one, other in (table, table[::-1])}
    left, spare = [*playing], again
    while left:
        best, mine = left[0], opponent[left[0]]
        for better in left[1 : left.index(mine)]:
            rest = [one for one in left if one not in (best, better)]
            if met[frozenset((best, better))] + fewest_rematches(rest, met) <= spare:
                yield f"{best} should have met {better}"
        spare -= met[frozenset((best, mine))]
        left = [one for one in left if one not in (best, mine)]
