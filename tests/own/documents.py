"""Games as documents: those of the gallery, by their slugs."""

from collections.abc import Mapping
from typing import Any, Final

from scorekeeper.games import games

DOCUMENTS: Final[Mapping[str, Mapping[str, Any]]] = {
    game.slug: game.own.document for game in games().values() if game.own
}
