"""Past results from a file, such as a spreadsheet of the club's.

A file is a row a game, "2025-12-31, Spades, Ann & Cat / Ben & Dan, 520 / 340", or with players and
scores in columns of their own, a column for each player's points, or only winners and losers; or a
row a player; or a list of sentences. A line at the top names the columns, under titles, if any.
What a file leaves open is asked, with a default; whatever is wrong is told at once, each fault with
its line; while there is one, nothing should be kept.

`text.py` parts the file into rows of cells. `headings.py` and `columns.py` find what each column
is, `layouts.py` reads the rows as games, with days and scores as in `values.py`. What is left open
is asked here; `checking.py` says what is refused. `writing.py` writes such a file.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date
from itertools import pairwise
from types import MappingProxyType
from typing import Final, NamedTuple

from scorekeeper.engine.game import Game
from scorekeeper.game_finder import plain_name, plain_pads
from scorekeeper.results_file.checking import CheckingContext, PastGame, check_game, known_names
from scorekeeper.results_file.columns import Columns, FileFormat, FileTable, list_of, table_of
from scorekeeper.results_file.headings import Kind
from scorekeeper.results_file.layouts import (
    Cell,
    WrittenGame,
    games_in_rows,
    games_of_players,
    odd_cells,
    rows_are_games,
    rows_as_above,
    rows_without_totals,
)
from scorekeeper.results_file.text import (
    FileFault,
    FileRow,
    NotText,
    decode_text,
    without,
    without_blanks,
)
from scorekeeper.results_file.values import Order, day_of, order_of, points_of, quoted, style_of
from scorekeeper.sentences import tell

MOST_ROWS: Final = 5000
MOST_BYTES: Final = 2_000_000


class Answers(NamedTuple):
    """What is said of a file that does not say it: the game (a slug, else the usual one) and the
    day of all rows, whether the day comes first in dates like 01/02/2025, and of players' columns
    whether they have `running` totals and, by place, which of them are a player's. `plain` says of
    unknown games, by plain name, that they are kept as plain results, and whether the fewest win
    there."""

    game: str = ""
    day: str = ""
    day_first: bool | None = None
    running: bool | None = None
    usual_game: str = ""
    players: Mapping[int, bool] = MappingProxyType({})
    plain: Mapping[str, bool] = MappingProxyType({})


class Questions(NamedTuple):
    """What is asked of a file, each with the answer that holds now: the game of all rows and
    whether there are running totals (None: not asked), the day of all rows (None: not asked; or why
    it is none), and the columns that may be a player's: place, head, and whether it is read so."""

    game: str | None = None
    day: date | str | None = None
    running: bool | None = None
    players: tuple[tuple[int, str, bool], ...] = ()

    @property
    def text(self) -> str:
        """The answers, to tell later whether they have been changed; empty if nothing is asked."""
        places = [str(place) for place, _, is_player in self.players if is_player]
        running = "running" if self.running else ""
        return " ".join(str(one) for one in (self.game, self.day, running, *places) if one)

    def applied(self, game: WrittenGame) -> WrittenGame:
        """Return a game with the day and the game that were said of all."""
        if self.game is not None:
            game = game._replace(game=Cell(game.line, "", self.game))
        if isinstance(self.day, date):
            game = game._replace(date=Cell(game.line, "", self.day.isoformat()))
        return game


class Past(NamedTuple):
    """The contents of a file.

    While there are faults `games` are those that could be read, to be shown; those without a fault
    on any line are `faultless`, and may be saved if the file `allows_part`. `ask_dates`: nothing in
    the file tells whether the day or the month comes first; `read` can be told. `unknown` are the
    names of games that are unknown here. `lines` has the lines of each game by its first,
    `row_starts` those on which a row of the `text` begins. `questions` are what it leaves open;
    `unreadable`: there is no telling what its columns are.
    """

    games: tuple[PastGame, ...]
    faults: tuple[FileFault, ...]
    warnings: tuple[FileFault, ...] = ()
    format: FileFormat = FileFormat()
    ask_dates: bool = False
    unknown: tuple[str, ...] = ()
    allows_part: bool = False
    text: str = ""
    row_starts: frozenset[int] = frozenset()
    lines: Mapping[int, Sequence[int]] = MappingProxyType({})
    questions: Questions = Questions()
    unreadable: bool = False

    @property
    def faultless(self) -> tuple[PastGame, ...]:
        """The games about which nothing is wrong."""
        wrong = {fault.line for fault in self.faults}
        return tuple(game for game in self.games if wrong.isdisjoint(self.lines[game.line]))

    def without(self, games: Iterable[PastGame]) -> str:
        """Return the file as text without these games, to be put right and sent again."""
        gone = {line for game in games for line in self.lines[game.line]}
        return without(self.text, self.row_starts, gone)


