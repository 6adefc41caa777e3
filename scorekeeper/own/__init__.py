"""Own games: a game as a document, read, checked, and made the `Game` that coded games are."""

from scorekeeper.own.play import OWN, game_of
from scorekeeper.own.reading import FORMAT, DocumentRefused, canonical, read_document

__all__ = ("FORMAT", "OWN", "DocumentRefused", "canonical", "game_of", "read_document")
