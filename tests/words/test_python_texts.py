"""Every text for people in Python is collected by `make texts`."""

import ast
import re
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path

import pytest

from scorekeeper.languages.python_texts import collected_in
from tests.test_architecture import PACKAGE, nodes

IN_ENGLISH = {
    "columns.py": "headings of files, in every language that clubs write them in",
    "game_checks": "for authors of games; `check-game` prints what the checks found",
    "monitoring.py": "for Prometheus",
    "migrations": "SQL",
    "openapi.py": "the description of the API",
    "schema": "SQL",
    "assets.py": "for authors of scripts",
    "search": "what people type, in any words they may put it in",
}
"""Folders and modules with strings that look like texts and are not looked up, and why."""
OTHERS = (
    r"Forgotten player …?|SCOREKEEPER_LANGUAGE is |There is a game called …| or null$"
    r"|The game in the package|Webhooks could not be sent|What is to be removed stays"
    r"|… has no …|Could not decode to UTF-8|…, …: a cell is missing|(img|connect)-src "
    r"|private, no-cache"
)
"""Names in the database, types, headers, what the log and SQLite say, and what no language can be
set by."""
SENTENCE = re.compile(r"[a-z’']{2,}[,.:;]? [a-z]{2,}|^[A-Z][a-z’']+( [\w’']+)*[.!?]$")
"""Two words beside each other, or what ends like a sentence."""
CODE = re.compile(
    r"[<>=\\|]|%s|^[a-z]+ |"  # markup, patterns, what only the log tells of
    r"\b(SELECT|INSERT|UPDATE|DELETE|CREATE|PRAGMA|VACUUM|ALTER|DROP)\b"
)
NAMES = ("name", "aliases")
"""What games are called is the same in every language, or in the catalogue of their names."""


def read_by_people(text: str) -> bool:
    """Return whether it is words, and none of those that are meant to stay English."""
    return bool(SENTENCE.search(text)) and not CODE.search(text) and not re.match(OTHERS, text)


def texts(walked: Sequence[ast.AST]) -> Iterator[str]:
    """The strings of a module, of which these are all nodes, that are no messages, docstrings or
    names; an f-string is one, with gaps for its values."""
    known = {id(one) for one in collected_in(walked)}
    for one in walked:
        if isinstance(one, ast.Expr):
            known.add(id(one.value))
        elif isinstance(one, ast.keyword) and one.arg in NAMES:
            known |= {id(part) for part in ast.walk(one.value)}
        elif isinstance(one, ast.JoinedStr):
            known |= {id(part) for part in one.values}
            parts = (part.value if isinstance(part, ast.Constant) else "…" for part in one.values)
            yield "".join(map(str, parts))
    for one in walked:
        if isinstance(one, ast.Constant) and isinstance(one.value, str) and id(one) not in known:
            yield one.value


@cache
def modules() -> list[Path]:
    """All that may have texts for people."""
    return [one for one in sorted(PACKAGE.rglob("*.py")) if not {*one.parts} & {*IN_ENGLISH}]


@pytest.mark.long
def test_no_text_of_python_is_left_out() -> None:
    assert len(modules()) > 300

    left = [
        f"{module.relative_to(PACKAGE)}: {text}"
        for module in modules()
        for text in texts(nodes(module))
        if read_by_people(text)
    ]

    assert left == []


@pytest.mark.parametrize(
    ("code", "left"),
    [
        ('print("Deal saved.")', ["Deal saved."]),
        ('print(f"Deal {n} was saved.")', ["Deal … was saved."]),
        ('raise Refused({"name": "Enter a name."})', ["Enter a name."]),
        ('"""Say what was saved."""', []),
        ('print(tell("Deal {n} was saved.", n=n))', []),
        ('LABEL: Message = "what was saved"', []),
        ('raise ValueError("no such record here")', []),
    ],
)
def test_a_text_that_is_left_out_is_found(code: str, left: list[str]) -> None:
    assert [text for text in texts([*ast.walk(ast.parse(code))]) if read_by_people(text)] == left
