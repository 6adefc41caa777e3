"""Texts that may be stored."""

from collections.abc import Iterator

from scorekeeper.sentences import tell
from scorekeeper.sheet import SheetRefused


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
