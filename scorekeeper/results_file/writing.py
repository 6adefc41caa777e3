"""Past results as CSV: a row per player, so that any name is possible."""

import csv
import io
from collections.abc import Iterable, Iterator, Mapping
from datetime import date
from itertools import chain
from typing import Final

from scorekeeper.engine.ledger import Game
from scorekeeper.results_file.checking import PastGame
from scorekeeper.results_file.columns import DATE, DEALS, GAME, NUMBER, PLAYER, SCORE, SIDE
from scorekeeper.results_file.layouts import with_apostrophe
from scorekeeper.results_file.xlsx import workbook_of

HEADS: Final = (DATE, GAME, NUMBER, DEALS, SIDE, PLAYER, SCORE)


def csv_of_games(games: Iterable[PastGame]) -> str:
    """Return the games as a file that `read` takes back unchanged but for the lines where they
    stand."""
    text = io.StringIO()
    writer = csv.writer(text)
    writer.writerow(HEADS)
    for number, game in enumerate(games, 1):
        writer.writerows(_rows(number, game))
    return text.getvalue()


def workbook(games: Iterable[PastGame]) -> bytes:
    """Return the same as a workbook (.xlsx)."""
    lines = (line for number, game in enumerate(games, 1) for line in _rows(number, game))
    return workbook_of("Games", chain([HEADS], lines))


def _rows(number: int, game: PastGame) -> Iterator[tuple[str | int | date, ...]]:
    deals = "" if game.deals is None else game.deals
    slug = with_apostrophe(game.game_name) or game.game
    for side, (names, points) in enumerate(zip(game.sides, game.points, strict=True), 1):
        for name in names:
            yield game.date, slug, number, deals, side, with_apostrophe(name), points


def sample(games: Mapping[str, Game]) -> str:
    """Return how a short file may look: a row a game, partners joined by &, sides parted by /."""
    some = sorted(games.values(), key=lambda game: -game.players[0])
    pairs = next(game for game in some if game.partnerships)
    alone = next(game for game in some if not game.partnerships and 3 in game.players)
    rows = (
        ("date", "game", "players", "scores"),
        (date(2025, 12, 30), pairs.name, "Ann & Cat / Ben & Dan", "520 / 340"),
        (date(2025, 12, 31), alone.name, "Ann / Ben / Eve", "88 / −3 / 61"),
    )
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(rows)
    return text.getvalue()
