"""Duplicate: a large session ranked, and what a saved line costs while thirty tables are ranked
live, against a deal that is saved at a table of the same league."""

import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Final

from bench import clubs
from bench.clubs import DEVICE
from bench.leagues import SHEET
from bench.rows import Row, best
from scorekeeper import create_app
from scorekeeper.duplicate.movements import movement
from scorekeeper.duplicate.result import score
from scorekeeper.leagues.decisions import DecisionRequest
from scorekeeper.leagues.duplicate.changes import save_line
from scorekeeper.leagues.duplicate.preparing import set_up
from scorekeeper.leagues.duplicate.records import Place
from scorekeeper.leagues.duplicate.session import scored
from scorekeeper.leagues.duplicate.writing import Sent, state_of
from scorekeeper.leagues.evening.announcing import announce
from scorekeeper.leagues.evening.plan import DUPLICATE, Evening
from scorekeeper.leagues.visit import LeagueVisit, visit_league
from scorekeeper.sheet.documents import Document
from scorekeeper.store import upkeep
from scorekeeper.store.sql.database import db
from scorekeeper.store.table.rows import WriteRequest
from scorekeeper.tables.changes import add_entry
from scorekeeper.tables.loading import load_table

PAIRS: Final = 120
BOARDS: Final = 30
TABLES: Final = 30
ROUNDS: Final = 12
LINES: Final = 60
DAY: Final = "2026-11-24"
RESULTS: Final = (
    ("4S", "N", 10),
    ("3NT", "S", 8),
    ("2H", "E", 9),
    ("5DX", "W", 9),
    ("1NT", "N", 7),
)


def rows() -> Iterator[Row]:
    """Every figure of duplicate."""
    session = _session()
    took = best(lambda: score(session), 5)
    lines = sum(len(one["results"]) for one in session["boards"])
    what = f"{PAIRS} pairs, {BOARDS} boards ranked"
    yield Row(what, f"{took * 1e3:.0f} ms", "< 100 ms", took < 0.1, f"{lines:,} lines")
    with tempfile.TemporaryDirectory() as folder:
        app = create_app({"SQLALCHEMY_DATABASE_URI": f"sqlite:///{Path(folder) / 'bench.db'}"})
        with app.app_context():
            upkeep.upgrade()
            yield from _saved(clubs.new_club([f"Player {n}" for n in range(4 * TABLES)]))
            db.engine.dispose()


def _session() -> Document:
    half, random = PAIRS // 2, Random(1)

    def line(pair: int, board: int) -> Document:
        contract, declarer, tricks = random.choice(RESULTS)
        sits = {"ns": str(pair + 1), "ew": str(half + 1 + (pair + board) % half)}
        return {**sits, "contract": contract, "declarer": declarer, "tricks": tricks}

    return {
        "format": "scorekeeper-duplicate/1",
        "contestants": [{"id": str(one + 1)} for one in range(PAIRS)],
        "boards": [
            {"number": board, "results": [line(pair, board) for pair in range(half)]}
            for board in range(1, BOARDS + 1)
        ],
    }


def _saved(league: str) -> Iterator[Row]:
    """Lines and deals in turns: what the disk takes is alike."""
    evening, random = _evening(league), Random(1)
    table = load_table(clubs.play(league, SHEET, [f"Player {n}" for n in range(4)]))
    plan = state_of(visit_league(league, DEVICE), evening).plan
    places = [
        Place(number, there.table, board)
        for number in range(1, ROUNDS + 1)
        for there in plan[number]
        for board in there.boards
    ]
    visit = visit_league(league, DEVICE)
    lines, ranked, deals = list[float](), list[float](), list[float]()
    for turn, place in enumerate(places):
        contract, declarer, tricks = random.choice(RESULTS)
        line: Document = {"contract": contract, "declarer": declarer, "tricks": tricks}
        began = time.perf_counter()
        save_line(visit, Sent(f"line-{turn}", DEVICE), evening, place, line, 0, directs=True)
        lines.append(time.perf_counter() - began)
        if turn < len(places) - LINES:
            continue
        scored(state_of(visit, evening), str, {})
        ranked.append(time.perf_counter() - began)
        sent = WriteRequest(f"deal-{turn}", table.row.version, DEVICE)
        began = time.perf_counter()
        table = add_entry(table, {"points": [1, 2, 3, 4]}, sent).table
        deals.append(time.perf_counter() - began)
    alone, whole, deal = (sorted(one[-LINES:])[LINES // 2] for one in (lines, ranked, deals))
    told = f"{alone * 1e3:.2f} ms, a deal {deal * 1e3:.2f} ms"
    ratio = alone / deal
    who = f"{TABLES} tables live"
    yield Row(f"a line saved, {who}", f"{ratio:.2f} x a deal", "<= 1 x", ratio <= 1, told)
    took = whole - alone  # by whoever looks first: the ranking is made when it is looked at
    yield Row(f"ranked anew, {who}", f"{took * 1e3:.1f} ms", "< 100 ms", took < 0.1)


def _evening(league: str) -> int:
    """An evening of thirty tables, ranked live; its number."""
    visit: LeagueVisit = visit_league(league, DEVICE)
    season = visit.league.season
    assert season is not None
    evening = Evening(0, "", DAY, season.number, "bridge", None, DUPLICATE, ())
    done = announce(visit, DecisionRequest("announced", None, DEVICE), evening, [DAY])
    players = sorted(visit.league.players)
    pairs = [players[one : one + 2] for one in range(0, len(players), 2)]
    plan = movement("mitchell", 2 * TABLES, BOARDS)
    options = {"ranking": "live", "traveller": "board", "lead": False, "agree": True}
    visit = visit_league(league, DEVICE)
    set_up(visit, Sent("set-up", DEVICE), done.seq, plan, pairs, options)
    return done.seq
