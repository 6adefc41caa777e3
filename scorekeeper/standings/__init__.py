"""Scoring a season, and its standings.

A season's scoring is a `Scoring`: one scheme of `schemes/` and what goes with any, of `modifiers/`.
`counted_results` says what a finished game counts, whoever keeps the league adds that up as `Sums`
and `Duel`, and `standings` puts the players in order from these sums alone.
"""

from scorekeeper.standings.counted import CountedResult, Letter, counted_results
from scorekeeper.standings.example import Example
from scorekeeper.standings.fields import UnplayedWorth, WholeNumbers, setting
from scorekeeper.standings.finished import UNIT, FinishedGame, Points, in_2520ths
from scorekeeper.standings.ranking import RankedPlayer, standings
from scorekeeper.standings.scoring import (
    ExplainedRule,
    Scoring,
    ScoringRefused,
    explain,
    fields,
)
from scorekeeper.standings.streaks import Ending, Streaks, movement, streaks_in
from scorekeeper.standings.sums import Duel, Sums
from scorekeeper.standings.wording import number_text

__all__ = [
    "UNIT",
    "Duel",
    "Ending",
    "Example",
    "ExplainedRule",
    "FinishedGame",
    "Letter",
    "WholeNumbers",
    "RankedPlayer",
    "Points",
    "CountedResult",
    "Scoring",
    "ScoringRefused",
    "Streaks",
    "Sums",
    "UnplayedWorth",
    "explain",
    "fields",
    "number_text",
    "in_2520ths",
    "movement",
    "setting",
    "counted_results",
    "standings",
    "streaks_in",
]
