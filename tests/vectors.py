"""Score sheets with expected scores, of the tests and of the games' folders."""

from functools import cache
from pathlib import Path
from typing import Any

from scorekeeper.game_checks.vectors import read
from scorekeeper.games import folder, games

FOLDER = Path(__file__).parent / "vectors"


@cache
def load() -> list[dict[str, Any]]:
    """Every vector of the tests and of the games' folders."""
    own = (folder(game) / "vectors.json" for game in games().values())
    files = [*sorted(FOLDER.glob("*/*.json")), *(file for file in own if file.is_file())]
    assert files, "no vectors found"
    return [vector for file in files for vector in read(file)]
