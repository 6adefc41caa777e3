"""The app as the commands use it: settings read, database opened and upgraded."""

import gc
from time import monotonic, sleep
from typing import Final

import click
from alembic.util import CommandError
from flask import Flask
from sqlalchemy.exc import ArgumentError, DatabaseError

from scorekeeper import create_app, places, settings
from scorekeeper.commands.command import Command
from scorekeeper.sentences import tell
from scorekeeper.store import upkeep
from scorekeeper.store.sql.trouble import Damaged, ReadOnly, Unavailable, fault_of
from scorekeeper.tables.deleting import purge


class NotReady(click.ClickException):
    """The reason why the server cannot start, in words."""


_MOST_PURGED = 10
"""How many batches of deleted rows a start removes; the rest goes later, in passing."""
_FIRST_SECONDS: Final = 2
"""How long another process that starts may take to fill the file that it has created."""


def _check_not_emptied() -> None:
    """Raise `NotReady` where the database has lost all that it held: its file is empty, but the
    key beside it says that there were phones. An empty club would be no sign of that."""
    path = places.data_folder() / "scorekeeper.db"
    if settings.read().database_url or not places.key_file().exists():
        return
    until = monotonic() + _FIRST_SECONDS
    while path.exists() and not path.stat().st_size:
        if monotonic() > until:
            raise NotReady(
                tell(
                    "{file} is empty, although it was in use: its signing key is there. Replace it "
                    "with a backup (`scorekeeper restore`), or delete it to start anew.",
                    file=str(path),
                )
            )
        sleep(0.05)


def ready_app(*, upgraded: bool = True) -> Flask:
    """Return the app, its database upgraded to the newest version (unless `upgraded` is off).

    Raises `NotReady` if a setting is invalid, the data cannot be stored, or the database cannot be
    reached, is not one, or was made by a newer Scorekeeper.
    """
    _check_data()
    try:
        app = create_app()
        if upgraded:
            with app.app_context():
                upkeep.upgrade()
                # here, and later with a page now and then, so that no scheduler is needed
                for _ in range(_MOST_PURGED):
                    if not purge():
                        break
    except _FAULTS as error:
        raise _not_ready(error) from error
    # what is loaded by now stays: looking for garbage there would stop all threads for 80 ms
    gc.freeze()
    return app


def _check_data() -> None:
    try:
        _check_not_emptied()
        places.signing_key()
    except OSError as error:
        where = f"{error.filename}: {error.strerror}" if error.filename else str(error)
        raise NotReady(tell("The data can't be stored: {reason}.", reason=where)) from error
    except ValueError as error:
        raise NotReady(str(error)) from error


_FAULTS: Final = (
    *(ValueError, ArgumentError, ModuleNotFoundError),
    *(DatabaseError, Unavailable, CommandError),
)
"""What is raised where a setting is invalid, or the database cannot be used."""


def _not_ready(error: Exception) -> NotReady:
    """Return the fault in words."""
    if isinstance(error, CommandError):
        return NotReady(
            tell("{file} was made by a newer Scorekeeper.", file=places.describe_data())
        )
    if isinstance(error, ModuleNotFoundError):
        needed = tell(
            "The package {name} is missing: pip install 'scorekeeper[metrics,postgres]'.",
            name=error.name,
        )
        return NotReady(needed)
    reason = str(error)
    if isinstance(error, UnicodeDecodeError):  # in what SQLite says of a damaged table
        reason = str(fault_of(error))
    elif isinstance(error, ValueError | ArgumentError):
        return NotReady(tell("Invalid setting: {reason}", reason=reason))
    elif isinstance(error, DatabaseError):
        reason, fault = str(error.orig), fault_of(error.orig)
        if isinstance(fault, Damaged | ReadOnly):  # there is a remedy
            reason = f"{reason}. {fault}"
    return NotReady(
        tell("Can't open {database}: {reason}", database=places.describe_data(), reason=reason)
    )


@click.command(cls=Command)
def upgrade() -> None:
    """Create the database, or migrate it to the newest version."""
    ready_app()
    print(tell("The database is up to date."))
