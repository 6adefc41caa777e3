"""A write: its request, its result, and the reasons to refuse it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from scorekeeper.tables.loading import LoadedTable, Refusal
from scorekeeper.tables.summaries import RescoredEntry


class WriteRequest(NamedTuple):
    """The request that every write comes with: a key made once for it, the version it was typed
    against, and the device it comes from, hashed."""

    key: str
    version: int
    device: str


@dataclass(frozen=True)
class WriteResult:
    """The answer to a write: the table as it is now, and the seq of what was written.

    ``repeated``: the request had been answered before, and nothing was written now; or the table
    was changed meanwhile and has been read anew.
    """

    table: LoadedTable
    seq: int
    repeated: bool


class EntryInvalid(Exception):
    """The entry itself cannot be; ``refusal`` says why, with the pad it was meant for."""

    def __init__(self, refused: Refusal) -> None:
        super().__init__(f"entry {refused.seq} is refused")
        self.refusal = refused


class LaterEntryInvalid(Exception):
    """The change makes later entries impossible; ``refused`` has all of them, in order.

    Repeated with their seqs in ``also_delete``, the change is accepted.
    """

    def __init__(self, refused: Sequence[Refusal]) -> None:
        super().__init__(f"entries {[one.seq for one in refused]} could not stand")
        self.refused = tuple(refused)


class RulesOutdated(Exception):
    """The table was scored under an older edition, and today's rules score it differently.

    Nothing is written until somebody has seen ``rescored_entries`` and called ``accept_edition``.
    """

    def __init__(self, changes: Sequence[RescoredEntry]) -> None:
        super().__init__("the rules have changed since")
        self.rescored = tuple(changes)
