"""`backup`, `restore`, `key`: what they carry, and that nothing is replaced unasked or by half."""

import shutil
import stat
from collections.abc import Callable
from pathlib import Path

import pytest

from scorekeeper import create_app, places
from scorekeeper.store.sql import backups
from scorekeeper.store.sql.database import db
from scorekeeper.store.upkeep import upgrade
from scorekeeper.tables.starting import start_table
from tests import postgres
from tests.command_line import CommandOutput, query, run

__all__ = ["run"]

pytestmark = [pytest.mark.long, pytest.mark.hard]

SHEET = {"format": "scorekeeper/1", "game": "tally", "players": ["Ann", "Ben"], "entries": []}


@pytest.fixture
def at(monkeypatch: pytest.MonkeyPatch) -> Callable[[Path], Path]:
    """Has the commands work on this data folder; where its database is."""
    for name in ("DATABASE_URL", "SCOREKEEPER_KEY", "SCOREKEEPER_KEY_FILE"):
        monkeypatch.delenv(name, raising=False)

    def go(folder: Path) -> Path:
        monkeypatch.setenv("SCOREKEEPER_DATA", str(folder))
        return folder / "scorekeeper.db"

    return go


def started(key: str) -> str:
    """A table in the database there is now; its public id."""
    with create_app().app_context():
        upgrade()
        public_id = start_table(SHEET, key=key, device="phone")
        db.engine.dispose()
    return public_id


def there(path: Path) -> list[str]:
    """The tables at which somebody plays in this database."""
    return [one for (one,) in query(path, "SELECT public_id FROM game_table")]


@pytest.fixture
def copy(tmp_path: Path, at: Callable[[Path], Path], run: Callable[..., CommandOutput]) -> Path:
    """A backup of a database with the table "first"; commands work on it still."""
    at(tmp_path / "data")
    started("first")
    path = tmp_path / "copy.db"
    assert run("backup", path).status == 0
    return path


def test_backup_carries_key_for_its_owner_alone(copy: Path) -> None:
    assert stat.S_IMODE(copy.stat().st_mode) == 0o600
    assert backups.key_in(copy) == places.signing_key()


def test_restored_key_is_beside_the_database(
    copy: Path, tmp_path: Path, at: Callable[[Path], Path], run: Callable[..., CommandOutput]
) -> None:
    key, tables_ = places.signing_key(), there(tmp_path / "data" / "scorekeeper.db")
    database = at(tmp_path / "new")

    output = run("restore", copy)

    done = f"Restored {copy}. Its phones and links work again. Start the app.\n"
    assert output == CommandOutput(done, "", 0)
    assert there(database) == tables_
    assert places.signing_key() == key
    assert key not in database.read_bytes()
    for file in (database, places.key_file()):
        assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert not [*tmp_path.rglob("*.part"), *tmp_path.rglob("draft-*")]


def test_restored_database_is_backed_up_again(
    copy: Path, tmp_path: Path, at: Callable[[Path], Path], run: Callable[..., CommandOutput]
) -> None:
    at(tmp_path / "new")
    run("restore", copy)

    assert run("backup", tmp_path / "again.db").status == 0
    assert backups.key_in(tmp_path / "again.db") == places.signing_key()


def test_copy_placed_by_hand_is_backed_up_again(
    copy: Path, tmp_path: Path, at: Callable[[Path], Path], run: Callable[..., CommandOutput]
) -> None:
    database = at(tmp_path / "new")
    database.parent.mkdir()
    database.write_bytes(copy.read_bytes())

    assert run("backup", tmp_path / "again.db").status == 0
    assert backups.key_in(tmp_path / "again.db") == places.signing_key()


def test_nothing_is_replaced_unless_that_is_said(
    copy: Path, tmp_path: Path, at: Callable[[Path], Path], run: Callable[..., CommandOutput]
) -> None:
    old = places.signing_key()
    database = at(tmp_path / "other")
    other, key = started("other"), places.signing_key()

    refused = run("restore", copy)

    assert (refused.out, refused.status) == ("", 2)
    assert refused.err == (
        f"{database} and {places.key_file()} would be replaced, so nothing was changed. "
        "Use --replace to go ahead; the old files are renamed, not deleted.\n"
    )
    assert (there(database), places.signing_key()) == ([other], key)

    output = run("restore", "--replace", copy)

    assert output.status == 0
    assert other not in there(database)
    assert places.signing_key() == old
    kept = [line.removeprefix("The previous data is now ") for line in output.out.splitlines()]
    before, old_key = (Path(line.removesuffix(".")) for line in kept[:2])
    assert there(before) == [other]
    assert old_key.read_bytes() == key


