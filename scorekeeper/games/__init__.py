"""The games: every module of this folder that has a `GAME`. Nothing else lists them."""

import importlib
import pkgutil
from collections.abc import Mapping
from functools import cache

from scorekeeper.engine.ledger import Game


@cache
def games() -> Mapping[str, Game]:
    """Every game by its slug, in the order of their names."""
    found = [
        importlib.import_module(f"{__name__}.{module.name}").GAME
        for module in pkgutil.iter_modules(__path__)
        if not module.name.startswith("_")
    ]
    return {game.slug: game for game in sorted(found, key=lambda game: game.name)}
