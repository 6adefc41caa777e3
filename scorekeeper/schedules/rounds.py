"""A plan of an evening as values, and how evenly it spreads partners, opponents and byes."""

from collections import Counter
from collections.abc import Collection, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, cycle
from typing import NamedTuple, TypeVar

Seating = tuple[int, ...]
"""The players of one table in the order of its seats, clockwise."""


@dataclass(frozen=True, slots=True)
class Round:
    """The seats in one round, and who sits out."""

    tables: tuple[Seating, ...]
    byes: tuple[int, ...] = ()


Plan = tuple[Round, ...]
"""Rounds in the order in which they are played."""

Two = frozenset[int]
"""Two players, in no order."""

Thing = TypeVar("Thing", bound=Hashable)


class Meetings(NamedTuple):
    """The fewest and the most times that something happens to anybody."""

    fewest: int
    most: int


@dataclass(frozen=True, slots=True)
class Balance:
    """The number of times each player plays and sits out, and each two are partners and opponents;
    what never happens is in no counter and counts 0.

    Partners are those at one table who share its way of sitting: seats 0 and 2 against 1 and 3.
    """

    games: Counter[int]
    byes: Counter[int]
    partners: Counter[Two]
    opponents: Counter[Two]

    @property
    def players(self) -> tuple[int, ...]:
        """Everybody who was there for a round at least, in the order of coming."""
        return tuple({**self.games, **self.byes})

    @property
    def sat_out(self) -> Meetings:
        """The number of times a player sits out."""
        return _spread(self.byes, self.players)

    @property
    def partnered(self) -> Meetings:
        """The number of times two players are partners; its most is the worst repeat."""
        return _spread(self.partners, self._twos())

    @property
    def opposed(self) -> Meetings:
        """The number of times two players are opponents; its most is the worst repeat."""
        return _spread(self.opponents, self._twos())

    def _twos(self) -> list[Two]:
        return [frozenset(two) for two in combinations(self.players, 2)]


def balance(plan: Iterable[Round], partners: bool = True) -> Balance:
    """Return the balance of a plan, or of what was played; without `partners` everybody plays
    alone."""
    count = Balance(Counter(), Counter(), Counter(), Counter())
    for one in plan:
        count.byes.update(one.byes)
        for seating in one.tables:
            count.games.update(seating)
            for here, there, together in relations(len(seating), partners):
                kind = count.partners if together else count.opponents
                kind[frozenset((seating[here], seating[there]))] += 1
    return count


def relations(seats: int, partners: bool) -> Iterator[tuple[int, int, bool]]:
    """Yield each two seats of a table, and whether they play together: every other seat does, where
    there are `partners` and the seats are even in number."""
    for here, there in combinations(range(seats), 2):
        yield here, there, partners and seats % 2 == 0 and (there - here) % 2 == 0


def next_rounds_of(
    whole: Plan, played: Sequence[Round], over_and_over: bool = True
) -> Iterator[Round]:
    """Return what follows after the rounds played in a whole tournament, which may begin again at
    its end; nothing if they were not its first."""
    rounds = cycle(whole) if over_and_over else iter(whole)
    planned = zip(played, rounds, strict=False)
    as_planned = all({*one.tables} == {*other.tables} for one, other in planned)
    return rounds if as_planned else iter(())


def _spread(times: Counter[Thing], over: Collection[Thing]) -> Meetings:
    """Return the fewest and the most of what is counted, 0 for anybody who is not counted."""
    counted = [times[one] for one in over]
    return Meetings(min(counted, default=0), max(counted, default=0))


def table_sizes(players: int, size: range, usual: int | None = None) -> tuple[int, ...]:
    """Return how many players each table takes, the largest first; `size` is what the game allows.

    As few sit out as can be; then the tables are as near to the `usual` size as can be (None:
    four, or what of the game's sizes is nearest to it), and as even: 11 players at a game for 3
    to 7 sit 4 + 4 + 3, at one that is usually for 5 they sit 6 + 5. Too few for one table: none.
    """
    wanted = min(size, key=lambda seats: abs(seats - 4)) if usual is None else usual
    for seated in range(players, size[0] - 1, -1):
        counts = range(-(-seated // size[-1]), seated // size[0] + 1)
        if counts:
            ways = [_split(seated, tables) for tables in counts]
            return min(ways, key=lambda way: sum(abs(seats - wanted) for seats in way))
    return ()


def _split(players: int, tables: int) -> tuple[int, ...]:
    """Return the sizes of so many tables for so many players, none larger than another by more
    than one."""
    least, over = divmod(players, tables)
    return (least + 1,) * over + (least,) * (tables - over)


def sitting_out(players: Sequence[int], byes: int, before: Sequence[Round]) -> tuple[int, ...]:
    """Return who sits out next, in the order of `players`.

    First who has sat out least often, not twice running; then who has played most, so that a
    latecomer plays first; then those who have not sat out together.
    """
    had = Counter(player for one in before for player in one.byes)
    games = Counter(player for one in before for table in one.tables for player in table)
    just = before[-1].byes if before else ()
    out: list[int] = []

    def turn(player: int) -> tuple[int, bool, int, int]:
        together = sum(len({*out} & {*one.byes}) for one in before if player in one.byes)
        return had[player], player in just, -games[player], together

    for _ in range(byes):
        out.append(min((player for player in players if player not in out), key=turn))
    return tuple(player for player in players if player in out)
