"""No text that was reworded comes back: `old_strings.txt` has those of three words and more, from
templates, scripts and Python, cut where a value stood."""

import re
from collections.abc import Iterator
from pathlib import Path

from tests.test_architecture import MODULES, PACKAGE, TOP, strings

OLD = [
    line
    for line in Path(__file__).with_name("old_strings.txt").read_text("utf-8").splitlines()
    if line and not line.startswith("#")
]


def texts() -> Iterator[tuple[Path, str]]:
    """Each file that has texts for people, and all of its text on one line."""
    for folder, ends in ((TOP / "templates", "html"), (PACKAGE, "html"), (TOP / "static", "js")):
        for file in folder.rglob(f"*.{ends}"):
            yield file, " ".join(file.read_text("utf-8").split())
    for file in MODULES:
        # pieces stay apart, so that nothing is found across two of them
        pieces = (" ".join(one.split()) for one in strings(file))
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
