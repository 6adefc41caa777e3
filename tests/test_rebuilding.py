"""The command `rebuild` says how far it has come; interrupted or killed, it continues there."""

import io
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text

from scorekeeper import create_app
from scorekeeper.commands import rebuild
from scorekeeper.leagues.rebuilding import rebuild_results
from scorekeeper.store.sql.database import db, writing
from scorekeeper.store.upkeep import (
    Rebuild,
    RebuildProgress,
    forget_progress,
    interrupted_progress,
)
from scorekeeper.tables.starting import start_table
from scorekeeper.tables.summaries import rebuild_summaries
from tests.command_line import CommandOutput, process, query
from tests.leagues.clubs import create_club, plays

CUT = """
import os, signal, sys
from scorekeeper import cli
from scorekeeper.leagues import rebuilding
from scorekeeper.store import upkeep

where, place, how = sys.argv.pop(), int(sys.argv.pop()), sys.argv.pop()
rebuilding.AT_ONCE = upkeep.AT_ONCE = 1
module, name = (upkeep, "_difference") if where == "tables" else (rebuilding, "_batch")
step, calls = getattr(module, name), []

def cut(*arguments):
    calls.append(1)
    if len(calls) == place:
        os.kill(os.getpid(), getattr(signal, how))
    return step(*arguments)

setattr(module, name, cut)
cli.main()
"""
SHEET = {"format": "scorekeeper/1", "game": "tally", "players": ["Ann", "Ben"]}
KEPT = (
    "SELECT id, summary FROM game_table ORDER BY id",
    "SELECT * FROM result ORDER BY game_id, player",
    "SELECT * FROM player_sum ORDER BY 1, 2, 3, 4",
)
TABLES, GAMES = 6, 3


def stored_rows(path: Path) -> list[Any]:
    """All that a rebuild is to bring back."""
    return [query(path, one) for one in KEPT]


