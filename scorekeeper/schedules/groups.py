"""A group stage: a round robin in each group, then a knock-out of the best of each."""

from collections.abc import Sequence
from itertools import zip_longest

from scorekeeper.schedules.rounds import Plan, Round
from scorekeeper.schedules.units import Unit, team_rounds


def seeded_groups(entrants: int, groups: int) -> tuple[tuple[int, ...], ...]:
    """Return the seeds of each group: the best in different groups, then back and forth, so that
    all groups are as strong; no group has more than one entrant more than another."""
    found: list[list[int]] = [[] for _ in range(groups)]
    for seed in range(entrants):
        turn, place = divmod(seed, groups)
        found[groups - 1 - place if turn % 2 else place].append(seed)
    return tuple(map(tuple, found))


def group_rounds(units: Sequence[Unit], groups: int) -> Plan:
    """Return the rounds in which each meets each other of their group once; all groups play at the
    same time."""
    plans = []
    for seeds in seeded_groups(len(units), groups):
        here = [units[seed] for seed in seeds]
        plans.append(team_rounds(here, len(here) - 1 + len(here) % 2))
    empty = Round(())
    return tuple(
        Round(
            tuple(table for one in rounds for table in one.tables),
            tuple(player for one in rounds for player in one.byes),
        )
        for rounds in zip_longest(*plans, fillvalue=empty)
    )


def knockout_seeds(groups: int) -> tuple[tuple[int, int], ...]:
    """Return the seeds of the knock-out, each as a group and a place in it (0 or 1): the winners,
    then the runners-up so that nobody meets their own group at once."""
    turn = groups % 2
    runners_up = ((place + turn) % groups for place in range(groups))
    return (*((group, 0) for group in range(groups)), *((group, 1) for group in runners_up))
