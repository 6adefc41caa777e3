"""Compiles the engine's files: a script for the Python that Pyodide brings, because each version
has bytecode of its own.

`building` runs it twice, once for Python's library and the packages, once for the app: what Python
has in memory shows in the bytecode it writes, and no phone shall fetch again what is the same.
"""

# `pyodide py-compile` does the same, but runs only on the Python that Pyodide has.
import compileall
import re
import sqlite3
import sys
from contextlib import closing
from pathlib import Path
from py_compile import PycInvalidationMode
from typing import Final

ENGINE: Final = Path("/engine")
"""The folder that has been brought along, of library/ and site/, or of app/."""
PACKAGES: Final = Path("/packages/site")
"""The folder of the packages with which the app runs."""
_AS_SOURCES: Final = re.compile("/migrations/")
"""What Alembic reads."""


def main() -> None:
    """Put bytecode in the place of sources."""
    app = ENGINE / "app"
    is_app = app.is_dir()
    for folder in sorted(ENGINE.iterdir()):
        compileall.compile_dir(
            folder,
            rx=_AS_SOURCES,
            quiet=2,  # some packages have files of Python 2 among them
            # in the place of the source: without that Python reads no __pycache__
            legacy=True,
            optimize=2,  # without assertions and docstrings
            # no times within: the same sources make the same files, which no phone fetches again
            invalidation_mode=PycInvalidationMode.UNCHECKED_HASH,
        )
        for source in folder.rglob("*.py"):
            if source.with_suffix(".pyc").exists():
                source.unlink()
    if is_app:
        sys.path[:0] = [str(app), str(PACKAGES)]
        _compile_templates()
        _write_empty_database(ENGINE / "empty.db")


def _compile_templates() -> None:
    from jinja2 import FileSystemBytecodeCache

    from scorekeeper import create_app
    from scorekeeper.pocket.gateway import TEMPLATES

    TEMPLATES.mkdir()
    app = create_app({"SQLALCHEMY_DATABASE_URI": "sqlite://", "SECRET_KEY": b"-" * 32})
    environment = app.jinja_env
    environment.bytecode_cache = FileSystemBytecodeCache(str(TEMPLATES))
    top = Path(str(app.root_path), str(app.template_folder))
    for file in sorted(top.rglob("*.html")):
        environment.get_template(file.relative_to(top).as_posix())


def _write_empty_database(file: Path) -> None:
    """Write a database of the newest version without a game in it. It is made here, because on
    another Python it would be another one each time: Alembic has sets of constraints."""
    from scorekeeper import create_app
    from scorekeeper.store import upkeep
    from scorekeeper.store.sql.database import db

    place = Path("/empty.db")
    config = {"SQLALCHEMY_DATABASE_URI": f"sqlite:///{place}", "SECRET_KEY": b"-" * 32}
    with create_app({**config, "SQLITE_JOURNAL": "MEMORY"}).app_context():
        upkeep.upgrade()
        db.engine.dispose()
    with closing(sqlite3.connect(place, isolation_level=None)) as connection:
        connection.execute("VACUUM")
    file.write_bytes(place.read_bytes())


if __name__ == "__main__":
    main()
