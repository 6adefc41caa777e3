"""Values that take long to compute, kept in files for the next process: 2 to 3 s of the processor
for the search in each game's rules, 30 s for all.

A file begins with the fingerprint of all that a value is computed from, so that a value is never
older than that, and with the checksum of the rest. What cannot be read is computed anew; what
cannot be written is not kept. Only plain values are read (dicts, lists, tuples, texts, numbers): a
file that somebody has put there can run nothing.
"""

import contextlib
import hashlib
import io
import os
import pickle
import tempfile
import threading
from collections.abc import Callable, Iterator
from functools import cache
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any, Final, NoReturn, TypeVar

from scorekeeper import languages
from scorekeeper.games import folder, games

_SOURCES: Final = (".py", ".md", ".json", ".mo")
"""How the files end that a value is computed from."""
ROOMS: Final = (
    *("anchored_markdown.py", "cards.py", "engine", "games", "interview", "languages"),
    *("payments.py", "referee", "rulebook.py", "search", "sentences.py", "sheet", "spelling.py"),
)
"""The code that a value is computed from: the search and all that it may import. A change to a page
or to the database makes no value old."""

Value = TypeVar("Value")


class ComputedFiles:
    """The files of one folder, which is made when the first one is written."""

    def __init__(self, where: Callable[[], Path]) -> None:
        self._where = where
        self._computing = threading.Lock()

    def keep(self, name: str, compute: Callable[[], Value]) -> Value:
        """Return the value of that name, made of plain values only; computed if there is none of
        the code and rules of now."""
        with self._computing:  # others wait meanwhile, and read the result
            with contextlib.suppress(OSError, ValueError, pickle.UnpicklingError):
                kept: Value = _read((self._where() / name).read_bytes(), fingerprint())
                return kept
            value = compute()
            body = pickle.dumps(value, pickle.HIGHEST_PROTOCOL)
            with contextlib.suppress(OSError):
                _write(self._where() / name, fingerprint() + hashlib.sha256(body).digest() + body)
            return value


@cache
def fingerprint() -> bytes:
    """Return the digest of the code in ``ROOMS``, of all rules pages and of the language spoken."""
    digest = hashlib.sha256(languages.spoken.encode())
    package = Path(__file__).parent
    for top in (*(package / room for room in ROOMS), *map(folder, games().values())):
        for path in _files(top):
            digest.update(path.name.encode() + hashlib.sha256(path.read_bytes()).digest())
    return digest.digest()


def _files(top: Traversable) -> Iterator[Traversable]:
    """Yield the sources in a folder and in those below it, always in the same order; a file as it
    is."""
    if top.is_file():
        if top.name.endswith(_SOURCES):
            yield top
        return
    for path in sorted(top.iterdir(), key=lambda one: one.name):
        yield from _files(path)


def _read(data: bytes, seal: bytes) -> Any:
    """Return the value in a file; ValueError where it is damaged or another seal is on it."""
    body = data[2 * len(seal) :]  # after the seal and a checksum, both of SHA-256
    if data[: 2 * len(seal)] != seal + hashlib.sha256(body).digest():
        raise ValueError("It was computed from something else, or is damaged.")
    return _PlainValues(io.BytesIO(body)).load()


class _PlainValues(pickle.Unpickler):
    """Reads values that need no class."""

    def find_class(self, module: str, name: str) -> NoReturn:
        raise pickle.UnpicklingError(f"{module}.{name} is no plain value.")


def _write(path: Path, data: bytes) -> None:
    """Write a file whole or not at all: others may read it, or write the same one."""
    # not forced to the disk: what a power cut damages has another checksum and is computed again
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=path.parent)
    try:
        with open(handle, "wb") as file:
            file.write(data)
        os.replace(name, path)
    except OSError:
        os.unlink(name)
        raise
