"""The versions of the database, by the names of their migrations.

Alembic knows them too, but is loaded only where a database is upgraded.
"""

from functools import cache
from pathlib import Path
from typing import Final

MIGRATIONS: Final = Path(__file__).parent.parent / "migrations"


@cache
def revisions() -> tuple[str, ...]:
    """Return every known version, the oldest first."""
    files = (MIGRATIONS / "versions").glob("[0-9]*.py")
    return tuple(sorted(file.name.partition("_")[0] for file in files))


def newest() -> str:
    """Return the version that the app works with."""
    return revisions()[-1]
