"""What the last build worked out of each source file, so that the next does so for changed ones."""

import hashlib
import os
import pickle
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

Found = TypeVar("Found")


class Kept:
    """What was worked out, in a file. What a build does not ask for is gone after it."""

    def __init__(self, file: Path, version: bytes) -> None:
        """`version` tells what works it out; what another one did is of no use."""
        self._file, self._version = file, version
        self._last: dict[str, object] = {}
        self._now: dict[str, object] = {}
        if file.exists():
            self._last = pickle.loads(file.read_bytes())

    def get(self, work_out: Callable[[bytes, str], Found], source: bytes, name: str) -> Found:
        """Return what `work_out` makes of a source file of this name."""
        about = (self._version, work_out.__name__.encode(), name.encode(), source)
        key = hashlib.sha256(b"\0".join(about)).hexdigest()
        if key not in self._now:
            known = key in self._last
            self._now[key] = self._last[key] if known else work_out(source, name)
        return self._now[key]  # type: ignore[return-value]

    def save(self) -> None:
        """Write down what was asked for."""
        part = self._file.with_suffix(".part")
        part.write_bytes(pickle.dumps(self._now))
        os.replace(part, self._file)
