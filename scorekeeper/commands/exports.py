"""The commands `export-league`, `import-league` and `export-person`."""

import sys
from pathlib import Path

import msgspec

from scorekeeper import places
from scorekeeper.sentences import tell
from scorekeeper.server.app_setup import ready_app
from scorekeeper.store import person_file
from scorekeeper.store.league import league_file
from scorekeeper.store.league.league_file import AlreadyHere, LeagueFileInvalid
from scorekeeper.store.sql.copying import CopyDiffers
from scorekeeper.store.sql.database import reading, writing

REFUSED = 2


def export_league(public_id: str, file: Path) -> int:
    """Write a league with all its games into a file; the status of the command."""
    with ready_app().app_context(), reading() as connection:
        content = league_file.league_document(
            connection, public_id.rstrip("/").rpartition("/")[2], _key()
        )
    if content is None:
        return _refused(tell("There is no league {id}.", id=public_id))
    return _saved(
        file,
        content,
        tell(
            "Saved to {file}. It contains names, phones and links: keep it private. Its phones go "
            "on working on a server with the same signing key (scorekeeper key); elsewhere "
            "everybody joins again by a new link.",
            file=str(file),
        ),
    )


def _key() -> str:
    return league_file.fingerprint(places.signing_key())


def import_league(file: Path) -> int:
    """Store the league of such a file beside those that are there; the status of the command."""
    try:
        content = file.read_bytes()
    except OSError as error:
        return _refused(f"{file}: {error.strerror}")
    try:
        with ready_app().app_context(), writing() as connection:
            league = league_file.import_league(connection, content)
    except LeagueFileInvalid as error:
        return _refused(str(error))
    except AlreadyHere as there:
        return _refused(
            tell(
                "League {id} is on this server already and is not empty; nothing was changed.",
                id=str(there),
            )
        )
    except CopyDiffers:
        return _refused(tell("The import differs from the export; nothing was saved."))
    print(tell("League {id} imported and checked against the file.", id=league.league))
    if league.key == _key():
        print(tell("Its phones and links go on here: the signing key is the same."))
    elif not league.key:
        print(tell("Its phones and links go on here if the signing key is the same."))
    else:
        print(
            tell(
                "Its phones aren't known here: the signing key is another one. Let an organiser in "
                "with scorekeeper admin organiser-link {id} --replace; they replace the other "
                "links and invite everybody.",
                id=league.league,
            )
        )
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
