"""Upgrading the phone's database, made by an older edition, on a copy."""

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

from scorekeeper import create_app
from scorekeeper.sentences import tell
from scorekeeper.store import upkeep
from scorekeeper.store.sql.database import db, newest


def bring_up_to_date(database: Path) -> None:
    """Migrate the database if it is of an older version; it is replaced only once all is done.

    Raises `ValueError` for one that a newer edition has made.
    """
    with closing(sqlite3.connect(database)) as connection:
        (version,) = connection.execute("SELECT version_num FROM alembic_version").fetchone()
    if version == newest():
        return
    if version > newest():
        raise ValueError(tell("A newer Scorekeeper saved the data on this phone. Reload the page."))
    copy = database.with_suffix(".new")
    shutil.copyfile(database, copy)
    address = f"sqlite:///{copy}"
    app = create_app({"SQLALCHEMY_DATABASE_URI": address, "SQLITE_JOURNAL": "MEMORY"})
    with app.app_context():
        upkeep.upgrade()
        db.engine.dispose()
    copy.replace(database)
