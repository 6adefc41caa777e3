"""The command `copy`: all data from one database into another, SQLite or PostgreSQL each."""

import sys
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote

from flask import Flask

from scorekeeper import create_app, places, settings
from scorekeeper.commands.rebuild import Progress
from scorekeeper.sentences import tell
from scorekeeper.store import upkeep
from scorekeeper.store.sql import copying
from scorekeeper.store.sql.database import db, is_sqlite, translate_errors
from scorekeeper.store.sql.health import readiness
from scorekeeper.store.sql.trouble import Unavailable
from scorekeeper.tables.summaries import all_ids, replayed

REFUSED = 2
DIFFERS = 1


def copy(source: str, target: str) -> int:
    """Copy the one database into the other and compare; the status of the command."""
    if not all(settings.is_database(one) for one in (source, target) if "://" in one):
        return _refused(
            tell("A database is a SQLite file or postgresql://NAME:PASSWORD@HOST/DATABASE.")
        )
    here, there = app_on(source), app_on(target)
    with here.app_context():
        if is_sqlite(db.engine) and not Path(db.engine.url.database or "").is_file():
            return _refused(tell("There is no database at {source}.", source=source))
        told = readiness()
        if not told["ok"]:
            return _refused(tell("Source database: {reason}", reason=told["why"]))
    try:
        counted = copy_all(here, there)
    except copying.NotEmpty as filled:
        return _refused(
            tell("The target is not empty ({tables}); nothing was changed.", tables=str(filled))
        )
    except copying.CopyDiffers as table:
        return _refused(
            tell("The copy differs from the source ({table}); nothing was saved.", table=str(table))
        )
    except Unavailable as trouble:
        return _refused(str(trouble))
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


def app_on(named: str | Path) -> Flask:
    """An app on a database: an address, or the name of a SQLite file. It signs nothing."""
    named = str(named)
    if "://" not in named:
        path = quote(Path(named).expanduser().resolve().as_posix(), safe="/:")
        named = f"sqlite:///{path}"
    address = places.with_driver(named)
    return create_app({"SQLALCHEMY_DATABASE_URI": address, "SECRET_KEY": b"-" * 32})


def copy_all(here: Flask, there: Flask) -> dict[str, int]:
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


def _refused(why: str) -> int:
    print(why, file=sys.stderr)
    return REFUSED
