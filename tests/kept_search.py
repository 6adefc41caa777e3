"""What the search learns of the rules pages, kept in `.cache/` for all processes and runs of tests.

Learning takes twenty seconds. The files are of no use to another code, other pages or another
language: see `scorekeeper/computed_files.py`.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from scorekeeper import languages, seek
from scorekeeper.computed_files import ComputedFiles
from scorekeeper.games import games
from scorekeeper.seek.library import Keeper, keep_by

_FILES: Final = ComputedFiles(lambda: Path(__file__).parent.parent / ".cache" / "search")
_INCLUDED: Final = frozenset(games())


def keep_search() -> None:
    """Keep it, but for tests among other games or in another language; apps that tests make do not
    keep it elsewhere from then on."""
    keep_by(_kept)
    seek.keep_by = _leave


def _leave(keeper: Keeper | None) -> None:
    pass


def _kept(name: str, compute: Callable[[], Any]) -> Any:
    usual = games().keys() == _INCLUDED and languages.spoken == languages.ENGLISH
    return _FILES.keep(name, compute) if usual else compute()
