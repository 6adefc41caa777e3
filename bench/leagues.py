"""A league of many games: standings, its games, head to head, and what a deal costs in it.

``python -m bench.leagues 100000`` fills one with a hundred thousand games, which takes minutes;
``make bench`` with a few thousand.
"""

import sqlite3
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, Final

from flask import Flask

from bench import clubs
from bench.clubs import APART, DEVICE, PLAYED, PLAYERS, RARE, Club
from bench.rows import Row, best
from scorekeeper.engine.deals import Entry
from scorekeeper.leagues.results.games import GamesFilter, games_of, scope_of
from scorekeeper.leagues.results.standings import rows_of, standings_of
from scorekeeper.leagues.visit import LeagueVisit, visit_league
from scorekeeper.standings.schemes import SCHEMES
from scorekeeper.standings.scoring import Scoring
from scorekeeper.store import upkeep
from scorekeeper.store.league import results
from scorekeeper.store.league.state import Season
from scorekeeper.store.sql import database
from scorekeeper.store.sql.database import db, reading
from scorekeeper.store.table.rows import WriteRequest
from scorekeeper.tables.changes import add_entry
from scorekeeper.tables.loading import LoadedTable, load_table

GAMES: Final = 2_000
GOAL: Final = 3e-3
ROUNDS: Final = 15
DEALS: Final = 40
SHEET: Final = {"format": "scorekeeper/1", "game": RARE, "entries": []}


def rows(games: int = GAMES) -> Iterator[Row]:
    """Every figure of a league of so many games."""
    with tempfile.TemporaryDirectory() as folder, _app(folder).app_context():
        upkeep.upgrade()
        empty = clubs.new_club()
        began = time.perf_counter()
        club = clubs.filled(games)
        took = time.perf_counter() - began
        print(f"a league of {club.games:,} games, {club.deals:,} deals: {took:.0f} s to fill")
        yield from _read(club)
        yield from _written(club.league, empty)
        db.engine.dispose()


def _app(folder: str) -> Flask:
    """An app with nothing but a database, which counts the time that is spent in it."""
    app = Flask("bench")
    app.config["SQLALCHEMY_DATABASE_URI"] = f"sqlite:///{Path(folder) / 'bench.db'}"
    app.config["SQLALCHEMY_ENGINE_OPTIONS"] = {"connect_args": {"factory": Connection}}
    database.init_app(app)
    return app


class Connection(sqlite3.Connection):
    """A connection that counts how long it works."""

    spent = 0.0

    def cursor(self, *_: Any) -> Any:
        return super().cursor(Cursor)


def _counting(name: str) -> Callable[..., Any]:
    act = getattr(sqlite3.Cursor, name)

    def counting(self: sqlite3.Cursor, *given: Any) -> Any:
        began = time.process_time()
        try:
            return act(self, *given)
        finally:
            Connection.spent += time.process_time() - began

    return counting


class Cursor(sqlite3.Cursor):
    """Counts what its statements take, and reading what they answer."""

    execute = _counting("execute")
    fetchone = _counting("fetchone")
    fetchmany = _counting("fetchmany")
    fetchall = _counting("fetchall")


# --- reading ------------------------------------------------------------------------------------


def _read(club: Club) -> Iterator[Row]:
    visit = visit_league(club.league, DEVICE)
    season = visit.season_shown
    assert season is not None
    for what, act in _looks(visit, season, club.games // 2 * APART):
        around = best(act, ROUNDS)
        took = min(_in_database(act) for _ in range(ROUNDS))
        told = f"with all that is made of it {around * 1e3:.2f} ms"
        figure, goal = f"{took * 1e3:.2f} ms", f"<= {GOAL * 1e3:.0f} ms"
        yield Row(f"league: {what}", figure, goal, took <= GOAL, told)


def _in_database(act: Callable[[], object]) -> float:
    before = Connection.spent
    act()
    return Connection.spent - before


Look = tuple[str, Callable[[], object]]
"""What is looked at, and the look."""


def _looks(visit: LeagueVisit, season: Season, back: int) -> Iterator[Look]:
    schemed = [Scoring.read({"scheme": slug}) for slug in SCHEMES]
    for scoring in (*schemed, replace(schemed[0], best=10)):
        scored = replace(season, scoring=scoring.document())
        told = f"{scoring.scheme}{f', best {scoring.best}' if scoring.best else ''}"
        yield f"standings: {told}", partial(standings_of, visit, scored)
    for game, often in ((PLAYED[0], "a game"), (RARE, "a rare game")):
        wanted = GamesFilter(season, game)
        yield f"standings: {told}, {often}", partial(standings_of, visit, scored, game)
        yield f"standings of {often}, with form", partial(rows_of, visit, season, game)
        yield f"games of {often}", partial(games_of, visit, wanted)
    yield "standings as the page has them", partial(rows_of, visit, season)
    yield "games, the newest page", partial(games_of, visit, GamesFilter())
    wanted = GamesFilter(season, PLAYED[0])
    then = (games_of(visit, wanted).games[0].ended or 0) - back
    yield "games, a page far back", partial(games_of, visit, wanted, then)
    player = min(visit.league.players)
    yield "head to head of a player", partial(_met, visit, None, player)
    yield "head to head, a season", partial(_met, visit, season, player)


def _met(visit: LeagueVisit, season: Season | None, player: int) -> object:
    with reading() as connection:
        return results.pair_totals(connection, scope_of(visit, season), player)


# --- writing ------------------------------------------------------------------------------------


def _written(full: str, empty: str) -> Iterator[Row]:
    """A deal, and the end of a game, in the two leagues in turns: what the disk takes is alike."""
    took = [[(_write(league)) for league in (full, empty)] for _ in range(DEALS)]
    for what, place in (("a deal", 0), ("the end of a game", 1)):
        here, there = (sorted(one[league][place] for one in took)[DEALS // 2] for league in (0, 1))
        told = f"{here * 1e3:.2f} ms against {there * 1e3:.2f} ms"
        ratio = here / there
        figure = f"{ratio:.2f} x"
        yield Row(f"{what}, against an empty league", figure, "<= 1.5 x", ratio <= 1.5, told)


def _write(league: str) -> tuple[float, float]:
    """Seconds for a deal and for the end of a game."""
    opened = load_table(clubs.play(league, SHEET, PLAYERS[:4]))
    dealt, deal = _timed(opened, {"points": [1, 2, 3, 4]})
    _, end = _timed(dealt, {"finish": {}})
    return deal, end


def _timed(opened: LoadedTable, entry: Entry) -> tuple[LoadedTable, float]:
    sent = WriteRequest("k" + str(opened.row.version), opened.row.version, DEVICE)
    began = time.perf_counter()
    saved = add_entry(opened, entry, sent)
    return saved.table, time.perf_counter() - began


def main() -> None:
    """Print a row for each figure, of a league of as many games as asked for."""
    for row in rows(int(sys.argv[1]) if len(sys.argv) > 1 else GAMES):
        print(row)
        sys.stdout.flush()


if __name__ == "__main__":
    main()
