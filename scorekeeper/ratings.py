"""Ratings: a player's estimated strength, from who finished before whom, and its margin.

A rating is a guess with its uncertainty (a mean and a standard deviation), moved by every game:
Plackett and Luce's model as Weng and Lin work it out ("A Bayesian Approximation Method for Online
Ranking", 2011), by openskill. Sides may be of several players, and any number may share a place.

Ann & Cat beat Ben & Dan in everybody's first game: 1559 ± 491 and 1441 ± 491.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Final

from scorekeeper.sentences import say

if TYPE_CHECKING:
    from openskill.models import PlackettLuce

Side = Sequence[int]
"""The players who finished together, each by their number."""

Game = tuple[Sequence[Side], Sequence[int]]
"""The sides of a game and the place of each: 1 is the best, equal places are a tie."""

_DIGITS: Final = 6
"""Ratings are rounded to so many digits, so that a game worked out again comes to the very same."""


MIDDLE: Final = 1500
"""What everybody is shown at first."""

# the chance of 200 / 30 more, by the model with its beta of 25 / 6, is 0.75
SCALE: Final = 30
"""Points to one of `mu`: with it 200 points more are about three wins in four, as in chess."""

WIDTH: Final = 2
"""Standard deviations either way: 19 times of 20 the strength that is guessed lies within."""

# earlier the margin is so wide that the number says nothing; a margin of 300 took most of a season
SHOWN_FROM: Final = 5
"""Games after which a rating is shown, with its margin."""


@dataclass(frozen=True, slots=True)
class Rating:
    """A guess at a player's strength: its mean, its standard deviation, after how many games. A
    page shows it in points, as "1640 ± 210"."""

    mu: float
    sigma: float
    games: int

    @property
    def number(self) -> int:
        """The rating in points."""
        return round(MIDDLE + SCALE * (self.mu - START.mu))

    @property
    def within(self) -> int:
        """What it may be off either way, in points."""
        return round(SCALE * WIDTH * self.sigma)

    @property
    def missing(self) -> int:
        """The games that are still to be played until the rating is shown; 0 where it is."""
        return max(SHOWN_FROM - self.games, 0)

    @property
    def lower_bound(self) -> float:
        """The lowest likely strength, 19 times of 20, as a `mu`: ratings are ranked by it, the
        highest first, so that one lucky evening leads no list."""
        return self.mu - WIDTH * self.sigma


START: Final = Rating(25.0, round(25 / 3, _DIGITS), 0)
"""Where everybody begins: in the middle, and knowing next to nothing."""


def rate_game(
    before: Mapping[int, Rating], sides: Sequence[Side], places: Sequence[int]
) -> dict[int, Rating]:
    """Return the new ratings of those who played; who is not in `before` begins.

    A side of nobody is left out. One side alone, or somebody who is there twice, tells nothing:
    then nobody's rating changes. Raises ValueError where sides and places are not equally many.
    """
    # in one order, because a sum of fractions depends on it
    placed = sorted(
        (place, sorted(side)) for side, place in zip(sides, places, strict=True) if side
    )
    players = [player for _, side in placed for player in side]
    if len(placed) < 2 or len({*players}) < len(players):
        return {}
    model = _model()
    teams = [[before.get(player, START) for player in side] for _, side in placed]
    moved = model.rate(
        [[model.rating(one.mu, one.sigma) for one in team] for team in teams],
        ranks=[float(place) for place, _ in placed],
    )
    return {
        player: Rating(round(new.mu, _DIGITS), round(new.sigma, _DIGITS), old.games + 1)
        for (_, side), olds, news in zip(placed, teams, moved, strict=True)
        for player, old, new in zip(side, olds, news, strict=True)
    }


@cache
def _model() -> "PlackettLuce":
    # imported here, because most commands and pages rate nobody
    from openskill.models import PlackettLuce

    # openskill's own examples leave out the little by which it lets sigma grow before each game
    return PlackettLuce(mu=START.mu, sigma=START.sigma)


def rate_games(
    games: Iterable[Game], before: Mapping[int, Rating] | None = None
) -> Iterator[dict[int, Rating]]:
    """Yield what each game changes, from the ratings `before` the first of them: one mapping a
    game, of those who played."""
    ratings = dict(before or {})
    for sides, places in games:
        changed = rate_game(ratings, sides, places)
        ratings |= changed
        yield changed


EXPLAINED: Final = (
    say(
        "A rating estimates a player's strength from finishing order. Winning margins don't matter."
        " Everyone starts at {middle}. A player 200 ahead should finish first about 3 times in 4.",
        middle=MIDDLE,
    ),
    say(
        "± is the likely error: 19 times in 20 it is less. It shrinks with every game, and is shown"
        " with the rating from game {games} on. The list is ordered by the rating minus its ±, so"
        " one lucky evening counts for little.",
        games=SHOWN_FROM,
    ),
    say(
        "Partners rise and fall together; players who always partner each other cannot be told"
        " apart."
    ),
    say("Handicaps don't count: ratings use the game's own points and winner."),
    say("Cards involve luck. Ratings compare players of one league, not different leagues."),
)
"""What a rating is and is not, for the page that shows it; a paragraph each."""
