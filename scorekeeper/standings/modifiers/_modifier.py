"""A modifier: a setting that goes with any scheme."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from scorekeeper.interview.steps import Question
from scorekeeper.sentences import Sentence
from scorekeeper.standings.example import Example
from scorekeeper.standings.schemes._scheme import Scheme


@dataclass(frozen=True)
class Modifier:
    """A rule that goes with any scheme.

    `sentence` tells the players what it does under a scheme where its `field` has this value (None:
    nothing), and `example` works it out; without a field it always applies. `step` says which
    applies first.
    """

    name: str
    step: int
    sentence: Callable[[Any, Scheme], Sentence | None]
    example: Callable[[Any, Scheme], Example]
    field: Question | None = None
