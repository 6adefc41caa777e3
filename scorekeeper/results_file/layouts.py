"""The rows of a file as the games that are written there: a row a game, or a row a player.

A sheet is read as it is meant: an empty cell may stand for the one above, and totals at the bottom
are no game."""

import re
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from scorekeeper.results_file.columns import Columns
from scorekeeper.results_file.headings import ColumnName, Kind, names_many
from scorekeeper.results_file.text import FileFault, FileRow, without_blanks
from scorekeeper.results_file.values import decided, is_absent, is_day, points_of
from scorekeeper.sentences import phrase, tell


class Cell(NamedTuple):
    """A cell: its line, the column's name, the text."""

    line: int
    head: str
    text: str

    def fault(self, message: str) -> FileFault:
        """Return what is wrong with it."""
        return FileFault(self.line, self.head, message)


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
    parties: Sequence[Sequence[Cell]]
    scores: Sequence[Cell]
    lines: Sequence[int]
    winner_only: bool
    kind: Cell
    lowest: Cell
    won: Sequence[Cell]


# --- the rows that are games ----------------------------------------------------------------------

_HEADS: Final = (ColumnName(Kind.DATE), ColumnName(Kind.GAME))


def rows_as_above(
    known: Columns, lines: Sequence[FileRow], warnings: list[FileFault]
) -> Iterator[FileRow]:
    """Yield the rows; one without a day or a game has those of the row above, as where a cell
    spans several rows."""
    above: dict[int, str] = {}
    for row in lines:
        cells = list(row.cells)
        for place in (known.places[name] for name in _HEADS if name in known.places):
            text = without_blanks(row.cell(place))
            if text:
                above[place] = text
            elif place in above:
                cells += [""] * (place + 1 - len(cells))
                cells[place] = above[place]
                message = tell("Empty: read as “{text}”, as above.", text=above[place])
                warnings.append(FileFault(row.line, known.heads[place], message))
        yield FileRow(row.line, tuple(cells))


_TOTALS: Final = frozenset(
    (
        *("total", "totals", "sum", "sums", "average", "averages", "avg", "mean", "rank", "place"),
        *("won", "wins", "summe", "gesamt", "insgesamt", "gesamtpunkte", "schnitt"),
        *("durchschnitt", "mittel", "rang", "platz", "siege"),
    )
)


_AT_BOTTOM: Final = 5
"""Only so many rows at the end are added up to see whether one is the sum of those above."""


def rows_without_totals(
    known: Columns, lines: Sequence[FileRow], warnings: list[FileFault]
) -> Iterator[FileRow]:
    """Yield the rows but those of totals: they have no day, and begin by saying what they are or,
    at the bottom, have the sum of every player's points above."""
    kept: list[FileRow] = []
    for place, row in enumerate(lines):
        cells = [without_blanks(row.cell(place)) for place in range(len(row.cells))]
        named = next(filter(None, cells), "").casefold().rstrip(":.") in _TOTALS
        at_bottom = place >= len(lines) - _AT_BOTTOM
        if not any(map(is_day, cells)) and (named or (at_bottom and _is_sum(known, row, kept))):
            warnings.append(FileFault(row.line, "", tell("Left out: totals, not a game.")))
        else:
            kept.append(row)
            yield row


def _is_sum(known: Columns, row: FileRow, above: Sequence[FileRow]) -> bool:
    def points(one: FileRow, place: int) -> int:
        found = points_of(one.cell(place).strip())
        return found if isinstance(found, int) else 0

    places = known.numbered(Kind.POINTS).values()
    sums = [sum(points(one, place) for one in above) for place in places]
    return len(above) > 1 and any(sums) and sums == [points(row, place) for place in places]


def odd_cells(known: Columns, row: FileRow) -> Iterator[FileFault]:
    """Yield a line with more than there are columns, and a text that runs over its end."""
    understood = known.places.values()
    if any("\n" in text or "\r" in text for text in (row.cell(p).strip() for p in understood)):
        message = tell("A quotation mark opened here closes on a later line.")
        yield FileFault(row.line, "", message)
    nameless = [
        cell
        for place, cell in enumerate(row.cells)
        if not any(known.heads[place : place + 1]) and place not in understood
    ]
    if any(map(without_blanks, nameless)):
        message = tell("This line has more cells than named columns.")
        yield FileFault(row.line, "", tell("{said} A comma in a name or a number?", said=message))


