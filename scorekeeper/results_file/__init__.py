"""Past results from a file, such as a spreadsheet of the club's.

A file is a row a game, "2025-12-31, Spades, Ann & Cat / Ben & Dan, 520 / 340", or with players and
scores in columns of their own, a column for each player's points, or only winners and losers; or a
row a player; or a list of sentences. A line at the top names the columns, under titles, if any.
What a file leaves open is asked, with a default; whatever is wrong is told at once, each fault with
its line; while there is one, nothing should be kept.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date
from types import MappingProxyType
from typing import Final, NamedTuple

from scorekeeper.engine.game import Game
from scorekeeper.game_finder import plain_name
from scorekeeper.results_file.checking import CheckingContext, PastGame, check_game, known_names
from scorekeeper.results_file.columns import (
    DATE,
    GAME,
    LOSER,
    PLAYER,
    POINTS,
    SCORE,
    WINNER,
    Columns,
    by_contents,
    columns,
    delimiter_of,
    heading_of,
)
from scorekeeper.results_file.layouts import WrittenGame, rows_are_games
from scorekeeper.results_file.lists import HEADS, listed_rows
from scorekeeper.results_file.reading import (
    LayoutAnswers,
    LayoutQuestions,
    laid_out,
    questions_of,
    rows_as_above,
    rows_without_totals,
    unchanged_totals,
    winners_only,
    with_answers,
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
from scorekeeper.sentences import tell

MOST_ROWS: Final = 5000
MOST_BYTES: Final = 2_000_000


class FileFormat(NamedTuple):
    """The way the file was read: its encoding, its delimiter, whether a row is a game (else a
    player), the date format (shown by the last day of 2025), the titles above the headings, the
    columns read (as headed, and as what) and those ignored."""

    encoding: str = ""
    delimiter: str = ""
    row_a_game: bool = True
    dates: tuple[str, ...] = ()
    titles: tuple[str, ...] = ()
    columns: tuple[tuple[str, str], ...] = ()
    ignored: tuple[str, ...] = ()


class Past(NamedTuple):
    """The contents of a file.

    While there are faults `games` are those that could be read, to be shown; those without a fault
    on any line are `right`, and may be saved if the file is `partible`. `ask_dates`: nothing in the
    file tells whether the day or the month comes first; `read` can be told. `unknown` are the names
    of games that are unknown here. `lines` has the lines of each game by its first, `starts` those
    on which a row of the `text` begins. `asked` is what the layout leaves open; `unfit`: there is
    no telling what its columns are.
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
    asked: LayoutQuestions = LayoutQuestions()
    unfit: bool = False

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
    layout: LayoutAnswers = LayoutAnswers(),  # noqa: B008 - an empty tuple
) -> Past:
    """Return the games of a file; `games` are those there are, by slug. A day after `latest` is a
    fault; `day_first` settles dates like 01/02/2025 where the file itself does not. `plain` says of
    games that are unknown, by plain name, that they are kept as plain results, and whether the
    fewest win there. `layout` is what is said of the file as a whole."""
    if len(data) > MOST_BYTES:
        return _refused(tell("File too large. Split it into smaller files."))
    try:
        text, encoding = decode_text(data)
    except NotText as no_text:
        return _refused(str(no_text))
    sheet = _sheet(text, encoding, games, layout)
    missing = [*_missing(sheet.known)]
    if missing:
        sheet = _list(text, encoding, sheet.rows)
    if not sheet.lines or len(sheet.lines) > MOST_ROWS:
        faults = [*sheet.faults, *(missing or _odd_size(sheet))]
        return Past((), _in_order(faults), understood=sheet.understood, unfit=bool(missing))
    starts = {row.line for row in sheet.rows} | {fault.line for fault in sheet.faults}
    hints = ImportHints(games, latest, day_first, plain, layout)
    return _past(sheet, hints)._replace(text=text, starts=frozenset(starts))


class ParsedFile(NamedTuple):
    """A file's columns, its rows and those that have results, the faults in parting them, and how
    it was read."""

    known: Columns
    rows: Sequence[FileRow]
    lines: Sequence[FileRow]
    faults: list[FileFault]
    understood: FileFormat


def _sheet(
    text: str, encoding: str, games: Mapping[str, Game], layout: LayoutAnswers
) -> ParsedFile:
    """Return the text as a table, whose columns have headings."""
    faults: list[FileFault] = []
    delimiter = delimiter_of(text)
    found = [*rows(text, delimiter, faults)] or [FileRow(1, ())]
    at = heading_of(found)
    lines = found[at + 1 :]
    known = by_contents(columns(found[at], faults), lines, known_names(games), layout.players)
    titles = tuple(without_blanks(" ".join(row.cells)) for row in found[:at])
    understood = FileFormat(
        *(encoding, DELIMITERS[delimiter], True, (), titles, known.read, known.ignored)
    )
    return ParsedFile(known, found, lines, faults, understood)


