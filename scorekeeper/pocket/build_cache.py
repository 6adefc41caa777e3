"""What a build computed from each source file, so that the next one computes only changed ones."""

import hashlib
import os
import pickle
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

Found = TypeVar("Found")


class BuildCache:
    """The results of the last build, in a file; those that a build does not ask for are dropped."""

    def __init__(self, file: Path, version: bytes) -> None:
        """`version` identifies the code that computes them; results of another one are not used."""
        self._file, self._version = file, version
        self._last: dict[str, object] = {}
        self._now: dict[str, object] = {}
        if file.exists():
            self._last = pickle.loads(file.read_bytes())

    def get(self, compute: Callable[[bytes, str], Found], source: bytes, name: str) -> Found:
        """Return what `compute` makes of a source file of this name."""
        about = (self._version, compute.__name__.encode(), name.encode(), source)
        key = hashlib.sha256(b"\0".join(about)).hexdigest()
        if key not in self._now:
            known = key in self._last
            self._now[key] = self._last[key] if known else compute(source, name)
        return self._now[key]  # type: ignore[return-value]

    def save(self) -> None:
        """Write the results that were asked for to the file."""
        part = self._file.with_suffix(".part")
        part.write_bytes(pickle.dumps(self._now))
        os.replace(part, self._file)
