"""Files and names mentioned in the documentation exist, and so do the pages that code cites."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

TOP: Final = Path(__file__).resolve().parent.parent
PAGES: Final = sorted([TOP / "README.md", TOP / "CONTRIBUTING.md", *(TOP / "docs").glob("*.md")])
PACKAGE: Final = TOP / "scorekeeper"
ROOTS: Final = (TOP, PACKAGE, PACKAGE / "web", PACKAGE / "store")

FOLDERS: Final = "|".join(
    sorted(
        {
            one.name
            for root in ROOTS
            for one in root.iterdir()
            if one.is_dir() and not one.name.startswith(".")
        }
    )
)
# what stands for any name, what the app makes, the files of the game that a page shows whole, and
# those of a translation that it tells how to make
MADE: Final = ("NAME", "instance/", "slobberhannes", "languages/fr.")
A_PATH: Final = re.compile(rf"`((?:{FOLDERS})/[\w./-]*)`")
NAME_IN_FILE: Final = re.compile(r"`([\w.]+)`(?: and `([\w.]+)`)? in\s+`([\w./-]+\.\w+)`")


def found(path: str) -> Path | None:
    """The file or folder that a page means; it may leave out `scorekeeper/`, and the room it speaks
    of."""
    return next((root / path for root in ROOTS if (root / path).exists()), None)


def paths() -> Iterator[tuple[str, str]]:
    for page in PAGES:
        for path in sorted({*A_PATH.findall(page.read_text(encoding="utf-8"))}):
            if not any(made in path for made in MADE):
                yield page.name, path


@pytest.mark.parametrize(("page", "path"), [*paths()])
def test_a_file_that_a_page_names_is_there(page: str, path: str) -> None:
    assert found(path), f"{page} names {path}"


def test_name_a_page_puts_in_a_file_stands_there() -> None:
    design = (TOP / "docs" / "design.md").read_text(encoding="utf-8")
    named = NAME_IN_FILE.findall(design)
    assert len(named) >= 8
    for *names, path in named:
        file = found(path)
        assert file, path
        text = file.read_text(encoding="utf-8")
        for name in filter(None, names):
            assert name.rsplit(".", 1)[-1] in text, f"{name} in {path}"


MODULES: Final = sorted([*PACKAGE.rglob("*.py"), *(TOP / "tests").rglob("*.py")])
TRANSLATED: Final = re.compile(r"rules\.\w\w\.md")  # an example of a name, not a page
RULE: Final = re.compile(r"(?:(\w+)/)?rules\.md#([\w-]+)")


@pytest.mark.parametrize("room", [PACKAGE, TOP / "tests"], ids=["scorekeeper", "tests"])
def test_every_cited_page_is_in_the_repository(room: Path) -> None:
    there = {page.name for page in [*PAGES, *PACKAGE.rglob("*.md")]}
    cited = {
        (str(module.relative_to(TOP)), name)
        for module in MODULES
        if module.is_relative_to(room)
        for name in re.findall(r"[\w-]+(?:\.\w+)*\.md\b", module.read_text(encoding="utf-8"))
    }
    assert len(cited) >= 10
    assert [one for one in cited if one[1] not in there and not TRANSLATED.fullmatch(one[1])] == []


def test_every_cited_rule_is_on_its_rules_page() -> None:
    cited = [
        (module, PACKAGE / "games" / game if game else module.parent, anchor)
        for module in MODULES
        for game, anchor in RULE.findall(module.read_text(encoding="utf-8"))
    ]
    assert len(cited) >= 50
    for module, folder, anchor in cited:
        page = (folder / "rules.md").read_text(encoding="utf-8")
        assert f"{{#{anchor}}}" in page, f"{module.relative_to(TOP)} cites {anchor}"