@pytest.fixture
def database(tmp_path: Path, migrated: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A database with some tables, half of them of a league."""
    monkeypatch.setenv("SCOREKEEPER_DATA", str(tmp_path / "data"))
    monkeypatch.delenv("DATABASE_URL", raising=False)
    (tmp_path / "data").mkdir()
    path = tmp_path / "data" / "scorekeeper.db"
    path.write_bytes(migrated.read_bytes())
    with create_app().app_context():
        for place in range(TABLES - GAMES):
            sheet = {**SHEET, "entries": [{"points": [place, 1]}]}
            start_table(sheet, key=f"key{place}", device="phone")
        club = create_club(["Ann", "Ben"])
        for place in range(GAMES):
            plays(club, ["Ann", "Ben"], [3 + place, 1])
        db.engine.dispose()
    return path


def spoil(path: Path) -> None:
    """Have every summary and every result be wrong."""
    query(path, "UPDATE game_table SET summary = '{}'")
    query(path, "UPDATE result SET points = 99")


@pytest.mark.hard
@pytest.mark.long
@pytest.mark.parametrize("how", ["SIGINT", "SIGTERM", "SIGKILL"])
@pytest.mark.parametrize(("where", "place"), [("tables", 4), ("leagues", 2)])
def test_interrupted_rebuild_repairs_each_once(
    database: Path, how: str, where: str, place: int
) -> None:
    right = stored_rows(database)
    spoil(database)

    first = process("rebuild", how, str(place), where, script=CUT)
    mended = TABLES if where == "leagues" else place - 1
    left = query(database, "SELECT count(*) FROM game_table WHERE summary = '{}'")
    second, third = process("rebuild"), process("rebuild")

    assert first.status == {"SIGINT": 130, "SIGTERM": 143, "SIGKILL": -9}[how]
    if how != "SIGKILL":
        so_far = f"League games: 1 of {GAMES}" if where == "leagues" else f"Games: 3 of {TABLES}"
        again = "Run `scorekeeper rebuild` again to continue from there."
        assert first.err == f"{so_far}.\nInterrupted. {again}\n"
    assert left == [(TABLES - mended,)]
    assert "Continuing an interrupted rebuild." in second.err
    mends, rest = first.out.splitlines(), second.out.splitlines()
    lines = [line.split(":")[0] for line in (*mends, *rest) if ":" in line]
    assert len(lines) == len({*lines}) == TABLES + 1
    assert [line for line in mends if line.endswith(": repaired")] == mends
    assert len(mends) == mended
    assert f"repaired {GAMES} games," in rest[-2]
    assert rest[-1] == f"{TABLES} stored summaries repaired."
    assert second.status == 1
    assert stored_rows(database) == right
    assert third == CommandOutput("No differences.\n", "", 0)


@pytest.mark.hard
@pytest.mark.long
@pytest.mark.parametrize("anew", ["from the start", "another version", "two days later"])
def test_a_rebuild_starts_again_where_it_should(database: Path, anew: str) -> None:
    spoil(database)
    process("rebuild", "SIGKILL", "4", "tables", script=CUT)
    query(database, "UPDATE game_table SET summary = '{}'")
    if anew == "another version":
        query(database, "UPDATE rebuild_mark SET mark = json_set(mark, '$.app', 'other')")
    if anew == "two days later":
        query(database, "UPDATE rebuild_mark SET mark = json_set(mark, '$.at', 1)")

    again = process("rebuild", *(["--from-start"] if anew == "from the start" else []))

    assert again.err == ""
    assert again.out.splitlines()[-1] == f"{TABLES} stored summaries repaired."
    assert query(database, "SELECT count(*) FROM rebuild_mark") == [(0,)]


class Terminal(io.StringIO):
    """A stream somebody looks at."""

    def isatty(self) -> bool:
        return True


def test_progress_is_one_line_or_some_in_a_file() -> None:
    times = [0.0]
    for stream, said in (
        (Terminal(), "\rGames: 1 of 3\rGames: 2 of 3\rGames: 3 of 3\r             \r"),
        (io.StringIO(), "Games: 2 of 3\n"),
    ):
        times[0] = 0.0
        run = rebuild.Progress(stream, lambda: times[0])
        for done in (1, 2, 3):
            times[0] += 6
            run.tell("Games", done, 3)
        run.clear()
        assert stream.getvalue() == said


@pytest.mark.usefixtures("store")
def test_progress_counts_every_table_and_game() -> None:
    club = create_club(["Ann", "Ben"])
    for place in range(GAMES):
        plays(club, ["Ann", "Ben"], [3 + place, 1])
    told: list[tuple[str, int, int]] = []
    run = Rebuild(tell=lambda *one: told.append(one))

    assert [
        *rebuild_summaries(run=run),
        *rebuild_results(run=run),
    ] == []

    games = [("Games", one, GAMES) for one in range(1, GAMES + 1)]
    assert told == [*games, ("League games", GAMES, GAMES)]


@pytest.mark.usefixtures("store")
def test_rebuild_progress_is_saved_with_repairs() -> None:
    create_club(["Ann", "Ben"])
    for place in range(3):
        sheet = {**SHEET, "entries": [{"points": [place, 1]}]}
        start_table(sheet, key=f"key{place}", device="phone")
    with writing() as connection:
        connection.execute(text("UPDATE game_table SET summary = '{}'"))

    first: Any = rebuild_summaries(run=Rebuild(RebuildProgress(app="a"), saved=True))
    next(first)
    with pytest.raises(KeyboardInterrupt):
        first.throw(KeyboardInterrupt)

    assert interrupted_progress("b") is None
    progress = interrupted_progress("a")
    assert progress is not None
    assert (progress.mended, progress.league) == (1, 0)
    assert len([*rebuild_summaries(run=Rebuild(progress, saved=True))]) == 2
    assert progress.mended == 3
    forget_progress()
    assert interrupted_progress("a") is None
