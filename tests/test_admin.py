"""The operator's actions, all of them in the audit log."""

import re
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from flask import Flask
from sqlalchemy import text

from scorekeeper import create_app, operator_actions
from scorekeeper.cli import main
from scorekeeper.leagues.decisions import DecisionRequest
from scorekeeper.leagues.history import history_of
from scorekeeper.leagues.links import accept_invitation, set_passphrase, verify_passphrase
from scorekeeper.leagues.rebuilding import rebuild_results
from scorekeeper.leagues.visit import visit_league
from scorekeeper.store.access.links import hash_secret
from scorekeeper.store.sql.database import writing
from scorekeeper.tables.deleting import purge, restorable_tables
from scorekeeper.tables.loading import NotFound
from scorekeeper.tables.starting import start_table
from scorekeeper.tables.summaries import my_tables
from tests.leagues.clubs import PHONE, create_club, plays

pytestmark = pytest.mark.long

SHEET = {"format": "scorekeeper/1", "game": "tally", "players": ["Ann", "Ben"], "entries": []}
Admin = Callable[..., tuple[str, int]]


@pytest.fixture
def app(tmp_path: Path, migrated: Path, monkeypatch: pytest.MonkeyPatch) -> Flask:
    shutil.copy(migrated, tmp_path / "scorekeeper.db")
    monkeypatch.setenv("SCOREKEEPER_DATA", str(tmp_path))
    monkeypatch.delenv("DATABASE_URL", raising=False)
    return create_app()


@pytest.fixture
def club(app: Flask) -> str:
    """A league with a finished game and one in progress."""
    with app.app_context():
        club = create_club(["Ann", "Ben"])
        plays(club, ["Ann", "Ben"], [3, 1])
        plays(club, ["Ann", "Ben"], [2, 5], finish=False)
        return club


@pytest.fixture
def admin(app: Flask, capsys: pytest.CaptureFixture[str]) -> Admin:
    def run(*arguments: object) -> tuple[str, int]:
        with pytest.raises(SystemExit) as ended:
            main(["admin", *map(str, arguments)])
        said = capsys.readouterr()
        return said.out + said.err, int(ended.value.code or 0)

    return run


def alone(app: Flask, key: str = "key") -> str:
    with app.app_context():
        return start_table(SHEET, key=key, device=PHONE)


def listed(app: Flask) -> list[str]:
    with app.app_context():
        return [one.row.public_id for one in my_tables(PHONE)]


def test_totals_are_reported(app: Flask, club: str, admin: Admin) -> None:
    alone(app)
    told, status = admin()

    assert status == 0
    counts = {line[:18].strip(): line[18:].strip() for line in told.splitlines()}
    assert (counts["games"], counts["finished"], counts["leagues"]) == ("3", "1", "1")
    assert (counts["never played"], counts["active today"]) == ("1", "3")
    assert counts["database"].endswith(" MB")
    assert admin("show")[0].split("database")[0] == told.split("database")[0]


def test_games_and_leagues_are_listed_by_size(app: Flask, club: str, admin: Admin) -> None:
    public_id = alone(app)
    games, _ = admin("games")
    lines = games.splitlines()

    assert [re.search(r"(\d+) records?", line)[1] for line in lines] == ["3", "2", "1"]  # type: ignore[index]
    assert all(f"league {club}" in line for line in lines[:2])
    assert lines[2].startswith(public_id)
    leagues, _ = admin("leagues")
    assert f"{club}       2 games     2 players" in leagues
    assert "Tuesday club" in leagues


@pytest.mark.parametrize("act", ["suspend", "delete"])
def test_a_deleted_game_can_be_restored(app: Flask, admin: Admin, act: str) -> None:
    public_id = alone(app)
    assert listed(app) == [public_id]

    state = {"suspend": "suspended", "delete": "deleted"}[act]
    told, status = admin(act, public_id)
    assert (told.startswith(f"{public_id} {state}."), status) == (True, 0)
    assert listed(app) == []
    assert state in admin("games")[0]
    assert admin(act, public_id)[1] == 2
    with app.app_context():
        restorable = [one.table.row.public_id for one in restorable_tables(PHONE)]
        assert restorable == ([] if act == "suspend" else [public_id])
        assert purge() == 0

    assert admin("resume", public_id)[1] == 0
    assert listed(app) == [public_id]
    assert admin("resume", public_id)[1] == 2