def rows_are_games(columns: Columns, rows: Sequence[FileRow]) -> bool:
    """Return whether each row is a whole game; else each is a player's."""
    if columns.numbered(Kind.PLAYER) or columns.has(Kind.LOSER) or columns.has(Kind.POINTS):
        return True
    if columns.place(Kind.SIDE) is not None:
        return False
    if any(map(names_many, columns.heads)):
        return True
    player, score = columns.place(Kind.PLAYER), columns.place(Kind.SCORE)
    return any(
        _SIDES.search(without_blanks(row.cell(player)))
        or _SCORES.search(without_blanks(row.cell(score)))
        for row in rows
    )


# --- cells ----------------------------------------------------------------------------------------


class _Line(NamedTuple):
    """A row under its columns."""

    columns: Columns
    row: FileRow

    def cell(self, kind: Kind) -> Cell:
        """Return the cell in the only column of its kind."""
        return self.at(self.columns.place(kind))

    def at(self, place: int | None) -> Cell:
        """Return the cell in a column; an empty one where there is none."""
        head = "" if place is None else self.columns.heads[place]
        text = without_blanks(self.row.cell(place))
        # the apostrophe that keeps a spreadsheet program from reckoning with the text
        is_text = text[:1] == "'" and text[1:2] and text[1:2] in _FORMULA
        return Cell(self.row.line, head, text[1:] if is_text else text)


_FORMULA: Final = "'=+-@"


def with_apostrophe(text: str) -> str:
    """Return the text as a spreadsheet program leaves it alone."""
    return f"'{text}" if text[:1] and text[:1] in _FORMULA else text


_SIDES: Final = re.compile(r"\s*[/|;]\s*|\s+(?:vs\.?|v\.?|gegen|against)\s+", re.IGNORECASE)
_COMMAS: Final = re.compile(r"\s*,\s*")
_PARTNERS: Final = re.compile(r"\s*[&+,]\s*|\s+(?:and|und)\s+", re.IGNORECASE)
_BESIDE: Final = re.compile(rf"{_PARTNERS.pattern}|\s*/\s*|\s+[-–]\s+", re.IGNORECASE)
"""Between partners in a column of their side."""
_TWO: Final = re.compile(r"([0-9]+)[-–]([0-9]+)")
"""Elsewhere a dash without blanks may be a minus."""
_SCORES: Final = re.compile(r"\s*[/|;:]\s*|,\s+|\s+[-\u2013\u2014]\s+")


# --- a row a game ---------------------------------------------------------------------------------


def games_in_rows(
    columns: Columns, rows: Sequence[FileRow], faults: list[FileFault], running: bool
) -> Iterator[WrittenGame]:
    """Yield the games of a file with a row per game: players and scores in columns of their own, or
    together in one; points in a column for each player, from all games so far if they are
    `running` totals; or who won and who lost."""
    totals = dict[int, int]()
    for line in (_Line(columns, row) for row in rows):
        if columns.has(Kind.POINTS):
            parties, scores = _points_of_players(line, totals if running else None)
        elif columns.numbered(Kind.PLAYER):
            parties, scores = _players_in_columns(line, faults)
        elif columns.has(Kind.LOSER):
            parties, scores = _winner_and_losers(line), _scores(line)
        else:
            named = line.cell(Kind.PLAYER)
            parties = [_partners(party) for party in _split_sides(named)]
            scores = _scores(line)
        parties = [party for party in parties if party]
        if not scores and columns.has(Kind.WINNER):
            scores = _by_winner(line, parties, faults)
        yield _game([line], parties, scores)


_NAME_OF: Final = re.compile(r"(?:['’]s)? (?:scores?|points|pts|punkte)\.?$", re.IGNORECASE)


