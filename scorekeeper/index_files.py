"""The index of a game's rules, kept in a file: tables of numbers by term.

It depends on the code, the game's pages and the language alone. So it is built once, with the
package, and every process reads it where it lies: as dicts a question to each of 13 games took a
server from 130 to 1,235 MB, and 300 MB as tuples. SQLite is there anyway, finds a term in some
5 µs, and maps the file, so that all processes share the same memory.
"""

import hashlib
import shutil
import sqlite3
import sys
import tempfile
from array import array
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, suppress
from functools import cache
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Final
from zlib import crc32

from scorekeeper import languages
from scorekeeper.engine.game import Game
from scorekeeper.games import folder, games
from scorekeeper.search.index import build_index
from scorekeeper.search.tables import BuiltTables, Numbers, TableReader, Tables
from scorekeeper.sentences import tell

ROOMS: Final = (
    *("anchored_markdown.py", "cards.py", "engine", "games", "interview", "languages"),
    *("own", "payments.py", "referee", "rulebook.py", "search", "sentences.py", "sheet"),
    "spelling.py",
)
"""The code that an index is built by: the search and all that it may import. A change to a page or
to the database outdates none."""
_ENDINGS: Final = (".py", ".md", ".mo", "game.json", "guide.json")
_SCHEMA: Final = """
CREATE TABLE numbers (name TEXT, term TEXT, value BLOB, PRIMARY KEY (name, term)) WITHOUT ROWID;
"""
_BUILT_FROM: Final = "built from"
_MAPPED_BYTES: Final = 1 << 28


class IndexFile:
    """Reads the tables of one game's index. Raises `sqlite3.Error` if there is no such file."""

    def __init__(self, path: Path) -> None:
        self._connection = _connected(path)
        self._connection.execute(f"PRAGMA mmap_size = {_MAPPED_BYTES}")

    def numbers(self, table: str, term: str) -> Numbers:
        """Return what a table has for a term; empty where it has none."""
        query = "SELECT value FROM numbers WHERE name = ? AND term = ?"
        found = self._connection.execute(query, (table, term)).fetchone()
        return memoryview(found[0]).cast("f") if found else ()

    def sizes(self, table: str) -> Mapping[str, int]:
        """Return how many places a table has for each of its terms."""
        query = "SELECT term, length(value) / 8 FROM numbers WHERE name = ?"
        return dict(self._connection.execute(query, (table,)).fetchall())


class IndexFiles:
    """The files of a folder that came with the package, and of one's own: into that is built what
    is missing or outdated in the other."""

    def __init__(self, shipped: Path, own: Callable[[], Path]) -> None:
        self._shipped, self._own = shipped, own

    def open(self, game: Game, build: Callable[[], Tables]) -> TableReader:
        """Return the index of a game; built where no file has that of today's code and pages."""
        name = file_name(game)
        if found := read_index(self._shipped / name, game):
            return found
        built = None
        with suppress(OSError, sqlite3.Error):  # a full disk, or a folder that can't be written
            path = self._own() / name
            if found := read_index(path, game):
                return found
            built = build()
            write_index(path, game, built)
            if found := read_index(path, game):
                return found
        return BuiltTables(built or build())


def file_name(game: Game) -> str:
    """Return the name of the file with a game's index."""
    return f"{game.slug}.db"


def read_index(path: Path, game: Game) -> IndexFile | None:
    """Return what a file holds; None where it is missing, damaged or built from something else."""
    with suppress(OSError, sqlite3.Error):
        # SQLite's own check of all games took 0.1 s of a process's first question
        if _checksum(path) == _kept_checksum(path):
            found = IndexFile(path)
            if fingerprint(game) in found.sizes(_BUILT_FROM):
                return found
    return None


def _checksum(path: Path) -> int:
    """Return the checksum of all that stands behind SQLite's head of 100 bytes."""
    return crc32(memoryview(path.read_bytes())[100:]) >> 1  # as much as SQLite keeps there


def _kept_checksum(path: Path) -> int:
    """Return what the file's head says of it, as `PRAGMA user_version`."""
    with path.open("rb") as file:
        return int.from_bytes(file.read(64)[60:], "big")


def _connected(path: Path) -> sqlite3.Connection:
    uri = f"{path.resolve().as_uri()}?mode=ro&immutable=1"
    return sqlite3.connect(uri, uri=True, check_same_thread=False)


def write_index(path: Path, game: Game, tables: Tables) -> None:
    """Write a file whole or not at all: others may read it, or write the same one."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=path.parent) as part:
        draft = Path(part) / path.name
        with closing(sqlite3.connect(draft)) as connection:
            _fill(connection, {**tables, _BUILT_FROM: {fingerprint(game): ()}})
            connection.execute("VACUUM")
            connection.execute(f"PRAGMA user_version = {_checksum(draft)}")
        draft.replace(path)


def write_unmarked(path: Path, index: Path) -> None:
    """Write a copy of an index that does not say what it was built from: it stays the same, byte
    for byte, while its tables do."""
    shutil.copyfile(index, path)
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("DELETE FROM numbers WHERE name = ?", (_BUILT_FROM,))
        connection.execute("PRAGMA user_version = 0")
        connection.commit()
        connection.execute("VACUUM")


def _fill(connection: sqlite3.Connection, tables: Tables) -> None:
    connection.execute(_SCHEMA)
    rows = (
        (name, term, array("f", numbers).tobytes())
        for name, table in tables.items()
        for term, numbers in sorted(table.items())
    )
    connection.executemany("INSERT INTO numbers VALUES (?, ?, ?)", rows)
    connection.commit()


def fingerprint(game: Game) -> str:
    """Return the digest of all that a game's index is built from: the code, the pages of the game
    and those of every game, the language spoken."""
    return hashlib.sha256(_of_code() + _digest(folder(game)) + _digest(folder(None))).hexdigest()


@cache
def _of_code() -> bytes:
    package = Path(__file__).parent
    code = b"".join(_digest(package / one) for one in ROOMS if one != "games")
    return languages.spoken.encode() + code


def _digest(top: Traversable) -> bytes:
    digest = hashlib.sha256()
    for path in _files(top):
        digest.update(path.name.encode() + hashlib.sha256(path.read_bytes()).digest())
    return digest.digest()


def _files(top: Traversable) -> Iterator[Traversable]:
    """Yield the sources in a folder and in those below it, always in the same order; a file as it
    is."""
    if top.is_file():
        if top.name.endswith(_ENDINGS):
            yield top
        return
    for path in sorted(top.iterdir(), key=lambda one: one.name):
        yield from _files(path)


def main(shipped: Path) -> None:
    """Build the index of every game's rules into a folder, as the package brings it along; what is
    up to date there stays."""
    for game in games().values():
        path = shipped / file_name(game)
        if read_index(path, game) is None:
            print(tell("Indexing the rules of {game} …", game=game.name), flush=True)
            write_index(path, game, build_index(game))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
