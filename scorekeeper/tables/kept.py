"""What this process keeps of tables, so that they need not be replayed for who asks next."""

import threading
from collections import OrderedDict
from typing import Generic, TypeVar

from scorekeeper.store.read import TableRow

Made = TypeVar("Made")


class Kept(Generic[Made]):
    """What was made of tables, each as it was at one version; of the last `most` asked for.

    It is a pure function of stored records, and a write checks the version in its transaction, so
    that an old one does no harm.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._lock = threading.Lock()
        self._made: OrderedDict[tuple[str, int, int], Made] = OrderedDict()

    def get(self, row: TableRow) -> Made | None:
        """What was made of the table as it is in this row."""
        with self._lock:
            key = (row.public_id, row.version, row.updated)
            found = self._made.get(key)
            if found is not None:
                self._made.move_to_end(key)
            return found

    def put(self, row: TableRow, made: Made) -> None:
        """Remember it."""
        with self._lock:
            self._made[row.public_id, row.version, row.updated] = made
            if len(self._made) > self._most:
                self._made.popitem(last=False)