def _points_of_players(
    line: _Line, totals: dict[int, int] | None
) -> tuple[list[tuple[Cell, ...]], list[Cell]]:
    """Return who has points in this row, and which. Where these are `totals` so far, a game's
    points are what has been added; these are kept for the next row."""
    parties, scores = [], []
    for place in line.columns.numbered(Kind.POINTS).values():
        score = line.at(place)
        if is_absent(score.text):
            continue
        points = points_of(score.text)
        if totals is not None and isinstance(points, int):
            score = score._replace(text=str(points - totals.get(place, 0)))
            totals[place] = points
        parties.append(_partners(score._replace(text=_NAME_OF.sub("", score.head)), _BESIDE))
        scores.append(score)
    return parties, scores


def _winner_and_losers(line: _Line) -> list[tuple[Cell, ...]]:
    """Return who won and who lost: losers are partners where the winners are, else each is
    alone."""
    won, lost = (_named_in(line, kind) for kind in (Kind.WINNER, Kind.LOSER))
    return [won, lost] if len(won) > 1 else [won, *((one,) for one in lost)]


def _named_in(line: _Line, kind: Kind) -> tuple[Cell, ...]:
    places = [line.columns.place(kind), *line.columns.numbered(kind).values()]
    sides = (side for place in places for side in _split_sides(line.at(place)))
    return tuple(name for side in sides for name in _partners(side))


def _by_winner(
    line: _Line, parties: Sequence[Sequence[Cell]], faults: list[FileFault]
) -> list[Cell]:
    """Return "won" and "lost" for those who play, where nothing but the winner is told; or that it
    was drawn."""
    named = _named_in(line, Kind.WINNER)
    winner = named[0] if named else line.cell(Kind.WINNER)
    if decided([winner.text]):
        return [winner] * len(parties)
    names = {name.text.casefold() for name in named}
    won = [bool(names.intersection(name.text.casefold() for name in party)) for party in parties]
    known = names <= {name.text.casefold() for party in parties for name in party}
    if names and known and not all(won):
        return [winner._replace(text="won" if one else "lost") for one in won]
    message = tell("The winner must be one of the sides.") if names else tell("Who won is missing.")
    faults.append(winner.fault(message))
    return []


def _players_in_columns(
    line: _Line, faults: list[FileFault]
) -> tuple[list[tuple[Cell, ...]], list[Cell]]:
    """Players in columns of their own; empty ones are of games with fewer."""
    players, scores = line.columns.numbered(Kind.PLAYER), line.columns.numbered(Kind.SCORE)
    parties, found = [], []
    for number in sorted({*players, *scores}):
        named = (players.get(number), line.columns.numbered(Kind.PARTNER).get(number))
        party = tuple(name for at in named for name in _partners(line.at(at), _BESIDE))
        score = line.at(scores.get(number))
        if party or score.text:
            parties.append(party)
            found.append(score)
        if score.text and not party:
            faults.append(score.fault(tell("This score has no player.")))
    return parties, _filled(found) if scores else _scores(line)


def _scores(line: _Line) -> list[Cell]:
    """Return the scores of a row: in columns of their own, or together in one."""
    places = line.columns.numbered(Kind.SCORE).values()
    if places:
        return _filled([line.at(place) for place in places])
    cell = line.cell(Kind.SCORE)
    two = _TWO.fullmatch(cell.text)
    texts = two.groups() if two else _SCORES.split(cell.text) if cell.text else ()
    return [cell._replace(text=text) for text in texts]


def _filled(cells: Sequence[Cell]) -> list[Cell]:
    """Return the cells up to the last with something in it; a game may have fewer than there is
    room."""
    filled = (place for place in range(len(cells), 0, -1) if cells[place - 1].text)
    return list(cells[: next(filled, 0)])


def _split_sides(cell: Cell) -> Iterator[Cell]:
    sides = _SIDES if _SIDES.search(cell.text) else _COMMAS
    return (cell._replace(text=text) for text in sides.split(cell.text))


