"""Leagues: how a season is scored, and how its players stand.

A season's scoring is a `Scoring`: one scheme of `schemes/` and what goes with any, of `modifiers/`.
`results` says what a finished game counts, whoever keeps the league adds that up as `Sums` and
`Duel`, and `standings` puts the players in order from these sums alone.
"""

from scorekeeper.standings.counted import CountedResult, Letter, results
from scorekeeper.standings.example import Example
from scorekeeper.standings.fields import ScoringField
from scorekeeper.standings.finished import UNIT, Finished, Points, kept
from scorekeeper.standings.ranking import Placed, standings
from scorekeeper.standings.scoring import (
    Explained,
    Scoring,
    ScoringRefused,
    explained,
    fields,
)
from scorekeeper.standings.streaks import Ending, Streaks, movement, streaks_in
from scorekeeper.standings.sums import Duel, Sums
from scorekeeper.standings.wording import figure

__all__ = [
    "UNIT",
    "Duel",
    "Ending",
    "Example",
    "Explained",
    "ScoringField",
    "Finished",
    "Letter",
    "Placed",
    "Points",
    "CountedResult",
    "Scoring",
    "ScoringRefused",
    "Streaks",
    "Sums",
    "explained",
    "fields",
    "figure",
    "kept",
    "movement",
    "results",
    "standings",
    "streaks_in",
]
