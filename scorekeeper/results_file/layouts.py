"""The games of a file as they are written: a row a game, or a row a player."""

import re
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from scorekeeper.results_file.columns import (
    DATE,
    DEALS,
    GAME,
    KIND,
    LOSER,
    LOWEST,
    NUMBER,
    PARTNER,
    PLAYER,
    POINTS,
    SCORE,
    SIDE,
    WINNER,
    Columns,
)
from scorekeeper.results_file.text import FileFault, FileRow, without_blanks
from scorekeeper.results_file.values import decided, is_absent, points_of
from scorekeeper.sentences import phrase, tell


class Cell(NamedTuple):
    """A cell: its line, the column's name, the text."""

    line: int
    head: str
    text: str


class WrittenGame(NamedTuple):
    """A game as it is written. `parties` are players named together, each alone where nothing says
    who plays with whom; `scores` are in their order, or fewer where partners have one. `lines` are
    all on which it stands. `winner_only`: no points are told, and the scores are 1 and 0. `kind`
    says that nobody played, `lowest` whether the fewest points win, `won` of each side whether it
    won, whatever its points."""

    line: int
    date: Cell
    game: Cell
    deals: Cell
    parties: tuple[tuple[Cell, ...], ...]
    scores: tuple[Cell, ...]
    lines: tuple[int, ...]
    winner_only: bool = False
    kind: Cell = Cell(0, "", "")
    lowest: Cell = Cell(0, "", "")
    won: tuple[Cell, ...] = ()


_SIDES: Final = re.compile(r"\s*[/|;]\s*|\s+(?:vs\.?|v\.?|gegen|against)\s+", re.IGNORECASE)
_COMMAS: Final = re.compile(r"\s*,\s*")
_PARTNERS: Final = re.compile(r"\s*[&+,]\s*|\s+(?:and|und)\s+", re.IGNORECASE)
_BESIDE: Final = re.compile(rf"{_PARTNERS.pattern}|\s*/\s*|\s+[-–]\s+", re.IGNORECASE)
"""Between partners in a column of their side."""
_TWO: Final = re.compile(r"([0-9]+)[-–]([0-9]+)")
"""Elsewhere a dash without blanks may be a minus."""
_SCORES: Final = re.compile(r"\s*[/|;:]\s*|,\s+|\s+[-\u2013\u2014]\s+")

NUMBER_THEM: Final = phrase("Two games that day? Number them in a “no” column.")


def rows_are_games(columns: Columns, rows: Sequence[FileRow]) -> bool:
    """Return whether each row is a whole game; else each is a player's."""
    if columns.numbered(PLAYER) or columns.has(LOSER) or columns.has(POINTS):
        return True
    if columns.many and columns.place(SIDE) is None:
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
    columns: Columns, rows: Sequence[FileRow], faults: list[FileFault], running: bool = False
) -> Iterator[WrittenGame]:
    """Yield the games of a file with a row per game: players and scores in columns of their own, or
    together in one; points in a column for each player, from all games so far if they are
    `running` totals; or who won and who lost."""
    totals = dict[int, int]()
    for row in rows:
        if columns.has(POINTS):
            parties, scores = _points_of_players(columns, row, totals if running else None)
        elif columns.numbered(PLAYER):
            parties, scores = _players_in_columns(columns, row, faults)
        elif columns.has(LOSER):
            parties, scores = _winner_and_losers(columns, row), _scores(columns, row)
        else:
            named = _cell(columns, row, PLAYER)
            parties = [_partners(party) for party in _split_sides(named)]
            scores = _scores(columns, row)
        parties = [party for party in parties if party]
        if not scores and columns.has(WINNER):
            scores = _by_winner(columns, row, parties, faults)
        heads = _heads(columns, row)
        game = WrittenGame(row.line, *heads, tuple(parties), tuple(scores), (row.line,))
        yield _decided(_with_kind(game, columns, row))


def _decided(game: WrittenGame) -> WrittenGame:
    """Return the game with points where "won" and "lost" stand instead."""
    points = decided([score.text for score in game.scores])
    if points is None:
        return game
    scores = [score._replace(text=text) for score, text in zip(game.scores, points, strict=True)]
    return game._replace(scores=tuple(scores), winner_only=True)


def _with_kind(game: WrittenGame, columns: Columns, row: FileRow) -> WrittenGame:
    kind, lowest = (_cell(columns, row, role) for role in (KIND, LOWEST))
    return game._replace(kind=kind, lowest=lowest)


_NAME_OF: Final = re.compile(r"(?:['’]s)? (?:scores?|points|pts|punkte)\.?$", re.IGNORECASE)


def _points_of_players(
    columns: Columns, row: FileRow, totals: dict[int, int] | None
) -> tuple[list[tuple[Cell, ...]], list[Cell]]:
    """Return who has points in this row, and which. Where these are `totals` so far, a game's
    points are what has been added; these are kept for the next row."""
    parties, scores = [], []
    for place in columns.numbered(POINTS).values():
        score = _at(columns, row, place)
        if is_absent(score.text):
            continue
        points = points_of(score.text)
        if totals is not None and isinstance(points, int):
            score = score._replace(text=str(points - totals.get(place, 0)))
            totals[place] = points
        parties.append(_partners(score._replace(text=_NAME_OF.sub("", score.head)), _BESIDE))
        scores.append(score)
    return parties, scores