def read(
    data: bytes,
    games: Mapping[str, Game],
    latest: date | None = None,
    said: Answers = Answers(),  # noqa: B008 - an empty tuple
) -> Past:
    """Return the games of a file; `games` are those there are, by slug. A day after `latest` is a
    fault; `said` is what was answered of the file."""
    if len(data) > MOST_BYTES:
        return _refused(tell("File too large. Split it into smaller files."))
    try:
        text, encoding = decode_text(data)
    except NotText as no_text:
        return _refused(str(no_text))
    table = table_of(text, encoding, known_names(games), said.players)
    missing = [*_missing(table.columns)]
    if missing:
        table = list_of(text, encoding, table.rows)
    if not table.lines or len(table.lines) > MOST_ROWS:
        faults = [*table.faults, *(missing or _odd_size(table))]
        return Past((), _in_order(faults), format=table.format, unreadable=bool(missing))
    starts = {row.line for row in table.rows} | {fault.line for fault in table.faults}
    found = _past(table, games, latest, said)
    # the page carries the text back with the answers, so that no server keeps it meanwhile
    return found._replace(text=text, row_starts=frozenset(starts))


def _refused(message: str) -> Past:
    return Past((), (FileFault(1, "", message),))


_NEEDED: Final = {
    Kind.DATE: ("date", (Kind.DATE,)),
    Kind.GAME: ("game", (Kind.GAME,)),
    Kind.PLAYER: ("players", (Kind.PLAYER, Kind.POINTS, Kind.LOSER)),
    Kind.SCORE: ("scores", (Kind.SCORE, Kind.POINTS, Kind.WINNER)),
}
"""What a file must tell, what that is called, and by which columns; day and game are asked, if
those of players and scores are there."""


def _missing(known: Columns) -> Iterator[FileFault]:
    """Yield that there is no telling who plays, or what the scores are."""
    missing = {kind for kind, (_, by) in _NEEDED.items() if not any(map(known.has, by))}
    if missing & {Kind.PLAYER, Kind.SCORE}:
        message = tell(
            "The first line should name the columns. Missing: {missing}.",
            missing=", ".join(name for kind, (name, _) in _NEEDED.items() if kind in missing),
        )
        yield FileFault(known.line, "", message)


def _odd_size(table: FileTable) -> Iterator[FileFault]:
    """Yield that there are no results, or too many."""
    if not table.lines:
        yield FileFault(table.columns.line, "", tell("This file has no results."))
    else:
        message = tell("At most {most} lines. Split the file into smaller ones.", most=MOST_ROWS)
        yield FileFault(table.lines[MOST_ROWS].line, "", message)


def _past(table: FileTable, games: Mapping[str, Game], latest: date | None, said: Answers) -> Past:
    """Return the games of a table that has results, and all that is to be told of it."""
    known, faults = table.columns, table.faults
    ambiguous = any(fault.line == known.line for fault in faults)
    warnings: list[FileFault] = []
    lines = [*rows_without_totals(known, table.lines, warnings)]
    # a file of nothing but totals: looking for its first day failed with an error page
    if not lines:
        faults += _odd_size(table._replace(lines=lines))
        return Past((), _in_order(faults), _in_order(warnings), table.format)
    for row in lines:
        faults += odd_cells(known, row)
    unread = bool(faults)
    row_a_game = rows_are_games(known, lines)
    if row_a_game:
        lines = [*rows_as_above(known, lines, warnings)]
    place = known.place(Kind.DATE)
    days = {row.line: without_blanks(row.cell(place)) for row in lines}
    order = order_of(days.values())
    ask_dates = order == "either" and said.day_first is None
    if ask_dates:
        faults.append(_which_order(known, days))
    if order == "either":
        order = "month" if said.day_first is False else "day"
    asked = _questions(known, lines, table.format.titles, said, games, latest)
    if isinstance(asked.day, str):
        faults.append(FileFault(lines[0].line, "", asked.day))
    written = _written(known, lines, faults, asked, order)
    context = CheckingContext(known_names(games), order, latest, said.plain)
    played, lines_of, unknown = _checked(written, context, faults)
    warnings += [*_repeated(played), *_winners_only(played), *_unchanged_totals(played, asked)]
    styles = dict.fromkeys(style_of(text, order) for text in days.values())
    return Past(
        played,
        _in_order(faults),
        _in_order(warnings),
        table.format._replace(row_a_game=row_a_game, dates=tuple(filter(None, styles))),
        ask_dates,
        unknown=unknown,
        # a line that could not be read may belong to any game whose players have a row each; and
        # totals so far are of all lines
        allows_part=not ask_dates
        and not ambiguous
        and not asked.running
        and not isinstance(asked.day, str)
        and (row_a_game or not unread),
        lines=lines_of,
        questions=asked,
    )


