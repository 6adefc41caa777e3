"""What is known of a passage beside its text: what players ask it by, and what stands beside it.

The questions are samples, kept in `asked.md`: one file for all games, and of each one its own.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Final, NamedTuple

from scorekeeper import rulebook, sheet
from scorekeeper.engine.game import Game, printed_tables
from scorekeeper.engine.pad import voice_of
from scorekeeper.games import folder, for_every_game
from scorekeeper.sentences import Voice
from scorekeeper.sheet.documents import Document
from scorekeeper.sheet.entries import replay

_ASKED: Final = re.compile(r"^([a-z][a-z0-9_-]*): (.+(?:\n  .+)*)$", re.MULTILINE)
_VOICE: Final = Voice()


class Sample(NamedTuple):
    """A question as players ask it for a passage, and whether they do so in every game."""

    said: str
    everywhere: bool


def sample_questions(game: Game, anchor: str) -> Iterable[Sample]:
    """Yield the questions with which players ask for a passage."""
    for where in (None, game):
        for said in samples(where).get(anchor, ()):
            yield Sample(said, everywhere=where is None)


@cache
def samples(game: Game | None) -> Mapping[str, tuple[str, ...]]:
    """Return the samples of a game, or of all games (None), by anchor; none if there is no such
    file."""
    page = for_every_game("asked.md") if game is None else folder(game) / "asked.md"
    if not page.is_file():
        return {}
    found = _ASKED.findall(page.read_text(encoding="utf-8"))
    return {anchor: tuple(map(str.strip, said.split(";"))) for anchor, said in found}


@cache
def surrounding_text(game: Game) -> Mapping[str, str]:
    """Return what stands beside the text of each passage, by anchor: its tables, the lines of
    worked examples that cite it, the values of an option."""
    found: dict[str, list[str]] = defaultdict(list)
    tables = printed_tables(game, game.defaults(None))
    for place, name in rulebook.tables_at(game):
        rows = (tables[name].head, *tables[name].rows)
        found[place].extend(_VOICE.text(cell) for row in rows for cell in row)
    for example in rulebook.examples(game):
        for rule, text in _lines(game, example):
            found[rule].append(text)
    for option in game.options:
        found[f"option-{option.path[0]}"].append(rulebook.allowed_values(option))
    return {anchor: ". ".join(said) for anchor, said in found.items()}


def _lines(game: Game, example: Document) -> Iterable[tuple[str, str]]:
    """Yield the rules and the sentences of the lines that a worked example is scored with."""
    document = rulebook.example_sheet(game, example)
    pad = replay(sheet.read_head(document), document["entries"])[-1]
    voice = voice_of(pad)
    for row in pad.rows:
        yield from ((line.rule, voice.text(line.text)) for line in row.lines)
