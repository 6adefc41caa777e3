"""The commands that back up and restore the data: `backup`, `restore`, `key`."""

import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from time import gmtime, strftime
from typing import Final

from sqlalchemy import make_url

from scorekeeper import places
from scorekeeper.commands.copy import app_on, copy_all
from scorekeeper.sentences import all_of, tell
from scorekeeper.server.app_setup import ready_app
from scorekeeper.store import upkeep
from scorekeeper.store.sql import backups
from scorekeeper.store.sql.copying import NotEmpty
from scorekeeper.store.sql.database import db, is_sqlite
from scorekeeper.store.sql.health import readiness
from scorekeeper.store.sql.trouble import Unavailable

REFUSED = 2
_DATED: Final = "scorekeeper-%Y%m%d-%H%M%S.db"
_DATED_GLOB: Final = "scorekeeper-[0-9]*-[0-9]*.db"


def backup(file: Path, keep: int | None = None) -> int:
    """Copy the database, with the key; the status of the command. In a folder the copy gets a dated
    name, and of those with such names the newest `keep` stay."""
    folder = file if file.is_dir() else None
    if keep and folder is None:
        return _refused(tell("{file} is not a folder. --keep needs one.", file=str(file)))
    file = file / strftime(_DATED, gmtime()) if folder else file
    with ready_app(upgraded=False).app_context():
        try:
            if is_sqlite(db.engine):
                backups.backup(file, places.signing_key())
            else:
                backups.write_backup(file, places.signing_key(), _fill_with_rows)
        except OSError as error:
            return _refused(f"{file}: {error.strerror}" if error.strerror else str(error))
        except (ValueError, Unavailable) as error:
            return _refused(str(error))
    saved = tell(
        "Backup saved to {file}. It contains the signing key: keep it private.", file=str(file)
    )
    print(saved)
    if folder and keep:
        for old in sorted(folder.glob(_DATED_GLOB))[:-keep]:
            old.unlink()
            print(tell("Removed {file}.", file=str(old)))
    return 0


def _fill_with_rows(part: Path) -> None:
    """Write all rows of PostgreSQL, as of one moment, into a SQLite file."""
    told = readiness()
    if not told["ok"]:
        raise ValueError(tell("{reason}; nothing was copied.", reason=told["why"]))
    with TemporaryDirectory(prefix=f"{part.name}-", dir=part.parent) as folder:
        database = Path(folder) / part.name
        there = app_on(database)
        copy_all(app_on(places.database_url()), there)
        with there.app_context():
            db.engine.dispose()
        backups.release(database)
        database.replace(part)


def restore(file: Path, replace: bool) -> int:
    """Restore a copy, with its key; return the command's exit status."""
    try:
        told = _restored(file, replace)
    except OSError as error:
        where, why = str(error.filename or file), error.strerror or str(error)
        return _refused(tell("{file}: {reason}; nothing was changed.", file=where, reason=why))
    except (ValueError, Unavailable) as error:
        return _refused(str(error))
    print(*told, sep="\n")
    return 0


def _restored(file: Path, replace: bool) -> list[str]:
    """Restore a copy; return the lines to print."""
    address = make_url(places.database_url())
    in_file = address.get_backend_name() == "sqlite"
    database = Path(address.database or "") if in_file else None
    carried = backups.key_in(file)
    other = places.differing_key_file(carried)
    there = [one for one in (database, other) if one and one.exists()]
    if there and not replace:
        raise ValueError(
            tell(
                "{files} would be replaced, so nothing was changed. Use --replace to go ahead; the "
                "old files are renamed, not deleted.",
                files=all_of(*map(str, there)),
            )
        )
    key = carried if other else None
    old = _restored_file(file, database, key) if database else _restored_rows(file, key)
    kept = [tell("The previous data is now {file}.", file=str(one)) for one in old if one]
    if carried is None:
        without = tell(
            "Restored {file}. It has no signing key; the current one stays.", file=str(file)
        )
        return [*kept, without]
    restored = tell(
        "Restored {file}. Its phones and links work again. Start the app.", file=str(file)
    )
    return [*kept, restored]


def _restored_file(file: Path, database: Path, key: bytes | None) -> list[Path | None]:
    """Replace a SQLite database, and its key, with a copy; return where the old ones were moved."""
    backups.release(database)
    part = backups.prepare(file, database)
    try:
        old = [backups.set_aside(database), places.store_key(key) if key else None]
        backups.put_in_place(part, database)
    finally:
        part.unlink(missing_ok=True)
    return old


def _restored_rows(file: Path, key: bytes | None) -> list[Path | None]:
    """Fill an empty PostgreSQL database from a copy, and store its key; where the one before is
    kept. Raises ``ValueError``, ``Unavailable``."""
    with TemporaryDirectory(prefix="scorekeeper-restore-") as folder:
        database = Path(folder) / "scorekeeper.db"
        backups.put_in_place(backups.prepare(file, database), database)
        here = app_on(database)
        try:
            with here.app_context():
                upkeep.upgrade()
            copy_all(here, app_on(places.database_url()))
        except NotEmpty as filled:
            raise ValueError(
                tell(
                    "{database} is not empty ({tables}); nothing was changed. Restore into a new, "
                    "empty one.",
                    database=places.describe_data(),
                    tables=str(filled),
                )
            ) from None
        finally:
            with here.app_context():
                db.engine.dispose()
    return [places.store_key(key) if key else None]


def key(file: Path) -> int:
    """Write the signing key into a file; the status of the command."""
    try:
        places.write_privately(file, f"{places.signing_key().hex()}\n".encode())
    except FileExistsError:
        return _refused(tell("{file} already exists. Files are never overwritten.", file=str(file)))
    except OSError as error:
        return _refused(f"{file}: {error.strerror}")
    except ValueError as error:
        return _refused(str(error))
    saved = tell(
        "Signing key saved to {file}. Set SCOREKEEPER_KEY_FILE to its path.", file=str(file)
    )
    print(saved)
    return 0


def _refused(why: str) -> int:
    print(why, file=sys.stderr)
    return REFUSED
