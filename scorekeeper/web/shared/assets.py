"""Static files as they go out: style sheets and scripts joined from their parts, without comments
and blanks. Scripts have their texts in the language spoken.

The sources in `static/js/` have a module for each concern. A browser would fetch them one by one,
and the first load of a game may take four requests (it would be fifteen); so each entry
(`static/js/NAME.js`) goes out as one module, in which everything stands after what it imports.
`import` lines are taken out, and `export` loses its word: all of it shares one scope, so no two
modules of an entry may declare the same name.

What can wait is loaded by `import("./LATER.js")`, an entry too. It gets what it shares with the
entry that loads it from `window.scorekeeper` and brings the rest of its modules along.
"""

import hashlib
import json
import re
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

import rcssmin
import rjsmin

from scorekeeper import languages
from scorekeeper.web.shared.icons import icon_address

_SHRINK: Final = {".css": rcssmin.cssmin, ".js": rjsmin.jsmin}
KINDS: Final = tuple(_SHRINK)
_CSS_IMPORT: Final = re.compile(r'^@import "([^"]+)";\n', re.MULTILINE)
_ICON: Final = re.compile(r"url\(icon:([a-z-]+)\)")


@cache
def address(folder: Path, name: str) -> str:
    """Return the address of a file within the static folder, which changes with its content."""
    mark = hashlib.sha256(_content(folder / name)).hexdigest()[:10]
    return f"{name}?v={mark}"


@cache
def minified(path: Path) -> bytes:
    """A style sheet or a script as it goes out; made once, as its address. It takes a quarter of
    the bytes off: 8.4 kB of a pad's first load instead of 11.5, compressed."""
    return str(_SHRINK[path.suffix](_content(path).decode())).encode()


def _content(path: Path) -> bytes:
    if path.suffix == ".css":
        return _sheet(path).encode()
    if path.suffix == ".js":
        return _script(path).encode()
    return path.read_bytes()


def _sheet(path: Path) -> str:
    text = _ICON.sub(
        lambda found: f'url("{icon_address(found[1])}")', path.read_text(encoding="utf-8")
    )
    return _CSS_IMPORT.sub(lambda found: _sheet(path.parent / found[1]), text)


def _script(path: Path) -> str:
    """Return a script in the language spoken; one that pages load, with the modules in the folders
    beside it."""
    scripts = path.parent
    if scripts.name == "js":
        text = joined(path, lambda later: f"./{address(scripts, later)}")
    else:
        text = path.read_text(encoding="utf-8")
    return text if languages.current is None else translated_script(text, languages.translated)


_SAID: Final = re.compile(r'(?<=\bsay\()\s*("(?:[^"\\\n]|\\.)*")')


def translated_script(script: str, translate: Callable[[str], str]) -> str:
    """Return the script with each of its texts translated."""
    return _SAID.sub(
        lambda found: json.dumps(translate(json.loads(found[1])), ensure_ascii=False), script
    )


# --- scripts, joined ------------------------------------------------------------------------------

_IMPORT: Final = re.compile(
    r"^import (?:\{\s*(\w+(?:,\s*\w+)*),?\s*\} from )?"
    r'"(\./|\.\./)([\w./-]+)";\n',
    re.M,
)
_LATER: Final = re.compile(r'\bimport\("\./([\w.-]+)"\)')
_EXPORT: Final = re.compile(r"^export (?=(?:async )?function|const|let|class)", re.M)
_SHARED: Final = "window.scorekeeper"


class Module(NamedTuple):
    """A source file: what it imports, `{file: names}`, and its text as it is joined, without
    `import` lines and the word `export`."""

    path: Path
    imports: Mapping[Path, Sequence[str]]
    body: str


def joined(entry: Path, address: Callable[[str], str]) -> str:
    """Return an entry with what it imports as one module; `address` tells where a later entry is
    served."""
    modules = _own_modules(entry)
    taken = _names_taken(modules)
    given = {name for later in _later(modules) for name in _names_taken(_own_modules(later))}
    text = "".join(module.body for module in modules)
    return "".join(
        (
            f"const {{{', '.join(sorted(taken))}}} = {_SHARED};\n" if taken else "",
            _LATER.sub(lambda later: f'import("{address(later[1])}")', text),
            f"{_SHARED} = {{{', '.join(sorted(given))}}};\n" if given else "",
        )
    )


def modules_of(entry: Path) -> list[Module]:
    """Return the entry and all that it imports, each after what it imports itself."""
    placed: dict[Path, Module] = {}

    def place(path: Path) -> None:
        text = path.read_text(encoding="utf-8")
        imports = {
            (path.parent / dots / name).resolve(): re.findall(r"\w+", names)
            for names, dots, name in _IMPORT.findall(text)
        }
        for imported in imports:
            if imported not in placed:
                place(imported)
        placed[path] = Module(path, imports, _EXPORT.sub("", _IMPORT.sub("", text)))

    place(entry.resolve())
    return [*placed.values()]


def _own_modules(entry: Path) -> list[Module]:
    """Return the modules that come with this entry: all but those of the entry that loads it."""
    present: set[Path] = set()
    for other in sorted(entry.parent.glob("*.js")):
        modules = modules_of(other)
        if entry.resolve() in _later(modules):
            present = {module.path for module in modules}
    return [module for module in modules_of(entry) if module.path not in present]


def _names_taken(modules: Sequence[Module]) -> set[str]:
    """Return what these modules import and do not bring along."""
    own = {module.path for module in modules}
    return {
        name
        for module in modules
        for path, names in module.imports.items()
        if path not in own
        for name in names
    }


def _later(modules: Sequence[Module]) -> list[Path]:
    """The entries that these modules load once they run."""
    return [one.path.parent / name for one in modules for name in _LATER.findall(one.body)]
