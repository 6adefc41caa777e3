"""A process's cache of tables, so that they need not be replayed for every request."""

from collections.abc import Callable
from typing import Generic, TypeVar

from scorekeeper.byte_cache import ByteCache
from scorekeeper.store.table.read import TableRow

Made = TypeVar("Made")


class ReplayCache(Generic[Made]):
    """Values made of tables, each as it was at its newest version; `most` bytes at the most, as
    `size` estimates them.

    It is a pure function of stored records, and a write checks the version in its transaction, so
    that an old one does no harm.
    """

    def __init__(self, most: int, size: Callable[[Made], int]) -> None:
        self._memory = ByteCache[str, tuple[int, int, Made]](most)
        self._size = size

    def get(self, row: TableRow) -> Made | None:
        """Return the value made of the table as it is in this row."""
        found = self._memory.get(row.public_id)
        if found is None or found[:2] != (row.version, row.updated):
            return None
        return found[2]

    def put(self, row: TableRow, made: Made) -> None:
        """Remember it, unless a newer one is there."""
        found = self._memory.get(row.public_id)
        if found is None or found[0] <= row.version:
            size = self._size(made)
            self._memory.put(row.public_id, (row.version, row.updated, made), size)

    def clear(self) -> None:
        """Remember nothing."""
        self._memory.clear()
