"""The rules pages as the tests read them."""

import re
from functools import cache

from scorekeeper.engine.game import Game, printed_tables
from scorekeeper.games import folder
from scorekeeper.interview.steps import Value
from scorekeeper.sentences import Voice

_HEADING = re.compile(r"^(#+) .*?(?:\{#([a-z0-9-]+)\})?$", re.MULTILINE)
_CHAPTER = re.compile(r"^## ([\w ]+)", re.MULTILINE)


@cache
def anchors(game: Game, *chapters: str) -> frozenset[str]:
    """The anchors of the game's page, or of these chapters of it."""
    page = _page(game)
    starts = [*_CHAPTER.finditer(page)]
    ends = [*(start.start() for start in starts[1:]), len(page)]
    parts = [
        page[start.start() : end]
        for start, end in zip(starts, ends, strict=True)
        if start[1].strip() in chapters or not chapters
    ]
    return frozenset(
        heading[2] for part in parts for heading in _HEADING.finditer(part) if heading[2]
    )


def _page(game: Game) -> str:
    return (folder(game) / "rules.md").read_text(encoding="utf-8")


def printed(game: Game, name: str, variant: str | None = None, **options: Value) -> list[list[str]]:
    """A table of the game's page in words, its head first."""
    house = game.house_rules({**game.defaults(variant), **options})
    table = printed_tables(game, house)[name]
    return [[Voice().text(cell) for cell in row] for row in (table.head, *table.rows)]