def _partners(cell: Cell, between: re.Pattern[str] = _PARTNERS) -> tuple[Cell, ...]:
    names = map(without_blanks, between.split(cell.text))
    return tuple(cell._replace(text=name) for name in names if name)


# --- a row a player -------------------------------------------------------------------------------


NUMBER_THEM: Final = phrase("Two games that day? Number them in a “no” column.")


def games_of_players(
    columns: Columns, rows: Sequence[FileRow], faults: list[FileFault]
) -> Iterator[WrittenGame]:
    """The rows of a game share its date, its name and its number; below its first they may be
    empty. Without numbers they stand one below the other."""
    found: dict[tuple[str, ...], list[_Line]] = {}
    key: tuple[str, ...] = ()
    for row in rows:
        places = map(columns.place, (Kind.DATE, Kind.GAME, Kind.NUMBER))
        cells = tuple(without_blanks(row.cell(place)).casefold() for place in places)
        key = cells if any(cells) else key
        found.setdefault(key, []).append(_Line(columns, row))
    for lines in found.values():
        yield _game(lines, *_sides(lines, faults))


def _sides(
    lines: Sequence[_Line], faults: list[FileFault]
) -> tuple[list[list[Cell]], list[Cell], list[Cell]]:
    """Return who is named together, by the column of sides or with their partner; the scores, and
    beside them who won."""
    parties: dict[object, list[Cell]] = {}
    scores: dict[object, Cell] = {}
    won: dict[object, Cell] = {}
    points = Kind.SCORE if lines[0].columns.has(Kind.SCORE) else Kind.WINNER
    for line in lines:
        names = _names(line)
        if not names:
            faults.append(line.cell(Kind.PLAYER).fault(tell("The player is missing.")))
            continue
        together = frozenset(name.text.casefold() for name in names)
        side = without_blanks(line.row.cell(line.columns.place(Kind.SIDE))).casefold()
        label: object = side or (together if len(names) > 1 else line.row.line)
        party = parties.setdefault(label, [])
        if label != together or not party:  # partners may each have a row that names both
            party += names
        winner = line.cell(Kind.WINNER)
        if not won.setdefault(label, winner).text:
            won[label] = winner
        score = line.cell(points)
        if points == Kind.WINNER and not score.text:
            score = score._replace(text="lost")
        if not scores.setdefault(label, score).text:
            scores[label] = score
        elif score.text not in ("", scores[label].text):
            message = tell(
                "Partners have one score; line {line} has another. {number_them}",
                line=scores[label].line,
                number_them=tell(NUMBER_THEM),
            )
            faults.append(score.fault(message))
    beside = [*won.values()] if points == Kind.SCORE else []
    return [*parties.values()], [*scores.values()], beside


def _names(line: _Line) -> tuple[Cell, ...]:
    """Return the player of a row, and their partner where that is written beside them. Where sides
    have a column, a name may be anything."""
    player = line.cell(Kind.PLAYER)
    if line.columns.place(Kind.SIDE) is not None:
        return (player,) if player.text else ()
    return (*_partners(player), *_partners(line.cell(Kind.PARTNER)))


# --- either way ---------------------------------------------------------------------------------


def _game(
    lines: Sequence[_Line],
    parties: Sequence[Sequence[Cell]],
    scores: Sequence[Cell],
    won: Sequence[Cell] = (),
) -> WrittenGame:
    """Return the game that stands on these lines; the first tells what is said once. Where "won"
    and "lost" stand for points, it has points instead."""
    first = lines[0]
    # points of 1 and 0, because every scoring scheme can count these
    points = decided([score.text for score in scores])
    if points is not None:
        scores = [score._replace(text=text) for score, text in zip(scores, points, strict=True)]
    return WrittenGame(
        line=first.row.line,
        date=first.cell(Kind.DATE),
        game=first.cell(Kind.GAME),
        deals=first.cell(Kind.DEALS),
        parties=parties,
        scores=scores,
        lines=[line.row.line for line in lines],
        winner_only=points is not None,
        kind=first.cell(Kind.KIND),
        lowest=first.cell(Kind.LOWEST),
        won=won,
    )
