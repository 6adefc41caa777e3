"""The commands `export-league`, `import-league` and `export-person`."""

import sys
from pathlib import Path

import msgspec

from scorekeeper import places
from scorekeeper.sentences import tell
from scorekeeper.server.app_setup import ready_app
from scorekeeper.store import person_file
from scorekeeper.store.league import league_file
from scorekeeper.store.league.league_file import LeagueFileInvalid
from scorekeeper.store.sql.copying import CopyDiffers, NotEmpty
from scorekeeper.store.sql.database import reading, writing

REFUSED = 2


def export_league(public_id: str, file: Path) -> int:
    """Write a league with all its games into a file; the status of the command."""
    with ready_app().app_context(), reading() as connection:
        content = league_file.league_document(connection, public_id.rstrip("/").rpartition("/")[2])
    if content is None:
        return _refused(tell("There is no league {id}.", id=public_id))
    return _saved(
        file,
        content,
        tell(
            "Saved to {file}. It contains names, phones and links: keep it private.", file=str(file)
        ),
    )


def import_league(file: Path) -> int:
    """Store the league of such a file in an empty database; the status of the command."""
    try:
        content = file.read_bytes()
    except OSError as error:
        return _refused(f"{file}: {error.strerror}")
    try:
        with ready_app().app_context(), writing() as connection:
            league = league_file.take_in(connection, content)
    except LeagueFileInvalid as error:
        return _refused(str(error))
    except NotEmpty as filled:
        return _refused(
            tell("The database is not empty ({tables}); nothing was changed.", tables=str(filled))
        )
    except CopyDiffers:
        return _refused(tell("The import differs from the export; nothing was saved."))
    print(tell("League {id} imported and checked against the file.", id=str(league)))
    return 0


def export_person(name: str, file: Path) -> int:
    """Write all that is kept about a person into a file; the status of the command."""
    with ready_app().app_context(), reading() as connection:
        document = person_file.about_person(connection, name)
    if not any(document[part] for part in ("spelled", "texts", "phones")):
        return _refused(tell("Nothing is stored about “{name}”.", name=name))
    content = msgspec.json.format(msgspec.json.encode(document), indent=1) + b"\n"
    count = len(document["games"])
    saved = tell("Saved to {file}: {n} {n:game|games}.", file=str(file), n=count)
    return _saved(file, content, saved)


def _saved(file: Path, content: bytes, told: str) -> int:
    try:
        places.write_privately(file, content)
    except FileExistsError:
        return _refused(tell("{file} already exists. Files are never overwritten.", file=str(file)))
    except OSError as error:
        return _refused(f"{file}: {error.strerror}")
    print(told)
    return 0


def _refused(why: str) -> int:
    print(why, file=sys.stderr)
    return REFUSED
