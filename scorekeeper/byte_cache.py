"""A cache of values in a process, limited by their total size in bytes."""

import threading
from collections import OrderedDict
from collections.abc import Hashable
from typing import Final, Generic, TypeVar

Name = TypeVar("Name", bound=Hashable)
Made = TypeVar("Made")

MIB: Final = 1024 * 1024


class ByteCache(Generic[Name, Made]):
    """The things asked for last, by name, each with its size as it was told: together `most` bytes
    at the most. One that is larger than that by itself is not kept."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._lock = threading.Lock()
        self._made: OrderedDict[Name, tuple[Made, int]] = OrderedDict()
        self.size = 0

    def get(self, name: Name) -> Made | None:
        """Return what is kept under the name."""
        with self._lock:
            found = self._made.get(name)
            if found is None:
                return None
            self._made.move_to_end(name)
            return found[0]

    def put(self, name: Name, made: Made, size: int) -> None:
        """Store a value under the name, replacing the one there."""
        with self._lock:
            self._drop(name)
            if size > self._most:
                return
            self._made[name] = made, size
            self.size += size
            while self.size > self._most:
                self._drop(next(iter(self._made)))

    def clear(self) -> None:
        """Forget all of it."""
        with self._lock:
            self._made.clear()
            self.size = 0

    def _drop(self, name: Name) -> None:
        _, size = self._made.pop(name, (None, 0))
        self.size -= size
