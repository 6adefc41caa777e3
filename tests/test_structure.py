"""How large the rooms of the code are, and that none of them stand in a circle.

`pytest tests/test_structure.py -s` prints the figures.
"""

import ast
from collections import Counter, defaultdict
from collections.abc import Mapping
from graphlib import TopologicalSorter
from itertools import chain
from pathlib import Path

from tests.test_architecture import MODULES, PACKAGE, TOP, imports, nodes

MOST_FILES = 22
"""In a folder, that one can still see what is there."""
MOST_LINES = 760
"""In a module; the longest is a game."""
MOST_OF_FUNCTION = 63
EVERY_GAMES = {"House"}
"""Class names that every game has one of."""

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


def reached(start: str, ways: Mapping[str, set[str]]) -> set[str]:
    """All folders to which arrows lead from there."""
    seen, left = set[str](), [start]
    while left:
        for one in ways.get(left.pop(), set()) - seen:
            seen.add(one)
            left.append(one)
    return seen


def test_a_folder_has_at_most_22_files() -> None:
    templates = [file for file in (TOP / "templates").rglob("*.html") if file.is_file()]
    files = Counter(folder_of(file) for file in chain(OURS, templates))
    print(f"{len(files)} folders, the fullest: {files.most_common(5)}")

    assert {folder: count for folder, count in files.items() if count > MOST_FILES} == {}


def test_web_and_store_have_no_import_cycle() -> None:
    for under in ("scorekeeper.web", "scorekeeper.store"):
        ways = arrows(under)
        folders = set(ways).union(*ways.values())
        print(f"{under}: {len(folders)} folders, {sum(map(len, ways.values()))} arrows")

        assert ways
        assert [folder for folder in folders if folder in reached(folder, ways)] == []


def test_no_module_imports_itself_through_others() -> None:
    """Not by an import inside a function either, nor by one for types alone."""
    ways = {module: set(filter(None, map(source_of, imports(module)))) for module in MODULES}
    print(f"{len(ways)} modules, {sum(map(len, ways.values()))} arrows")

    TopologicalSorter(ways).prepare()  # CycleError names the circle


def test_modules_are_short_and_classes_unique() -> None:
    lines = {file: len(file.read_text(encoding="utf-8").splitlines()) for file in OURS}
    functions = {
        f"{file.relative_to(TOP)}:{node.name}": (node.end_lineno or 0) - node.lineno + 1
        for file in OURS
        for node in nodes(file)
        if isinstance(node, ast.FunctionDef)
    }
    by_length = sorted(functions, key=functions.__getitem__)
    classes = Counter(
        node.name for file in OURS for node in nodes(file) if isinstance(node, ast.ClassDef)
    )
    print(f"{len(lines)} modules, {sum(lines.values())} lines, at most {max(lines.values())}")
    print(f"{len(functions)} functions, the longest: {by_length[-1]} {functions[by_length[-1]]}")
    reused = [name for name, count in classes.items() if count > 1 and name not in EVERY_GAMES]
    print(f"class names used more than once: {reused}")

    assert max(lines.values()) <= MOST_LINES
    assert max(functions.values()) <= MOST_OF_FUNCTION
