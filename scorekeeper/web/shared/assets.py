"""Style sheets and scripts as they go out: without comments and blanks, compressed once."""

import gzip
from functools import lru_cache
from pathlib import Path
from typing import Final

import rcssmin
import rjsmin

_SHRINK: Final = {".css": rcssmin.cssmin, ".js": rjsmin.jsmin}
KINDS: Final = tuple(_SHRINK)


@lru_cache(maxsize=32)
def lean(path: Path, changed_ns: int) -> tuple[bytes, bytes]:
    """The file's content, plain and compressed; `changed_ns` is when the file was changed."""
    text = str(_SHRINK[path.suffix](path.read_text(encoding="utf-8")))
    return text.encode(), gzip.compress(text.encode(), 9, mtime=0)
