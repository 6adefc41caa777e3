"""The app behind one function, as the pocket edition calls it; here on the usual Python."""

import json
import re
import shutil
from pathlib import Path
from urllib.parse import urlencode

import pytest
from alembic import command
from alembic.config import Config

from scorekeeper.pocket import phone_data
from scorekeeper.pocket.gateway import AppAnswer, Pocket
from scorekeeper.search import tables
from scorekeeper.search.index import index_of
from scorekeeper.store.sql.database import MIGRATIONS, db, newest
from tests.databases import app_on

ADDRESS = "https://cards.example.org"
FORM = [("Content-Type", "application/x-www-form-urlencoded")]


@pytest.fixture
def folder(tmp_path: Path, migrated: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return what a phone keeps at its first start."""
    monkeypatch.setenv("SCOREKEEPER_DATA", str(tmp_path))
    monkeypatch.delenv("DATABASE_URL", raising=False)
    shutil.copy(migrated, tmp_path / "scorekeeper.db")
    return tmp_path


def get(pocket: Pocket, path: str) -> AppAnswer:
    return pocket.answer("GET", ADDRESS, path, "", [], b"")


def start(pocket: Pocket) -> str:
    """Begin a tally; the address of its table."""
    page = get(pocket, "/new/tally").body.decode()
    hidden = re.findall(r'type="hidden" name="(\w+)" value="([^"]*)"', page)
    names = [("name", name) for name in ("Ann", "Ben", "Cat", "Dan")]
    body = urlencode([*hidden, *names, ("do", "start")]).encode()
    answer = pocket.answer("POST", ADDRESS, "/new/tally", "", FORM, body)
    assert answer.status == 303
    return dict(answer.headers)["Location"]


def bring_back(pocket: Pocket, saved: bytes) -> None:
    with pocket.app.app_context():
        phone_data.restore(pocket.folder, saved)


def close(pocket: Pocket) -> None:
    with pocket.app.app_context():
        db.engine.dispose()


def test_cookies_outlive_a_start_in_the_gateway(folder: Path) -> None:
    pocket = Pocket(folder)
    table = start(pocket)
    assert get(pocket, table).status == 200
    close(pocket)

    again = Pocket(folder)
    (folder / "jar.json").rename(folder / "kept")  # unchanged cookies are not written
    answer = get(again, table)
    assert not (folder / "jar.json").exists()
    (folder / "kept").rename(folder / "jar.json")

    assert answer.status == 200
    assert all(name.lower() != "set-cookie" for name, _ in answer.headers)
    assert [*json.loads((folder / "jar.json").read_text())] == ["__Host-scorekeeper"]
    close(again)


def test_unstorable_writes_are_refused_in_words(folder: Path) -> None:
    pocket = Pocket(folder)

    full = pocket.refuse("POST", ADDRESS, "/t/x", [("HX-Request", "true")], True)
    other = pocket.refuse("POST", ADDRESS, "/t/x", [], False)

    assert (full.status, full.body) == (507, b"The disk is full. Nothing was saved.")
    assert other.status == 503
    assert b"Temporarily unavailable" in other.body
    close(pocket)


@pytest.mark.long
def test_backup_restores_games_and_their_phone(folder: Path) -> None:
    pocket = Pocket(folder)
    table = start(pocket)
    saved = pocket.export()
    close(pocket)
    for file in folder.rglob("*"):
        if file.is_file() and file.name != "scorekeeper.db":
            file.unlink()

    other = Pocket(folder)
    assert phone_data.exported(folder) is None
    assert get(other, table).status == 403
    bring_back(other, saved)
    close(other)

    again = Pocket(folder)
    assert get(again, table).status == 200
    assert again.is_well()
    close(again)


def test_an_invalid_backup_changes_nothing(folder: Path) -> None:
    pocket = Pocket(folder)
    table = start(pocket)

    with pytest.raises(ValueError, match="^This file is not a Scorekeeper backup, or is damaged.$"):
        bring_back(pocket, b"\xff\xd8 a picture")

    assert get(pocket, table).status == 200
    assert not [*folder.glob("import.db*")]
    close(pocket)


@pytest.mark.long
def test_an_older_database_is_brought_up_to_date(folder: Path) -> None:
    database = folder / "scorekeeper.db"
    database.unlink()
    with app_on(f"sqlite:///{database}").app_context():
        config = Config()
        config.set_main_option("script_location", str(MIGRATIONS))
        command.upgrade(config, "0009")
        db.engine.dispose()

    pocket = Pocket(folder)

    told = json.loads(get(pocket, "/health").body)
    assert (told["ok"], told["schema"]) == (True, newest())
    close(pocket)


def test_every_page_links_to_the_storage_page(folder: Path) -> None:
    pocket = Pocket(folder)

    assert b'href="/pocket/kept">On this phone</a>' in get(pocket, "/").body
    assert b"Nothing has been saved to a file yet." in get(pocket, "/pocket/kept").body
    pocket.export()
    assert b"Last saved to a file: <time" in get(pocket, "/pocket/kept").body
    close(pocket)


def test_pocket_game_is_not_shared_by_links(folder: Path) -> None:
    pocket = Pocket(folder)
    table = start(pocket)

    shared = get(pocket, f"{table}/share")
    assert shared.status == 303
    page = get(pocket, dict(shared.headers)["Location"]).body.decode()

    assert "This game is only on this phone." in page
    assert f'href="{table}/sheet.json"' in page
    assert get(pocket, f"{table}/sheet.json").status == 200
    close(pocket)


def test_search_asks_for_the_network_it_needs(folder: Path) -> None:
    before = tables.open_index
    index_of.cache_clear()
    try:
        pocket = Pocket(folder, index=folder / "search")
        asked = "game=whist&q=a+misdeal"
        answer = pocket.answer("GET", ADDRESS, "/rules/search", asked, [], b"")
        close(pocket)
    finally:
        tables.open_by(before)

    assert dict(answer.headers)["X-Pocket-Lacks"].endswith(".db")
    assert b'<div id="found">' in answer.body
    assert b"The search is not on this phone yet." in answer.body
    assert b'href="/rules/search?game=whist&amp;q=a+misdeal"' in answer.body
