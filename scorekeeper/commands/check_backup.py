"""The command `check`: restores a backup to a temporary place, and replays it."""

import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from scorekeeper import create_app
from scorekeeper.commands.rebuild import Progress
from scorekeeper.leagues.rebuilding import rebuild_results
from scorekeeper.sentences import tell
from scorekeeper.store import upkeep
from scorekeeper.store.sql import backups
from scorekeeper.store.sql.database import db
from scorekeeper.store.upkeep import Rebuild
from scorekeeper.tables.summaries import all_ids, rebuild_summaries

REFUSED = 2
DIFFERS = 1


def check_backup(file: Path) -> int:
    """Restore a copy into a folder that goes away, and compute all that is stored in it again; the
    status of the command. Neither the copy nor the data of the app is touched."""
    with TemporaryDirectory(prefix="scorekeeper-check-") as folder:
        database = Path(folder) / "scorekeeper.db"
        try:
            key = backups.key_in(file)
            backups.put_in_place(backups.prepare(file, database), database)
        except OSError as error:
            return _refused(f"{error.filename or file}: {error.strerror or error}")
        except ValueError as error:
            return _refused(str(error))
        config = {"SQLALCHEMY_DATABASE_URI": f"sqlite:///{database}", "SECRET_KEY": b"-" * 32}
        with create_app(config).app_context():
            upkeep.upgrade()
            differing = _differing()
            games = len(all_ids())
            db.engine.dispose()
    if key is None:
        without = tell(
            "{file} has no signing key: after a restore, phones and links won't be recognised.",
            file=str(file),
        )
        print(without)
    for line in differing:
        print(line, file=sys.stderr)
    if differing:
        return DIFFERS
    intact = tell(
        "{file} is intact: {n} {n:game|games} replayed, no differences.", file=str(file), n=games
    )
    print(intact)
    return 0


def _differing() -> list[str]:
    """A line for each table and league whose stored results are not what its records say."""
    display = Progress(sys.stderr)
    run = Rebuild(tell=display.tell)
    found = [
        tell("{id}: stored scores differ from the records", id=one.public_id)
        for one in rebuild_summaries(repair=False, run=run)
    ]
    found += [
        tell("league {id}: stored results differ from the records", id=one.public_id)
        for one in rebuild_results(repair=False, run=run)
    ]
    display.clear()
    return found


def _refused(why: str) -> int:
    print(why, file=sys.stderr)
    return REFUSED
