"""The games of a file as they are written: a row a game, or a row a player."""

import re
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from scorekeeper.results_file.columns import (
    DATE,
    DEALS,
    GAME,
    NUMBER,
    PARTNER,
    PLAYER,
    SCORE,
    SIDE,
    Columns,
)
from scorekeeper.results_file.text import FileFault, FileRow, without_blanks
from scorekeeper.sentences import phrase, tell


class Cell(NamedTuple):
    """A cell: its line, the column's name, the text."""

    line: int
    head: str
    text: str


class WrittenGame(NamedTuple):
    """A game as it is written. `parties` are players named together, each alone where nothing says
    who plays with whom; `scores` are in their order, or fewer where partners have one. `lines` are
    all on which it stands."""

    line: int
    date: Cell
    game: Cell
    deals: Cell
    parties: tuple[tuple[Cell, ...], ...]
    scores: tuple[Cell, ...]
    lines: tuple[int, ...]


_SIDES: Final = re.compile(r"\s*[/|;]\s*|\s+(?:vs\.?|v\.?|gegen|against)\s+", re.IGNORECASE)
_COMMAS: Final = re.compile(r"\s*,\s*")
_PARTNERS: Final = re.compile(r"\s*[&+,]\s*|\s+(?:and|und)\s+", re.IGNORECASE)
_SCORES: Final = re.compile(r"\s*[/|;:]\s*|,\s+|\s+[-\u2013\u2014]\s+")

NUMBER_THEM: Final = phrase("Two games that day? Number them in a “no” column.")


def rows_are_games(columns: Columns, rows: Sequence[FileRow]) -> bool:
    """Return whether each row is a whole game; else each is a player's."""
    if columns.numbered(PLAYER) or (columns.many and columns.place(SIDE) is None):
        return True
    if columns.place(SIDE) is not None:
        return False
    player, score = columns.place(PLAYER), columns.place(SCORE)
    return any(
        _SIDES.search(without_blanks(row.cell(player)))
        or _SCORES.search(without_blanks(row.cell(score)))
        for row in rows
    )


# --- a row a game -------------------------------------------------------------------------------


def games_in_rows(
    columns: Columns, rows: Sequence[FileRow], faults: list[FileFault]
) -> Iterator[WrittenGame]:
    """Yield the games of a file with a row per game: players and scores in columns of their own, or
    together in one."""
    for row in rows:
        places = columns.numbered(PLAYER)
        if places:
            parties, scores = _players_in_columns(columns, row, faults)
        else:
            named = _cell(columns, row, PLAYER)
            parties = [_partners(party) for party in _split_sides(named)]
            scores = _scores(columns, row)
        parties = [party for party in parties if party]
        heads = _heads(columns, row)
        yield WrittenGame(row.line, *heads, tuple(parties), tuple(scores), (row.line,))


def _players_in_columns(
    columns: Columns, row: FileRow, faults: list[FileFault]
) -> tuple[list[tuple[Cell, ...]], list[Cell]]:
    """Players in columns of their own; empty ones are of games with fewer."""
    players, scores = columns.numbered(PLAYER), columns.numbered(SCORE)
    parties, found = [], []
    for number in sorted({*players, *scores}):
        party = _partners(_at(columns, row, players.get(number)))
        score = _at(columns, row, scores.get(number))
        if party or score.text:
            parties.append(party)
            found.append(score)
        if score.text and not party:
            faults.append(FileFault(row.line, score.head, tell("This score has no player.")))
    return parties, _filled(found) if scores else _scores(columns, row)


def _scores(columns: Columns, row: FileRow) -> list[Cell]:
    """Return the scores of a row: in columns of their own, or together in one."""
    places = columns.numbered(SCORE).values()
    if places:
        return _filled([_at(columns, row, place) for place in places])
    cell = _cell(columns, row, SCORE)
    return [cell._replace(text=text) for text in _SCORES.split(cell.text)] if cell.text else []


def _filled(cells: Sequence[Cell]) -> list[Cell]:
    """Return the cells up to the last with something in it; a game may have fewer than there is
    room."""
    filled = (place for place in range(len(cells), 0, -1) if cells[place - 1].text)
    return list(cells[: next(filled, 0)])


