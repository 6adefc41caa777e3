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
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

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
        text = Scripts(scripts).joined(path.name, lambda later: f"./{address(scripts, later)}")
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
_DECLARED: Final = re.compile(
    r"^(?:export )?(async function|function|const|let|class)\*? (\w+|\{[\w\s,]+\})", re.M
)
_FOREIGN: Final = re.compile(r"^(?:import|export)\b(?!\().*$", re.M)
_SHARED: Final = "window.scorekeeper"


class ScriptError(ValueError):
    """A module that cannot be joined to the others, and why."""


@dataclass(frozen=True)
class Module:
    """A source file: what it imports, `{file: names}`, and what it declares, `{name: keyword}`."""

    path: Path
    imports: Mapping[Path, tuple[str, ...]]
    declared: Mapping[str, str]
    exported: frozenset[str]
    body: str
    """The text as it is joined, without `import` lines and the word `export`."""

    @property
    def later(self) -> list[Path]:
        """The entries that it loads once it runs."""
        return [self.path.parent / name for name in _LATER.findall(self.body)]


def read(path: Path) -> Module:
    """Return the module in this file. Raises `ScriptError` for an import or export that no joined
    script can have (a default, another name, another site) and for a file that is missing."""
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise ScriptError(f"{path.name} cannot be read: {error.strerror}") from error
    imports = {
        (path.parent / dots / name).resolve(): _names(names)
        for names, dots, name in _IMPORT.findall(text)
    }
    without = _IMPORT.sub("", text)
    body = _EXPORT.sub("", without)
    if foreign := _FOREIGN.search(body):
        raise ScriptError(f"{path.name} cannot be joined for its line {foreign[0]!r}")
    declared = dict(_declared(without))
    exports = "\n".join(re.findall(r"^export .*", without, re.M))
    exported = frozenset(name for name, _ in _declared(exports))
    return Module(path, imports, declared, exported, body)


def _names(listed: str) -> tuple[str, ...]:
    return tuple(re.findall(r"\w+", listed))


def _declared(text: str) -> Iterator[tuple[str, str]]:
    """Yield what is declared outside of every block, and by which keyword."""
    for keyword, names in _DECLARED.findall(text):
        yield from ((name, keyword) for name in _names(names))


class Scripts:
    """The entries and modules of a folder, as they are on the disk."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder.resolve()
        self._read: dict[Path, Module] = {}

    def module(self, path: Path) -> Module:
        """Return the module in this file, which is read once."""
        if path not in self._read:
            self._read[path] = read(path)
        return self._read[path]

    def order(self, entry: Path) -> list[Module]:
        """Return the entry and all that it imports, each after what it imports itself."""
        placed: dict[Path, Module] = {}
        self._place(entry, placed, ())
        return list(placed.values())

    def _place(self, path: Path, placed: dict[Path, Module], way: tuple[Path, ...]) -> None:
        if path in way:
            circle = " - ".join(one.name for one in (*way[way.index(path) :], path))
            raise ScriptError(f"modules import each other in a circle: {circle}")
        if path in placed:
            return
        module = self.module(path)
        for imported, names in module.imports.items():
            self._place(imported, placed, (*way, path))
            if lacking := set(names) - self.module(imported).exported:
                missing = ", ".join(sorted(lacking))
                raise ScriptError(f"{path.name}: {imported.name} does not export {missing}")
        placed[path] = module

    def joined(self, name: str, address: Callable[[str], str]) -> str:
        """Return the entry of this name as one module; `address` tells where a later entry is
        served.

        Raises `ScriptError` if a name would be declared twice."""
        modules = self._own(self._folder / name)
        taken = self._imported_names(modules)
        _no_name_twice(modules, taken)
        given = {
            name for later in _later(modules) for name in self._imported_names(self._own(later))
        }
        text = "".join(module.body for module in modules)
        return "".join(
            (
                f"const {{{', '.join(sorted(taken))}}} = {_SHARED};\n" if taken else "",
                _LATER.sub(lambda later: f'import("{address(later[1])}")', text),
                f"{_SHARED} = {{{', '.join(sorted(given))}}};\n" if given else "",
            )
        )

    def _own(self, entry: Path) -> list[Module]:
        """Return the modules that come with this entry: all but those of the entry that loads
        it."""
        present: set[Path] = set()
        for other in sorted(self._folder.glob("*.js")):
            modules = self.order(other)
            if entry in _later(modules):
                present = {module.path for module in modules}
        return [module for module in self.order(entry) if module.path not in present]

    def _imported_names(self, modules: list[Module]) -> set[str]:
        """Return what these modules import and do not bring along. Raises `ScriptError` for a
        variable: they would see only the value that it had when they were loaded."""
        own = {module.path for module in modules}
        taken = set[str]()
        for module in modules:
            for path in module.imports.keys() - own:
                taken |= set(module.imports[path])
                declared = self.module(path).declared
                if changing := [name for name in module.imports[path] if declared[name] == "let"]:
                    fault = (
                        f"{module.path.name} is loaded later and cannot see {changing[0]} change"
                    )
                    raise ScriptError(fault)
        return taken


def _later(modules: list[Module]) -> list[Path]:
    return [entry for module in modules for entry in module.later]


def _no_name_twice(modules: list[Module], taken: set[str]) -> None:
    owner = dict.fromkeys(taken, "another script")
    for module in modules:
        for name in module.declared:
            if name in owner:
                raise ScriptError(f"{owner[name]} and {module.path.name} both declare {name}")
            owner[name] = module.path.name
