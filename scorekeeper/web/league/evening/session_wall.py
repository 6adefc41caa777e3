"""A duplicate evening on a screen on the wall: the round and its tables, what is missing, and the
ranking if it is live or the session is over. It shows what a guest may see, whoever opened it."""

from collections.abc import Iterator, Sequence

from scorekeeper.leagues.duplicate.records import LIVE, TableNow
from scorekeeper.leagues.duplicate.writing import state_of
from scorekeeper.leagues.evening.tonight import evening_of
from scorekeeper.leagues.visit import LeagueVisit
from scorekeeper.sentences import tell
from scorekeeper.web.interview.coins import COLOURS, Coin
from scorekeeper.web.league import parts
from scorekeeper.web.league.duplicate.results import RankRow, fields_shown
from scorekeeper.web.league.duplicate.visit import DuplicateVisit
from scorekeeper.web.league.evening.wall_parts import (
    ROWS,
    TABLES,
    Wall,
    WallRow,
    WallSide,
    WallTable,
    part_shown,
)


def session_tonight(visit: LeagueVisit) -> DuplicateVisit | None:
    """Return the duplicate evening of today, once it is set up."""
    for one in parts.coming_evenings(visit):
        if one["tonight"]:
            state = state_of(visit, one["number"])
            if state.setup and state.past is None:
                return DuplicateVisit(visit, evening_of(visit.league, one["number"]), state)
    return None


def wall_of_session(here: DuplicateVisit, turn: int) -> Wall:
    """Return the page of the wall at this turn."""
    state = here.state
    now = () if state.over else state.plan.get(max(state.round, 1), ())
    tables, many_tables = part_shown([_table(here, one) for one in now], TABLES, turn)
    pages = [*(_ranking(here) if _is_shown(here) else _pairs(here))]
    heading, rows = pages[turn % len(pages)] if pages else (tell("Tonight"), ())
    words = {"round": max(state.round, 1), "rounds": state.rounds}
    return Wall(
        title=tell("The session is over")
        if state.over
        else tell("Round {round} of {rounds}", **words),
        about=" · ".join([here.visit.league.name, here.title]),
        tables=tables,
        evenings=(),
        headings=(heading, tell("Now")),
        rows=rows,
        pages=max(many_tables, len(pages)),
    )


def _table(here: DuplicateVisit, there: TableNow) -> WallTable:
    late = [
        one.board
        for one in here.state.missing
        if one.table == there.table and one.round < there.round
    ]
    to_come, boards = here.state.missing_at(there), ", ".join(map(str, there.boards))
    if late:
        status = tell("missing: board {boards}", boards=", ".join(map(str, late)))
    elif not here.state.begun:
        status = tell("boards {boards}", boards=boards)
    elif to_come:
        status = tell("{n} {n:board|boards} to come", n=len(to_come))
    else:
        status = tell("all in")
    sides = [
        WallSide(Coin(letter, colour), here.name(side), "", lost=False)
        for letter, colour, side in (("N", 0, there.ns), ("E", 1, there.ew))
    ]
    over = here.state.begun and not to_come
    return WallTable(tell("Table {place}", place=there.table), status, over, bool(late), sides)


def _is_shown(here: DuplicateVisit) -> bool:
    """Return whether everybody may see the ranking, not just the phone that opened the wall."""
    return here.state.over or here.state.setup["ranking"] == LIVE


def _pairs(here: DuplicateVisit) -> Iterator[tuple[str, Sequence[WallRow]]]:
    """Yield the pages of where everybody sits, each with its heading."""
    pairs = [pair for pair, one in here.state.pairs.items() if one.players]
    rows = [
        WallRow(None, Coin(pair, number % COLOURS), here.name(pair), _seat(here, pair), "")
        for number, pair in enumerate(pairs)
    ]
    _, pages = part_shown(rows, ROWS, 0)
    for page in range(pages if rows else 0):
        yield tell("Tonight"), part_shown(rows, ROWS, page)[0]


def _seat(here: DuplicateVisit, pair: str) -> str:
    there = here.state.table_of(max(here.state.round, 1), pair)
    return tell("table {n}", n=there.table) if there else tell("sits out")


def _ranking(here: DuplicateVisit) -> Iterator[tuple[str, Sequence[WallRow]]]:
    """Yield the pages of the ranking, each with its heading."""
    for field in fields_shown(here):
        rows = [_row(here, number, one) for number, one in enumerate(field.rows)]
        _, pages = part_shown(rows, ROWS, 0)
        for page in range(pages if rows else 0):
            yield field.title, part_shown(rows, ROWS, page)[0]


def _row(here: DuplicateVisit, number: int, one: RankRow) -> WallRow:
    place = int(one.place.rstrip("="))
    doing = "" if here.state.over else _seat(here, one.pair)
    return WallRow(place, Coin(one.pair, number % COLOURS), one.name, doing, one.total)
