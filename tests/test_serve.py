"""Starting the app: what is told, what is refused in words."""

import io
import os
import shutil
import socket
import sqlite3
import subprocess
import sys
import threading
from contextlib import closing
from pathlib import Path

import pytest

from scorekeeper import places
from scorekeeper.cli import main
from scorekeeper.server import app_setup, processes
from scorekeeper.server import serve as serving
from tests.smoke import get, look_around, started

pytestmark = pytest.mark.long

TOP = Path(__file__).resolve().parent.parent
SERVE = [sys.executable, "-m", "scorekeeper"]


@pytest.fixture(autouse=True)
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A data folder of the test's own, and nothing said about host and port."""
    monkeypatch.setenv("SCOREKEEPER_DATA", str(tmp_path / "data"))
    for name in ("DATABASE_URL", "HOST", "PORT"):
        monkeypatch.delenv(name, raising=False)
    return tmp_path / "data"


def greeting(host: str, port: int = 8000) -> str:
    return "\n".join(serving._greeting(host, ("", port)))


def test_app_starts_in_an_empty_folder_and_again(tmp_path: Path, data: Path) -> None:
    for _ in range(2):
        with started(SERVE, tmp_path, SCOREKEEPER_DATA=str(data), PYTHONPATH=str(TOP)) as (
            address,
            message,
        ):
            assert str(data / "scorekeeper.db") in message
            assert len(look_around(address)) > 1
    assert (data / "scorekeeper.db").is_file()


@pytest.mark.hard
def test_any_free_port_can_be_had(tmp_path: Path, data: Path) -> None:
    environment = {"SCOREKEEPER_DATA": str(data), "PYTHONPATH": str(TOP)}
    with (
        started(SERVE, tmp_path, **environment) as (one, _),
        started(SERVE, tmp_path, **environment) as (other, _),
    ):
        assert one != other
        assert get(one)
        assert get(other)


