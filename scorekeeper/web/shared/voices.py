"""How names stand in the sentences of a page.

A name written from right to left would draw the number or the comma after it to its other side;
so it is set apart, by two characters that are not seen. What is kept, told by the API or printed
by the command line has the names as they were given.
"""

from functools import lru_cache
from typing import Final, TypeVar
from unicodedata import bidirectional

from scorekeeper.sentences import Voice

_FROM_RIGHT: Final = frozenset({"R", "AL"})
_FIRST_STRONG_ISOLATE, _POP_ISOLATE = "\u2068", "\u2069"


AnyVoice = TypeVar("AnyVoice", bound=Voice)


@lru_cache(maxsize=4096)
def isolated(name: str) -> str:
    """Return the name, set apart from the words around it if any letter runs from right to left."""
    if name.isascii() or _FROM_RIGHT.isdisjoint(map(bidirectional, name)):
        return name
    return f"{_FIRST_STRONG_ISOLATE}{name}{_POP_ISOLATE}"


def on_page(voice: AnyVoice) -> AnyVoice:
    """Return the voice as it speaks on a page."""
    if all(name is None or name.isascii() for name in voice.names):
        return voice
    names = tuple(None if name is None else isolated(name) for name in voice.names)
    return type(voice)(names, voice.sides)