def are_running(columns: Columns, rows: Sequence[FileRow]) -> bool:
    """Return whether the points in players' columns look like totals: none ever goes down, in three
    rows or more, and some go up."""
    if not columns.has(POINTS) or len(rows) < 3:
        return False
    goes_up = False
    for place in columns.numbered(POINTS).values():
        last = None
        for row in rows:
            points = points_of(row.cell(place).strip())
            if not isinstance(points, int):
                continue
            if last is not None and points < last:
                return False
            goes_up = goes_up or (last is not None and points > last)
            last = points
    return goes_up


def _winner_and_losers(columns: Columns, row: FileRow) -> list[tuple[Cell, ...]]:
    """Return who won and who lost: losers are partners where the winners are, else each is
    alone."""
    won, lost = (_named_in(columns, row, role) for role in (WINNER, LOSER))
    return [won, lost] if len(won) > 1 else [won, *((one,) for one in lost)]


def _named_in(columns: Columns, row: FileRow, role: str) -> tuple[Cell, ...]:
    """Return all players whom the columns of a kind name."""
    places = [columns.place(role), *columns.numbered(role).values()]
    sides = (side for place in places for side in _split_sides(_at(columns, row, place)))
    return tuple(name for side in sides for name in _partners(side))


def _by_winner(
    columns: Columns,
    row: FileRow,
    parties: Sequence[tuple[Cell, ...]],
    faults: list[FileFault],
) -> list[Cell]:
    """Return "won" and "lost" for those who play, where nothing but the winner is told; or that it
    was drawn."""
    named = _named_in(columns, row, WINNER)
    winner = named[0] if named else _cell(columns, row, WINNER)
    if decided([winner.text]):
        return [winner] * len(parties)
    names = {name.text.casefold() for name in named}
    won = [bool(names.intersection(name.text.casefold() for name in party)) for party in parties]
    known = names <= {name.text.casefold() for party in parties for name in party}
    if names and known and not all(won):
        return [winner._replace(text="won" if one else "lost") for one in won]
    message = tell("The winner must be one of the sides.") if names else tell("Who won is missing.")
    faults.append(FileFault(row.line, winner.head, message))
    return []


def _players_in_columns(
    columns: Columns, row: FileRow, faults: list[FileFault]
) -> tuple[list[tuple[Cell, ...]], list[Cell]]:
    """Players in columns of their own; empty ones are of games with fewer."""
    players, scores = columns.numbered(PLAYER), columns.numbered(SCORE)
    parties, found = [], []
    for number in sorted({*players, *scores}):
        named = (players.get(number), columns.numbered(PARTNER).get(number))
        party = tuple(name for at in named for name in _partners(_at(columns, row, at), _BESIDE))
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
    two = _TWO.fullmatch(cell.text)
    texts = two.groups() if two else _SCORES.split(cell.text) if cell.text else ()
    return [cell._replace(text=text) for text in texts]


def _filled(cells: Sequence[Cell]) -> list[Cell]:
    """Return the cells up to the last with something in it; a game may have fewer than there is
    room."""
    filled = (place for place in range(len(cells), 0, -1) if cells[place - 1].text)
    return list(cells[: next(filled, 0)])


def _split_sides(cell: Cell) -> Iterator[Cell]:
    """Return the sides that one cell names."""
    sides = _SIDES if _SIDES.search(cell.text) else _COMMAS
    return (cell._replace(text=text) for text in sides.split(cell.text))


def _partners(cell: Cell, between: re.Pattern[str] = _PARTNERS) -> tuple[Cell, ...]:
    """Return the players whom a cell names together."""
    names = map(without_blanks, between.split(cell.text))
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
        parties, scores, won = _sides(columns, some, faults)
        lines = tuple(row.line for row in some)
        game = WrittenGame(some[0].line, *_heads(columns, some[0]), parties, scores, lines, won=won)
        yield _decided(_with_kind(game, columns, some[0]))


def _sides(
    columns: Columns, rows: Sequence[FileRow], faults: list[FileFault]
) -> tuple[tuple[tuple[Cell, ...], ...], tuple[Cell, ...], tuple[Cell, ...]]:
    """Return who is named together, by the column of sides or with their partner; the scores, and
    beside them who won."""
    parties: dict[object, list[Cell]] = {}
    scores: dict[object, Cell] = {}
    won: dict[object, Cell] = {}
    points = SCORE if columns.has(SCORE) else WINNER
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
        winner = _cell(columns, row, WINNER)
        if not won.setdefault(label, winner).text:
            won[label] = winner
        score = _cell(columns, row, points)
        if points == WINNER and not score.text:
            score = score._replace(text="lost")
        if not scores.setdefault(label, score).text:
            scores[label] = score
        elif score.text not in ("", scores[label].text):
            message = tell(
                "Partners have one score; line {line} has another. {number_them}",
                line=scores[label].line,
                number_them=tell(NUMBER_THEM),
            )
            faults.append(FileFault(row.line, score.head, message))
    beside = tuple(won.values()) if points == SCORE else ()
    return tuple(map(tuple, parties.values())), tuple(scores.values()), beside


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
