"""The command `pocket`: builds the edition that runs in the browser alone."""

import sys
from pathlib import Path
from typing import Final

import platformdirs

from scorekeeper.pocket.building import CannotBuild, build, fetched
from scorekeeper.sentences import tell

FAILED: Final = 1
_MEGABYTE: Final = 1_000_000


def pocket(out: Path, cache: Path | None) -> int:
    """Build it into the folder `out`, which is made anew; the status of the command. What was
    fetched is kept in `cache`, else where the system keeps such things."""
    if out.exists() and not (out / "pocket").is_dir() and any(out.iterdir()):
        other = tell(
            "{folder} contains other files. Choose a new or empty folder.", folder=str(out)
        )
        print(other, file=sys.stderr)
        return FAILED
    cache = cache or Path(platformdirs.user_cache_dir("scorekeeper", False), "pocket")
    try:
        build(out, cache.resolve(), print)
    except CannotBuild as hindered:
        print(hindered, file=sys.stderr)
        return FAILED
    size = tell(
        "Done. A phone downloads {size} MB once, or {ours} MB from a Scorekeeper server.",
        size=f"{fetched(out, '.xz', '.gz') / _MEGABYTE:.1f}",
        ours=f"{fetched(out, '.br', '.gz') / _MEGABYTE:.1f}",
    )
    print(size)
    print(tell("Serve the files over HTTPS, or set SCOREKEEPER_POCKET to the folder."))
    return 0
