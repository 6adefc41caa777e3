"""`/health` tells the truth, and what is the matter is said where it can be read; nothing is
written to a file that is another one by now."""

import json
import shutil
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.reliability.servers import WAIT_SECONDS, Distant, Gunicorn, Server
from tests.requirements import few, without_root
from tests.web.phones import HTMX, Page, points

pytestmark = pytest.mark.long


def read_health(phone: Distant) -> tuple[int, dict[str, Any]]:
    """The status of `/health`, and what it says."""
    page = phone.get("/health")
    return page.status, json.loads(page.html)


def told_by_next_look(phone: Distant) -> tuple[int, dict[str, Any]]:
    """Return what `/health` says once it has looked again: it looks a quarter of the time at
    most."""
    for _ in range(100):
        if read_health(phone)[0] != 200:
            break
        time.sleep(0.1)
    return read_health(phone)


def write(phone: Distant, table: str, number: int, **headers: str) -> Page:
    form = phone.get(table).form("save")
    return phone.send(table, form, points(number, 0), "save", headers)


def test_a_database_that_is_well_says_so(tmp_path: Path) -> None:
    with Server(tmp_path / "data").running() as phone:
        status, health = read_health(phone)

    assert status == 200
    assert health["ok"] is True
    assert health["database"] == "sqlite"
    assert health["schema"]


class Unprepared(Gunicorn):
    """The app under gunicorn, without `scorekeeper upgrade`."""

    def command(self) -> list[str]:
        """The command that serves."""
        made = super().command()
        (self.data / "scorekeeper.db").unlink()
        return made

    def _wait(self) -> None:
        self.until_answered("/settings")


@pytest.mark.hard
def test_an_empty_database_is_not_well(tmp_path: Path) -> None:
    with Unprepared(tmp_path / "data").running() as phone:
        status, health = read_health(phone)
        page = phone.get("/tables")

    assert (status, health["ok"]) == (503, False)
    assert "Run `scorekeeper upgrade`" in health["why"]
    assert page.status in (200, 503)  # a stranger's list needs no database


# --- damage -------------------------------------------------------------------------------------


def damage(path: Path, table: str) -> None:
    """Overwrite the first page of a table."""
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
        (size,) = connection.execute("PRAGMA page_size").fetchone()
        query = "SELECT rootpage FROM sqlite_schema WHERE name = ?"
        (page,) = connection.execute(query, [table]).fetchone()
    with open(path, "r+b") as file:
        file.seek((page - 1) * size)
        file.write(b"\xa5" * size)


@pytest.mark.parametrize("when", few(["while it runs", "while it stands still"], {"while it runs"}))
def test_damaged_page_points_to_a_backup(tmp_path: Path, when: str) -> None:
    server = Server(tmp_path / "data")
    with server.running() as phone:
        table = phone.starts("tally", {"points": [1, 2]}, players=["Ann", "Ben"])
        if when == "while it stands still":
            server.stop()
        damage(server.data / "scorekeeper.db", "record")
        if when == "while it stands still":
            server.launch()
            server.until_answered("/settings")

        status, health = told_by_next_look(phone)
        assert (status, health["ok"]) == (503, False)
        assert "damaged" in health["why"]
        assert "`scorekeeper restore`" in health["why"]
        if when == "while it stands still":  # a running server may know the page by heart
            page, part = phone.get(table), phone.get(table, **HTMX)
            assert page.status == part.status == 503
            assert "The database is damaged" in page.text
            assert "scorekeeper restore FILE" in page.text
            assert "scorekeeper restore FILE" in part.html


@pytest.mark.hard
def test_file_too_damaged_points_to_a_backup(tmp_path: Path) -> None:
    server = Server(tmp_path / "data")
    with server.running():
        pass
    damage(server.data / "scorekeeper.db", "alembic_version")

    assert_refuses_to_start(server, "`scorekeeper restore`")


def assert_refuses_to_start(server: Server, why: str) -> None:
    process = server.launch()
    process.communicate(timeout=WAIT_SECONDS)
    said = server.log.read_text(encoding="utf-8")
    assert process.returncode == 1
    assert why in said
    assert "Traceback" not in said
    assert len(said.splitlines()) == 1


# --- another file -------------------------------------------------------------------------------


@pytest.mark.parametrize("how", few(["deleted", "replaced"], {"deleted"}))
def test_nothing_is_written_to_a_replaced_file(tmp_path: Path, how: str) -> None:
    server = Server(tmp_path / "data")
    path, other = server.data / "scorekeeper.db", tmp_path / "other.db"
    with server.running() as phone:
        table = phone.starts("tally", {"points": [1, 2]}, players=["Ann", "Ben"])
        assert write(phone, table, 5).status == 303
        form = phone.get(table).form("save")
        if how == "replaced":
            with closing(sqlite3.connect(path)) as connection:
                connection.execute("VACUUM INTO ?", [str(other)])
            shutil.copy(other, f"{other}-kept")
            other.rename(path)
        else:
            path.unlink()

        page = phone.send(table, form, points(7, 0), "save")
        status, health = read_health(phone)
        part = phone.send(table, form, points(8, 0), "save", HTMX)

        assert page.status == part.status == status == 503
        assert "The database file has changed" in page.text
        assert "start it again" in part.html
        assert health["ok"] is False
        assert "replaced or deleted" in health["why"]
    if how == "deleted":
        assert not path.exists()
    else:
        assert path.read_bytes() == Path(f"{other}-kept").read_bytes()
        with server.running() as phone:  # started again it goes on with the other
            assert read_health(phone)[0] == 200


# --- what may not be written --------------------------------------------------------------------


@contextmanager
def unwritable(*paths: Path) -> Iterator[None]:
    """Nobody may write there, but root may."""
    before = {path: path.stat().st_mode for path in paths}
    for path in paths:
        path.chmod(before[path] & ~0o222)
    try:
        yield
    finally:
        for path, mode in before.items():
            path.chmod(mode)


@pytest.mark.parametrize("there", few(["nothing", "a database"], {"nothing"}))
def test_read_only_folder_is_told_at_the_start(tmp_path: Path, there: str) -> None:
    server = Server(tmp_path / "data")
    if there == "a database":
        with server.running():
            pass
    else:
        server.data.mkdir()
    server.under = without_root()
    with unwritable(server.data, *server.data.glob("scorekeeper.db*")):
        assert_refuses_to_start(server, str(server.data))


@pytest.mark.hard
def test_read_only_folder_is_told_at_run_time(tmp_path: Path) -> None:
    server = Server(tmp_path / "data", without_root())
    with server.running() as phone:
        table = phone.starts("tally", {"points": [1, 2]}, players=["Ann", "Ben"])
        with unwritable(server.data, *server.data.glob("scorekeeper.db*")):
            page, (status, health) = write(phone, table, 5), read_health(phone)
            assert phone.get(table).status == 200
        assert page.status == status == 503
        assert "The database is read-only" in page.text
        assert "can't be written" in health["why"]
        # whoever read at that moment may still have the file open for reading alone
        until = time.monotonic() + WAIT_SECONDS
        while (again := write(phone, table, 6)).status == 503 and time.monotonic() < until:
            time.sleep(0.1)
        assert again.status == 303
