"""The search's index on a phone: files that come along later than the rest of the edition, when
nothing is asked of it, or with the first question. Nothing is computed here: that took seconds."""

from collections.abc import Callable
from pathlib import Path

from scorekeeper.engine.game import Game
from scorekeeper.index_files import IndexFile, file_name
from scorekeeper.search.tables import Opener, TableReader, Tables


class NotFetched(Exception):
    """A file of the index, by its name, is not in the engine yet."""


def open_in(folder: Path) -> Opener:
    """Return what opens the index of a game in this folder, as the edition was built with it."""

    def open_index(game: Game, _: Callable[[], Tables]) -> TableReader:
        path = folder / file_name(game)
        if not path.is_file():
            raise NotFetched(path.name)
        return IndexFile(path)

    return open_index
