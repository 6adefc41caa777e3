"""Players are named by what they do, or are "they": in rules pages, templates and docs."""

import re
from collections.abc import Iterator

from tests.test_architecture import PACKAGE, TOP

HE = re.compile(r"\b(he|him|his|himself|she|her|hers|herself)\b", re.IGNORECASE)
QUOTED = re.compile(r"“[^”]*”|^\s*>.*|\{#.*?#\}", re.MULTILINE | re.DOTALL)
HEADING = re.compile(r"^#+ .*", re.MULTILINE)
"""Headings are addresses: links that people have kept lead to them."""


def texts() -> Iterator[tuple[str, str]]:
    """The name and text of each file; of rules pages without headings and quotations."""
    for file in (PACKAGE / "games").glob("*/rules.md"):
        yield file.parent.name, HEADING.sub("", QUOTED.sub("", file.read_text("utf-8")))
    for file in (TOP / "docs").glob("*.md"):
        yield file.name, re.sub(r'"[^"\n]*"', "", QUOTED.sub("", file.read_text("utf-8")))
    for file in (TOP / "templates").rglob("*.html"):
        yield str(file), file.read_text("utf-8")


def test_nobody_is_he() -> None:
    read = dict(texts())

    found = [
        f"{name}: …{text[max(0, one.start() - 30) : one.end() + 30]}…"
        for name, text in read.items()
        for one in HE.finditer(text)
    ]

    assert len(read) > 100
    assert found == []
