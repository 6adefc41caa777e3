"""The files that a game is written in."""

import sys
from pathlib import Path

from scorekeeper.engine.ledger import Game


def folder_of(game: Game) -> Path:
    """The game's folder."""
    return Path(str(sys.modules[game.form.__module__].__file__)).parent


def modules_of(game: Game) -> list[Path]:
    """The game's modules."""
    folder = folder_of(game)
    if folder.name == "games":  # not a folder of its own yet
        return [Path(str(sys.modules[game.form.__module__].__file__))]
    return sorted(folder.glob("*.py"))
