"""What a finished game counts for each player."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from scorekeeper.standings.finished import NO_HANDICAPS, FinishedGame, Points
from scorekeeper.standings.scoring import Scoring, scheme_of

Letter = Literal["W", "D", "L"]
"""Won, shared the win (or nobody won), lost."""


@dataclass(frozen=True, slots=True)
class CountedResult:
    """A player's result of one game.

    `place` is their side's, 1 for the first; `won` is so for a shared win too. `points` are their
    side's, of which more are better: with its handicap, and as minus where the fewest win. `rated`
    is the place of their side without handicaps, which ratings use.
    """

    player: int
    place: int
    letter: Letter
    won: bool
    deals: int
    points: Points
    worth: Fraction
    rated: int


def counted_results(
    game: FinishedGame, scoring: Scoring, handicap: Mapping[int, Fraction] = NO_HANDICAPS
) -> Iterator[CountedResult]:
    """Return the game's result for each player; `Sums` add these up."""
    seen = _as_counted(game, scoring, handicap)
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
                rated=rated[side],
            )


def _as_counted(
    game: FinishedGame, scoring: Scoring, handicap: Mapping[int, Fraction]
) -> FinishedGame:
    return game.with_handicaps(handicap if scoring.handicaps else NO_HANDICAPS)


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
