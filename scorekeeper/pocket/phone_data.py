"""What is kept on a phone, in the data folder: upgraded, saved to a file and restored from one."""

import shutil
import sqlite3
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from scorekeeper import create_app, places
from scorekeeper.pocket.exchange import SERVERS_FILE
from scorekeeper.sentences import tell
from scorekeeper.store import upkeep
from scorekeeper.store.sql import backups
from scorekeeper.store.sql.database import db, newest

DATABASE: Final = "scorekeeper.db"
JAR: Final = "jar.json"
"""The file of the phone's cookies. A service worker may set none, so they are kept here."""
_CARRIED: Final = (JAR, SERVERS_FILE)
"""The files that a backup has in it, beside the key."""
_EXPORTED: Final = "exported"
"""The file that says when everything was last saved to a file, in ISO 8601."""


def bring_up_to_date(folder: Path) -> None:
    """Migrate a database that an older edition has made, on a copy; it is replaced only once all is
    done. Raises `ValueError` for one that a newer edition has made."""
    database = folder / DATABASE
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


def export(folder: Path) -> bytes:
    """A backup, as `scorekeeper backup` makes them, with this phone's cookies in it. Needs an app
    context."""
    copy = folder / "export.db"
    copy.unlink(missing_ok=True)
    backups.backup(copy, places.signing_key())
    for name in _CARRIED:
        held = folder / name
        backups.carry(copy, name, held.read_bytes() if held.exists() else b"{}")
    data = copy.read_bytes()
    copy.unlink()
    now = datetime.now(UTC).isoformat(timespec="minutes")
    (folder / _EXPORTED).write_text(now, encoding="ascii")
    return data


def exported(folder: Path) -> str | None:
    """Return when everything was last saved to a file, in ISO 8601."""
    told = folder / _EXPORTED
    return told.read_text(encoding="ascii") if told.exists() else None


def restore(folder: Path, data: bytes) -> None:
    """Replace the data with a backup. The engine has to be restarted afterwards. Needs an app
    context.

    Raises `ValueError`, in words, for an invalid backup, or a newer Scorekeeper's.
    """
    copy = folder / "import.db"
    copy.write_bytes(data)
    try:
        key = backups.key_in(copy)
        carried = {name: backups.carried(copy, name) for name in _CARRIED}
        ready = backups.prepare(copy, folder / DATABASE)
    except ValueError as error:
        raise ValueError(str(error).replace(str(copy), tell("This file"))) from None
    finally:
        copy.unlink()
    db.engine.dispose()
    ready.replace(folder / DATABASE)
    if key is not None:
        places.key_file().write_bytes(key)
    if jar := carried[JAR]:
        (folder / JAR).write_bytes(jar)
    (folder / SERVERS_FILE).write_bytes(carried[SERVERS_FILE] or b"{}")
