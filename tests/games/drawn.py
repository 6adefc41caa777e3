"""Random score sheets of so many deals, always the same for a seed."""

from random import Random

from scorekeeper.engine.game import Game
from scorekeeper.game_checks.drawing import sheet
from scorekeeper.sheet.documents import Document


def played_out(game: Game, deals: int, seed: int) -> list[Document]:
    """Sheets with so many deals in all, each played to its end, the last as far as it goes."""
    random = Random(seed)
    sheets: list[Document] = []
    while deals:
        sheets.append(sheet(random, game, deals))
        deals -= len(sheets[-1]["entries"])
    return sheets


def of_length(game: Game, deals: int, seed: int, count: int = 1) -> list[Document]:
    """Return `count` random sheets of `deals` deals each; a deal that would end the game is
    replaced."""
    random = Random(seed)
    sheets: list[Document] = []
    while len(sheets) < count:
        drawn = sheet(random, game, deals, never_ends=True)
        if len(drawn["entries"]) == deals:
            sheets.append(drawn)
    return sheets
