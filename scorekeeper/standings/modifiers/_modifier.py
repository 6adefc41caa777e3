"""What a modifier is: one setting that goes with any scheme."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from scorekeeper.sentences import Sentence
from scorekeeper.standings.example import Example
from scorekeeper.standings.fields import Field
from scorekeeper.standings.schemes._scheme import Scheme


@dataclass(frozen=True)
class Modifier:
    """A setting that goes with any scheme. `sentence` tells the players what its value does under
    a scheme; None where it does nothing."""

    name: str
    field: Field
    sentence: Callable[[Any, Scheme], Sentence | None]
    example: Example
