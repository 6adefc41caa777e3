"""Errors that a driver raises itself, past SQLAlchemy, are reported like SQLAlchemy's."""

import sqlite3
from pathlib import Path

import psycopg
import pytest
import sqlalchemy.exc
from sqlalchemy import text

from scorekeeper.store.sql.database import db, reading, saving, translate_errors
from scorekeeper.store.sql.trouble import Damaged, Unavailable
from tests.databases import app_on

AWAY = psycopg.OperationalError("the connection is lost")


@pytest.mark.parametrize(
    "error",
    [
        AWAY,
        psycopg.errors.AdminShutdown(),
        psycopg.errors.DeadlockDetected(),
        sqlalchemy.exc.OperationalError("SELECT 1", {}, AWAY),
        sqlalchemy.exc.TimeoutError(),
    ],
    ids=repr,
)
def test_unreachable_server_is_reported_as_such(error: Exception) -> None:
    with pytest.raises(Unavailable) as told, translate_errors():
        raise error

    assert type(told.value) is Unavailable
    assert not told.value.full


def test_full_disk_and_damage_are_reported_so() -> None:
    with pytest.raises(Unavailable) as told, translate_errors():
        raise psycopg.errors.DiskFull
    assert told.value.full
    with pytest.raises(Damaged), translate_errors():
        raise psycopg.errors.DataCorrupted


@pytest.mark.parametrize(
    "error",
    [
        psycopg.errors.SyntaxError(),
        sqlite3.OperationalError("near “SELEC”: syntax error"),
        sqlalchemy.exc.IntegrityError("INSERT", {}, psycopg.errors.UniqueViolation()),
        KeyError("the program's own"),
    ],
    ids=repr,
)
def test_program_errors_are_not_translated(error: Exception) -> None:
    with pytest.raises(type(error)), translate_errors():
        raise error


def test_a_server_that_is_away_is_unavailable() -> None:
    app = app_on("postgresql+psycopg://nobody@127.0.0.1:1/none")
    with app.app_context(), pytest.raises(Unavailable) as trouble, reading():
        pass
    assert not trouble.value.full


def test_read_only_connections_are_replaced(tmp_path: Path) -> None:
    app = app_on(f"sqlite:///{tmp_path / 'scorekeeper.db'}")
    with app.app_context():
        with db.engine.connect() as first, db.engine.connect() as second:
            for one in (first, second):
                one.execute(text("PRAGMA query_only=ON"))
        with saving() as connection:
            connection.execute(text("CREATE TABLE kept (points INTEGER)"))
        with reading() as first, reading() as second:
            assert [one.scalar(text("PRAGMA query_only")) for one in (first, second)] == [0, 0]
        db.engine.dispose()
