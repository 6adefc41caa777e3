"""The kind of phone or computer, in words, from its User-Agent."""

import re
from typing import Final

from scorekeeper.sentences import phrase

_KINDS: Final[tuple[tuple[str, str], ...]] = (
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android.*Mobile", phrase("Android phone")),
    ("Android", phrase("Android tablet")),
    ("CrOS", "Chromebook"),
    ("Windows", phrase("Windows computer")),
    ("Macintosh", "Mac"),
    ("Linux|X11", phrase("Linux computer")),
)
"""What stands in a User-Agent, and what people call that."""


def kind_of(agent: str) -> str:
    """Return the system that the browser runs on, from its User-Agent; empty where that is not
    known."""
    return next((kind for sign, kind in _KINDS if re.search(sign, agent)), "")