@pytest.mark.parametrize("fails", ["copyfile", "link", "settle"])
def test_failed_restore_leaves_what_was_there(
    copy: Path,
    tmp_path: Path,
    at: Callable[[Path], Path],
    run: Callable[..., CommandOutput],
    monkeypatch: pytest.MonkeyPatch,
    fails: str,
) -> None:
    def fail(*_: object) -> None:
        raise OSError(28, "No space left on device")

    database = at(tmp_path / "other")
    other = started("other")
    where = {
        "copyfile": (shutil, "copyfile"),
        "link": (backups, "set_aside"),
        "settle": (backups, "_sync"),
    }[fails]
    monkeypatch.setattr(*where, fail)

    output = run("restore", "--replace", copy)

    assert output.status == 2
    assert "No space left on device; nothing was changed" in output.err
    assert there(database) == [other]
    assert places.signing_key() != backups.key_in(copy)
    assert not [*tmp_path.rglob("*.part")]


def test_a_damaged_database_is_replaced_too(
    copy: Path, tmp_path: Path, at: Callable[[Path], Path], run: Callable[..., CommandOutput]
) -> None:
    database = at(tmp_path / "other")
    database.parent.mkdir()
    database.write_text("no database at all, and longer than the head of one would be" * 9)
    Path(f"{database}-wal").write_text("what was left beside it")

    assert run("restore", "--replace", copy).status == 0
    assert len(there(database)) == 1
    assert not Path(f"{database}-wal").exists()


def junk(path: Path) -> None:
    path.write_text("this is no database, though it is long enough to be taken for one" * 9)


def another(path: Path) -> None:
    query(path, "CREATE TABLE other (id)")


def newer(path: Path) -> None:
    query(path, "CREATE TABLE alembic_version (version_num)")
    query(path, "INSERT INTO alembic_version VALUES ('9999')")


def emptied(path: Path) -> None:
    query(path, "CREATE TABLE alembic_version (version_num)")


@pytest.mark.parametrize(
    ("make", "told"),
    [
        (lambda path: None, "No such file or directory"),
        (junk, "is not a Scorekeeper backup, or is damaged."),
        (another, "is not a Scorekeeper backup, or is damaged."),
        (emptied, "is not a Scorekeeper backup, or is damaged."),
        (newer, "was made by a newer Scorekeeper"),
    ],
)
def test_an_invalid_backup_is_refused_in_words(
    tmp_path: Path,
    at: Callable[[Path], Path],
    run: Callable[..., CommandOutput],
    make: Callable[[Path], None],
    told: str,
) -> None:
    database = at(tmp_path / "data")
    make(tmp_path / "no.db")

    output = run("restore", tmp_path / "no.db")

    assert (output.out, output.status) == ("", 2)
    assert told in output.err
    assert str(tmp_path / "no.db") in output.err
    assert not database.exists()


def test_a_damaged_backup_changes_nothing(
    copy: Path, tmp_path: Path, at: Callable[[Path], Path], run: Callable[..., CommandOutput]
) -> None:
    database = at(tmp_path / "new")
    with copy.open("r+b") as file:
        file.seek(5 * 4096)
        file.write(b"\xff" * 4096)

    output = run("restore", copy)

    assert output.status == 2
    assert "damaged" in output.err
    assert not database.exists()
    assert not places.key_file().exists()


def test_older_backup_without_a_key_is_restored(
    copy: Path, tmp_path: Path, at: Callable[[Path], Path], run: Callable[..., CommandOutput]
) -> None:
    query(copy, "DROP TABLE carried_key")
    database = at(tmp_path / "new")

    output = run("restore", copy)

    told = f"Restored {copy}. It has no signing key; the current one stays.\n"
    assert output == CommandOutput(told, "", 0)
    assert len(there(database)) == 1


