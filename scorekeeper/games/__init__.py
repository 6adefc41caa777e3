"""The games: every folder here, and every installed package that offers one.

A game's folder is a package with its `GAME`, and beside the code `rules.md`, `asked.md` (in which
words players ask for a paragraph), `vectors.json` (worked score sheets for the tests) and, where
players expect a sheet of their own, `pad.html` and its short form `totals.html`. A game of the
gallery has a document in place of code, `game.json`, with its worked deals in it, and `guide.json`
for people who are choosing a game. Nothing else lists them; `editions.txt` has the identity of each
document that was ever in the gallery.
"""

import importlib
import logging
import pkgutil
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from importlib.metadata import entry_points
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any, Final, NamedTuple

import msgspec

from scorekeeper.engine.game import Game
from scorekeeper.engine.guide import Guide
from scorekeeper.own import game_of

ENTRY_POINTS: Final = "scorekeeper.games"
"""Under this name an installed package offers the package of its game."""

DOCUMENT: Final = "game.json"

_log: Final = logging.getLogger(__name__)


class _Found(NamedTuple):
    """A game that was found: its name, its folder, and what makes it."""

    name: str
    folder: Traversable
    make: Callable[[], Game]


class Games(Mapping[str, Game]):
    """The games by their slugs, in the order of their names; one that is a document is compiled
    when it is first asked for."""

    def __init__(self, found: Mapping[str, _Found]) -> None:
        self._found = dict(sorted(found.items(), key=lambda one: one[1].name))

    def __getitem__(self, slug: str) -> Game:
        return self._found[slug].make()

    def __iter__(self) -> Iterator[str]:
        return iter(self._found)

    def __len__(self) -> int:
        return len(self._found)

    def __contains__(self, slug: object) -> bool:
        return slug in self._found


@cache
def games() -> Games:
    """Every game by its slug, in the order of their names."""
    return Games(_find_games())


@cache
def _editions() -> frozenset[str]:
    return frozenset((files(__name__) / "editions.txt").read_text(encoding="utf-8").splitlines())


def is_edition(game: Game) -> bool:
    """Whether the document that a game is stands in the app under its slug, or once did."""
    own = game.own
    return own is not None and (not own.carried or f"{game.slug} {own.sha256}" in _editions())


def folder(game: Game | None) -> Traversable:
    """The folder of a game, in which its rules page stands; without one, or of a game that is
    nobody's but the players', that of what belongs to all games alike."""
    found = _find_games().get(game.slug) if game else None
    return found.folder if found else files(__name__) / "every_game"


def register(package: str) -> Game:
    """The game of another package, known from now on.

    Raises `ImportError` or `AttributeError` where there is none, `ValueError` where another game
    has its slug.
    """
    found = _coded(package)
    game = found.make()
    if game.slug in _find_games():
        raise ValueError(f"There is a game called {game.slug} already.")
    _find_games()[game.slug] = found
    games.cache_clear()
    return game


def _coded(package: str) -> _Found:
    game: Game = importlib.import_module(package).GAME
    return _Found(game.name, files(package), lambda: game)


def _documented(place: Traversable) -> _Found:
    """The game of a folder with a document, which is read now and compiled later."""
    document: Any = msgspec.json.decode((place / DOCUMENT).read_bytes())

    @cache
    def make() -> Game:
        guide = msgspec.json.decode((place / "guide.json").read_bytes(), type=Guide)
        return game_of(document, place.name, guide)

    return _Found(document["name"], place, make)


@cache
def _find_games() -> dict[str, _Found]:
    """The games by slug."""
    found: dict[str, _Found] = {}
    for module in pkgutil.iter_modules(__path__):
        one = _coded(f"{__name__}.{module.name}")
        found[one.make().slug] = one
    for place in files(__name__).iterdir():
        if (place / DOCUMENT).is_file():
            found[place.name] = _documented(place)
    for package in (entry.value for entry in entry_points(group=ENTRY_POINTS)):
        # a broken package must not stop the other games
        try:
            one = _coded(package)
            slug = one.make().slug
            if slug in found:
                raise ValueError(f"There is a game called {slug} already.")
            found[slug] = one
        except Exception:
            _log.exception("The game in the package %s was left out.", package)
    return found
