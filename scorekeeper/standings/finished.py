"""A finished game as a league counts it, and what games add up to."""

from collections.abc import Mapping
from dataclasses import astuple, dataclass, fields, replace
from fractions import Fraction
from operator import add, sub
from typing import Final, Literal

from scorekeeper.standings.numbers import Points

WALKOVER: Final = "walkover"
BYE: Final = "bye"

NO_HANDICAPS: Final[Mapping[int, Fraction]] = {}


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


@dataclass(frozen=True, slots=True)
class Sums:
    """The sums over a player's games.

    `won` counts shared wins too. `points` are those of `CountedResult.points`, `worth` the sum of
    what all the games are worth. `kept` and `lost` are bids, `tallied` bags and the like.

    `byes` and `walkovers` are among the games; `given` is what they are worth of `worth`, and
    `averaged` how many of them count as the average of the games that were played. `best` is what
    the best games are worth each, as many as the scoring counts (empty where it counts all).
    """

    player: int
    games: int = 0
    won: int = 0
    deals: int = 0
    points: Points = 0
    worth: Fraction = Fraction()
    kept: int = 0
    lost: int = 0
    tallied: int = 0
    byes: int = 0
    walkovers: int = 0
    given: Fraction = Fraction()
    averaged: int = 0
    best: tuple[Fraction, ...] = ()

    def __add__(self, other: "Sums") -> "Sums":
        added = {one: getattr(self, one) + getattr(other, one) for one in _ADDED}
        return Sums(self.player, best=self.best + other.best, **added)

    def __sub__(self, other: "Sums") -> "Sums":
        """Return the sums without these games; the best ones have to be found anew."""
        return Sums(
            self.player, **{one: getattr(self, one) - getattr(other, one) for one in _ADDED}
        )


_ADDED: Final = [one.name for one in fields(Sums) if one.name not in ("player", "best")]


@dataclass(frozen=True, slots=True)
class HeadToHead:
    """A player's games against another, as opponents (or with one, as partners: then without
    points): games, those in which the player did better and those in which the other did, and by
    how many points the player is ahead."""

    games: int = 0
    won: int = 0
    lost: int = 0
    points: Points = 0

    def __add__(self, other: "HeadToHead") -> "HeadToHead":
        return HeadToHead(*map(add, astuple(self), astuple(other)))

    def __sub__(self, other: "HeadToHead") -> "HeadToHead":
        return HeadToHead(*map(sub, astuple(self), astuple(other)))
