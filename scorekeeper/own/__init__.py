"""Own games: a game as a document, read, checked, and made the `Game` that coded games are."""

from scorekeeper.own.play import game_of
from scorekeeper.own.reading import FORMAT, DocumentRefused, canonical, read_document

__all__ = ("FORMAT", "DocumentRefused", "canonical", "game_of", "read_document")
