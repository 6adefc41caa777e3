"""A finished game as a league counts it, with exact numbers."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Final, Literal

UNIT: Final = 2520
"""What a whole is kept as: the least number that shares among up to ten divide."""

Points = int | Fraction
"""Points of a side. Only a handicap makes them other than whole."""

WALKOVER: Final = "walkover"
BYE: Final = "bye"

NO_HANDICAPS: Final[Mapping[int, Fraction]] = {}


def in_2520ths(value: Points) -> int:
    """Return the value in 2520ths, as it is stored: exact for a share among up to ten, else the
    nearest. `Fraction(stored, UNIT)` is the value again."""
    return round(value * UNIT)


@dataclass(frozen=True, slots=True)
class FinishedGame:
    """A finished game.

    `sides` are the players of each side, by their numbers in the league; a player is on one side.
    `points` are the final totals by side. `winners` are the sides that won by the game's own rule:
    several where they share the win (a draw too), none where nobody won. `low_wins` where the
    fewest points are best. `unplayed` where nobody played: a walkover, won by the side that came,
    or a bye, whose only side has nobody to meet.
    """

    sides: tuple[tuple[int, ...], ...]
    points: tuple[Points, ...]
    winners: frozenset[int]
    deals: int
    low_wins: bool = False
    unplayed: Literal["", "walkover", "bye"] = ""

    def places(self) -> tuple[int, ...]:
        """Return the place of each side, 1 for the first. Winners are first, the others follow
        by points; equal points share a place."""
        ranks = [self._rank(side) for side in range(len(self.sides))]
        return tuple(1 + sum(other > rank for other in ranks) for rank in ranks)

    def _rank(self, side: int) -> tuple[bool, Points]:
        won = side in self.winners
        return won, 0 if won else self._better(self.points[side])

    def _better(self, points: Points) -> Points:
        return -points if self.low_wins else points

    def with_handicaps(self, handicaps: Mapping[int, Fraction] = NO_HANDICAPS) -> "FinishedGame":
        """Return the same game with points of which more are always better: those of a game in
        which the fewest win count as minus.

        A side is given the handicaps of its players. Where they differ between the sides, the
        winners are those who have most then, whatever the game's own rule says.
        """
        given = [sum(handicaps.get(one, Fraction()) for one in side) for side in self.sides]
        points = tuple(
            self._better(own) + more for own, more in zip(self.points, given, strict=True)
        )
        winners = self.winners
        if len(set(given)) > 1:
            winners = frozenset(side for side, own in enumerate(points) if own == max(points))
        return replace(self, points=points, winners=winners, low_wins=False)