def test_environment_key_must_be_the_backups(
    copy: Path,
    tmp_path: Path,
    at: Callable[[Path], Path],
    run: Callable[..., CommandOutput],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    key = places.signing_key()
    database = at(tmp_path / "new")
    monkeypatch.setenv("SCOREKEEPER_KEY", "00" * 32)

    output = run("restore", copy)

    assert (output.status, database.exists()) == (2, False)
    assert "differs from the backup's" in output.err
    monkeypatch.setenv("SCOREKEEPER_KEY", key.hex())
    assert run("restore", copy).status == 0
    assert not places.key_file().exists()


def test_the_key_is_written_for_another_server(
    copy: Path, tmp_path: Path, run: Callable[..., CommandOutput], monkeypatch: pytest.MonkeyPatch
) -> None:
    key, file = places.signing_key(), tmp_path / "key"

    output, again = run("key", file), run("key", file)

    assert output.out == f"Signing key saved to {file}. Set SCOREKEEPER_KEY_FILE to its path.\n"
    assert (again.status, "already exists" in again.err) == (2, True)
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    monkeypatch.setenv("SCOREKEEPER_DATA", str(tmp_path / "other"))
    monkeypatch.setenv("SCOREKEEPER_KEY_FILE", str(file))
    assert places.signing_key() == key
    assert run("key", tmp_path / "nowhere" / "key").status == 2


@pytest.mark.parametrize("command", ["backup", "restore"])
def test_absent_postgresql_is_told_in_words(
    copy: Path,
    run: Callable[..., CommandOutput],
    monkeypatch: pytest.MonkeyPatch,
    command: str,
) -> None:
    monkeypatch.setenv("DATABASE_URL", "postgresql://ann:secret@127.0.0.1:1/scores")
    file = copy if command == "restore" else copy.with_name("another")

    output = run(command, file)

    assert (output.out, output.status) == ("", 2)
    assert "database" in output.err
    assert "secret" not in output.err
    assert "Traceback" not in output.err
    assert not copy.with_name("another").exists()


@pytest.mark.postgres
def test_postgresql_is_copied_and_restored(
    tmp_path: Path,
    run: Callable[..., CommandOutput],
    at: Callable[[Path], Path],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    file, again = tmp_path / "copy.db", tmp_path / "again.db"
    with postgres.server() as one, postgres.server() as other:
        at(tmp_path / "data")
        monkeypatch.setenv("DATABASE_URL", one)
        public_id, key = started("first"), places.signing_key()
        assert run("backup", file).status == 0
        assert there(file) == [public_id]
        assert [*tmp_path.glob("copy.db?*")] == []
        assert "1 game replayed" in run("check", file).out
        assert "is not empty (" in run("restore", file).err

        at(tmp_path / "other")
        monkeypatch.setenv("DATABASE_URL", other)
        output = run("restore", file)
        assert (output.out.count("Restored"), output.status) == (1, 0)
        assert places.signing_key() == key
        assert run("backup", again).status == 0
    assert there(again) == [public_id]
    assert query(again, "SELECT * FROM record") == query(file, "SELECT * FROM record")

    monkeypatch.delenv("DATABASE_URL")
    here = at(tmp_path / "file")  # a copy of PostgreSQL is one of SQLite too
    assert run("restore", file).status == 0
    assert there(here) == [public_id]


# --- the key that the environment gives ----------------------------------------------------------


@pytest.fixture
def given(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A file named by SCOREKEEPER_KEY_FILE, in an empty data folder."""
    monkeypatch.setenv("SCOREKEEPER_DATA", str(tmp_path / "data"))
    monkeypatch.delenv("SCOREKEEPER_KEY", raising=False)
    monkeypatch.setenv("SCOREKEEPER_KEY_FILE", str(tmp_path / "given"))
    return tmp_path / "given"


def test_a_given_key_is_used_and_none_is_made(
    given: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    key = bytes(range(100, 132))
    for content in (key, key.hex().encode(), key.hex().upper().encode() + b"\r\n"):
        given.write_bytes(content)
        assert places.signing_key() == key
    monkeypatch.setenv("SCOREKEEPER_KEY_FILE", "")
    monkeypatch.setenv("SCOREKEEPER_KEY", f" {key.hex()}\n")

    assert places.signing_key() == key
    assert not (tmp_path / "data" / "signing").exists()


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (b"", "A key is 64 hexadecimal digits; this is 0 characters."),
        (b"abc", "this is 3 characters."),
        (b"x" * 64, "this is 64 characters."),
        (b"an easy one, of 32 letters, so..", "this is 32 characters."),
        (b"\xff" * 31, "this is 31 characters."),
    ],
)
def test_invalid_key_is_reported_and_never_shown(given: Path, content: bytes, told: str) -> None:
    given.write_bytes(content)

    with pytest.raises(ValueError, match="signing key") as refused:
        places.signing_key()

    assert told in str(refused.value)
    assert str(refused.value).startswith(f"SCOREKEEPER_KEY_FILE ({given}) is not a signing key.")
    assert not content or content.decode("ascii", "replace") not in str(refused.value)


def test_missing_or_doubled_key_is_refused(given: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(ValueError, match="can.t be read: No such file or directory"):
        places.signing_key()

    monkeypatch.setenv("SCOREKEEPER_KEY", "00" * 32)
    with pytest.raises(ValueError, match="are both set. Unset one"):
        places.signing_key()


def test_invalid_key_stops_the_start_in_words(
    given: Path, run: Callable[..., CommandOutput]
) -> None:
    given.write_text("abc")

    output = run("serve", "--port", "0", "--host", "127.0.0.1")

    assert output.status == 1
    assert output.err.startswith("SCOREKEEPER_KEY_FILE (")
