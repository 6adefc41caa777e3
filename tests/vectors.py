"""Score sheets with expected scores, of the tests and of the games' folders."""

from functools import cache
from pathlib import Path
from typing import Any

from scorekeeper.game_checks import read

FOLDER = Path(__file__).parent / "vectors"
GAMES = Path(__file__).parent.parent / "scorekeeper" / "games"


@cache
def load() -> list[dict[str, Any]]:
    """Every vector of the tests and of the games' folders."""
    files = sorted([*FOLDER.glob("*/*.json"), *GAMES.glob("*/vectors.json")])
    assert files, "no vectors found"
    return [vector for file in files for vector in read(file)]