def _split_sides(cell: Cell) -> Iterator[Cell]:
    """Return the sides that one cell names."""
    sides = _SIDES if _SIDES.search(cell.text) else _COMMAS
    return (cell._replace(text=text) for text in sides.split(cell.text))


def _partners(cell: Cell) -> tuple[Cell, ...]:
    """Return the players whom a cell names together."""
    names = map(without_blanks, _PARTNERS.split(cell.text))
    return tuple(cell._replace(text=name) for name in names if name)


# --- a row a player -----------------------------------------------------------------------------


def games_of_players(
    columns: Columns, rows: Sequence[FileRow], faults: list[FileFault]
) -> Iterator[WrittenGame]:
    """The rows of a game share its date, its name and its number; below its first they may be
    empty. Without numbers they stand one below the other."""
    found: dict[tuple[str, ...], list[FileRow]] = {}
    key: tuple[str, ...] = ()
    for row in rows:
        cells = tuple(
            without_blanks(row.cell(columns.place(role))) for role in (DATE, GAME, NUMBER)
        )
        key = cells if any(cells) else key
        found.setdefault(tuple(cell.casefold() for cell in key), []).append(row)
    for some in found.values():
        parties, scores = _sides(columns, some, faults)
        lines = tuple(row.line for row in some)
        yield WrittenGame(some[0].line, *_heads(columns, some[0]), parties, scores, lines)


def _sides(
    columns: Columns, rows: Sequence[FileRow], faults: list[FileFault]
) -> tuple[tuple[tuple[Cell, ...], ...], tuple[Cell, ...]]:
    """Return who is named together: by the column of sides, or with their partner."""
    parties: dict[object, list[Cell]] = {}
    scores: dict[object, Cell] = {}
    for row in rows:
        names = _names(columns, row)
        if not names:
            faults.append(FileFault(row.line, columns.head(PLAYER), tell("The player is missing.")))
            continue
        together = frozenset(name.text.casefold() for name in names)
        side = without_blanks(row.cell(columns.place(SIDE))).casefold()
        label: object = side or (together if len(names) > 1 else row.line)
        party = parties.setdefault(label, [])
        if label != together or not party:  # partners may each have a row that names both
            party += names
        score = _cell(columns, row, SCORE)
        if not scores.setdefault(label, score).text:
            scores[label] = score
        elif score.text not in ("", scores[label].text):
            message = tell(
                "Partners have one score; line {line} has another. {number_them}",
                line=scores[label].line,
                number_them=tell(NUMBER_THEM),
            )
            faults.append(FileFault(row.line, score.head, message))
    return tuple(map(tuple, parties.values())), tuple(scores.values())


def _names(columns: Columns, row: FileRow) -> tuple[Cell, ...]:
    """Return the player of a row, and their partner where that is written beside them. Where sides
    have a column, a name may be anything."""
    player = _cell(columns, row, PLAYER)
    if columns.place(SIDE) is not None:
        return (player,) if player.text else ()
    return (*_partners(player), *_partners(_cell(columns, row, PARTNER)))


# --- cells --------------------------------------------------------------------------------------


def _heads(columns: Columns, row: FileRow) -> tuple[Cell, Cell, Cell]:
    date, game, deals = (_cell(columns, row, role) for role in (DATE, GAME, DEALS))
    return date, game, deals


def _cell(columns: Columns, row: FileRow, role: str) -> Cell:
    return _at(columns, row, columns.place(role))


def _at(columns: Columns, row: FileRow, place: int | None) -> Cell:
    head = "" if place is None else columns.heads[place]
    return Cell(row.line, head, _without_apostrophe(without_blanks(row.cell(place))))


_FORMULA: Final = "'=+-@"


def _without_apostrophe(text: str) -> str:
    """Return the text without the apostrophe that keeps a spreadsheet program from reckoning with
    it."""
    return text[1:] if text[:1] == "'" and text[1:2] and text[1:2] in _FORMULA else text


def with_apostrophe(text: str) -> str:
    """Return the text as a spreadsheet program leaves it alone; reading takes the apostrophe
    off."""
    return f"'{text}" if text[:1] and text[:1] in _FORMULA else text
