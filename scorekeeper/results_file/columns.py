"""The columns of a file: where its rows are parted, which row has the headings, and which columns
only their contents tell; and a list of sentences as rows with columns of ours."""

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from itertools import islice
from types import MappingProxyType
from typing import Final, NamedTuple

from scorekeeper.game_finder import plain_name
from scorekeeper.results_file.headings import (
    ColumnName,
    Kind,
    is_heading,
    meanings,
    names_no_player,
)
from scorekeeper.results_file.text import (
    DELIMITERS,
    FileFault,
    FileRow,
    first_lines,
    lines_of,
    rows,
    without_blanks,
)
from scorekeeper.results_file.values import (
    KINDS,
    WON_OR_LOST,
    first_day,
    is_absent,
    is_day,
)
from scorekeeper.sentences import tell
from scorekeeper.spelling import MINUSES, plain_word


class Columns(NamedTuple):
    """The place of each column, by its name. `heads` are the names as written, `numeric` the
    columns that may each be a player's, by place, and whether they are read so."""

    line: int
    heads: tuple[str, ...]
    places: Mapping[ColumnName, int]
    numeric: Mapping[int, bool] = MappingProxyType({})

    @property
    def ignored(self) -> tuple[str, ...]:
        """The names that mean nothing here."""
        there = self.places.values()
        return tuple(head for place, head in enumerate(self.heads) if head and place not in there)

    def place(self, kind: Kind) -> int | None:
        """Return where the only column of its kind is."""
        return self.places.get(ColumnName(kind))

    def head(self, kind: Kind) -> str:
        """Return what the only column of its kind is called."""
        place = self.place(kind)
        return "" if place is None else self.heads[place]

    @property
    def read(self) -> tuple[tuple[str, str], ...]:
        """The columns that are read: what they are called, and as what."""
        places = self.places.items()
        return tuple((self.heads[place], name.kind) for name, place in places if self.heads[place])

    def numbered(self, kind: Kind) -> dict[int, int]:
        """Return where the columns of a kind are that a game has several of, by their numbers."""
        found = {name.number: place for name, place in self.places.items() if name.kind == kind}
        return {number: found[number] for number in sorted(n for n in found if n is not None)}

    def has(self, kind: Kind) -> bool:
        """Return whether there is any column of the kind."""
        return any(name.kind == kind for name in self.places)


class FileFormat(NamedTuple):
    """The way a file was read: its encoding, its delimiter, whether a row is a game (else a
    player), the date format (shown by the last day of 2025), the titles above the headings, the
    columns read (as headed, and as what) and those ignored."""

    encoding: str = ""
    delimiter: str = ""
    row_a_game: bool = True
    dates: tuple[str, ...] = ()
    titles: tuple[str, ...] = ()
    columns: tuple[tuple[str, str], ...] = ()
    ignored: tuple[str, ...] = ()


class FileTable(NamedTuple):
    """A file's columns, its rows and those that have results, the faults in parting them, and how
    it was read."""

    columns: Columns
    rows: Sequence[FileRow]
    lines: Sequence[FileRow]
    faults: list[FileFault]
    format: FileFormat


def table_of(
    text: str, encoding: str, games: Collection[str], chosen: Mapping[int, bool]
) -> FileTable:
    """Return the text as a table whose columns have headings; `games` are known by these plain
    names, and `chosen` says of columns of numbers, by place, whether they are a player's."""
    faults: list[FileFault] = []
    delimiter = _delimiter_of(text)
    found = [*rows(text, delimiter, faults)] or [FileRow(1, ())]
    at = max(range(len(found[:_WITHIN])), key=lambda place: _understood(found[place]))
    lines = found[at + 1 :]
    known = _by_contents(_columns(found[at], faults), lines, games, chosen)
    titles = tuple(without_blanks(" ".join(row.cells)) for row in found[:at])
    how = FileFormat(
        *(encoding, DELIMITERS[delimiter], True, (), titles, known.read, known.ignored)
    )
    return FileTable(known, found, lines, faults, how)


# --- the headings -------------------------------------------------------------------------------

_WITHIN: Final = 12
"""Titles and empty lines above the headings take fewer lines than that."""
_MOST: Final = 200
"""No sheet has more columns; a file may be one line of megabytes."""


