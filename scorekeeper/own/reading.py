"""A game document as a whole: its identity's text, and all its faults or its parts."""

import json
from collections.abc import Sequence
from typing import Any, Final

from scorekeeper.engine import Fault
from scorekeeper.own.keys import FORMAT as FORMAT
from scorekeeper.own.parts import Document, Head
from scorekeeper.own.reader import Reader

LARGEST: Final = 32_768
"""Bytes of canonical JSON."""


class DocumentRefused(ValueError):
    """A document that breaks a rule; `faults` has every reason, by its path in the document."""

    def __init__(self, faults: Sequence[Fault]) -> None:
        super().__init__(f"{len(faults)} faults")
        self.faults = tuple(faults)


def canonical(document: Any) -> bytes:
    """Return the document as its identity is made of: keys in order, no blanks, UTF-8."""
    text = json.dumps(document, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return text.encode()


def read_document(document: Any) -> Document:
    """Return the parts of a document; raises `DocumentRefused`."""
    reader = Reader()
    if type(document) is not dict:
        reader.fault((), "A game is a JSON object.")
        raise DocumentRefused(reader.faults)
    try:
        length = len(canonical(document))
    except (ValueError, RecursionError):
        reader.fault((), "This game cannot be read.")
        raise DocumentRefused(reader.faults) from None
    if length > LARGEST:
        reader.fault((), "This game is too long: {n} bytes at most.", n=LARGEST)
    # where the head is at fault, the rest could not be said to be
    reader.has_keys(document, (), Document)
    reader.fill(Head(), document, ())
    if reader.faults:
        raise DocumentRefused(reader.faults)
    read = reader.fill(Document(), document, ())
    if reader.faults:
        raise DocumentRefused(reader.faults)
    return read
