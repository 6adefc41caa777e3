"""Static files as they go out: style sheets and scripts joined from their parts, without comments
and blanks, compressed once. Scripts have their texts in the language spoken."""

import gzip
import hashlib
import re
from functools import cache
from pathlib import Path
from typing import Final

import rcssmin
import rjsmin

from scorekeeper import languages
from scorekeeper.web.shared import script_texts
from scorekeeper.web.shared.icons import icon_address
from scorekeeper.web.shared.script_modules import Scripts

_SHRINK: Final = {".css": rcssmin.cssmin, ".js": rjsmin.jsmin}
KINDS: Final = tuple(_SHRINK)
_IMPORT: Final = re.compile(r'^@import "([^"]+)";\n', re.MULTILINE)
_ICON: Final = re.compile(r"url\(icon:([a-z-]+)\)")


@cache
def address(folder: Path, name: str) -> str:
    """Return the address of a file within the static folder, which changes with its content."""
    mark = hashlib.sha256(_content(folder / name)).hexdigest()[:10]
    return f"{name}?v={mark}"


@cache
def minified(path: Path) -> tuple[bytes, bytes]:
    """A style sheet or a script as it goes out, plain and compressed; made once, as its address."""
    text = str(_SHRINK[path.suffix](_content(path).decode())).encode()
    return text, gzip.compress(text, 9, mtime=0)


def _content(path: Path) -> bytes:
    """Return a file's contents; a style sheet or an entry script with its imports."""
    if path.suffix == ".css":
        return _sheet(path).encode()
    if path.suffix == ".js":
        return _script(path).encode()
    return path.read_bytes()


def _sheet(path: Path) -> str:
    """Return a style sheet with its imports and icons inserted."""
    text = _ICON.sub(
        lambda found: f'url("{icon_address(found[1])}")', path.read_text(encoding="utf-8")
    )
    return _IMPORT.sub(lambda found: _sheet(path.parent / found[1]), text)


def _script(path: Path) -> str:
    """Return a script with the modules that it imports, in the language spoken."""
    if not _is_entry(path):
        text = path.read_text(encoding="utf-8")
    else:
        scripts = path.parent
        text = Scripts(scripts).joined(path.name, lambda later: f"./{address(scripts, later)}")
    return text if languages.current is None else script_texts.put_into(text, languages.translated)


def _is_entry(path: Path) -> bool:
    """Return whether pages load this script; its modules are in folders beside it."""
    return path.suffix == ".js" and path.parent.name == "js"
