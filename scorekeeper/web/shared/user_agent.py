"""What a browser runs on, in words, by what it says of itself."""

import re
from typing import Final

_KINDS: Final = (
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android.*Mobile", "Android phone"),
    ("Android", "Android tablet"),
    ("CrOS", "Chromebook"),
    ("Windows", "Windows computer"),
    ("Macintosh", "Mac"),
    ("Linux|X11", "Linux computer"),
)
"""What stands in a User-Agent, and what people call that."""


def kind_of(agent: str) -> str:
    """What the browser runs on, from its User-Agent; empty where that is not known."""
    return next((kind for sign, kind in _KINDS if re.search(sign, agent)), "")