def test_a_league_is_suspended_with_its_games(app: Flask, club: str, admin: Admin) -> None:
    assert admin("suspend", club)[1] == 0
    with app.app_context(), pytest.raises(NotFound):
        visit_league(club, PHONE)
    assert listed(app) == []
    assert "suspended" in admin("leagues")[0]
    assert admin("organiser-link", club)[1] == 2

    assert admin("resume", club)[1] == 0
    with app.app_context():
        assert visit_league(club, PHONE).info.public_id == club
    assert len(listed(app)) == 2


def test_suspended_league_game_does_not_count(app: Flask, club: str, admin: Admin) -> None:
    with app.app_context():
        finished = next(one for one in my_tables(PHONE) if one.outcome)
    assert admin("suspend", finished.row.public_id)[1] == 0
    with app.app_context():
        assert [*rebuild_results(repair=False)] == []
    assert admin("resume", finished.row.public_id)[1] == 0
    with app.app_context():
        assert [*rebuild_results(repair=False)] == []


def test_organiser_without_phone_gets_in_again(app: Flask, club: str, admin: Admin) -> None:
    def comes(told: str, device: str) -> str | None:
        secret = told.splitlines()[0].removeprefix("/s/")
        with app.app_context():
            return accept_invitation(hash_secret(secret), device)

    first, status = admin("organiser-link", club)
    assert status == 0
    assert comes(first, "new phone") == club
    with app.app_context():
        role = visit_league(club, "new phone").role
        assert role
        assert role.organiser

    assert admin("organiser-link", club)[0] == first
    replaced, _ = admin("organiser-link", club, "--replace")
    assert comes(first, "thief") is None
    assert comes(replaced, "newer phone") == club


def test_operator_drops_a_forgotten_passphrase(app: Flask, club: str, admin: Admin) -> None:
    secret = admin("organiser-link", club)[0].splitlines()[0].removeprefix("/s/")
    with app.app_context():
        order = DecisionRequest("set", None, PHONE)
        set_passphrase(visit_league(club, PHONE), order, "the green door")
        accept_invitation(hash_secret(secret), "waiting phone")
        waiting = visit_league(club, "waiting phone")
        for _ in range(6):
            verify_passphrase(waiting, "waiting phone", "the red door")

    told, status = admin("drop-passphrase", club)
    assert (told, status) == (f"{club} no longer asks for a passphrase.\n", 0)
    assert admin("drop-passphrase", club)[1] == 2

    with app.app_context():
        accept_invitation(hash_secret(secret), "new phone")
        assert visit_league(club, "new phone").organises
        again = visit_league(club, "waiting phone")
        assert verify_passphrase(again, "waiting phone", "") is None
        assert [one["act"] for one in operator_actions.audit_lines()][-1] == "drop passphrase"
        decided = history_of(visit_league(club, PHONE), PHONE).decisions[0]
        assert (decided.by, decided.words) == (
            "The operator",
            "removed the passphrase for organisers",
        )


def test_games_never_played_are_purged(app: Flask, club: str, admin: Admin) -> None:
    empty, new, played = alone(app, "1"), alone(app, "2"), alone(app, "3")
    with app.app_context(), writing() as connection:
        old = "UPDATE game_table SET created = 1, updated = 1 WHERE public_id IN (:a, :b)"
        connection.execute(text(old), {"a": empty, "b": played})
        drafted = "UPDATE game_table SET version = 1 WHERE public_id = :b"
        connection.execute(text(drafted), {"b": played})

    assert admin("purge", "--days", 7) == ("1 game deleted. You can resume them for a day.\n", 0)
    left = listed(app)
    assert empty not in left
    assert {new, played} <= {*left}


def test_every_action_is_logged(app: Flask, club: str, admin: Admin) -> None:
    admin("suspend", club)
    admin("resume", club)
    admin("organiser-link", club, "--replace")
    admin("delete", "nothing")

    with app.app_context():
        assert [(one["act"], one["about"]) for one in operator_actions.audit_lines()] == [
            ("suspend", club),
            ("resume", club),
            ("organiser link", club),
        ]
        assert oct(operator_actions.audit_file().stat().st_mode)[-3:] == "600"
    assert f"command line: suspend {club}" in admin("log")[0]


def test_missing_things_are_reported(admin: Admin) -> None:
    told, status = admin("delete", "nothing")

    assert status == 2
    assert told == "No game or league nothing allows that.\n"


def test_unloggable_action_is_not_done(
    app: Flask, admin: Admin, monkeypatch: pytest.MonkeyPatch
) -> None:
    public_id = alone(app)
    with app.app_context():
        operator_actions.audit_file().mkdir()

    told, status = admin("delete", public_id)

    assert (told.startswith("Nothing was changed:"), status) == (True, 2)
    assert listed(app) == [public_id]
