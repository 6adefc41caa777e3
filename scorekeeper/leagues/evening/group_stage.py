"""The groups of an evening, and who advances to the knock-out."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from scorekeeper.leagues.evening.plan import Evening
from scorekeeper.schedules.groups import knockout_seeds, seeded_groups
from scorekeeper.standings.ranking import RankedPlayer


@dataclass(frozen=True)
class GroupStage:
    """``tables`` has for each group its entrants in order, as places among the units, with how they
    stand (None: without a game). ``over`` is whether all games have ended."""

    tables: Sequence[Sequence[tuple[int, RankedPlayer | None]]]
    over: bool

    @property
    def qualified(self) -> tuple[int, ...]:
        """Return those who would advance now, the first seed of the knock-out first."""
        seeds = knockout_seeds(len(self.tables))
        return tuple(self.tables[group][place][0] for group, place in seeds)


def group_stage_of(evening: Evening, ranked: Mapping[int, RankedPlayer], over: bool) -> GroupStage:
    """Return the groups, from how each player stands in them. Of those who share a place the better
    seed is ahead."""

    def row(seed: int) -> tuple[int, RankedPlayer | None]:
        return seed, ranked.get(evening.units[seed][0])

    def order(one: tuple[int, RankedPlayer | None]) -> tuple[int, int]:
        seed, stands = one
        return (stands.place if stands and stands.place else len(evening.units)), seed

    groups = seeded_groups(len(evening.units), evening.groups)
    return GroupStage([sorted(map(row, seeds), key=order) for seeds in groups], over)
