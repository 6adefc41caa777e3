"""The sums that standings are made from: for each player, and for each two who met."""

from dataclasses import dataclass
from fractions import Fraction

from scorekeeper.standings.finished import Points


@dataclass(frozen=True, slots=True)
class Sums:
    """The sums over a player's games.

    `wins` counts shared ones too. `points` are those of `Result.points`, `worth` the sum of what
    all the games are worth; `best` what the best ones are worth each, as many as the scoring
    counts (empty where it counts all).

    `byes` and `walkovers` are among the games; `given` is what they are worth of `worth`, and
    `averaged` how many of them count as the average of the games that were played.
    """

    player: int
    games: int = 0
    wins: int = 0
    deals: int = 0
    points: Points = 0
    worth: Fraction = Fraction()
    best: tuple[Fraction, ...] = ()
    byes: int = 0
    walkovers: int = 0
    given: Fraction = Fraction()
    averaged: int = 0


@dataclass(frozen=True, slots=True)
class Duel:
    """A player's games against another, as opponents: games, those in which the player did better
    and those in which the other did, and by how many points the player is ahead."""

    games: int = 0
    wins: int = 0
    losses: int = 0
    points: Points = 0

    def reversed(self) -> "Duel":
        """Return the same as the other player sees it."""
        return Duel(self.games, self.losses, self.wins, -self.points)

    def __add__(self, other: "Duel") -> "Duel":
        return Duel(
            self.games + other.games,
            self.wins + other.wins,
            self.losses + other.losses,
            self.points + other.points,
        )
