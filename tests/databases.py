"""Databases for tests: SQLite in a file always, PostgreSQL where there is one.

They are made once and emptied for each test: an engine that is new has everything to compile.
"""

import os
import shutil
from collections.abc import Iterator
from contextlib import ExitStack, closing
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

import pytest
from flask import Flask
from werkzeug.security import generate_password_hash

from scorekeeper.store import upkeep
from scorekeeper.store.access import league_access
from scorekeeper.store.schema.table import Base
from scorekeeper.store.sql import database
from scorekeeper.store.sql.database import db, writing
from tests.postgres import server

ON_BOTH: Final = {
    "leagues": ("test_at_once.py", "test_counted.py"),
    "tables": ("test_changes.py", "test_limits.py", "test_same_players.py"),
}
"""What `make test` tries on PostgreSQL too, in folders where only the build tries all."""


@pytest.hookimpl(tryfirst=True)  # before -m chooses
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark as hard what only the build tries on PostgreSQL."""
    for item in items:
        both = ON_BOTH.get(item.path.parent.name)
        if both and item.path.name not in both and item.get_closest_marker("postgres"):
            item.add_marker(pytest.mark.hard)


def app_on(url: str) -> Flask:
    """An app with nothing but a database."""
    app = Flask(__name__)
    app.config["SQLALCHEMY_DATABASE_URI"] = url
    database.init_app(app)
    return app


@pytest.fixture(scope="session", autouse=True)
def passphrases() -> Iterator[None]:
    """Passphrases are stored at next to no cost; by design the real one is half a test's time."""

    def hash_of(passphrase: str) -> str:
        return generate_password_hash(passphrase, "pbkdf2:sha256:1")

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(league_access, "hash_of", hash_of)
        yield


@pytest.fixture(scope="session")
def migrated(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A SQLite database as the migrations make it, to be copied."""
    path = tmp_path_factory.mktemp("store") / "migrated.db"
    with app_on(f"sqlite:///{path}").app_context():
        upkeep.upgrade()
        db.engine.dispose()
    return path


@pytest.fixture(scope="session")
def postgres() -> Iterator[Flask]:
    """An app on a PostgreSQL database as the migrations make it."""
    with server() as url:
        app = app_on(url)
        with app.app_context():
            upkeep.upgrade()
        yield app
        with app.app_context():
            db.engine.dispose()


@pytest.fixture(scope="session")
def in_memory() -> Iterator[Path]:
    """A folder in memory where the machine has one, where reaching the disk costs nothing."""
    memory = Path("/dev/shm")
    with TemporaryDirectory(
        prefix="scorekeeper-", dir=memory if os.access(memory, os.W_OK) else None
    ) as folder:
        yield Path(folder)


@pytest.fixture(scope="session")
def file(in_memory: Path, migrated: Path) -> Flask:
    """An app on a SQLite database as the migrations make it."""
    shutil.copy(migrated, in_memory / "score.db")
    return app_on(f"sqlite:///{in_memory / 'score.db'}")


@pytest.fixture
def sqlite(file: Flask) -> Iterator[Flask]:
    """An app on an empty SQLite database."""
    with file.app_context():
        _empty("PRAGMA defer_foreign_keys=ON", "DELETE FROM sqlite_sequence")
        yield file
        db.engine.dispose()


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)])
def store(request: pytest.FixtureRequest) -> Iterator[Flask]:
    """An app on an empty database of each kind, its context entered."""
    app: Flask = request.getfixturevalue(request.param)
    with ExitStack() as stack:
        if request.param == "postgres":
            stack.enter_context(app.app_context())
            _empty(
                "SET LOCAL session_replication_role = replica",  # no look at foreign keys
                "SELECT setval(oid, 1, false) FROM pg_class WHERE relkind = 'S'",
            )
        yield app


def _empty(*also: str) -> None:
    """Delete every row (a fraction of what PostgreSQL needs to truncate), these said before."""
    with writing() as connection, closing(connection.connection.cursor()) as cursor:
        for statement in (*also, *(f"DELETE FROM {name}" for name in Base.metadata.tables)):
            cursor.execute(statement)
