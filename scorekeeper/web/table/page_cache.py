"""Pages as they were drawn, cached for whoever asks next.

A pad is a pure function of what is stored, and its cache key says which state of that it shows; so
any number of phones that look at a table have it drawn once. What is a phone's own on the page, the
token and the key of its next write, is put in anew.
"""

import sys
from collections.abc import Callable, Hashable
from operator import attrgetter
from threading import Lock
from typing import Final

from cachetools import LRUCache

from scorekeeper.web.shared import packing
from scorekeeper.web.shared.security import csrf

_TOKEN: Final = b"\0token\0"
_KEY: Final = b"\0key\0"
_MARK_BYTES: Final = 1000


class _Page:
    """A page with marks where a phone's own goes; compressed once it is asked for again."""

    def __init__(self, marked: bytes) -> None:
        self._marked = marked
        self._packed: packing.Packed | None = None

    @property
    def size(self) -> int:
        """About how many bytes it takes up, compressed too."""
        return sys.getsizeof(self._marked) * 5 // 4 + _MARK_BYTES

    def filled(self, token: bytes, key: bytes) -> bytes:
        """Return it for a phone."""
        html = self._marked.replace(_TOKEN, token).replace(_KEY, key)
        lengths = {_TOKEN: len(token), _KEY: len(key)}
        if self._packed is None or self._packed.lengths != lengths:
            self._packed = packing.Packed(self._marked, lengths)
        packing.offer(html, self._packed, {_TOKEN: token, _KEY: key})
        return html


pages: LRUCache[Hashable, _Page] = LRUCache(32 * 2**20, attrgetter("size"))
_lock: Final = Lock()


def cached_page(cache_key: Hashable, key: str, draw: Callable[[], str]) -> bytes:
    """Return the page cached under `cache_key`, else draw it; `key` is that of its next write."""
    token, own_key = csrf.token().encode(), key.encode()
    with _lock:
        kept = pages.get(cache_key)
    if kept is not None:
        return kept.filled(token, own_key)
    html = draw().encode()
    page = _Page(html.replace(token, _TOKEN).replace(own_key, _KEY))
    with _lock:
        if page.size <= pages.maxsize:
            pages[cache_key] = page
    return html
