"""Databases for tests: SQLite in a file always, PostgreSQL where there is one.

A conftest takes the fixtures by importing them.
"""

import shutil
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from flask import Flask
from sqlalchemy import text

from scorekeeper.store import database, upkeep
from scorekeeper.store.database import db, writing
from scorekeeper.store.models import Base
from tests.postgres import server


def app_on(url: str) -> Flask:
    """An app with nothing but a database."""
    app = Flask(__name__)
    app.config["SQLALCHEMY_DATABASE_URI"] = url
    database.init_app(app)
    return app


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


@pytest.fixture
def sqlite(tmp_path: Path, migrated: Path) -> Iterator[Flask]:
    """An app on an empty SQLite database."""
    shutil.copy(migrated, tmp_path / "score.db")
    app = app_on(f"sqlite:///{tmp_path / 'score.db'}")
    with app.app_context():
        yield app
        db.engine.dispose()


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)])
def store(request: pytest.FixtureRequest) -> Iterator[Flask]:
    """An app on an empty database of each kind, its context entered."""
    app: Flask = request.getfixturevalue(request.param)
    with ExitStack() as stack:
        if request.param == "postgres":
            stack.enter_context(app.app_context())
            names = ", ".join(table.name for table in Base.metadata.sorted_tables)
            with writing() as connection:
                connection.execute(text(f"TRUNCATE {names} RESTART IDENTITY CASCADE"))
        yield app
