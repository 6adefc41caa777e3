"""Which games a slow test of every game tries."""

from typing import Final

import pytest

from scorekeeper.games import games
from tests.requirements import few

_DOCUMENTS: Final = ("skyjo", "tarot", "tichu", "yahtzee")
"""Of those that are documents, which one compiler makes into games: for each player, with values on
the way, for sides, and with what may be entered once."""

each_game: Final = pytest.mark.parametrize(
    "game",
    few(
        games().values(), [one for one in games().values() if not one.own or one.slug in _DOCUMENTS]
    ),
    ids=lambda game: game.slug,
)
"""The build tries all, `make test` all but most of those that are documents."""
