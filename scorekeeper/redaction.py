"""Finding names in free text, and overwriting them.

A name is found as whole words, in any case, with the s of a genitive: "Ann" in "ANN's revoke" and
not in "Annie". Where a script has no gaps between words, and where a name has no letters, it is
found anywhere.
"""

import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from scorekeeper.spelling import folded

BLACK: Final = "███"
_WITHOUT_GAPS: Final = ("CJK", "HIRAGANA", "KATAKANA", "HANGUL", "THAI", "LAO", "KHMER", "MYANMAR")
_SHORT: Final = 2
"""A name of so few letters may be any word: found in its own case only, and never for sure."""
_PART: Final = 3
"""A part of a longer name is looked for if it has so many letters."""


class _Word(NamedTuple):
    start: int
    end: int
    text: str


class NameSpan(NamedTuple):
    """The place of a name in a text; ``sure`` if it is the whole name."""

    start: int
    end: int
    sure: bool


class NamesToErase:
    """Names to look for."""

    def __init__(self, names: Iterable[str]) -> None:
        whole = [name.strip() for name in names if name.strip()]
        self._words: dict[tuple[str, ...], bool] = {}
        self._anywhere = [name for name in whole if _matches_anywhere(name)]
        for name in whole:
            words = [one.text for one in _words(name)]
            if words and not _matches_anywhere(name):
                for part in words if len(words) > 1 else ():
                    if len(part) >= _PART:
                        self._words.setdefault((folded(part),), False)
                own = tuple(words) if len(name) <= _SHORT else tuple(map(folded, words))
                self._words[own] = len(name) > _SHORT

    def spans(self, text: str) -> list[NameSpan]:
        """Return where they stand, in order, none within another."""
        found = [*self._of_words(text), *self._of_letters(text)]
        found.sort(key=lambda one: (one.start, -one.end))
        apart: list[NameSpan] = []
        for one in found:
            if not apart or one.start >= apart[-1].end:
                apart.append(one)
        return apart

    def without_names(self, text: str) -> str:
        """Return the text without them."""
        pieces, end = [], 0
        for one in self.spans(text):
            pieces += [text[end : one.start], BLACK]
            end = one.end
        return "".join([*pieces, text[end:]])

    def _of_words(self, text: str) -> Iterator[NameSpan]:
        words = [*_words(text)]
        for place in range(len(words)):
            for name, sure in self._words.items():
                some = words[place : place + len(name)]
                if len(some) == len(name) and _same(some, name):
                    yield NameSpan(some[0].start, some[-1].end, sure)

    def _of_letters(self, text: str) -> Iterator[NameSpan]:
        for name in self._anywhere:
            start = text.find(name)
            while start >= 0:
                yield NameSpan(start, start + len(name), sure=True)
                start = text.find(name, start + len(name))


def _same(words: Sequence[_Word], name: Sequence[str]) -> bool:
    """Return whether the words are the name, the last one with or without an s."""
    if len("".join(name)) <= _SHORT and len(name) == 1 and name[0] == words[0].text:
        return True
    read = [folded(one.text) for one in words]
    return read[:-1] == [*name[:-1]] and read[-1] in (name[-1], f"{name[-1]}s")


def _words(text: str) -> Iterator[_Word]:
    """Yield the words of a text: letters and digits with their marks."""
    start = None
    for place, letter in enumerate(f"{text} "):
        if letter.isalnum() or unicodedata.category(letter).startswith("M"):
            start = place if start is None else start
        elif start is not None:
            yield _Word(start, place, text[start:place])
            start = None


def _matches_anywhere(name: str) -> bool:
    """Return whether the name cannot be told by the gaps around it."""
    letters = [letter for letter in name if letter.isalnum()]
    return not letters or any(
        unicodedata.name(letter, "").startswith(_WITHOUT_GAPS) for letter in letters
    )