def _list(text: str, encoding: str, found: Sequence[FileRow]) -> ParsedFile:
    """Return the text as a list of games, of which one thing or another may not be told."""
    faults: list[FileFault] = []
    listed = listed_rows(text, faults)
    told = [any(cells) for cells in zip(*(row.cells for row in listed), strict=True)]
    heads = [head if is_there else "" for head, is_there in zip(HEADS, told, strict=False)]
    understood = FileFormat(encoding, tell("a list, one game per line"))
    return ParsedFile(columns(FileRow(0, tuple(heads)), []), found, listed, faults, understood)


def _refused(message: str) -> Past:
    return Past((), (FileFault(1, "", message),))


_NEEDED: Final = {
    DATE: ("date", (DATE,)),
    GAME: ("game", (GAME,)),
    PLAYER: ("players", (PLAYER, POINTS, LOSER)),
    SCORE: ("scores", (SCORE, POINTS, WINNER)),
}
"""What a file must tell, what that is called, and by which columns; day and game are asked, if
those of players and scores are there."""


def _missing(known: Columns) -> Iterator[FileFault]:
    """Yield that there is no telling who plays, or what the scores are."""
    missing = {role for role, (_, by) in _NEEDED.items() if not any(map(known.has, by))}
    if missing & {PLAYER, SCORE}:
        message = tell(
            "The first line should name the columns. Missing: {missing}.",
            missing=", ".join(name for role, (name, _) in _NEEDED.items() if role in missing),
        )
        yield FileFault(known.line, "", message)


def _odd_size(sheet: ParsedFile) -> Iterator[FileFault]:
    """Yield that there are no results, or too many."""
    if not sheet.lines:
        yield FileFault(sheet.known.line, "", tell("This file has no results."))
    else:
        message = tell("At most {most} lines. Split the file into smaller ones.", most=MOST_ROWS)
        yield FileFault(sheet.lines[MOST_ROWS].line, "", message)


class ImportHints(NamedTuple):
    """The facts that the file itself does not say."""

    games: Mapping[str, Game]
    latest: date | None
    day_first: bool | None
    plain: Mapping[str, bool]
    layout: LayoutAnswers


def _past(sheet: ParsedFile, hints: ImportHints) -> Past:
    known, _, lines, faults, understood = sheet
    ambiguous = any(fault.line == known.line for fault in faults)
    warnings: list[FileFault] = []
    lines = [*rows_without_totals(known, lines, warnings)]
    if not lines:
        faults += _odd_size(sheet._replace(lines=lines))
        return Past((), _in_order(faults), _in_order(warnings), understood)
    for row in lines:
        faults += _odd_cells(known, row)
    unread = bool(faults)
    row_a_game = rows_are_games(known, lines)
    if row_a_game:
        lines = [*rows_as_above(known, lines, warnings)]
    place = known.place(DATE)
    days = {row.line: without_blanks(row.cell(place)) for row in lines}
    order = order_of(days.values())
    ask = order == "either" and hints.day_first is None
    if ask:
        faults.append(_questions(known, days))
    if order == "either":
        order = "month" if hints.day_first is False else "day"
    asked = questions_of(known, lines, understood.titles, hints.layout, hints.games, hints.latest)
    if isinstance(asked.day, str):
        faults.append(FileFault(lines[0].line if lines else known.line, "", asked.day))
    by = CheckingContext(known_names(hints.games), order, hints.latest, hints.plain)
    written_games = _FaultRecorder(
        with_answers(laid_out(known, lines, faults, asked, order), asked), by
    )
    played = tuple(_played(written_games, by, faults))
    styles = dict.fromkeys(style_of(text, order) for text in days.values())
    understood = understood._replace(row_a_game=row_a_game, dates=tuple(filter(None, styles)))
    return Past(
        played,
        _in_order(faults),
        _in_order(
            [
                *warnings,
                *_repeated_games(played),
                *winners_only(played),
                *unchanged_totals(played, asked),
            ]
        ),
        understood,
        ask,
        unknown=tuple(written_games.unknown.values()),
        # a line that could not be read may belong to any game whose players have a row each; and
        # totals so far are of all lines
        partible=not ask
        and not ambiguous
        and not asked.running
        and not isinstance(asked.day, str)
        and (row_a_game or not unread),
        lines=written_games.lines,
        asked=asked,
    )


# --- the games ----------------------------------------------------------------------------------


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
    nameless = [
        cell
        for place, cell in enumerate(row.cells)
        if not known.head_at(place) and place not in understood
    ]
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
