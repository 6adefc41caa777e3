"""The commands that copy the data and bring it back: `backup`, `restore`, `key`."""

import sys
from pathlib import Path
from time import gmtime, strftime
from typing import Final

from sqlalchemy import make_url

from scorekeeper import places
from scorekeeper.server.app_setup import ready_app
from scorekeeper.store.sql import backups
from scorekeeper.store.sql.trouble import Unavailable

REFUSED = 2
_DATED: Final = "scorekeeper-%Y%m%d-%H%M%S.db"
_DATED_GLOB: Final = "scorekeeper-[0-9]*-[0-9]*.db"


def backup(file: Path, keep: int | None = None) -> int:
    """Copy the database, with the key; the status of the command. In a folder the copy gets a dated
    name, and of those with such names the newest `keep` stay."""
    folder = file if file.is_dir() else None
    if keep and folder is None:
        return _refused(f"{file} is no folder; --keep needs one for the dated copies.")
    file = file / strftime(_DATED, gmtime()) if folder else file
    with ready_app(upgraded=False).app_context():
        try:
            backups.backup(file, places.signing_key())
        except OSError as error:
            return _refused(f"{file}: {error.strerror}" if error.strerror else str(error))
        except (ValueError, Unavailable) as error:
            return _refused(str(error))
    print(f"Backup saved to {file}. It contains the signing key: keep it private.")
    if folder and keep:
        for old in sorted(folder.glob(_DATED_GLOB))[:-keep]:
            old.unlink()
            print(f"Removed {old}.")
    return 0


def restore(file: Path, replace: bool) -> int:
    """Bring a copy back, with its key; the status of the command."""
    try:
        told = _restored(file, replace)
    except OSError as error:
        where = error.filename or file
        return _refused(f"{where}: {error.strerror or error}; nothing was changed.")
    except ValueError as error:
        return _refused(str(error))
    print(*told, sep="\n")
    return 0


def _restored(file: Path, replace: bool) -> list[str]:
    """Bring a copy back; what there is to say of it."""
    address = make_url(places.database_url())
    if address.get_backend_name() != "sqlite":
        raise ValueError(backups.POSTGRESQL)
    database = Path(address.database or "")
    carried = backups.key_in(file)
    other = places.differing_key_file(carried)
    there = [one for one in (database, other) if one and one.exists()]
    if there and not replace:
        raise ValueError(
            f"{' and '.join(map(str, there))} would be replaced; nothing was changed. Use "
            "--replace to do it; the old ones are kept under other names."
        )
    backups.release(database)
    part = backups.prepare(file, database)
    try:
        old = [
            backups.set_aside(database),
            places.store_key(carried) if carried and other else None,
        ]
        backups.put_in_place(part, database)
    finally:
        part.unlink(missing_ok=True)
    kept = [f"What was there before is now {one}." for one in old if one]
    if carried is None:
        return [*kept, f"Restored {file}. It has no signing key; the current one stays."]
    return [*kept, f"Restored {file}. Its phones and links work again. Start the app."]


def key(file: Path) -> int:
    """Write the signing key into a file; the status of the command."""
    try:
        places.write_privately(file, f"{places.signing_key().hex()}\n".encode())
    except FileExistsError:
        return _refused(f"{file} already exists. Files are never overwritten.")
    except OSError as error:
        return _refused(f"{file}: {error.strerror}")
    except ValueError as error:
        return _refused(str(error))
    print(f"Signing key saved to {file}. Set SCOREKEEPER_KEY_FILE to its path.")
    return 0


def _refused(why: str) -> int:
    print(why, file=sys.stderr)
    return REFUSED
