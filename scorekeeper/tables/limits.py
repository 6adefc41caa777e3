"""Limits of what is stored: the number of entries in a game, and printable text.

All of a game is read when it is opened, replayed, and kept in memory; so one that has no end would
be in everybody's way.
"""

from collections.abc import Iterator, Sequence
from typing import Final

from scorekeeper.sentences import tell
from scorekeeper.sheet import SheetRefused
from scorekeeper.store.table.rows import Change
from scorekeeper.tables.loading import LoadedTable

MOST_ENTRIES: Final = 5_000
"""A hundred evenings; it is opened in less than a tenth of a second."""
MOST_RECORDS: Final = 4 * MOST_ENTRIES
"""With all that was edited, deleted, undone and redone."""


def refuse_more(table: LoadedTable, changes: Sequence[Change]) -> None:
    """Raise ``SheetRefused`` where the table holds no more; its end, and newer rules, it takes."""
    if changes[0].kind == "edition" or "finish" in (changes[0].payload or {}):
        return
    new = sum(one.kind in ("entry", "note") for one in changes)
    if new and len(table.standing.written) + new > MOST_ENTRIES:
        full = tell("This game is full ({n} entries). End it and start a rematch.", n=MOST_ENTRIES)
        raise SheetRefused([{"at": "", "message": full}])
    if table.row.version + len(changes) > MOST_RECORDS:
        full = tell(
            "This game's history is full ({n} changes). End it and start a rematch.", n=MOST_RECORDS
        )
        raise SheetRefused([{"at": "", "message": full}])


def refuse_too_long(entries: Sequence[object]) -> None:
    """Raise ``SheetRefused`` for a sheet of more entries than a game holds."""
    if len(entries) > MOST_ENTRIES:
        message = tell(
            "This score sheet has {n} entries. A game holds up to {most}.",
            n=len(entries),
            most=MOST_ENTRIES,
        )
        raise SheetRefused([{"at": "", "message": message}])


def refuse_unprintable(document: object) -> None:
    """Raise ``SheetRefused`` where a text holds what no page can show and no database keeps.

    That is the character 0 and halves of characters, which JSON can spell and text cannot hold.
    """
    if any(not _printable(text) for text in _texts(document)):
        message = tell("The text contains an unsupported character. Retype it.")
        raise SheetRefused([{"at": "", "message": message}])


def _texts(document: object) -> Iterator[str]:
    """Yield all texts in a document, keys too; one that is nested deeply is read as well."""
    waiting = [document]
    while waiting:
        one = waiting.pop()
        if isinstance(one, str):
            yield one
        elif isinstance(one, dict):
            waiting += [*one, *one.values()]
        elif isinstance(one, list):
            waiting += one


def _printable(text: str) -> bool:
    return "\0" not in text and not any("\ud800" <= letter <= "\udfff" for letter in text)