def _delimiter_of(text: str) -> str:
    """Return the delimiter with which the names of most columns are understood; of equals the
    one that splits more."""
    lines = first_lines(text, _WITHIN)

    def worth(delimiter: str) -> tuple[int, int]:
        found = (row for line in lines for row in rows(line, delimiter, []))
        return max(((_understood(row), len(row.cells)) for row in found), default=(0, 0))

    return max(DELIMITERS, key=worth)


def _understood(row: FileRow) -> int:
    """Return how many columns the row names; a cell alone is a title."""
    filled = sum(map(bool, map(without_blanks, row.cells)))
    return len(_columns(row, []).places) if filled > 1 else -filled


def _columns(row: FileRow, faults: list[FileFault]) -> Columns:
    """Return the columns by their headings; notes which are there twice."""
    heads = tuple(map(without_blanks, row.cells[:_MOST]))
    places: dict[ColumnName, int] = {}
    for place, name in enumerate(meanings(heads)):
        if name and places.setdefault(name, place) != place:
            faults.append(FileFault(row.line, heads[place], tell("This column appears twice.")))
    return Columns(row.line, heads, places)


# --- what stands below them ---------------------------------------------------------------------


def _by_contents(
    known: Columns,
    lines: Sequence[FileRow],
    games: Collection[str],
    chosen: Mapping[int, bool],
) -> Columns:
    """Return the columns, with those that only their contents tell: days, games, and points below
    a player's name."""
    known = _without_other_kinds(known, lines)
    scored = known.has(Kind.SCORE) or known.has(Kind.WINNER)
    if scored and all(map(known.has, (Kind.DATE, Kind.GAME, Kind.PLAYER))):
        return known
    cells = {
        place: [text for row in lines if not is_absent(text := without_blanks(row.cell(place)))]
        for place in range(len(known.heads))
    }
    places = dict(known.places)
    # 500 is a game, but more often a score
    told = {
        Kind.DATE: is_day,
        Kind.GAME: lambda text: plain_name(text) in games and not _is_score(text),
    }
    for kind, fits in told.items():
        free = (place for place in cells if place not in places.values())
        found = next((place for place in free if _mostly(fits, cells[place])), None)
        if found is not None and not known.has(kind):
            places[ColumnName(kind)] = found
    known = known._replace(places=places)
    numbered = known.numbered(Kind.PLAYER).values()
    are_names = not all(_is_score(text) for place in numbered for text in cells[place])
    if known.has(Kind.LOSER) or known.place(Kind.PLAYER) is not None:
        return known
    return known if numbered and (scored or are_names) else _a_column_each(known, cells, chosen)


def _without_other_kinds(known: Columns, lines: Sequence[FileRow]) -> Columns:
    """Return the columns without one headed "kind" that says something else: "friendly"."""
    place = known.place(Kind.KIND)
    if place is None or any(plain_word(row.cell(place)) in KINDS for row in lines):
        return known
    return known._replace(places={name: at for name, at in known.places.items() if at != place})


def _a_column_each(
    known: Columns, cells: Mapping[int, Sequence[str]], chosen: Mapping[int, bool]
) -> Columns:
    """Return the columns of a file in which players have one each, if there are two such at least;
    what is their total is left out."""
    of_game = {
        name: at for name, at in known.places.items() if name.kind not in (Kind.PLAYER, Kind.SCORE)
    }
    taken = {*of_game.values(), *known.numbered(Kind.SCORE).values(), known.place(Kind.SCORE)}
    named = {
        place: not names_no_player(head)
        for place, head in enumerate(known.heads)
        if place not in taken and re.search(r"[^\W\d_]", head) and not is_day(head)
        if _mostly(_is_score, cells[place])
    }
    if len(named) < 2:
        return known
    players = named if sum(named.values()) > 1 else dict.fromkeys(named, True)
    players |= {place: chosen[place] for place in players.keys() & chosen.keys()}
    points = {ColumnName(Kind.POINTS, place): place for place, is_one in players.items() if is_one}
    return known._replace(places={**of_game, **points}, numeric=players)


def _mostly(fits: Callable[[str], bool], texts: Sequence[str]) -> bool:
    return 0 < len(texts) <= 2 * sum(map(fits, texts))


_SCORE: Final = re.compile(r"[^\w]{0,3}[0-9]{1,6}")
_SCORE_BEGINS: Final = re.compile(r"[^\w]{0,3}[0-9]")


def _is_score(text: str) -> bool:
    """Return whether it is meant for points, rightly written or not."""
    if _SCORE.fullmatch(text) or text.casefold() in WON_OR_LOST:
        return True
    return _SCORE_BEGINS.match(text) is not None and not is_day(text)


