"""What a finished game counts for each player, and runs of such results."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Final, Literal, NamedTuple

from scorekeeper.standings.finished import BYE, NO_HANDICAPS, FinishedGame
from scorekeeper.standings.numbers import Points
from scorekeeper.standings.rules import AVERAGE, PLAYED, WIN
from scorekeeper.standings.scoring import Scoring, scheme_of

Letter = Literal["W", "D", "L", "B"]
"""Won, shared the win (or nobody won), lost; had a bye, which neither makes nor ends a streak."""
BYE_LETTER: Final = "B"


@dataclass(frozen=True, slots=True)
class CountedResult:
    """A player's result of one game.

    `place` is their side's, 1 for the first; `won` is so for a shared win too. `points` are their
    side's, of which more are better: with its handicap, and as minus where the fewest win. `rated`
    is the place of their side without handicaps, which ratings use; 0 of what nobody played.
    `averaged` where it counts as the average of the player's other games, which `worth` leaves out.
    """

    player: int
    place: int
    letter: Letter
    won: bool
    deals: int
    points: Points
    worth: Fraction
    rated: int
    averaged: bool = False


def counted_results(
    game: FinishedGame, scoring: Scoring, handicap: Mapping[int, Fraction] = NO_HANDICAPS
) -> Iterator[CountedResult]:
    """Return the game's result for each player; `Sums` add these up."""
    # scored as a game of 1 to 0, staying at home brought the full points for a place, and coming 1
    # point where games bring hundreds
    value = scoring.bye if game.unplayed == BYE else scoring.walkover
    if game.unplayed and value != PLAYED:
        yield from _unplayed_results(game, scoring, value)
        return
    seen = game.with_handicaps(handicap if scoring.handicaps else NO_HANDICAPS)
    places, worths, rated = seen.places(), _worth(seen, scoring), game.places()
    for side, players in enumerate(seen.sides):
        won, letter = side in seen.winners, _letter(seen, side)
        for player in players:
            yield CountedResult(
                player=player,
                place=places[side],
                letter=letter,
                won=won,
                deals=seen.deals,
                points=seen.points[side],
                worth=worths[side],
                rated=0 if game.unplayed else rated[side],
            )


def _unplayed_results(
    game: FinishedGame, scoring: Scoring, value: str | int
) -> Iterator[CountedResult]:
    """Yield the results of a walkover or a bye: no points and no deals, and nothing for the side
    that is absent.

    Where a total is points a deal, a fixed number of points counts as that of one deal.
    """
    scheme, bye = scheme_of(scoring), game.unplayed == BYE
    fixed = Fraction(value) if isinstance(value, int) else None
    if value == WIN and scheme.win:
        fixed = scheme.win(scoring.params)
    for side, players in enumerate(game.sides):
        there = side in game.winners
        for player in players:
            yield CountedResult(
                player=player,
                place=1 if there else 2,
                letter=BYE_LETTER if bye else "W" if there else "L",
                won=value == WIN if bye else there,
                deals=int(there and scheme.per == "deal" and fixed is not None),
                points=0,
                worth=fixed if there and fixed is not None else Fraction(),
                rated=0,
                averaged=there and fixed is None and value in (WIN, AVERAGE),
            )


def _worth(seen: FinishedGame, scoring: Scoring) -> tuple[Fraction, ...]:
    """Return what the game is worth to each player of a side, by side. Where a total is points a
    deal and only the best games count, it is the game's own points a deal."""
    scheme = scheme_of(scoring)
    own = scheme.worth(seen, scoring.params)
    if scheme.per == "game" or scoring.best is None:
        return own
    return tuple(value / max(seen.deals, 1) for value in own)


def _letter(seen: FinishedGame, side: int) -> Letter:
    if seen.winners and side not in seen.winners:
        return "L"
    return "W" if len(seen.winners) == 1 else "D"


# --- streaks ------------------------------------------------------------------------------------


class Streaks(NamedTuple):
    """Games won one after another: those up to the last game, and the most there ever were."""

    current: int
    longest: int


def longest_streak(letters: str) -> tuple[int, int]:
    """Return the longest winning streak of games like "WLWW", the first of equal ones: how many
    games it has, and the index of its last one."""
    most = max(map(len, letters.replace("D", "L").split("L")))
    return most, letters.index("W" * most) + most - 1


def streaks_in(letters: str) -> Streaks:
    """Return the winning streaks in games like "WLWW", the newest last. A shared win ends one."""
    return Streaks(len(letters) - len(letters.rstrip("W")), longest_streak(letters)[0])
