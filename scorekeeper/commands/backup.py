"""The commands that copy all data: `backup`, `restore`, `check`, `key`, and `copy` from one
database into another, SQLite or PostgreSQL each."""

import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from time import gmtime, strftime
from typing import Final
from urllib.parse import quote

import click
from flask import Flask
from sqlalchemy import make_url

from scorekeeper import create_app, places, settings
from scorekeeper.commands.command import FILE, Command, NotDone, refusing
from scorekeeper.commands.rebuild import Progress
from scorekeeper.leagues.rebuilding import rebuild_results
from scorekeeper.sentences import all_of, phrase, tell
from scorekeeper.server.app_setup import ready_app
from scorekeeper.store import upkeep
from scorekeeper.store.sql import backups, copying
from scorekeeper.store.sql.database import db, is_sqlite, translate_errors
from scorekeeper.store.sql.health import health
from scorekeeper.store.upkeep import Rebuild
from scorekeeper.tables.summaries import all_ids, rebuild_summaries, replayed

DIFFERS: Final = 1
_DATED: Final = "scorekeeper-%Y%m%d-%H%M%S.db"
_DATED_GLOB: Final = "scorekeeper-[0-9]*-[0-9]*.db"


@click.command(cls=Command)
@FILE
@click.option(
    "--keep",
    type=click.IntRange(min=1),
    metavar="N",
    help=phrase("FILE is a folder: name copies by date and keep the newest N"),
)
def backup(file: Path, keep: int | None) -> None:
    """Copy the database, with the key. In a folder the copy gets a dated name, and of those with
    such names the newest `keep` stay."""
    folder = file if file.is_dir() else None
    if keep and folder is None:
        raise NotDone(tell("{file} is not a folder. --keep needs one.", file=str(file)))
    file = file / strftime(_DATED, gmtime()) if folder else file
    with ready_app(upgraded=False).app_context(), refusing(file):
        if is_sqlite(db.engine):
            backups.backup(file, places.signing_key())
        else:
            backups.write_backup(file, places.signing_key(), _fill_with_rows)
    saved = tell(
        "Backup saved to {file}. It contains the signing key: keep it private.", file=str(file)
    )
    print(saved)
    if folder and keep:
        for old in sorted(folder.glob(_DATED_GLOB))[:-keep]:
            old.unlink()
            print(tell("Removed {file}.", file=str(old)))


def _fill_with_rows(part: Path) -> None:
    """Write all rows of PostgreSQL, as of one moment, into a SQLite file."""
    told = health(check_file=False)
    if not told["ok"]:
        raise ValueError(tell("{reason}; nothing was copied.", reason=told["why"]))
    # beside the copy: a file can't be renamed onto another disk
    with TemporaryDirectory(prefix=f"{part.name}-", dir=part.parent) as folder:
        database = Path(folder) / part.name
        there = _app_on(database)
        _copy_all(_app_on(places.database_url()), there)
        with there.app_context():
            db.engine.dispose()
        backups.release(database)
        database.replace(part)


@click.command(cls=Command)
@FILE
@click.option("--replace", is_flag=True, help=phrase("overwrite existing data"))
def restore(file: Path, replace: bool) -> None:
    """Restore a copy, with its key."""
    with refusing(file):
        try:
            told = _restored(file, replace)
        except OSError as error:
            where, why = str(error.filename or file), error.strerror or str(error)
            raise NotDone(
                tell("{file}: {reason}; nothing was changed.", file=where, reason=why)
            ) from None
    print(*told, sep="\n")


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
    # before anything is set aside, so that a damaged copy changes nothing
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
        here = _app_on(_unpacked(file, folder))
        try:
            with here.app_context():
                upkeep.upgrade()
            _copy_all(here, _app_on(places.database_url()))
        except copying.NotEmpty as filled:
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


def _unpacked(file: Path, folder: str) -> Path:
    """Return the database of a backup, in that folder."""
    database = Path(folder) / "scorekeeper.db"
    backups.put_in_place(backups.prepare(file, database), database)
    return database


@click.command(cls=Command)
@FILE
def check(file: Path) -> int:
    """Restore a copy into a folder that goes away, and compute all that is stored in it again.
    Neither the copy nor the data of the app is touched."""
    with TemporaryDirectory(prefix="scorekeeper-check-") as folder:
        with refusing(file):
            key = backups.key_in(file)
            database = _unpacked(file, folder)
        with _app_on(database).app_context():
            upkeep.upgrade()
            differing = [*_wrongly_stored()]
            games = len(all_ids())
            db.engine.dispose()
    if key is None:
        without = tell(
            "{file} has no signing key: after a restore, phones and links won't be recognised.",
            file=str(file),
        )
        print(without)
    if differing:
        print(*differing, sep="\n", file=sys.stderr)
        return DIFFERS
    intact = tell(
        "{file} is intact: {n} {n:game|games} replayed, no differences.", file=str(file), n=games
    )
    print(intact)
    return 0


