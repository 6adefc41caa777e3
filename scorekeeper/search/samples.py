"""What players ask a passage by.

The questions are samples, kept in `asked.md`: one file for all games, and of each one its own.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Final, NamedTuple

from scorekeeper import rulebook
from scorekeeper.anchored_markdown import Passage
from scorekeeper.engine.game import Game
from scorekeeper.engine.guide import MOST_GAMES

_ASKED: Final = re.compile(r"^([a-z][a-z0-9_-]*): (.+(?:\n  .+)*)$", re.MULTILINE)


class Sample(NamedTuple):
    """A question as players ask it for a passage, and whether they do so in every game."""

    said: str
    everywhere: bool


SILENT: Final = Passage("silent", "", "")
"""Stands for all that the rules say nothing about: phones, drinks, how to play well."""


@lru_cache(maxsize=MOST_GAMES)
def asked_passages(game: Game) -> tuple[Passage, ...]:
    """Return the passages that a question may be about: those of the page, and `SILENT`."""
    return (*rulebook.passages(game), SILENT)


def sample_questions(game: Game, anchor: str) -> Iterable[Sample]:
    """Yield the questions with which players ask for a passage."""
    for where in (None, game):
        for said in samples(where).get(anchor, ()):
            yield Sample(said, everywhere=where is None)


@lru_cache(maxsize=MOST_GAMES)
def samples(game: Game | None) -> Mapping[str, tuple[str, ...]]:
    """Return the samples of a game, or of all games (None), by anchor; none if there is no such
    file."""
    found = _ASKED.findall(rulebook.text_beside(game, "asked"))
    return {anchor: tuple(map(str.strip, said.split(";"))) for anchor, said in found}


def paragraphs(game: Game, passage: Passage) -> Iterator[str]:
    """Yield the text of each paragraph, with the house rules that are usual."""
    options = game.defaults(None)
    yield from (rulebook.unmarked(text, game, options) for _, text in passage.paragraphs)
