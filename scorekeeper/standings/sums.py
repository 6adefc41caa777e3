"""What a standing is made from: sums for each player, and for each two who met."""

from dataclasses import dataclass
from fractions import Fraction

from scorekeeper.standings.finished import Points


@dataclass(frozen=True, slots=True)
class Sums:
    """What a player's games come to.

    `wins` counts shared ones too. `points` are those of `Result.points`, `worth` the sum of what
    all the games are worth; `best` what the best ones are worth each, as many as the scoring
    counts (empty where it counts all).
    """

    player: int
    games: int = 0
    wins: int = 0
    deals: int = 0
    points: Points = 0
    worth: Fraction = Fraction()
    best: tuple[Fraction, ...] = ()


@dataclass(frozen=True, slots=True)
class Duel:
    """How a player has done against another, as opponents: games, those in which he did better and
    those in which the other did, and by how many points he is ahead."""

    games: int = 0
    wins: int = 0
    losses: int = 0
    points: Points = 0

    def turned(self) -> "Duel":
        """The same as the other player sees it."""
        return Duel(self.games, self.losses, self.wins, -self.points)

    def __add__(self, other: "Duel") -> "Duel":
        return Duel(
            self.games + other.games,
            self.wins + other.wins,
            self.losses + other.losses,
            self.points + other.points,
        )
