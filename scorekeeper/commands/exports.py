"""The commands `export-league`, `import-league` and `export-person`."""

from pathlib import Path

import click
import msgspec

from scorekeeper import places
from scorekeeper.commands.command import FILE, Command, NotDone, refusing
from scorekeeper.sentences import tell
from scorekeeper.server.app_setup import ready_app
from scorekeeper.store import person_file
from scorekeeper.store.league import league_file
from scorekeeper.store.sql.copying import CopyDiffers
from scorekeeper.store.sql.database import reading, writing


@click.command(cls=Command)
@click.argument("league")
@FILE
def export_league(league: str, file: Path) -> None:
    """Write a league with all its games into a file."""
    public_id = league.rstrip("/").rpartition("/")[2]
    with ready_app().app_context(), reading() as connection:
        content = league_file.league_document(connection, public_id, _key())
    if content is None:
        raise NotDone(tell("There is no league {id}.", id=league))
    with refusing(file):
        places.write_privately(file, content)
    saved = tell(
        "Saved to {file}. It contains names, phones and links: keep it private. Its phones go "
        "on working on a server with the same signing key (scorekeeper key); elsewhere "
        "everybody joins again by a new link.",
        file=str(file),
    )
    print(saved)


def _key() -> str:
    return league_file.fingerprint(places.signing_key())


@click.command(cls=Command)
@FILE
def import_league(file: Path) -> None:
    """Store the league of such a file beside those that are there."""
    with refusing(file):
        content = file.read_bytes()
    try:
        with ready_app().app_context(), writing() as connection:
            league = league_file.import_league(connection, content)
    except league_file.LeagueFileInvalid as invalid:
        raise NotDone(str(invalid)) from None
    except league_file.AlreadyHere as there:
        raise NotDone(
            tell(
                "League {id} is on this server already and is not empty; nothing was changed.",
                id=str(there),
            )
        ) from None
    except CopyDiffers:
        raise NotDone(tell("The import differs from the export; nothing was saved.")) from None
    print(tell("League {id} imported and checked against the file.", id=league.league))
    if league.key == _key():
        print(tell("Its phones and links keep working here: the signing key is the same."))
    elif not league.key:
        print(tell("Its phones and links keep working here if the signing key is the same."))
    else:
        print(
            tell(
                "Its phones aren't known here: the signing key is different. Let an organiser in "
                "with scorekeeper admin organiser-link {id} --replace; they replace the other "
                "links and invite everybody.",
                id=league.league,
            )
        )


@click.command(cls=Command)
@click.argument("name")
@FILE
def export_person(name: str, file: Path) -> None:
    """Write all that is kept about a person into a file."""
    with ready_app().app_context(), reading() as connection:
        document = person_file.about_person(connection, name)
    if not any(document[part] for part in ("spelled", "texts", "phones")):
        raise NotDone(tell("Nothing is stored about “{name}”.", name=name))
    content = msgspec.json.format(msgspec.json.encode(document), indent=1) + b"\n"
    with refusing(file):
        places.write_privately(file, content)
    print(tell("Saved to {file}: {n} {n:game|games}.", file=str(file), n=len(document["games"])))
