"""Past results as CSV: a row per player, so that any name is possible."""

import csv
import io
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date
from itertools import chain
from typing import Final

from scorekeeper.engine.game import Game
from scorekeeper.results_file.checking import PastGame
from scorekeeper.results_file.layouts import with_apostrophe
from scorekeeper.sentences import tell

# without the last three, byes were missing from the file and a walkover was a game won 1-0, so that
# it counted otherwise once it was read again
HEADS: Final = (
    *("date", "game", "no", "deals", "side", "player", "score", "kind", "winner", "lowest wins"),
)
_IN_COLUMNS: Final = ("player", "partner", "score")


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
    """Return the same as a workbook (.xlsx) of one sheet; no text in it is a formula."""
    # takes half a second to import
    from openpyxl import Workbook
    from openpyxl.cell import WriteOnlyCell

    book = Workbook(write_only=True)
    sheet = book.create_sheet("Games")
    lines = (line for number, game in enumerate(games, 1) for line in _rows(number, game))
    for row in chain([HEADS], lines):
        cells = [WriteOnlyCell(sheet, value) for value in row]
        for cell, value in zip(cells, row, strict=True):
            if isinstance(value, str):
                cell.data_type = "s"
        sheet.append(cells)
    data = io.BytesIO()
    book.save(data)
    return data.getvalue()


def _rows(number: int, game: PastGame) -> Iterator[tuple[str | int | date, ...]]:
    deals = "" if game.deals is None else game.deals
    slug = with_apostrophe(game.game_name) or game.game
    scores: Sequence[str | int] = game.points
    won: Sequence[str] = [""] * len(game.sides)
    if game.winner_only:
        drawn = len({*game.points}) == 1
        scores = ["drawn" if drawn else "won" if one else "lost" for one in game.points]
    elif game.winners is not None:
        drawn = 1 < len(game.winners) == len(game.sides)
        won = [
            "drawn" if drawn else "won" if side in game.winners else "lost"
            for side in range(len(game.sides))
        ]
    lowest = "" if game.low is None or game.winner_only else "yes" if game.low else "no"
    for side, (names, score) in enumerate(zip(game.sides, scores, strict=True)):
        for name in names:
            line = (game.date, slug, number, deals, side + 1, with_apostrophe(name), score)
            yield *line, game.kind, won[side], lowest


def layouts(games: Mapping[str, Game]) -> list[tuple[str, str]]:
    """Return the layouts that are read, each with an example."""
    some = sorted(games.values(), key=lambda game: -game.players[0])
    pairs = next(game for game in some if game.partnerships).name
    alone = next(game for game in some if not game.partnerships and 3 in game.players).name
    first, last = date(2025, 12, 30), date(2025, 12, 31)
    examples: Mapping[str, Sequence[Sequence[str | date | int]]] = {
        tell("A row for each game"): (
            ("date", "game", "players", "scores"),
            (first, pairs, "Ann & Cat / Ben & Dan", "520 / 340"),
            (last, alone, "Ann / Ben / Eve", "88 / −3 / 61"),
        ),
        tell("A column for each player (their points in each game, or totals so far)"): (
            ("date", "game", "Ann", "Ben", "Cat", "Eve"),
            (first, alone, 55, 24, "", 61),
            (last, alone, 82, 31, 95, ""),
        ),
        tell("Players, partners and scores in columns of their own"): (
            ("date", "game", *(f"{column} {side}" for side in (1, 2) for column in _IN_COLUMNS)),
            (last, pairs, "Ann", "Cat", 520, "Ben", "Dan", 340),
        ),
        tell("Only who won and who lost"): (
            ("date", "game", "winner", "loser"),
            (last, pairs, "Ann & Cat", "Ben & Dan"),
        ),
        tell("A row for each player"): (
            ("date", "game", "no", "side", "player", "score"),
            *((last, pairs, 1, 1 + place % 2, name, 520 - place % 2 * 180)
              for place, name in enumerate(("Ann", "Ben", "Cat", "Dan"))),
        ),
        tell("A list"): ((f"{last}: {alone}: Ann 88, Ben −3, Eve 61",),),
    }  # fmt: skip
    return [(title, _lines(rows)) for title, rows in examples.items()]


def _lines(rows: Sequence[Sequence[str | date | int]]) -> str:
    if len(rows) == 1:
        return f"{rows[0][0]}\n"
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(rows)
    return text.getvalue()
