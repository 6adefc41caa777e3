"""Migrations, backups, summaries made again, and a machine in trouble."""

import itertools
import sqlite3
import threading
from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from flask import Flask
from sqlalchemy import Connection, text

from scorekeeper.store.schema.table import Base
from scorekeeper.store.sql.backups import backup
from scorekeeper.store.sql.database import db, reading, writing
from scorekeeper.store.sql.trouble import NotSetUp, Unavailable
from scorekeeper.store.table.rows import (
    Change,
    Summary,
    TableRow,
    WriteRequest,
    append,
    find_by_id,
    read_records,
    read_scored,
    save_summary,
)
from scorekeeper.store.upkeep import TableDifference, rebuild, upgrade
from tests.databases import app_on
from tests.store.conftest import new_table

KEY = b"a key of thirty-two bytes, or so"


def test_migrations_make_what_the_models_say(store: object) -> None:
    with db.engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, Base.metadata) == []


def test_upgrading_again_changes_nothing(store: object) -> None:
    new_table()
    upgrade()

    assert _count() == 1
    with writing() as connection:  # foreign keys are on again
        if db.engine.dialect.name == "sqlite":
            assert connection.scalar(text("PRAGMA foreign_keys")) == 1


def test_sqlite_is_set_up_to_lose_nothing(sqlite: object) -> None:
    with reading() as connection:
        found = {
            name: connection.scalar(text(f"PRAGMA {name}"))
            for name in ("journal_mode", "synchronous", "foreign_keys")
        }
    assert found == {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1}


@pytest.mark.threads
def test_backup_is_whole_while_others_write(sqlite: Flask, tmp_path: Path) -> None:
    table, stop = new_table(), threading.Event()

    def write_on() -> None:
        with sqlite.app_context():
            seq = 0
            while not stop.is_set():
                _record(table, seq)
                seq += 1

    writer = threading.Thread(target=write_on)
    writer.start()
    copies = [tmp_path / f"copy{n}.db" for n in range(5)]
    try:
        for copy in copies:
            backup(copy, KEY)
    finally:
        stop.set()
        writer.join()

    for copy in copies:
        _assert_whole(copy, table)
    assert not list(tmp_path.glob("*.part"))


def _assert_whole(path: Path, table: int) -> None:
    app = app_on(f"sqlite:///{path}")
    with app.app_context():
        with reading() as connection:
            row = find_by_id(connection, table)
            records = read_records(connection, row._replace(version=10**6))
            assert connection.scalar(text("PRAGMA integrity_check")) == "ok"
        db.engine.dispose()
    assert [one.seq for one in records] == [*range(row.version + 1)]


def test_a_backup_overwrites_nothing(sqlite: object, tmp_path: Path) -> None:
    old = tmp_path / "old.db"
    old.write_text("an older copy")

    with pytest.raises(FileExistsError, match="old.db"):
        backup(old, KEY)

    assert old.read_text() == "an older copy"


def _record(table: int, seq: int) -> None:
    with writing() as connection:
        append(
            connection,
            table,
            WriteRequest(f"k{seq}", seq, "phone"),
            [Change("entry", {"tricks": seq})],
            summary=Summary("open", {"deals": seq + 1}, {seq + 1: {"deal": seq + 1}}),
            rescored=False,
        )


def _record_until_refused(table: int) -> None:
    for seq in itertools.count():
        _record(table, seq)


def _by_counting(connection: Connection, table: TableRow) -> Summary | None:
    deals = [one.seq for one in read_records(connection, table) if one.kind == "entry"]
    return Summary("open", {"deals": len(deals)}, {seq: {"deal": seq} for seq in deals})


def test_rebuild_finds_and_repairs_what_differs(store: object) -> None:
    good, bad = new_table("good"), new_table("bad")
    for table in (good, bad):
        _record(table, 0)
        _record(table, 1)
    with writing() as connection:
        save_summary(connection, bad, Summary("open", {"deals": 9}))
        public_id = find_by_id(connection, bad).public_id
    right = Summary("open", {"deals": 2}, {1: {"deal": 1}, 2: {"deal": 2}})
    expected = [TableDifference(public_id, Summary("open", {"deals": 9}), right)]

    assert [*rebuild(_by_counting, repair=False)] == expected
    assert [*rebuild(_by_counting)] == expected
    assert [*rebuild(_by_counting)] == []
    with reading() as connection:
        assert find_by_id(connection, bad).summary == {"deals": 2}
        assert read_scored(connection, bad) == right.scored


def test_rebuild_leaves_the_incomputable_alone(store: object) -> None:
    new_table()

    assert [*rebuild(lambda connection, table: None)] == []


def test_table_repaired_meanwhile_is_unreported(store: object) -> None:
    table, calls = new_table(), iter([Summary("open", {}), None])

    assert [*rebuild(lambda connection, row: next(calls))] == []
    with reading() as connection:
        assert find_by_id(connection, table).summary == {"totals": [0, 0]}


@pytest.mark.parametrize(
    ("code", "full"),
    [
        (sqlite3.SQLITE_FULL, True),
        (sqlite3.SQLITE_IOERR_FSYNC, False),
        (sqlite3.SQLITE_BUSY, False),
    ],
)
def test_kinds_of_disk_trouble_are_distinguished(
    sqlite: object, monkeypatch: pytest.MonkeyPatch, code: int, full: bool
) -> None:
    table = new_table()

    def fail(connection: Any) -> None:
        error = sqlite3.OperationalError("trouble")
        error.sqlite_errorcode = code
        raise error

    monkeypatch.setattr(db.engine.dialect, "do_commit", fail)
    with pytest.raises(Unavailable) as trouble:
        _record(table, 0)
    assert trouble.value.full is full
    monkeypatch.undo()

    _record(table, 0)  # it recovers by itself
    assert _count(table) == 2


def test_full_disk_refuses_writes_and_reads_on(sqlite: object) -> None:
    table = new_table()
    with reading() as connection:
        pages = connection.scalar(text("PRAGMA page_count"))
        raw: Any = connection.connection.driver_connection
    raw.execute(f"PRAGMA max_page_count={pages}").close()
    with pytest.raises(Unavailable) as trouble:
        _record_until_refused(table)
    raw.execute("PRAGMA max_page_count=100000").close()

    assert trouble.value.full
    _record(table, _count(table) - 1)


def test_a_missing_schema_says_what_to_do(tmp_path: Path) -> None:
    with app_on(f"sqlite:///{tmp_path / 'empty.db'}").app_context():
        with pytest.raises(NotSetUp, match="Run `scorekeeper upgrade`"), reading() as connection:
            find_by_id(connection, 1)
        db.engine.dispose()


def test_read_only_folder_is_unavailable(sqlite: object) -> None:
    new_table()
    lock = Path(f"{db.engine.url.database}-turn")
    lock.unlink()
    lock.mkdir()

    with pytest.raises(Unavailable), writing():
        pass

    lock.rmdir()
    new_table("again")


def test_a_writer_that_waits_too_long_is_told(
    sqlite: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("scorekeeper.store.sql.sqlite_file.COMMAND_SECONDS", 0.01)

    with writing(), pytest.raises(Unavailable), writing():
        pass


def _count(table: int | None = None) -> int:
    what = f"record WHERE table_id = {table}" if table else "game_table"
    with reading() as connection:
        return int(connection.scalar(text(f"SELECT count(*) FROM {what}")) or 0)
