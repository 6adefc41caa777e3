"""Past results from a file, such as a spreadsheet of the club's.

A file is a row a game, "2025-12-31, Spades, Ann & Cat / Ben & Dan, 520 / 340" or with players and
scores in columns of their own; or a row a player. The first line names the columns. Whatever is
wrong is told at once, each fault with its line; while there is one, nothing should be kept.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date
from types import MappingProxyType
from typing import Final, NamedTuple

from scorekeeper.engine.ledger import Game
from scorekeeper.game_finder import plain_name
from scorekeeper.results_file.checking import CheckingContext, PastGame, check_game, known_names
from scorekeeper.results_file.columns import (
    DATE,
    GAME,
    PLAYER,
    SCORE,
    Columns,
    columns,
    delimiter_of,
)
from scorekeeper.results_file.layouts import (
    WrittenGame,
    games_in_rows,
    games_of_players,
    rows_are_games,
)
from scorekeeper.results_file.text import (
    DELIMITERS,
    FileFault,
    FileRow,
    NotText,
    decode_text,
    rows,
    without,
    without_blanks,
)
from scorekeeper.results_file.values import order_of, quoted, style_of
from scorekeeper.results_file.writing import csv_of_games, sample, workbook
from scorekeeper.sentences import tell

__all__ = [
    "MOST_BYTES",
    "MOST_ROWS",
    "FileFault",
    "Past",
    "PastGame",
    "Understood",
    "read",
    "sample",
    "workbook",
    "csv_of_games",
]

MOST_ROWS: Final = 5000
MOST_BYTES: Final = 2_000_000


class FileFormat(NamedTuple):
    """The way the file was read: its encoding, its delimiter, whether a row is a game (else a
    player), the date format (shown by the last day of 2025), the columns read (as headed, and as
    what) and those ignored."""

    encoding: str = ""
    delimiter: str = ""
    row_a_game: bool = True
    dates: tuple[str, ...] = ()
    columns: tuple[tuple[str, str], ...] = ()
    ignored: tuple[str, ...] = ()


class Past(NamedTuple):
    """The contents of a file.

    While there are faults `games` are those that could be read, to be shown; those without a fault
    on any line are `right`, and may be saved if the file is `partible`. `ask_dates`: nothing in the
    file tells whether the day or the month comes first; `read` can be told. `unknown` are the names
    of games that are unknown here. `lines` has the lines of each game by its first, `starts` those
    on which a row of the `text` begins.
    """

    games: tuple[PastGame, ...]
    faults: tuple[FileFault, ...]
    warnings: tuple[FileFault, ...] = ()
    understood: FileFormat = FileFormat()
    ask_dates: bool = False
    unknown: tuple[str, ...] = ()
    partible: bool = False
    text: str = ""
    starts: frozenset[int] = frozenset()
    lines: Mapping[int, tuple[int, ...]] = MappingProxyType({})

    @property
    def right(self) -> tuple[PastGame, ...]:
        """The games about which nothing is wrong."""
        wrong = {fault.line for fault in self.faults}
        return tuple(game for game in self.games if wrong.isdisjoint(self.lines[game.line]))

    def without(self, games: Iterable[PastGame]) -> str:
        """Return the file as text without these games, to be put right and sent again."""
        gone = {line for game in games for line in self.lines[game.line]}
        return without(self.text, self.starts, gone)


def read(
    data: bytes,
    games: Mapping[str, Game],
    latest: date | None = None,
    day_first: bool | None = None,
    plain: Mapping[str, bool] = MappingProxyType({}),
) -> Past:
    """Return the games of a file; `games` are those there are, by slug. A day after `latest` is a
    fault; `day_first` settles dates like 01/02/2025 where the file itself does not. `plain` says of
    games that are unknown, by plain name, that they are kept as plain results, and whether the
    fewest win there."""
    if len(data) > MOST_BYTES:
        return _refused(tell("File too large. Split it into smaller files."))
    try:
        text, encoding = decode_text(data)
    except NotText as no_text:
        return _refused(str(no_text))
    faults: list[FileFault] = []
    delimiter = delimiter_of(text)
    head, *lines = [*rows(text, delimiter, faults)] or [FileRow(1, ())]
    starts = frozenset({head.line, *(row.line for row in lines), *(one.line for one in faults)})
    known = columns(head, faults)
    understood = FileFormat(
        encoding, DELIMITERS[delimiter], columns=known.read, ignored=known.ignored
    )
    unfit = [*_unfit(known, lines)]
    if unfit:
        return Past((), _in_order([*faults, *unfit]), understood=understood)
    hints = ImportHints(games, latest, day_first, plain)
    return _past(known, lines, hints, faults, understood)._replace(text=text, starts=starts)


def _refused(message: str) -> Past:
    return Past((), (FileFault(1, "", message),))


_NEEDED: Final = {DATE: "date", GAME: "game", PLAYER: "players", SCORE: "scores"}


def _unfit(known: Columns, lines: Sequence[FileRow]) -> Iterator[FileFault]:
    """Yield why it is of no use to read on."""
    missing = [name for role, name in _NEEDED.items() if not known.has(role)]
    if missing:
        message = tell(
            "The first line should name the columns. Missing: {missing}.",
            missing=", ".join(missing),
        )
        yield FileFault(known.line, "", message)
    if not lines:
        yield FileFault(known.line, "", tell("This file has no results."))
    if len(lines) > MOST_ROWS:
        message = tell("At most {most} lines. Split the file into smaller ones.", most=MOST_ROWS)
        yield FileFault(lines[MOST_ROWS].line, "", message)


class ImportHints(NamedTuple):
    """The facts that the file itself does not say."""

    games: Mapping[str, Game]
    latest: date | None
    day_first: bool | None
    plain: Mapping[str, bool]


def _past(
    known: Columns,
    lines: Sequence[FileRow],
    hints: ImportHints,
    faults: list[FileFault],
    understood: FileFormat,
) -> Past:
    ambiguous = any(fault.line == known.line for fault in faults)
    for row in lines:
        faults += _odd_cells(known, row)
    unread = bool(faults)
    place = known.place(DATE)
    days = {row.line: without_blanks(row.cell(place)) for row in lines}
    order = order_of(days.values())
    ask = order == "either" and hints.day_first is None
    if ask:
        faults.append(_questions(known, days))
    if order == "either":
        order = "month" if hints.day_first is False else "day"
    row_a_game = rows_are_games(known, lines)
    layout = games_in_rows if row_a_game else games_of_players
    by = CheckingContext(known_names(hints.games), order, hints.latest, hints.plain)
    written_games = _FaultRecorder(layout(known, lines, faults), by)
    played = tuple(_played(written_games, by, faults))
    styles = dict.fromkeys(style_of(text, order) for text in days.values())
    understood = understood._replace(row_a_game=row_a_game, dates=tuple(filter(None, styles)))
    return Past(
        played,
        _in_order(faults),
        tuple(_repeated_games(played)),
        understood,
        ask,
        unknown=tuple(written_games.unknown.values()),
        # a line that could not be read may belong to any game whose players have a row each
        partible=not ask and not ambiguous and (row_a_game or not unread),
        lines=written_games.lines,
    )


class _FaultRecorder:
    """The games as they are written; it notes on which lines each stands, and which are unknown."""

    def __init__(self, games: Iterator[WrittenGame], known: CheckingContext) -> None:
        self.games = games
        self.names = known.names
        self.lines: dict[int, tuple[int, ...]] = {}
        self.unknown: dict[str, str] = {}

    def __iter__(self) -> Iterator[WrittenGame]:
        for game in self.games:
            self.lines[game.line] = game.lines
            plain = plain_name(game.game.text)
            if plain and plain not in self.names:
                self.unknown.setdefault(plain, game.game.text)
            yield game


def _played(
    games: Iterable[WrittenGame], known: CheckingContext, faults: list[FileFault]
) -> Iterator[PastGame]:
    """Yield the games about which nothing was noted, neither in laying them out nor in judging
    them."""
    before = len(faults)
    for written_game in games:
        game = check_game(written_game, known, faults)
        if game is not None and len(faults) == before:
            yield game
        before = len(faults)


def _odd_cells(known: Columns, row: FileRow) -> Iterator[FileFault]:
    """Yield a line with more than there are columns, and a text that runs over its end."""
    understood = known.places.values()
    if any("\n" in text or "\r" in text for text in (row.cell(p).strip() for p in understood)):
        message = tell("A quotation mark opened here closes on a later line.")
        yield FileFault(row.line, "", message)
    nameless = [cell for place, cell in enumerate(row.cells) if not known.head_at(place)]
    if any(map(without_blanks, nameless)):
        message = tell("This line has more cells than named columns.")
        yield FileFault(row.line, "", tell("{said} A comma in a name or a number?", said=message))


def _questions(known: Columns, days: Mapping[int, str]) -> FileFault:
    line = next(line for line, text in days.items() if order_of([text]) == "either")
    reason = tell("no date in this file shows whether the day or the month comes first")
    reason = tell(
        "{quoted} can be read in two ways: {said}.", quoted=quoted(days[line]), said=reason
    )
    return FileFault(line, known.head(DATE), reason)


def _repeated_games(games: Sequence[PastGame]) -> Iterator[FileFault]:
    """Yield a warning for each game that occurs twice: two games, or a line that was copied."""
    first: dict[object, int] = {}
    for game in games:
        sides = [frozenset(name.casefold() for name in side) for side in game.sides]
        scored = frozenset(zip(sides, game.points, strict=True))
        same = (game.date, game.game, plain_name(game.game_name), scored)
        line = first.setdefault(same, game.line)
        if line != game.line:
            yield FileFault(
                game.line, "", tell("This is the same as the game on line {line}.", line=line)
            )


def _in_order(faults: Sequence[FileFault]) -> tuple[FileFault, ...]:
    return tuple(sorted(dict.fromkeys(faults), key=lambda fault: fault.line))
