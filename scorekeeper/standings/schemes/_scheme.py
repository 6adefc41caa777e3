"""A scheme: one frozen value, like a game."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Literal

from scorekeeper.interview.steps import Question
from scorekeeper.sentences import Sentence
from scorekeeper.standings.example import Example
from scorekeeper.standings.finished import FinishedGame

Params = Mapping[str, Any]


@dataclass(frozen=True)
class Scheme:
    """A way of scoring a season.

    `worth` says by side what a game is worth to each of its players; it is given the game as
    `FinishedGame.with_handicaps` has it, so more points are better. A player's total is the sum of
    that, or with `per` "deal" that sum by the number of deals. `unit` is what a total is called,
    `sentence` tells the players how they are scored. `win` says what a win without play is worth;
    where the scheme counts points it has no such value.
    """

    slug: str
    name: str
    unit: str
    sentence: Callable[[Params], Sentence]
    worth: Callable[[FinishedGame, Params], tuple[Fraction, ...]]
    example: Example
    fields: tuple[Question, ...] = ()
    per: Literal["game", "deal"] = "game"
    win: Callable[[Params], Fraction] | None = None
