"""A sheet as it is meant: cells that span several rows, totals at the bottom, and what the file
leaves open, which is asked."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date
from types import MappingProxyType
from typing import Final, NamedTuple

from scorekeeper.engine.game import Game
from scorekeeper.game_finder import plain_name, plain_pads
from scorekeeper.results_file.checking import PastGame, known_names
from scorekeeper.results_file.columns import DATE, GAME, POINTS, ColumnName, Columns
from scorekeeper.results_file.layouts import (
    Cell,
    WrittenGame,
    are_running,
    games_in_rows,
    games_of_players,
    rows_are_games,
)
from scorekeeper.results_file.text import FileFault, FileRow, without_blanks
from scorekeeper.results_file.values import Order, day_of, is_day, points_of
from scorekeeper.sentences import tell

_HEADS: Final = (ColumnName(DATE), ColumnName(GAME))


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
    """Return whether each player's points are the sum of those in the rows above."""

    def points(one: FileRow, place: int) -> int:
        found = points_of(one.cell(place).strip())
        return found if isinstance(found, int) else 0

    places = known.numbered(POINTS).values()
    sums = [sum(points(one, place) for one in above) for place in places]
    return len(above) > 1 and any(sums) and sums == [points(row, place) for place in places]


# --- what the file leaves open ------------------------------------------------------------------


class LayoutAnswers(NamedTuple):
    """What is said of a file that does not say it: the game (a slug, else the usual one) and the
    day of all rows, and of players' columns whether they have `running` totals and, by place, which
    of them are a player's."""

    game: str = ""
    day: str = ""
    running: bool | None = None
    usual_game: str = ""
    players: Mapping[int, bool] = MappingProxyType({})


class LayoutQuestions(NamedTuple):
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


def questions_of(
    known: Columns,
    lines: Sequence[FileRow],
    titles: Sequence[str],
    said: LayoutAnswers,
    games: Mapping[str, Game],
    latest: date | None,
) -> LayoutQuestions:
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
    looks_running = are_running(known, lines) if said.running is None else said.running
    return LayoutQuestions(
        None if known.has(GAME) else game,
        None if known.has(DATE) else day,
        looks_running if known.has(POINTS) and len(lines) > 1 else None,
        tuple((place, known.heads[place], is_one) for place, is_one in known.numeric.items()),
    )


def laid_out(
    known: Columns,
    lines: Sequence[FileRow],
    faults: list[FileFault],
    asked: LayoutQuestions,
    order: Order,
) -> Iterator[WrittenGame]:
    """Yield the games as they are written; totals so far are read from the first day on."""
    if not rows_are_games(known, lines):
        return games_of_players(known, lines, faults)
    first, last = (
        day_of(without_blanks(row.cell(known.place(DATE))), order, None)
        for row in (lines[0], lines[-1])
    )
    newest_first = isinstance(first, date) and isinstance(last, date) and first > last
    if asked.running and newest_first:
        lines = lines[::-1]
    return games_in_rows(known, lines, faults, bool(asked.running))


def with_answers(games: Iterable[WrittenGame], asked: LayoutQuestions) -> Iterator[WrittenGame]:
    """Yield the games with the day and the game that were said of all; none while the day is
    missing."""
    for game in games:
        if asked.game is not None:
            game = game._replace(game=Cell(game.line, "", asked.game))
        if isinstance(asked.day, date):
            game = game._replace(date=Cell(game.line, "", asked.day.isoformat()))
        if not isinstance(asked.day, str):
            yield game


def winners_only(games: Sequence[PastGame]) -> Iterator[FileFault]:
    """Yield a warning where only the winners are told."""
    some = [game for game in games if game.winner_only]
    if some:
        message = tell(
            "{n} {n:game|games} without points: 1 for those who won and 0 for the others.",
            n=len(some),
        )
        yield FileFault(some[0].line, "", message)


def unchanged_totals(games: Sequence[PastGame], asked: LayoutQuestions) -> Iterator[FileFault]:
    """Yield a warning for each total that a game has not changed: no points, or nobody there."""
    for game in games if asked.running else ():
        for side, points in zip(game.sides, game.points, strict=True):
            if not points:
                message = tell(
                    "{name}'s total is unchanged: 0 points. Empty the cell if {name} didn't play.",
                    name=" & ".join(side),
                )
                yield FileFault(game.line, "", message)