def _written(
    known: Columns,
    lines: Sequence[FileRow],
    faults: list[FileFault],
    asked: Questions,
    order: Order,
) -> Iterator[WrittenGame]:
    """Yield the games as they are written, with what was said of all; none while the day is
    missing. Totals so far are read from the first day on."""
    if rows_are_games(known, lines):
        first, last = (
            day_of(without_blanks(row.cell(known.place(Kind.DATE))), order, None)
            for row in (lines[0], lines[-1])
        )
        newest_first = isinstance(first, date) and isinstance(last, date) and first > last
        if asked.running and newest_first:
            lines = lines[::-1]
        games = games_in_rows(known, lines, faults, bool(asked.running))
    else:
        games = games_of_players(known, lines, faults)
    for game in games:
        if not isinstance(asked.day, str):
            yield asked.applied(game)


def _checked(
    games: Iterable[WrittenGame], context: CheckingContext, faults: list[FileFault]
) -> tuple[tuple[PastGame, ...], Mapping[int, Sequence[int]], tuple[str, ...]]:
    """Return the games about which nothing is noted, neither in laying them out, which is done one
    by one here, nor in checking them; the lines of all games, and the names of unknown ones."""
    played: list[PastGame] = []
    lines: dict[int, Sequence[int]] = {}
    unknown: dict[str, str] = {}
    noted = len(faults)
    for written in games:
        lines[written.line] = written.lines
        plain = plain_name(written.game.text)
        if plain and plain not in context.names:
            unknown.setdefault(plain, written.game.text)
        game = check_game(written, context, faults)
        if game is not None and len(faults) == noted:
            played.append(game)
        noted = len(faults)
    return tuple(played), lines, tuple(unknown.values())


# --- what is asked --------------------------------------------------------------------------------


def _questions(
    known: Columns,
    lines: Sequence[FileRow],
    titles: Sequence[str],
    said: Answers,
    games: Mapping[str, Game],
    latest: date | None,
) -> Questions:
    """Return what is asked of the file, with what was said or else goes without saying: the game
    that a title names, or a plain pad's; `games` are those there are, by slug. A day after `latest`
    is none."""
    words = plain_name(" ".join(titles))
    names = known_names(games).items()
    named = (game.slug for name, game in names if name in words and len(name) > 3)
    usual = said.usual_game or plain_pads()[0].slug
    game = said.game if said.game in games else next(named, usual)
    day: date | str = tell("No dates in this file. Enter the day.")
    if said.day:
        day = day_of(said.day, "day", latest)
    looks_running = _look_running(known, lines) if said.running is None else said.running
    return Questions(
        None if known.has(Kind.GAME) else game,
        None if known.has(Kind.DATE) else day,
        looks_running if known.has(Kind.POINTS) and len(lines) > 1 else None,
        tuple((place, known.heads[place], is_one) for place, is_one in known.numeric.items()),
    )


def _look_running(columns: Columns, rows: Sequence[FileRow]) -> bool:
    """Return whether the points in players' columns look like totals: none ever goes down, in three
    rows or more, and some go up."""
    steps = list[int]()
    for place in columns.numbered(Kind.POINTS).values():
        found = [points_of(row.cell(place).strip()) for row in rows]
        points = [one for one in found if isinstance(one, int)]
        steps += [after - before for before, after in pairwise(points)]
    return len(rows) >= 3 and any(steps) and min(steps) >= 0


def _which_order(known: Columns, days: Mapping[int, str]) -> FileFault:
    line = next(line for line, text in days.items() if order_of([text]) == "either")
    reason = tell("no date in this file shows whether the day or the month comes first")
    reason = tell(
        "{quoted} can be read in two ways: {said}.", quoted=quoted(days[line]), said=reason
    )
    return FileFault(line, known.head(Kind.DATE), reason)


# --- what is told besides -------------------------------------------------------------------------


def _repeated(games: Sequence[PastGame]) -> Iterator[FileFault]:
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


def _winners_only(games: Sequence[PastGame]) -> Iterator[FileFault]:
    some = [game for game in games if game.winner_only]
    if some:
        message = tell(
            "{n} {n:game|games} without points: 1 for those who won and 0 for the others.",
            n=len(some),
        )
        yield FileFault(some[0].line, "", message)


def _unchanged_totals(games: Sequence[PastGame], asked: Questions) -> Iterator[FileFault]:
    """Yield a warning for each total that a game has not changed: no points, or nobody there."""
    for game in games if asked.running else ():
        for side, points in zip(game.sides, game.points, strict=True):
            if not points:
                message = tell(
                    "{name}'s total is unchanged: 0 points. Empty the cell if {name} didn't play.",
                    name=" & ".join(side),
                )
                yield FileFault(game.line, "", message)


def _in_order(faults: Sequence[FileFault]) -> tuple[FileFault, ...]:
    return tuple(sorted(dict.fromkeys(faults), key=lambda fault: fault.line))
