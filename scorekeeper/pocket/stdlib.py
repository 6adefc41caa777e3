"""The part of Python's library that the pocket edition imports; found and packed in Pyodide."""

import ast
import sys
import zipfile
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path, PurePosixPath
from typing import Final

from scorekeeper.pocket.archives import add_file
from scorekeeper.pocket.build_cache import BuildCache

_BY_NAME: Final = (
    *("_strptime", "copyreg", "linecache", "site", "stringprep", "tokenize", "traceback"),
    *(f"encodings.{one}" for one in ("aliases", "ascii", "cp437", "cp1252", "idna", "latin_1")),
    *(f"encodings.{one}" for one in ("mbcs", "punycode", "raw_unicode_escape", "unicode_escape")),
    *(f"encodings.{one}" for one in ("utf_16", "utf_16_le", "utf_32", "utf_8", "utf_8_sig")),
    *("importlib.metadata", "importlib.resources", "_pyodide", "pyodide"),
)
"""Modules imported by name from C, or by a name that is computed."""
_NEVER: Final = frozenset(
    {
        "_pyrepl",
        "doctest",
        "pdb",
        "pydoc",
        "unittest",
        "tkinter",
        "test",
        "idlelib",
        "optparse",
        "tarfile",
    }
    | {"multiprocessing", "xmlrpc", "ftplib", "smtplib", "curses", "ensurepip", "webbrowser"}
)
"""Modules imported only in functions that nothing calls here: for developing, other processes,
networks and archives."""


def repack(
    stdlib: Path, folders: Iterable[Path], compiled: Path, out: Path, cache: BuildCache
) -> None:
    """Write into `out` the modules of the archive `stdlib` that the sources in `folders` import,
    directly or through others. `compiled` is a folder that has the archive's content unpacked and
    compiled."""
    with zipfile.ZipFile(stdlib) as archive:
        sources = {
            _module(name): (archive.read(name), name)
            for name in archive.namelist()
            if name.endswith(".py")
        }
        others = [one for one in archive.namelist() if not one.endswith(("/", ".py"))]
    wanted = [*_BY_NAME, *sys.modules]
    for folder in folders:
        for file in folder.rglob("*.py"):
            name = file.relative_to(folder).as_posix()
            wanted += cache.get(_imported, file.read_bytes(), name)
    with zipfile.ZipFile(out, "w", zipfile.ZIP_STORED) as archive:
        for name in sorted(_reached(wanted, sources, cache)):
            path = Path(*name.split("."))
            file = compiled / path / "__init__.pyc"
            file = file if file.exists() else compiled / path.with_suffix(".pyc")
            add_file(archive, file, file.relative_to(compiled))
        for name in others:
            add_file(archive, compiled / name, Path(name))


def _module(path: str) -> str:
    parts = PurePosixPath(path).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def _reached(
    wanted: Iterable[str], sources: Mapping[str, tuple[bytes, str]], cache: BuildCache
) -> set[str]:
    """Return the modules of `sources`, which has each one's text and path, that are imported."""
    found, left = set[str](), [*wanted]
    while left:
        name = left.pop()
        if name in found or name not in sources or name.partition(".")[0] in _NEVER:
            continue
        found.add(name)
        left += [name.rpartition(".")[0], *cache.get(_imported, *sources[name])]
        if name in ("_pyodide", "pyodide"):
            left += [one for one in sources if one.startswith(f"{name}.")]
    return found


def _imported(source: bytes, path: str) -> list[str]:
    """Return the names that a module imports, those within functions too; each may be a module or
    something in one."""
    here, found = _module(path).split("."), list[str]()
    is_package = PurePosixPath(path).name == "__init__.py"
    for node in _running(ast.parse(source)):
        if isinstance(node, ast.Import):
            found += [one.name for one in node.names]
        elif isinstance(node, ast.ImportFrom):
            above = here[: len(here) - node.level + is_package] if node.level else []
            name = ".".join([*above, *([node.module] if node.module else [])])
            found += [name, *(f"{name}.{one.name}" for one in node.names)]
    return found


def _running(node: ast.AST) -> Iterator[ast.AST]:
    """Yield the nodes of the tree, without those that only a type checker reads."""
    if isinstance(node, ast.If) and ast.unparse(node.test).endswith("TYPE_CHECKING"):
        negated = isinstance(node.test, ast.UnaryOp)
        children: Iterable[ast.AST] = node.body if negated else node.orelse
    else:
        children = ast.iter_child_nodes(node)
    for child in children:
        yield child
        yield from _running(child)
