"""The files that a game is written in."""

from pathlib import Path

from scorekeeper.engine.game import Game
from scorekeeper.games import folder


def modules_of(game: Game) -> list[Path]:
    """The game's modules."""
    return sorted(Path(str(folder(game))).glob("*.py"))