# --- a list of sentences ------------------------------------------------------------------------

_LIST_HEADS: Final = (Kind.DATE, Kind.GAME, "players", "scores", Kind.WINNER)

_BETWEEN: Final = re.compile(r"\s*[,;/|]\s*|\s+(?:vs\.?|v\.?|gegen|against)\s+", re.IGNORECASE)
_HAS: Final = re.compile(
    rf"(?P<name>[^\s\d](?:.*?\S)??)\s*(?:[:=(]\s*|\s)(?P<score>[{MINUSES}+]?[0-9][0-9.']*)\s*\)?"
)
_BEAT: Final = re.compile(
    r"(?P<won>.+?)\s+(?:beat|beats|bt|defeated|def\.|schlug|schlägt|besiegte)\s+(?P<lost>.+?)"
    r"(?:[\s,:(]+(?P<points>[0-9]+)\s*[-:–]\s*(?P<against>[0-9]+)\)?)?",
    re.IGNORECASE,
)
_AFTER_GAME: Final = re.compile(r"\s*[:|,;]\s*|\s+[-–—]\s+")
_LONGEST: Final = 1000
"""No line about a game is longer; a file may be one line of megabytes."""
_MARKS_IN_NAME: Final = 3
"""A game's name has fewer of them: "Whist, English: Ann 10, ..."."""


def list_of(text: str, encoding: str, found: Sequence[FileRow]) -> FileTable:
    """Return the text as a list of games, of which one thing or another may not be told; `found`
    are its rows as a table."""
    faults: list[FileFault] = []
    listed = _listed_rows(text, faults)
    told = [any(cells) for cells in zip(*(row.cells for row in listed), strict=True)]
    heads = [head if is_there else "" for head, is_there in zip(_LIST_HEADS, told, strict=False)]
    how = FileFormat(encoding, tell("a list, one game per line"))
    return FileTable(_columns(FileRow(0, tuple(heads)), []), found, listed, faults, how)


def _listed_rows(text: str, faults: list[FileFault]) -> list[FileRow]:
    """Return the games of such a list as rows under our heads, a day that stands alone for all
    lines below it; nothing if less than half of its lines are games. Other lines are noted."""
    rows, others, day, lines = [], [], "", 0
    for number, line in enumerate(lines_of(text), 1):
        said = without_blanks(line)
        found, rest = first_day(said)
        day = found or day
        if not rest:
            continue
        lines += 1
        cells = _game(rest) if len(rest) < _LONGEST else None
        if cells is None:
            message = tell("Not read. Write it like “2025-12-31: game: Ann 88, Ben 61”.")
            others.append(FileFault(number, "", message))
        else:
            game, *told = cells
            behind, game = ("", game) if found else _day_in(game)
            rows.append(FileRow(number, (behind or day, game, *told)))
    if 2 * len(rows) < lines:
        return []
    faults += others
    return rows


def _day_in(game: str) -> tuple[str, str]:
    """Return the day that stands behind a game's name, and the name without it."""
    words = game.split()
    for start in range(1, len(words)):
        day = " ".join(words[start:])
        if is_day(day):
            return day, " ".join(words[:start]).rstrip(" ,:;-–")
    return "", game


def _game(said: str) -> Sequence[str] | None:
    """Return the game, the players, the scores and, if nothing else is told, the winner."""
    for game, results in (*_after_the_game(said), ("", said)):
        pairs = [_HAS.fullmatch(part) for part in _BETWEEN.split(results.rstrip(". "))]
        if len(pairs) > 1 and all(pairs) and not any(is_heading(one[0]) for one in pairs if one):
            names, scores = zip(
                *(pair.group("name", "score") for pair in pairs if pair), strict=True
            )
            return game, " / ".join(names), " / ".join(scores), ""
        if beat := _BEAT.fullmatch(results.rstrip(". ")):
            scored = "" if beat["points"] is None else f"{beat['points']} / {beat['against']}"
            return game, f"{beat['won']} / {beat['lost']}", scored, "" if scored else beat["won"]
    return None


def _after_the_game(said: str) -> Iterator[tuple[str, str]]:
    """Yield what may be the name of the game, and what comes after it."""
    for mark in islice(_AFTER_GAME.finditer(said), _MARKS_IN_NAME):
        game = said[: mark.start()]
        name = _day_in(game)[1]
        if not (_HAS.fullmatch(name) or _BEAT.fullmatch(name)):
            yield game, said[mark.end() :]
