"""A game from outside: that of docs/add-a-game.md as a package of its own, whole or corrupted."""

import sys
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path

import pytest

from scorekeeper import games as room
from scorekeeper import questions
from scorekeeper.games import games
from tests.test_add_a_game import SLUG, shown_files

Brought = Callable[..., Path]
_numbers = count(1)


@pytest.fixture
def bring(tmp_path: Path) -> Iterator[Brought]:
    """Writes the game into a folder, with texts of its files replaced: `bring(("rules.md", old,
    new))`. What was brought is forgotten afterwards."""
    packages, path = [], [*sys.path]

    def written(*corrupted: tuple[str, str, str]) -> Path:
        packages.append(f"slobberhannes_{next(_numbers)}")
        folder = tmp_path / packages[-1]
        folder.mkdir()
        for name, text in shown_files().items():
            own = text.replace(f"scorekeeper.games.{SLUG}", packages[-1])
            (folder / Path(name).name).write_text(own, "utf-8")
        for name, old, new in corrupted:
            text = (folder / name).read_text("utf-8")
            assert old in text, f"{name} has no {old}"
            (folder / name).write_text(text.replace(old, new), "utf-8")
        return folder

    yield written
    sys.path[:] = path
    for module in [name for name in sys.modules if name.partition(".")[0] in packages]:
        del sys.modules[module]
    room._find_games.cache_clear()
    games.cache_clear()
    questions._setting_of.cache_clear()