def test_a_taken_port_is_said_in_words(tmp_path: Path, data: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        answer = subprocess.run(
            SERVE,
            cwd=tmp_path,
            env={**os.environ, "HOST": "127.0.0.1", "PORT": str(port), "PYTHONPATH": str(TOP)},
            capture_output=True,
            text=True,
            check=False,
        )

    assert answer.returncode == 1
    assert answer.stdout == ""
    assert answer.stderr.startswith(f"Port {port} is in use")
    assert len(answer.stderr.splitlines()) == 1
    assert not data.exists()


def refusal_of(capsys: pytest.CaptureFixture[str], *command: str) -> str:
    """What a command that cannot go on says, in one line; by default one that starts the app."""
    with pytest.raises(SystemExit) as ended:
        main([*(command or ("serve", "--host", "127.0.0.1", "--port", "0"))])

    said = capsys.readouterr().err
    assert ended.value.code == 1
    assert len(said.splitlines()) == 1
    return said


@pytest.mark.parametrize("port", ["eighty", "-1", "65536", "80.5", "²"])
def test_an_invalid_port_is_said_in_words(
    port: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PORT", port)

    said = refusal_of(capsys, "serve")

    assert said.startswith(f"PORT is “{port}”. Set it to a number")


def test_invalid_port_may_be_an_argument_too() -> None:
    with pytest.raises(SystemExit):
        main(["serve", "--host", "127.0.0.1", "--port", "70000"])


def test_host_that_is_not_here_is_told_in_words(capsys: pytest.CaptureFixture[str]) -> None:
    said = refusal_of(capsys, "serve", "--host", "203.0.113.7", "--port", "0")

    assert said.startswith("Port 0 of HOST “203.0.113.7” can't be opened: ")


def test_administrators_port_is_told_in_words() -> None:
    message = serving._why_not_open("", 80, PermissionError(13, "Permission denied"))

    assert message == "Port 80 needs more rights. Use 1024 or above, e.g. PORT=8000."


def test_unkept_data_is_told_in_words(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data.write_text("a file where the folder should be")

    assert refusal_of(capsys).startswith("The data can't be stored: ")


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        ("SCOREKEEPER_PROXIES", "x", "SCOREKEEPER_PROXIES is “x”. Set it to"),
        ("SCOREKEEPER_PROXY", "1", "SCOREKEEPER_PROXY is not a setting. Did you mean"),
        ("DATABASE_URL", "mysql://ann:secret@h/d", "DATABASE_URL is not valid. Set it to"),
        ("TZ", "Mars/X", "TZ is “Mars/X”. Set it to"),
    ],
)
def test_unclear_setting_is_told_in_words(
    name: str,
    value: str,
    message: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv(name, value)

    assert refusal_of(capsys).startswith(message)


def test_file_that_is_no_database_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("SCOREKEEPER_DATA", str(tmp_path))
    (tmp_path / "scorekeeper.db").write_bytes(b"not a database" * 100)

    assert "scorekeeper.db: file is not a database" in refusal_of(capsys)


def test_damaged_text_is_no_invalid_setting(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    migrated: Path,
) -> None:
    monkeypatch.setenv("SCOREKEEPER_DATA", str(tmp_path))
    content = migrated.read_bytes()
    assert b"CREATE TABLE league (" in content
    damaged = content.replace(b"CREATE TABLE league (", b"CREATE TABLE \x9aeague (")
    (tmp_path / "scorekeeper.db").write_bytes(damaged)

    said = refusal_of(capsys)

    assert said.startswith("Can't open ")
    assert "The database file is damaged" in said
    assert "`scorekeeper restore`" in said


@pytest.mark.parametrize("command", ["serve", "upgrade", "backup"])
def test_emptied_database_is_no_empty_club(
    command: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("SCOREKEEPER_DATA", str(tmp_path))
    monkeypatch.setattr(app_setup, "_FIRST_SECONDS", 0.1)
    monkeypatch.setenv("PORT", "0")
    path = tmp_path / "scorekeeper.db"
    path.touch()
    key = places.signing_key()

    said = refusal_of(capsys, command, *([str(tmp_path / "copy")] if command == "backup" else []))

    assert said.startswith(f"{path} is empty, although it was in use")
    assert "`scorekeeper restore`" in said
    assert path.stat().st_size == 0
    assert places.signing_key() == key
    path.unlink()
    assert app_setup.ready_app()  # as it says, deleting it starts anew


def test_file_just_created_elsewhere_is_awaited(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, migrated: Path
) -> None:
    monkeypatch.setenv("SCOREKEEPER_DATA", str(tmp_path))
    path = tmp_path / "scorekeeper.db"
    path.touch()
    assert places.signing_key()
    filling = threading.Timer(0.2, shutil.copy, [migrated, path])
    filling.start()
    assert app_setup.ready_app()
    filling.join()


def test_wrong_folder_for_figures_is_told(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("SCOREKEEPER_METRICS_TOKEN", "open")
    monkeypatch.setenv(serving.METRICS_FOLDER, "/nowhere")

    said = refusal_of(capsys)

    assert said == f"{serving.METRICS_FOLDER} is “/nowhere”, which is not a folder.\n"


def test_missing_postgresql_package_is_named(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("DATABASE_URL", "postgresql://ann@127.0.0.1:1/scores")
    monkeypatch.setitem(sys.modules, "psycopg", None)

    said = refusal_of(capsys)

    assert said.startswith("The package psycopg is missing: pip install")


@pytest.mark.parametrize("command", ["serve", "upgrade", "rebuild"])
def test_newer_database_is_told_and_left_as_is(
    command: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    migrated: Path,
) -> None:
    monkeypatch.setenv("SCOREKEEPER_DATA", str(tmp_path))
    monkeypatch.setenv("PORT", "0")
    path = tmp_path / "scorekeeper.db"
    shutil.copy(migrated, path)
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
        connection.commit()
    before = path.read_bytes()

    assert refusal_of(capsys, command) == f"{path} was made by a newer Scorekeeper.\n"
    assert path.read_bytes() == before


def test_lost_database_is_told_without_password(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("DATABASE_URL", "postgres://ann:secret@127.0.0.1:1/scores")

    with pytest.raises(SystemExit) as ended:
        main(["serve", "--host", "127.0.0.1", "--port", "0"])

    message = capsys.readouterr().err
    assert ended.value.code == 1
    assert message.startswith("Can't open postgresql database scores on 127.0.0.1: ")
    assert "secret" not in message


def test_both_addresses_and_the_data_are_told(
    data: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(serving, "lan_address", lambda: "192.168.1.20")

    message = greeting("", 8001)

    assert str(data / "scorekeeper.db") in message
    assert "On this machine:             http://localhost:8001/" in message
    assert "On a phone (same Wi-Fi):     http://192.168.1.20:8001/" in message
    assert "▄▄▄▄▄" in message


def test_network_host_is_the_phones_address() -> None:
    assert "On a phone (same Wi-Fi):     http://192.168.1.20:8000/" in greeting("192.168.1.20")
    assert "On a phone (same Wi-Fi):     http://[fd00::5]:8000/" in greeting("fd00::5")


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "::1"])
def test_local_host_offers_no_phone_an_address(host: str) -> None:
    message = greeting(host)

    assert "Not reachable from a phone:  HOST allows this machine only" in message
    assert "█" not in message


def test_no_address_is_offered_without_a_network(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serving, "lan_address", lambda: None)

    assert "Not reachable from a phone:  no network connection" in greeting("")


def test_code_is_left_out_where_it_is_undrawable(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(io.BytesIO(), encoding="ascii"))

    assert list(serving._qr_code("http://192.168.1.20:8000/")) == []


def test_code_is_white_on_black_everywhere(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = io.TextIOWrapper(io.BytesIO(), encoding="utf-8")
    monkeypatch.setattr(terminal, "isatty", lambda: True)
    monkeypatch.setattr(sys, "stdout", terminal)

    lines = list(serving._qr_code("http://192.168.1.20:8000/"))[1:]

    assert all(line.startswith("  \x1b[97;40m") and line.endswith("\x1b[0m") for line in lines)


def test_network_address_needs_no_traffic() -> None:
    found = serving.lan_address()

    assert found is None or not found.startswith("127.")


def test_machine_without_network_has_no_address(monkeypatch: pytest.MonkeyPatch) -> None:
    class Unplugged(socket.socket):
        def connect(self, _address: object) -> None:
            raise OSError("Network is unreachable")

    monkeypatch.setattr(socket, "socket", Unplugged)

    assert serving.lan_address() is None


def test_many_cores_do_not_make_many_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "cpu_count", lambda: 64)
    monkeypatch.setattr(os, "sched_getaffinity", lambda process: range(64), raising=False)

    assert processes.default_count() == processes.MOST < 64
