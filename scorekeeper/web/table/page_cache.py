"""Pages as they were drawn, kept for who asks next.

A pad is a pure function of what is stored, and its mark says which state of that it shows; so any
number of phones that look at a table have it drawn once. What is a phone's own on the page, the
token and the key of its next write, is put in anew.
"""

import sys
from collections.abc import Callable, Hashable
from typing import Final

from scorekeeper.byte_cache import MIB, ByteCache
from scorekeeper.web.shared.security import csrf

_TOKEN: Final = "\0token\0"
_KEY: Final = "\0key\0"
_MARK_BYTES: Final = 1000

pages = ByteCache[Hashable, str](32 * MIB)


def cached_page(mark: Hashable, key: str, draw: Callable[[], str]) -> str:
    """Return the page of this mark, drawn with `key` in it if it is not at hand."""
    token = csrf.token()
    page = pages.get(mark)
    if page is not None:
        return page.replace(_TOKEN, token).replace(_KEY, key)
    html = draw()
    kept = html.replace(token, _TOKEN).replace(key, _KEY)
    pages.put(mark, kept, sys.getsizeof(kept) + _MARK_BYTES)
    return html
