"""The rules pages as the tests read them."""

import re
from functools import cache

from scorekeeper.engine.game import Game
from scorekeeper.games import folder

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
