"""No text that was reworded comes back: `old_strings.txt` has those of three words and more, from
templates, scripts and Python, cut where a value stood."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from tests.test_architecture import PACKAGE, TOP

OLD = [
    line
    for line in Path(__file__).with_name("old_strings.txt").read_text("utf-8").splitlines()
    if line and not line.startswith("#")
]


def in_python(text: str) -> Iterator[str]:
    """The strings of a module that are no docstrings; an f-string's pieces one by one."""
    tree = ast.parse(text)
    told = {id(one.value) for one in ast.walk(tree) if isinstance(one, ast.Expr)}
    for one in ast.walk(tree):
        if isinstance(one, ast.Constant) and isinstance(one.value, str) and id(one) not in told:
            yield one.value


def texts() -> Iterator[tuple[Path, str]]:
    """Each file that has texts for people, and all of its text on one line."""
    for folder, ends in ((TOP / "templates", "html"), (PACKAGE, "html"), (TOP / "static", "js")):
        for file in folder.rglob(f"*.{ends}"):
            yield file, " ".join(file.read_text("utf-8").split())
    for file in PACKAGE.rglob("*.py"):
        # pieces stay apart, so that nothing is found across two of them
        pieces = (" ".join(one.split()) for one in in_python(file.read_text("utf-8")))
        yield file, "\n".join(pieces)


def test_no_old_text_is_left() -> None:
    assert len(OLD) > 300
    assert all(len(re.findall(r"[^\W\d_]+", one)) >= 3 for one in OLD)

    files = [*texts()]
    found = [
        f"{file.relative_to(TOP)}: {old}" for old in OLD for file, text in files if old in text
    ]

    assert len(files) > 300
    assert found == []
