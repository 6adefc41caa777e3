"""Moving between SQLite and PostgreSQL: what arrives is what was sent, to the row and the score."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text

from scorekeeper import create_app
from scorekeeper.cli import main
from scorekeeper.leagues.evening.bracket import BY_LOT
from scorekeeper.leagues.evening.evenings import save_evening, start_round
from scorekeeper.leagues.evening.plan import GROUPS, Evening
from scorekeeper.leagues.evening.table_walkover import give_table_walkover, walkover_tables
from scorekeeper.leagues.evening.tonight import evening_status
from scorekeeper.leagues.history import history_of
from scorekeeper.leagues.ladder import start_ladder
from scorekeeper.leagues.results.downloads import league_json
from scorekeeper.leagues.team_league import start_team_league
from scorekeeper.leagues.visit import visit_league
from scorekeeper.leagues.webhook import set_webhook
from scorekeeper.store.league import league_file
from scorekeeper.store.league import leagues as league_rows
from scorekeeper.store.sql import copying
from scorekeeper.store.sql.database import db, writing
from scorekeeper.store.upkeep import upgrade
from scorekeeper.tables import loading, summaries
from scorekeeper.tables.starting import start_table
from scorekeeper.tables.summaries import my_tables
from tests.command_line import query
from tests.leagues.clubs import PHONE, create_club, link_to, order, plays
from tests.postgres import server

pytestmark = [pytest.mark.long, pytest.mark.hard]

Copy = Callable[[str | Path, str | Path], int]
SHEET = {"format": "scorekeeper/1", "game": "tally", "players": ["Ann", "Ben"], "entries": []}
KEY = b"a key of thirty-two bytes, to be sure"


def rows(path: Path) -> dict[str, list[str]]:
    """Every row of a SQLite file, as text."""
    names = query(path, "SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")
    return {name: sorted(map(repr, query(path, f"SELECT * FROM {name}"))) for (name,) in names}


@pytest.fixture(autouse=True)
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SCOREKEEPER_DATA", str(tmp_path / "data"))
    monkeypatch.delenv("DATABASE_URL", raising=False)


@pytest.fixture
def club(tmp_path: Path) -> Path:
    """A database with a league of two games, a ladder, teams and a webhook that is yet to be told
    of a game; links of which one is gone, a deleted game."""
    path = tmp_path / "club.db"
    with create_app({"SQLALCHEMY_DATABASE_URI": f"sqlite:///{path}"}).app_context():
        upgrade()
        club = create_club(["Ann", "Ben", "Cy 🂡"])
        visit = visit_league(club, PHONE)
        set_webhook(visit, order(), "https://club.example/", key=KEY, private=False)
        start_ladder(visit, order(), "tally", 2, BY_LOT)
        start_team_league(visit, order(), "whist", 1, 2, "Aces: Ann\nKings: Ben")
        plays(club, ["Ann", "Ben"], [3, 1])
        plays(club, ["Ben", "Cy 🂡"], [2, 5], finish=False)
        start_table(SHEET, key="old", device="phone")
        link_to(visit_league(club, PHONE), "member", KEY)
        with writing() as connection:
            connection.execute(text("UPDATE game_table SET deleted = 1 WHERE id = 3"))
            connection.execute(text("UPDATE sqlite_sequence SET seq = 99 WHERE name = 'link'"))
            connection.execute(text("INSERT OR IGNORE INTO sqlite_sequence VALUES ('link', 99)"))
        db.engine.dispose()
    return path


@pytest.fixture
def evening(club: Path) -> Path:
    """The same database after an evening of one group with a walkover at its first table."""
    with create_app({"SQLALCHEMY_DATABASE_URI": f"sqlite:///{club}"}).app_context():
        visit = visit_league(query(club, "SELECT public_id FROM league")[0][0], PHONE)
        season, players = visit.season_shown, tuple(visit.names)
        assert season
        plan = Evening(
            number=0,
            name="",
            date="2026-11-26",
            season=season.number,
            game="tally",
            variant=None,
            kind=GROUPS,
            present=players,
            units=tuple((one,) for one in players),
            groups=1,
        )
        number = save_evening(visit, order(visit), plan).seq
        visit = visit_league(visit.info.public_id, PHONE)
        start_round(visit, order(), number, 1)
        (table,) = walkover_tables(evening_status(visit, number))
        give_table_walkover(visit, order(visit), number, table.game, 1)
        db.engine.dispose()
    return club


@pytest.fixture
def copy() -> Copy:
    def run(source: str | Path, target: str | Path) -> int:
        with pytest.raises(SystemExit) as ended:
            main(["copy", str(source), str(target)])
        return int(ended.value.code or 0)

    return run


@pytest.fixture
def postgres() -> Iterator[str]:
    with server() as url:
        yield url


def test_a_copy_of_a_file_is_the_same_to_the_row(
    club: Path, tmp_path: Path, copy: Copy, capsys: pytest.CaptureFixture[str]
) -> None:
    assert copy(club, tmp_path / "other?.db") == 0
    assert rows(tmp_path / "other?.db") == rows(club)
    assert "3 games, 1 league." in capsys.readouterr().out


@pytest.mark.postgres
def test_a_round_trip_loses_nothing(club: Path, tmp_path: Path, copy: Copy, postgres: str) -> None:
    assert copy(club, postgres) == 0
    assert copy(postgres, tmp_path / "back.db") == 0
    assert rows(tmp_path / "back.db") == rows(club)
    assert copy(club, postgres) == 2


@pytest.mark.postgres
def test_new_rows_get_new_numbers_in_postgresql(club: Path, copy: Copy, postgres: str) -> None:
    assert copy(club, postgres) == 0

    with create_app({"SQLALCHEMY_DATABASE_URI": postgres}).app_context():
        start_table(SHEET, key="new", device="phone")
        with db.engine.connect() as connection:
            assert connection.scalar(text("SELECT max(id) FROM game_table")) == 4
            assert connection.scalar(text("SELECT nextval('link_id_seq')")) == 100
        db.engine.dispose()


def test_database_with_contents_is_left_alone(
    club: Path, tmp_path: Path, copy: Copy, capsys: pytest.CaptureFixture[str]
) -> None:
    other = tmp_path / "other.db"
    assert copy(club, other) == 0
    before = rows(other)

    assert copy(club, other) == 2
    assert "is not empty" in capsys.readouterr().err
    assert rows(other) == before


def test_without_a_database_nothing_is_copied(
    tmp_path: Path, copy: Copy, capsys: pytest.CaptureFixture[str]
) -> None:
    assert copy(tmp_path / "none.db", tmp_path / "other.db") == 2
    assert "There is no database at" in capsys.readouterr().err
    assert not (tmp_path / "none.db").exists()
    assert not (tmp_path / "other.db").exists()


def test_a_copy_that_differs_is_rolled_back(
    club: Path,
    tmp_path: Path,
    copy: Copy,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    usual = copying.number_above

    def spoil(there: Any, table: Any, last: int) -> None:
        if table.name == "record":
            there.execute(text("UPDATE record SET at = at + 1 WHERE seq = 1"))
        usual(there, table, last)

    monkeypatch.setattr("scorekeeper.store.sql.copying.number_above", spoil)

    assert copy(club, tmp_path / "other.db") == 2
    assert "copy differs from the source (record)" in capsys.readouterr().err
    assert query(tmp_path / "other.db", "SELECT count(*) FROM record") == [(0,)]


def test_a_game_that_replays_otherwise_is_named(
    club: Path,
    tmp_path: Path,
    copy: Copy,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    usual, seen = summaries.replayed, list[str]()

    def replayed(table_id: int) -> Any:
        one = usual(table_id)
        seen.append(one.public_id)
        return one._replace(public_id=one.public_id + len(seen) // 2 * " ")

    monkeypatch.setattr("scorekeeper.commands.backup.replayed", replayed)

    assert copy(club, tmp_path / "other.db") == 1
    assert f"replay differently: {seen[0]}, {seen[2]} ." in capsys.readouterr().err


# --- backups ------------------------------------------------------------------------------------


def run(*arguments: object) -> int:
    with pytest.raises(SystemExit) as ended:
        main([*map(str, arguments)])
    return int(ended.value.code or 0)


@pytest.fixture
def backup(club: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("DATABASE_URL", f"sqlite:///{club}")
    assert run("backup", tmp_path / "copy.db") == 0
    return tmp_path / "copy.db"


def test_a_backup_that_is_whole_says_so(backup: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = backup.read_bytes()

    assert run("check", backup) == 0
    assert capsys.readouterr().out.endswith("is intact: 2 games replayed, no differences.\n")
    assert backup.read_bytes() == before


def test_backup_with_another_score_is_not_whole(
    backup: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    query(backup, "UPDATE game_table SET status = 'open' WHERE id = 1")
    query(backup, "DROP TABLE carried_key")

    assert run("check", backup) == 1
    said = capsys.readouterr()
    assert "stored scores differ from the records" in said.err
    assert "has no signing key" in said.out


def test_an_invalid_backup_is_reported(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "note.txt").write_text("no database")

    assert run("check", tmp_path / "none.db") == 2
    assert run("check", tmp_path / "note.txt") == 2
    assert "No such file" in capsys.readouterr().err


def test_of_dated_backups_the_newest_are_kept(
    backup: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "backups"
    folder.mkdir()
    (folder / "scorekeeper-notes.db").touch()
    for day in range(1, 5):
        now = f"2026112{day}-030000"
        monkeypatch.setattr(
            "scorekeeper.commands.backup.strftime", lambda _, __, now=now: f"scorekeeper-{now}.db"
        )
        assert run("backup", folder, "--keep", 2) == 0

    assert sorted(one.name for one in folder.iterdir()) == [
        "scorekeeper-20261123-030000.db",
        "scorekeeper-20261124-030000.db",
        "scorekeeper-notes.db",
    ]


def test_dated_backups_need_a_folder(backup: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("backup", backup, "--keep", 2) == 2
    assert "is not a folder" in capsys.readouterr().err
    assert run("backup", backup.parent, "--keep", 0) == 2


# --- one league, one person ---------------------------------------------------------------------


def exported(tmp_path: Path, database: Path, name: str, monkeypatch: pytest.MonkeyPatch) -> bytes:
    monkeypatch.setenv("DATABASE_URL", f"sqlite:///{database}")
    (league,) = query(database, "SELECT public_id FROM league WHERE id = 1")[0]
    assert run("export-league", league, tmp_path / name) == 0
    return (tmp_path / name).read_bytes()


def test_league_arrives_elsewhere_to_the_byte(
    evening: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    first = exported(tmp_path, evening, "first.json", monkeypatch)
    assert b'"walkover"' in first
    assert run("import-league", tmp_path / "first.json") == 2
    assert "is not empty" in capsys.readouterr().err

    other = tmp_path / "other.db"
    monkeypatch.setenv("DATABASE_URL", f"sqlite:///{other}")
    assert run("import-league", tmp_path / "first.json") == 0

    assert exported(tmp_path, other, "again.json", monkeypatch) == first
    assert query(other, "SELECT id FROM game_table ORDER BY 1") == [(1,), (2,), (4,)]
    assert run("rebuild") == 0


def told_of(database: Path, league: str) -> dict[str, Any]:
    """All that the league's own export says, and who is at its tables; read anew, because what
    this process has at hand goes by public ids, which are the same in both databases."""
    league_rows._cache.clear()
    loading._cache.clear()
    with create_app({"SQLALCHEMY_DATABASE_URI": f"sqlite:///{database}"}).app_context():
        visit = visit_league(league, PHONE)
        told: dict[str, Any] = json.loads(league_json(visit))
        for game in told["games"]:  # its id is another one
            del game["number"]
        for ratings in told["ratings"]:
            del ratings["through"]
        texts = [one.words for one in history_of(visit, PHONE).decisions]
        seats = [one.names for one in my_tables(PHONE) if one.row.league_id]
        db.engine.dispose()
        return {**told, "history": texts, "seats": seats}


def test_a_league_is_imported_beside_others(
    evening: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    exported(tmp_path, evening, "first.json", monkeypatch)
    (league,) = query(evening, "SELECT public_id FROM league")[0]
    other = tmp_path / "other.db"
    with create_app({"SQLALCHEMY_DATABASE_URI": f"sqlite:///{other}"}).app_context():
        upgrade()
        there = create_club(["Zoe", "Yan", "Xia", "Wim"])
        plays(there, ["Zoe", "Yan"], [7, 1])
        db.engine.dispose()
    before, sent = told_of(other, there), told_of(evening, league)
    monkeypatch.setenv("DATABASE_URL", f"sqlite:///{other}")

    assert run("import-league", tmp_path / "first.json") == 0
    assert "keep working here: the signing key is the same." in capsys.readouterr().out
    assert run("import-league", tmp_path / "first.json") == 2
    assert "on this server already" in capsys.readouterr().err

    ours = told_of(other, league)
    assert run("rebuild") == 0
    assert {**ours, "seats": []} == {**sent, "seats": []}
    assert {**told_of(other, there), "seats": []} == {**before, "seats": []}
    named = {frozenset(filter(None, seats)) for seats in ours["seats"]}
    assert {frozenset({"Ann", "Ben"}), frozenset({"Zoe", "Yan"})} <= named


def test_games_of_an_evening_move_with_league() -> None:
    decided = {"number": 2, "settled": [[3, 10, 1, "lots"]], "basis": [[10, [3, 1]], [11, [2, 2]]]}

    assert league_file._moved_decision(decided, 100) == {
        "number": 2,
        "settled": [[3, 110, 1, "lots"]],
        "basis": [[110, [3, 1]], [111, [2, 2]]],
    }


def test_export_says_phones_need_the_same_key(
    evening: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    exported(tmp_path, evening, "first.json", monkeypatch)
    assert "a server with the same signing key" in capsys.readouterr().out
    (league,) = query(evening, "SELECT public_id FROM league")[0]
    monkeypatch.setenv("SCOREKEEPER_DATA", str(tmp_path / "elsewhere"))
    monkeypatch.setenv("DATABASE_URL", f"sqlite:///{tmp_path / 'other.db'}")

    assert run("import-league", tmp_path / "first.json") == 0
    assert f"admin organiser-link {league} --replace" in capsys.readouterr().out
    assert run("admin", "organiser-link", league, "--replace") == 0


@pytest.mark.postgres
def test_league_reaches_postgresql_to_the_byte(
    evening: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, postgres: str
) -> None:
    first = exported(tmp_path, evening, "first.json", monkeypatch)
    monkeypatch.setenv("DATABASE_URL", postgres)
    assert run("import-league", tmp_path / "first.json") == 0

    (league,) = query(evening, "SELECT public_id FROM league")[0]
    assert run("export-league", league, tmp_path / "again.json") == 0
    assert (tmp_path / "again.json").read_bytes() == first


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("[]", "is not an exported league"),
        ('{"format": "x", "schema": "", "league": "", "tables": {}}', "is not an exported league"),
        (
            '{"format": "scorekeeper-league/1", "schema": "0001", "league": "", "tables": {}}',
            "A different version exported",
        ),
    ],
)
def test_an_invalid_league_file_is_reported(
    tmp_path: Path, content: str, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "given.json").write_text(content)

    assert run("import-league", tmp_path / "given.json") == 2
    assert said in capsys.readouterr().err


def test_everything_about_a_person_is_exported(
    club: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("DATABASE_URL", f"sqlite:///{club}")
    query(club, "INSERT INTO phone VALUES ('d', 'ben', 'Android', 0, 'd')")
    ben = "(SELECT MIN(id) FROM person WHERE name = 'Ben')"
    query(club, f"INSERT INTO access VALUES (9, 1, 'd', 'watch', NULL, NULL, 0, {ben}, 1)")

    assert run("export-person", "BEN", tmp_path / "ben.json") == 0
    told = json.loads((tmp_path / "ben.json").read_text())

    assert told["spelled"] == ["Ben"]
    assert [game["game"] for game in told["games"]] == ["tally"] * 2  # the third is removed
    assert len(told["leagues"]) == 1
    (phone,) = told["phones"]
    assert phone["seen"] == "1970-01-01T00:00:00+00:00"
    assert [one["role"] for one in phone["lets_in"]] == ["watch"]
    assert "Ann" not in str(told)

    assert run("export-person", "Ben", tmp_path / "ben.json") == 2
    assert run("export-person", "Zoe", tmp_path / "zoe.json") == 2
    said = capsys.readouterr().err
    assert "already exists" in said
    assert "Nothing is stored about “Zoe”." in said