def _wrongly_stored() -> Iterator[str]:
    """Yield a line for each table and league whose stored results are not what its records say."""
    display = Progress(sys.stderr)
    run = Rebuild(tell=display.tell)
    for table in rebuild_summaries(repair=False, run=run):
        yield tell("{id}: stored scores differ from the records", id=table.public_id)
    for league in rebuild_results(repair=False, run=run):
        yield tell("league {id}: stored results differ from the records", id=league.public_id)
    display.clear()


@click.command(cls=Command)
@FILE
def key(file: Path) -> None:
    """Write the signing key into a file."""
    with refusing(file):
        places.write_privately(file, f"{places.signing_key().hex()}\n".encode())
    saved = tell(
        "Signing key saved to {file}. Set SCOREKEEPER_KEY_FILE to its path.", file=str(file)
    )
    print(saved)


# --- from one database into another ---------------------------------------------------------------

_DATABASE: Final = phrase("address of a PostgreSQL database, or an SQLite file")


@click.command(cls=Command)
@click.argument("source", help=_DATABASE)
@click.argument("target", help=_DATABASE)
def copy(source: str, target: str) -> int:
    """Copy the one database into the other and compare."""
    if not all(settings.is_database(one) for one in (source, target) if "://" in one):
        raise NotDone(
            tell("A database is a SQLite file or postgresql://NAME:PASSWORD@HOST/DATABASE.")
        )
    here, there = _app_on(source), _app_on(target)
    with here.app_context():
        if is_sqlite(db.engine) and not Path(db.engine.url.database or "").is_file():
            raise NotDone(tell("There is no database at {source}.", source=source))
        told = health(check_file=False)
        if not told["ok"]:
            raise NotDone(tell("Source database: {reason}", reason=told["why"]))
    try:
        counted = _copy_all(here, there)
    except copying.NotEmpty as filled:
        raise NotDone(
            tell("The target is not empty ({tables}); nothing was changed.", tables=str(filled))
        ) from None
    except copying.CopyDiffers as table:
        raise NotDone(
            tell("The copy differs from the source ({table}); nothing was saved.", table=str(table))
        ) from None
    if wrong := [*_differing(here, there)]:
        print(tell("These games replay differently: {ids}.", ids=", ".join(wrong)), file=sys.stderr)
        return DIFFERS
    games, leagues = counted["game_table"], counted["league"]
    copied = tell(
        "Copied and compared {n} {n:row|rows}: {games} {games:game|games}, "
        "{leagues} {leagues:league|leagues}.",
        n=sum(counted.values()),
        games=games,
        leagues=leagues,
    )
    print(copied)
    print(tell("Phones and links keep working if the signing key is the same (scorekeeper key)."))
    return 0


def _app_on(named: str | Path) -> Flask:
    """An app on a database: an address, or the name of a SQLite file. It signs nothing."""
    named = str(named)
    if "://" not in named:
        path = quote(Path(named).expanduser().resolve().as_posix(), safe="/:")
        named = f"sqlite:///{path}"
    address = places.with_driver(named)
    return create_app({"SQLALCHEMY_DATABASE_URI": address, "SECRET_KEY": b"-" * 32})


def _copy_all(here: Flask, there: Flask) -> dict[str, int]:
    """Upgrade the database of `there` and copy all rows of `here` into it; return the number of
    rows per table. Raises ``NotEmpty``, ``CopyDiffers``, ``Unavailable``."""
    with there.app_context(), translate_errors():
        upkeep.upgrade()
        target = db.engine
    with here.app_context():
        return copying.copy_rows(db.engine, target)


def _differing(here: Flask, there: Flask) -> Iterator[str]:
    """The games that come out otherwise when they are replayed from what arrived."""
    display = Progress(sys.stderr)
    with here.app_context():
        ids = all_ids()
    for place, table_id in enumerate(ids, 1):
        with here.app_context():
            sent = replayed(table_id)
        with there.app_context():
            arrived = replayed(table_id)
        if sent != arrived:
            yield sent.public_id
        display.tell("Games compared", place, len(ids))
    display.clear()
