"""Copying the database to a SQLite file, and restoring it.

A copy contains the key that signs cookies and makes the secrets of links, so that all phones and
links keep working. Whoever has a copy can do everything, so only its owner can read the file.
"""

import os
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from time import gmtime, strftime
from typing import Final

from scorekeeper.sentences import tell
from scorekeeper.store.sql.database import db, revisions, translate_errors

_BESIDE: Final = ("-wal", "-shm", "-journal")
"""Endings of the files that SQLite may leave beside a database that was not closed."""


def backup(path: Path, key: bytes) -> None:
    """Write a copy of the SQLite database as it is at this moment, while others go on writing, and
    the signing key with it.

    Raises what `write_backup` does, and ``FileNotFoundError`` where there is no database.
    """
    database = Path(db.engine.url.database or "")
    if not database.is_file():  # SQLite would make one, and copy that
        raise FileNotFoundError(tell("There is no database at {file}.", file=str(database)))
    write_backup(path, key, _vacuum)


def write_backup(path: Path, key: bytes, fill: Callable[[Path], object]) -> None:
    """Write a SQLite file that `fill` puts the data into, and the signing key.

    It is complete and on the disk when this returns, and only then has its name. Raises
    ``FileExistsError`` rather than overwrite an older copy, ``OSError`` where the copy cannot be
    written, ``Unavailable``, and what `fill` raises.
    """
    if path.exists():
        raise FileExistsError(
            tell("{file} already exists. Backups are never overwritten.", file=str(path))
        )
    part = _empty(path)
    fill(part)
    with translate_errors(), _exclusive(part) as copy:
        # a copy that somebody has put in the database's place by hand has a key already
        copy.execute("CREATE TABLE IF NOT EXISTS carried_key (signing BLOB NOT NULL)")
        copy.execute("DELETE FROM carried_key")
        copy.execute("INSERT INTO carried_key VALUES (?)", (key,))
    _sync(part)
    part.rename(path)
    _sync(path.parent)  # the name is the folder's, and is lost with the power if that is not synced


def _vacuum(part: Path) -> None:
    with (
        translate_errors(),
        closing(db.engine.raw_connection()) as connection,  # not in a transaction
        closing(connection.cursor()) as cursor,
    ):
        cursor.execute("VACUUM INTO ?", (str(part),))


def carry(path: Path, name: str, content: bytes) -> None:
    """Store further content in a copy, under a name."""
    with _exclusive(path) as copy:
        copy.execute("CREATE TABLE IF NOT EXISTS carried (name TEXT PRIMARY KEY, content BLOB)")
        copy.execute("INSERT OR REPLACE INTO carried VALUES (?, ?)", (name, content))


def carried(path: Path, name: str) -> bytes | None:
    """Return the content stored in a copy under that name. Raises ``ValueError`` for a file that
    is no copy."""
    with _understood(path), _exclusive(path) as copy:
        held = "SELECT 1 FROM sqlite_master WHERE name = 'carried'"
        if copy.execute(held).fetchone() is None:
            return None
        found = copy.execute("SELECT content FROM carried WHERE name = ?", (name,)).fetchone()
        return found[0] if found else None


def key_in(path: Path) -> bytes | None:
    """Return the key that a copy contains; ``None`` in one from before copies did.

    Raises ``OSError`` for a file that cannot be read, ``ValueError`` for one that is no copy, or
    was made by a newer Scorekeeper.
    """
    with open(path, "rb"):  # the system's message about the file is better
        pass
    address = f"{path.resolve().as_uri()}?mode=ro&immutable=1"
    with _understood(path), closing(sqlite3.connect(address, uri=True)) as copy:
        (revision,) = copy.execute("SELECT version_num FROM alembic_version").fetchone()
        if revision not in revisions():
            raise ValueError(tell("{file} was made by a newer Scorekeeper.", file=str(path)))
        held = "SELECT 1 FROM sqlite_master WHERE name = 'carried_key'"
        if copy.execute(held).fetchone() is None:
            return None
        key: bytes = copy.execute("SELECT signing FROM carried_key").fetchone()[0]
        return key


def release(database: Path) -> None:
    """Make sure that nobody uses the database to be replaced, and that its one file holds all of
    it. Raises ``ValueError`` if it is in use; a damaged one is left as it is."""
    if not database.exists():
        return
    try:
        with closing(sqlite3.connect(database, timeout=0)) as connection:
            connection.execute("PRAGMA journal_mode = DELETE").fetchone()
    except sqlite3.OperationalError as error:
        if "locked" in str(error):
            raise ValueError(
                tell("{file} is in use. Stop the app first.", file=str(database))
            ) from None
    except sqlite3.DatabaseError:
        pass  # it may be damaged, hence the restore


def prepare(path: Path, database: Path) -> Path:
    """Put a copy beside the database, complete and on the disk, without the key; return its path.
    Raises ``OSError``, ``ValueError`` for a copy that is damaged."""
    part = _empty(database)
    try:
        shutil.copyfile(path, part)
        with _understood(path), _exclusive(part) as copy:
            if copy.execute("PRAGMA integrity_check").fetchone() != ("ok",):
                raise ValueError(tell("{file} is damaged; nothing was changed.", file=str(path)))
            # the key is stored beside the database; not a byte of it may be left within
            copy.execute("DROP TABLE IF EXISTS carried_key")
            copy.execute("DROP TABLE IF EXISTS carried")
            copy.execute("VACUUM")
        _sync(part)
    except BaseException:
        part.unlink()
        raise
    return part


def set_aside(database: Path) -> Path | None:
    """Keep the database under a second name; return that path (``None``: there is no database)."""
    aside = database.with_name(f"{database.name}-replaced-{strftime('%Y%m%d-%H%M%S', gmtime())}")
    for ending in _BESIDE:  # another database's log would be applied to this one
        with suppress(FileNotFoundError):
            Path(f"{database}{ending}").rename(f"{aside}{ending}")
    if not database.exists():
        return None
    try:
        os.link(database, aside)  # so that there is a database at every moment
    except OSError:  # a file system without a second name for a file
        shutil.copy2(database, aside)
    return aside


def put_in_place(part: Path, database: Path) -> None:
    """Replace the database with the prepared copy."""
    part.replace(database)
    _sync(database.parent)


@contextmanager
def _exclusive(path: Path) -> Iterator[sqlite3.Connection]:
    """Open a database that nobody else has open, as one file; each statement commits by itself."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("PRAGMA journal_mode = DELETE").fetchone()
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA secure_delete = ON").fetchone()
        yield connection


@contextmanager
def _understood(path: Path) -> Iterator[None]:
    try:
        yield
    except (sqlite3.DatabaseError, TypeError) as error:  # a missing row
        raise ValueError(
            tell("{file} is not a Scorekeeper backup, or is damaged.", file=str(path))
        ) from error


def _empty(path: Path) -> Path:
    """Create an empty file beside that path, readable by its owner alone, and return its path.
    Raises ``OSError``, whose words say what is wrong with the folder."""
    part = path.with_name(f"{path.name}.part")
    part.unlink(missing_ok=True)
    os.close(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
    return part


def _sync(path: Path) -> None:
    if os.name == "nt" and path.is_dir():  # a folder cannot be opened there
        return
    handle = os.open(path, os.O_RDONLY if path.is_dir() else os.O_RDWR)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
