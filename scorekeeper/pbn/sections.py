"""The items of an auction or a play: calls or cards, and their marks."""

import re
from collections.abc import Generator, Iterable, Iterator
from typing import Any, Final, NamedTuple, TypeVar

from scorekeeper.pbn.text import PbnWord
from scorekeeper.pbn.values import SEATS, VOICE
from scorekeeper.referee.context import Ruling
from scorekeeper.sentences import Sentence
from scorekeeper.sheet.documents import Document

SKIP: Final = "^S"
END: Final = "*"
GOES_ON: Final = "+"

_PART: Final = re.compile(
    r"(?P<said>=\d+=|\$\d+|[!?]+)|(?P<mark>\^[A-Za-z])|(?P<item>[^=$!?^]+)|(?P<junk>.+)"
)


class Item(NamedTuple):
    """A call, a card or a sign as written, its line, and the marks before it."""

    text: str
    line: int
    marks: tuple[str, ...] = ()

    @property
    def is_empty(self) -> bool:
        """Return whether it stands for something not called or played, or not yet (`-`, `+`)."""
        return self.text.strip("-") in ("", GOES_ON)


def items(words: Iterable[PbnWord]) -> Iterator[Item]:
    """Yield what stands in the section, without references to notes and judgements of quality."""
    marks: list[str] = []
    line = 0
    for text, line in words:
        for part in _PART.finditer(text):
            if part["mark"] and part["mark"].upper() != SKIP:
                marks.append(part["mark"].upper())
            elif not part["said"]:
                yield Item(part[0].upper(), line, tuple(marks))
                marks = []
    if marks:
        yield Item(" ".join(marks), line)


def wrong(item: Item, seat: int | None, why: Ruling | Sentence, **about: Any) -> Document:
    """Return what is wrong with a call or a card: its line, whose it is, why, and by which rule."""
    text, rule = (why.text, why.rule) if isinstance(why, Ruling) else (why, None)
    return {
        "line": item.line,
        "seat": None if seat is None else SEATS[seat],
        **about,
        "marked": bool(item.marks) or item.text == SKIP,
        "message": VOICE.alone(text),
        "rule": rule,
    }


Found = TypeVar("Found")
Answer = TypeVar("Answer")


def collect(finding: Generator[Found, None, Answer]) -> tuple[list[Found], Answer]:
    """Return all that is found on the way, and what it comes to."""
    found = []
    try:
        while True:
            found.append(next(finding))
    except StopIteration as end:
        return found, end.value
