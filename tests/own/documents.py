"""Games as documents: those that are offered, and those of `gallery/`, which are not yet."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from scorekeeper.games import games

HERE: Final = Path(__file__).parent
GALLERY: Final[Mapping[str, dict[str, Any]]] = {
    folder.name: json.loads((folder / "game.json").read_text("utf-8"))
    for folder in sorted((HERE / "gallery").iterdir())
}
DOCUMENTS: Final[Mapping[str, Mapping[str, Any]]] = {
    **{game.slug: game.own.document for game in games().values() if game.own},
    **GALLERY,
}
