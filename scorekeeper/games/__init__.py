"""The games: every folder here, and every installed package that offers one.

A game's folder is a package with its `GAME`, and beside the code `rules.md`, `asked.md` (in which
words players ask for a paragraph), `vectors.json` (worked score sheets for the tests) and, where
players expect a sheet of their own, `pad.html` and its short form `totals.html`. Nothing else lists
them.
"""

import importlib
import logging
import pkgutil
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.metadata import entry_points
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Final

from scorekeeper.engine.game import Game

ENTRY_POINTS: Final = "scorekeeper.games"
"""Under this name an installed package offers the package of its game."""

_log: Final = logging.getLogger(__name__)


@cache
def games() -> Mapping[str, Game]:
    """Every game by its slug, in the order of their names."""
    found = [game for game, _ in _find_games().values()]
    return {game.slug: game for game in sorted(found, key=lambda game: game.name)}


def folder(game: Game | None) -> Traversable:
    """The folder of a game, in which its rules page stands; without one that of what belongs to all
    games alike."""
    return files(_find_games()[game.slug][1]) if game else files(__name__) / "every_game"


def register(package: str) -> Game:
    """The game of another package, known from now on.

    Raises `ImportError` or `AttributeError` where there is none, `ValueError` where another game
    has its slug.
    """
    game: Game = importlib.import_module(package).GAME
    if game.slug in _find_games():
        raise ValueError(f"There is a game called {game.slug} already.")
    _find_games()[game.slug] = game, package
    games.cache_clear()
    return game


@cache
def _find_games() -> dict[str, tuple[Game, str]]:
    """The games with the names of their packages, by slug."""
    found: dict[str, tuple[Game, str]] = {}
    for package in _packages():
        game: Game = importlib.import_module(package).GAME
        found[game.slug] = game, package
    for package in (entry.value for entry in entry_points(group=ENTRY_POINTS)):
        # a broken package must not stop the other games
        try:
            game = importlib.import_module(package).GAME
            if game.slug in found:
                raise ValueError(f"There is a game called {game.slug} already.")
            found[game.slug] = game, package
        except Exception:
            _log.exception("The game in the package %s was left out.", package)
    return found


def _packages() -> Iterator[str]:
    for module in pkgutil.iter_modules(__path__):
        yield f"{__name__}.{module.name}"
