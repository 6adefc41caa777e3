"""The command `pocket`: builds the edition that runs in the browser alone."""

import sys
from pathlib import Path
from typing import Final

import platformdirs

from scorekeeper.pocket.building import CannotBuild, build, fetched

FAILED: Final = 1
_MEGABYTE: Final = 1_000_000


def pocket(out: Path, cache: Path | None) -> int:
    """Build it into the folder `out`, which is made anew; the status of the command. What was
    fetched is kept in `cache`, else where the system keeps such things."""
    if out.exists() and not (out / "pocket").is_dir() and any(out.iterdir()):
        print(f"{out} holds other files; name an empty or a new folder.", file=sys.stderr)
        return FAILED
    cache = cache or Path(platformdirs.user_cache_dir("scorekeeper", False), "pocket")
    try:
        build(out, cache.resolve(), print)
    except CannotBuild as hindered:
        print(hindered, file=sys.stderr)
        return FAILED
    packed = fetched(out, ".gz") / _MEGABYTE
    by_us = fetched(out, ".br", ".gz") / _MEGABYTE
    print(f"Done. A phone fetches {packed:.1f} MB once, {by_us:.1f} MB from a Scorekeeper server.")
    print("Put the files where HTTPS serves them, or have SCOREKEEPER_POCKET name the folder.")
    return 0
