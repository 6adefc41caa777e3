"""Worked examples: a few games, and their totals."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from scorekeeper.sentences import Sentence
from scorekeeper.standings.finished import FinishedGame


@dataclass(frozen=True)
class Example:
    """A few games and what they come to, under a scoring's `document`.

    `names` are the players by number, from 0; `worth` is what each game is worth by side, `totals`
    what each player has in the end (None: too few games for a place), `by` what parts them from the
    next who is level, where that is the point. `working` tells the same in words.
    """

    document: Mapping[str, Any]
    names: tuple[str, ...]
    games: tuple[FinishedGame, ...]
    worth: tuple[tuple[Fraction | int, ...], ...]
    totals: tuple[Fraction | int | None, ...]
    working: Sentence
    handicaps: Mapping[int, Fraction] = field(default_factory=dict)
    bonuses: Mapping[int, Fraction] = field(default_factory=dict)
    by: tuple[str, ...] = ()
