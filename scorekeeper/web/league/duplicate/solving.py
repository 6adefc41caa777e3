"""Deals solved in the background, one after another, when a page asks for them."""

import logging
from concurrent.futures import Future, ThreadPoolExecutor
from threading import Lock
from typing import Final

from cachetools import LRUCache

from scorekeeper.duplicate.double_dummy import DoubleDummy, is_installed, solve

MOST: Final = 1024
"""Deals remembered: thirty sessions."""
Asked = tuple[str, str, str]
"""A deal, its dealer, who is vulnerable."""

_log: Final = logging.getLogger(__name__)
_solved: Final[LRUCache[Asked, Future[DoubleDummy | None]]] = LRUCache(MOST)
_lock: Final = Lock()
# the solver takes one deal at a time, and the other processor serves pages
_solver: Final = ThreadPoolExecutor(1, "solves deals")


def ask(deal: str, dealer: str, vulnerable: str) -> Future[DoubleDummy | None] | None:
    """Return the solution of a deal as far as it is there (None as its result: it could not be
    solved); None where no solver is installed."""
    if not is_installed():
        return None
    key = deal, dealer, vulnerable
    with _lock:
        if key not in _solved:
            _solved[key] = _solver.submit(_solve, key)
        return _solved[key]


def _solve(asked: Asked) -> DoubleDummy | None:
    try:
        return solve(*asked)
    except Exception:
        _log.exception("A deal could not be solved: %s", asked)
        return None
