"""`python -m bench.sizes`: what games take up in the database, in bytes a deal."""

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from sqlalchemy import text

from scorekeeper import create_app
from scorekeeper.games import games
from scorekeeper.store.sql.database import db, is_sqlite
from scorekeeper.store.upkeep import upgrade
from scorekeeper.tables.starting import start_table
from tests import postgres
from tests.games.drawn import played_out

SHEETS: Final = 40
"""Games of each rule set, played to their ends."""


def size() -> int:
    """Bytes of the database."""
    with db.engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        if is_sqlite(connection):
            connection.execute(text("PRAGMA wal_checkpoint(TRUNCATE)"))
            return Path(db.engine.url.database or "").stat().st_size
        connection.execute(text("VACUUM"))
        found: int = connection.scalar(text("SELECT pg_database_size(current_database())")) or 0
        return found


def measure(url: str) -> str:
    """Fill an empty database with drawn games; what they took up."""
    with create_app({"SQLALCHEMY_DATABASE_URI": url}).app_context():
        upgrade()
        before, deals, count = size(), 0, 0
        for game in games().values():
            for sheet in played_out(game, SHEETS * 12, seed=1):
                start_table(sheet, key=f"{count}", device=f"{count}", address=f"{count}")
                deals, count = deals + len(sheet["entries"]), count + 1
        grown = size() - before
        kind = "SQLite" if is_sqlite(db.engine) else "PostgreSQL"
        db.engine.dispose()
    return (
        f"{kind}: {count} games of {deals / count:.0f} deals, {grown / count:,.0f} bytes a game, "
        f"{grown / deals:,.0f} a deal"
    )


@contextmanager
def databases() -> Iterator[list[str]]:
    """An empty one of each kind."""
    with tempfile.TemporaryDirectory() as folder, postgres.server() as url:
        yield [f"sqlite:///{folder}/sizes.db", url]


if __name__ == "__main__":
    with databases() as urls:
        for url in urls:
            print(measure(url))
