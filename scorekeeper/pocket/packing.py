"""Packs the engine's files; runs in Pyodide, so that the bytecode is the browser's."""

import os
import sqlite3
import sys
import zipfile
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Final

from jinja2 import FileSystemBytecodeCache

from scorekeeper import create_app
from scorekeeper.pocket.archives import add_file
from scorekeeper.pocket.build_cache import BuildCache
from scorekeeper.pocket.bytecode import compile_folder
from scorekeeper.pocket.gateway import TEMPLATES
from scorekeeper.pocket.stdlib import repack
from scorekeeper.store import upkeep
from scorekeeper.store.sql.database import db

_SOURCES: Final = "app/scorekeeper/store/migrations/"
"""Alembic reads the migrations as sources."""
_LANGUAGES: Final = "app/scorekeeper/languages/"
_NOT_NEEDED: Final = (
    ".pyi",
    ".typed",
    ".pot",
    ".po",
    ".mo",
    ".c",
    ".h",
    ".pxd",
    ".pyx",
    "-linux-gnu.so",
)


def pack(engine: str, stdlib: str, out: str) -> None:
    """Write `code.zip`, `packages.zip`, `python_stdlib.zip` and `empty.db` into the folder `out`.
    `engine` has the app's files in app/ and the packages that it needs in site/, `stdlib` is the
    archive of Python's library."""
    top, made = Path(engine), Path(out)
    _empty_database(made / "empty.db")
    _compile_templates(TEMPLATES)
    library = Path("/library")
    with zipfile.ZipFile(stdlib) as archive:
        archive.extractall(library)
    cache = BuildCache(made / "build_cache.pickle", _version())
    compile_folder(top, cache)
    compile_folder(library, cache)
    repack(Path(stdlib), [top / "app", top / "site"], library, made / "python_stdlib.zip", cache)
    cache.save()
    # apart, because an update of the app seldom changes the packages; stored, because they are
    # compressed better as a whole when sent, and unpacking is a copy
    files = [*_needed(top)]
    for name, of_packages in (("packages.zip", True), ("code.zip", False)):
        with zipfile.ZipFile(made / name, "w", zipfile.ZIP_STORED) as archive:
            for file in files:
                if file.is_relative_to(top / "site") is of_packages:
                    add_file(archive, file, file.relative_to(top))


def _version() -> bytes:
    """What a module is compiled and read by."""
    readers = [Path(__file__).with_name(one) for one in ("bytecode.py", "stdlib.py")]
    return b"\0".join([sys.version.encode(), *(one.read_bytes() for one in readers)])


def _empty_database(path: Path) -> None:
    """A database of the newest version without a game in it."""
    path.unlink(missing_ok=True)
    place = Path("/empty.db")
    config = {"SQLALCHEMY_DATABASE_URI": f"sqlite:///{place}", "SECRET_KEY": b"-" * 32}
    app = create_app({**config, "SQLITE_JOURNAL": "MEMORY"})
    with app.app_context():
        upkeep.upgrade()
        db.engine.dispose()
    with closing(sqlite3.connect(place, isolation_level=None)) as connection:
        connection.execute("VACUUM")
    path.write_bytes(place.read_bytes())


def _compile_templates(folder: Path) -> None:
    folder.mkdir()
    app = create_app({"SQLALCHEMY_DATABASE_URI": "sqlite://", "SECRET_KEY": b"-" * 32})
    environment = app.jinja_env
    environment.bytecode_cache = FileSystemBytecodeCache(str(folder))
    top = Path(str(app.root_path), str(app.template_folder))
    for file in top.rglob("*.html"):
        environment.get_template(file.relative_to(top).as_posix())


def _needed(top: Path) -> Iterator[Path]:
    for folder, folders, files in os.walk(top):
        folders[:] = sorted(one for one in folders if one != "__pycache__")
        for name in sorted(files):
            file = Path(folder, name)
            within = file.relative_to(top).as_posix()
            unused = name.endswith(_NOT_NEEDED) and not within.startswith(_LANGUAGES)
            if unused or ".dist-info/" in within:
                continue
            compiled = name.endswith(".py") and file.with_suffix(".pyc").exists()
            if compiled and not within.startswith(_SOURCES):
                continue
            if name.endswith(".pyc") and within.startswith(_SOURCES):
                continue
            yield file
