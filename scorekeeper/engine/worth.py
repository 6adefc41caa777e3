"""What a result is worth: an answer that needs a fact asks for it, then the engine scores it.

A game's estimate is a generator, as a remedy is: it asks for the facts, one question at a time, and
returns the deal that they make. It says no number of its own: that is what the deal scores.
"""

from collections.abc import Callable, Generator, Mapping
from typing import Any

import msgspec

from scorekeeper.engine.deals import Entry
from scorekeeper.engine.remedies import Case
from scorekeeper.interview.steps import Question
from scorekeeper.sentences import Message


class Reckoning(msgspec.Struct, frozen=True):
    """A `deal` to be scored, and the sentence that says what it is worth (`told`).

    In the sentence `{points}` are the points of `side`, which it begins with; every other place is
    a question by its name: a number, or the label of the key that answers it. `before` are the
    entries that have to come first, `apart` the rules (anchors) by which points are not counted
    here, because they are given for more than the deal.
    """

    told: Message
    deal: Entry
    side: int = 0
    before: tuple[Entry, ...] = ()
    apart: tuple[str, ...] = ()


Estimate = Generator[Question, Any, Reckoning]
"""Yields questions, is sent the answers, returns what is to be scored."""

Worths = Mapping[str, Callable[[Case[Any]], Estimate | None]]
"""A game's estimates, by the anchors of the passages that are about such points. A passage that is
not in force under the house rules has none, nor one that brings no points under them (None)."""
