"""How large the code is, and that none of its modules and rooms stand in a circle.

`pytest tests/test_structure.py -s` prints the figures; those of a deal's way are in
`tests/web/test_deal_path.py`.
"""

import ast
from collections import Counter, defaultdict
from collections.abc import Mapping
from graphlib import TopologicalSorter
from itertools import chain
from pathlib import Path

from tests.test_architecture import MODULES, PACKAGE, TOP, imports, nodes

# 400 when the code was made smaller; since then each game has its remedies and its estimates, and
# duplicate, games as documents, their editor and a club's paper have rooms of their own; with room
# for the game that `test_add_a_game.py` adds, five files
MOST_FILES = 600
MOST_IN_A_FOLDER = 22
"""Files, that one can still see what is there."""
MOST_LINES = 450
"""In a module."""
MOST_OF_FUNCTION = 63
MOST_IMPORTS = 0.09
"""The share of lines that import, or list what others may import."""

OURS = [file for file in MODULES if PACKAGE / "store" / "migrations" not in file.parents]
"""All but the migrations, which are written once and not read again."""
NAMES = {".".join(file.relative_to(TOP).with_suffix("").parts): file for file in MODULES}


def folder_of(file: Path) -> str:
    """The folder that a module stands in, by its dotted name."""
    return ".".join(file.parent.relative_to(TOP).parts)


def target(name: str) -> Path | None:
    """The module that an imported name is, or is from; None for a package and for libraries."""
    return NAMES.get(name) or NAMES.get(name.rpartition(".")[0])


def source_of(name: str) -> Path | None:
    """The same, where a package is its `__init__`."""
    above = name.rpartition(".")[0]
    return target(name) or NAMES.get(f"{name}.__init__") or NAMES.get(f"{above}.__init__")


def arrows(under: str) -> Mapping[str, set[str]]:
    """The folders below `under`, and which of them each imports from. What a package's own
    `__init__` puts together counts for the package above it."""
    found = defaultdict[str, set[str]](set)
    for module in MODULES:
        source = folder_of(module)
        if module.name == "__init__.py" or not source.startswith(f"{under}."):
            continue
        for file in filter(None, map(target, imports(module))):
            if folder_of(file).startswith(f"{under}.") and folder_of(file) != source:
                found[source].add(folder_of(file))
    return found


def length(node: ast.AST) -> int:
    """The lines of a statement."""
    return (getattr(node, "end_lineno", None) or 0) - getattr(node, "lineno", 0) + 1


def imports_or_exports(node: ast.AST) -> bool:
    """Whether a statement imports, or lists what others may import."""
    if isinstance(node, ast.Assign):
        return getattr(node.targets[0], "id", "") == "__all__"
    return isinstance(node, ast.Import | ast.ImportFrom)


def test_modules_and_folders_are_small() -> None:
    texts = {file: file.read_text(encoding="utf-8").splitlines() for file in MODULES}
    lines = Counter({file: len(text) for file, text in texts.items()})
    comments = sum(line.lstrip().startswith("#") for line in chain(*texts.values()))
    taken = sum(
        length(node) for file in MODULES for node in nodes(file) if imports_or_exports(node)
    )
    functions = Counter(
        {
            f"{file.relative_to(TOP)}:{node.name}": length(node)
            for file in OURS
            for node in nodes(file)
            if isinstance(node, ast.FunctionDef)
        }
    )
    templates = [file for file in (TOP / "templates").rglob("*.html") if file.is_file()]
    folders = Counter(folder_of(file) for file in (*OURS, *templates))
    tests = sum(
        len(file.read_text(encoding="utf-8").splitlines()) for file in (TOP / "tests").rglob("*.py")
    )

    whole, ((longest, most),) = lines.total(), lines.most_common(1)
    print(f"\n{len(lines)} files, {whole} lines, {taken / whole:.1%} of them imports and exports")
    print(f"the longest: {longest.relative_to(TOP)} with {most}, {functions.most_common(1)}")
    print(f"the fullest of {len(folders)} folders: {folders.most_common(3)}")
    print(f"{comments / whole:.1%} of the lines are comments; {tests} lines of tests")

    assert len(lines) <= MOST_FILES
    assert most <= MOST_LINES
    assert taken / whole <= MOST_IMPORTS
    assert functions.most_common(1)[0][1] <= MOST_OF_FUNCTION
    assert {folder: count for folder, count in folders.items() if count > MOST_IN_A_FOLDER} == {}


def test_web_and_store_have_no_import_cycle() -> None:
    for under in ("scorekeeper.web", "scorekeeper.store"):
        TopologicalSorter(arrows(under)).prepare()  # CycleError names the circle


def test_no_module_imports_itself_through_others() -> None:
    """Not by an import inside a function either, nor by one for types alone."""
    ways = {module: set(filter(None, map(source_of, imports(module)))) for module in MODULES}
    assert len(ways) > 100

    TopologicalSorter(ways).prepare()
