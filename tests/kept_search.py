"""What the search learns of the rules pages, kept in `.cache/` for all processes and runs of tests.

Learning takes twenty seconds. The files are of no use to another code, other pages or another
language: see `scorekeeper/computed_files.py`.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Final

from scorekeeper import languages
from scorekeeper.computed_files import ComputedFiles
from scorekeeper.games import games
from scorekeeper.search import index
from scorekeeper.search.index import Cache, cache_by

try:
    import fcntl
except ImportError:  # Windows, WebAssembly
    fcntl = None  # type: ignore[assignment,unused-ignore]

_FOLDER: Final = Path(__file__).parent.parent / ".cache" / "search"
_FILES: Final = ComputedFiles(lambda: _FOLDER)
_INCLUDED: Final = frozenset(games())


def keep_search() -> None:
    """Keep it, but for tests among other games or in another language; apps that tests make do not
    keep it elsewhere from then on."""
    cache_by(_kept)
    index.cache_by = _leave


def _leave(keep: Cache | None) -> None:
    pass


def _kept(name: str, compute: Callable[[], Any]) -> Any:
    if games().keys() != _INCLUDED or languages.spoken != languages.ENGLISH:
        return compute()
    with _turn(name):
        return _FILES.keep(name, compute)


@contextmanager
def _turn(name: str) -> Iterator[None]:
    """Wait for another process that computes the same."""
    if fcntl is None:
        yield
        return
    _FOLDER.mkdir(mode=0o700, parents=True, exist_ok=True)
    with (_FOLDER / f"{name}.lock").open("a") as file:
        with suppress(OSError):  # a file system without locks
            fcntl.flock(file, fcntl.LOCK_EX)
        yield
