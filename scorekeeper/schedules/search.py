"""Seats one round after another so that the fewest partners and opponents meet again.

No construction is known for every number of players and every size of table, least of all when
somebody comes late. So each round begins in a few mixed orders, any two players change seats as
long as that makes it cheaper, and the cheapest stays; then each round is seated anew with all the
others in sight. The mixed orders are always the same: the same evening has always the same plan.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations
from typing import Final

from scorekeeper.schedules.rounds import Balance, Plan, Round, Seating, Thing, balance, relations

Price = Callable[[int, int, bool], int]
"""What it costs, nought or more, that two players sit at one table, as partners or as opponents."""

Costs = tuple[list[list[int]], list[list[int]]]
"""The same by their places: of two opponents, of two partners."""

Table = list[tuple[int, bool]]
"""The others at a seat's table: their seats, and whether they are partners."""

EFFORT: Final = 4000
"""A round begins in as many orders as come to so many pairs of players."""
PASSES: Final = 3
"""So often each round is seated anew with all the others in sight."""


def spread_rounds(
    rounds: Sequence[Round], sizes: Sequence[int], partners: bool, before: Plan
) -> Plan:
    """Return the rounds with everybody at a table of these sizes.

    In `rounds` it is settled who sits out; who plays stands in the one table of each.
    """
    plan = list(rounds)
    for turn in range(PASSES):
        known = tuple(plan)
        for place, one in enumerate(plan):
            others = (*before, *plan[:place], *(plan[place + 1 :] if turn else ()))
            price = rematch_price(balance(others, partners))
            found = seat_players(sum(one.tables, ()), sizes, partners, price)
            if not turn or _costs(found, partners, price) < _costs(one.tables, partners, price):
                plan[place] = Round(found, one.byes)
        if known == tuple(plan):
            break
    return tuple(plan)


def rematch_price(count: Balance) -> Price:
    """Return the price of meeting again: one for the third time is dearer than two for the second,
    and a partner is dearer than opponents; where it is the same, whom one has not met at all."""

    def price(one: int, other: int, together: bool) -> int:
        two = frozenset((one, other))
        partners, opponents = count.partners[two], count.opponents[two]
        if together:
            return 10_000 * partners**3 + 10 * opponents
        return 100 * opponents**3 + 10 * partners

    return price


def seat_players(
    players: Seating, sizes: Sequence[int], partners: bool, price: Price
) -> tuple[Seating, ...]:
    """Return the players at tables of these sizes, as cheap as the search finds."""
    costs = _by_places(players, price)
    tables = _seats(sizes, partners)
    ways = [_improve(order, tables, costs) for order in _orders(len(players))]
    best = min(ways, key=lambda way: sum(_prices(way, tables, costs)))
    taken = iter(best)
    return tuple(tuple(players[next(taken)] for _ in range(size)) for size in sizes)


def _improve(order: list[int], tables: Sequence[Table], costs: Costs) -> list[int]:
    """Return the order after any two have changed seats as long as that pays."""
    prices = _prices(order, tables, costs)
    changed = True
    while changed:
        changed = False
        for here, there in combinations(range(len(order)), 2):
            now = prices[here] + prices[there]
            if not now:
                continue
            order[here], order[there] = order[there], order[here]
            if _price(here, order, tables, costs) + _price(there, order, tables, costs) < now:
                changed = True
                for seat in (here, there, *(seat for seat, _ in tables[here] + tables[there])):
                    prices[seat] = _price(seat, order, tables, costs)
            else:
                order[here], order[there] = order[there], order[here]
    return order


def _price(seat: int, order: Sequence[int], tables: Sequence[Table], costs: Costs) -> int:
    player = order[seat]
    return sum([costs[together][player][order[other]] for other, together in tables[seat]])


def _prices(order: Sequence[int], tables: Sequence[Table], costs: Costs) -> list[int]:
    return [_price(seat, order, tables, costs) for seat in range(len(order))]


def _orders(players: int) -> Iterator[list[int]]:
    """Yield the order in which they are listed, then mixed ones, fewer the more players there
    are."""
    for start in range(max(2, EFFORT // (players**2 + 1))):
        yield mixed(range(players), start)


def mixed(things: Sequence[Thing], order: int) -> list[Thing]:
    """Return the things in another order for each number of an ``order``; 0: as they are."""
    # multiples modulo a prime, not random numbers: from the same list must come the same plan
    places = range(len(things))
    by_place = sorted(places, key=lambda place: (place + 1) * (order * 389 + 1) % 1009)
    return [things[place] for place in by_place]


def _seats(sizes: Sequence[int], partners: bool) -> list[Table]:
    """Return for each seat, one table after another, the others at its table."""
    tables: list[Table] = [[] for _ in range(sum(sizes))]
    for place, size in enumerate(sizes):
        first = sum(sizes[:place])
        for here, there, together in relations(size, partners):
            tables[first + here].append((first + there, together))
            tables[first + there].append((first + here, together))
    return tables


def _by_places(players: Seating, price: Price) -> Costs:
    """Return what each two cost, looked up once."""
    opponents, partners = (
        [[price(one, other, together) for other in players] for one in players]
        for together in (False, True)
    )
    return opponents, partners


def _costs(tables: Sequence[Seating], partners: bool, price: Price) -> int:
    """Return what a whole round costs."""
    return sum(
        price(seating[here], seating[there], together)
        for seating in tables
        for here, there, together in relations(len(seating), partners)
    )
