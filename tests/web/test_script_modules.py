"""Modules are joined in the order in which they need each other."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from scorekeeper.places import static_folder
from scorekeeper.web.shared.assets import address, joined, modules_of
from tests.web.phones import Phone

ENTRIES = sorted(path.name for path in (static_folder() / "js").glob("*.js"))

Write = Callable[..., Path]


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """Writes modules, each a name without its ending and a text."""

    def write(**modules: str) -> Path:
        for name, text in modules.items():
            (tmp_path / f"{name}.js").write_text(text)
        return tmp_path

    return write


def at(name: str) -> str:
    return f"/served/{name}?v=1"


def test_module_stands_once_after_its_imports(write: Write) -> None:
    scripts = write(
        entry='import "./left.js";\nimport { right } from "./right.js";\nright();\n',
        left='import { base } from "./base.js";\nbase(1);\n',
        right='import { base } from "./base.js";\nexport const right = () => base(2);\n',
        base="export function base(n) {\n  return n;\n}\n",
    )

    assert joined(scripts / "entry.js", at) == (
        "function base(n) {\n  return n;\n}\nbase(1);\nconst right = () => base(2);\nright();\n"
    )


def test_import_may_take_lines_and_use_a_folder(tmp_path: Path) -> None:
    (tmp_path / "inner").mkdir()
    (tmp_path / "entry.js").write_text('import {\n  a,\n  b,\n} from "./inner/both.js";\na(b);\n')
    (tmp_path / "inner" / "both.js").write_text(
        'import { c } from "../c.js";\nexport const a = c;\nexport async function b() {}\n'
    )
    (tmp_path / "c.js").write_text("export class c {}\n")

    assert joined(tmp_path / "entry.js", at) == (
        "class c {}\nconst a = c;\nasync function b() {}\na(b);\n"
    )


def test_later_script_shares_what_is_loaded(write: Write) -> None:
    scripts = write(
        first='import { fold } from "./fold.js";\nfold();\nimport("./second.js");\n',
        fold='import { all } from "./dom.js";\nexport const fold = () => all("p");\n',
        second='import { fold } from "./fold.js";\nimport { put } from "./put.js";\nfold(put);\n',
        put='import { all } from "./dom.js";\nexport const put = all;\n',
        dom="export const all = (what) => what;\n",
    )

    assert joined(scripts / "first.js", at) == (
        'const all = (what) => what;\nconst fold = () => all("p");\nfold();\n'
        'import("/served/second.js?v=1");\nwindow.scorekeeper = {all, fold};\n'
    )
    assert joined(scripts / "second.js", at) == (
        "const {all, fold} = window.scorekeeper;\nconst put = all;\nfold(put);\n"
    )


DECLARED = re.compile(
    r"^(export )?(async function|function|const|let|class)\*? (\w+|\{[\w\s,]+\})", re.M
)


def declared(text: str) -> list[tuple[str, str, bool]]:
    """What is declared outside of every block: the name, by which keyword, whether exported."""
    return [
        (name, keyword, bool(export))
        for export, keyword, names in DECLARED.findall(text)
        for name in re.findall(r"\w+", names)
    ]


@pytest.mark.parametrize("name", ENTRIES)
def test_no_name_is_declared_twice_in_a_script(name: str) -> None:
    names = [name for name, _, _ in declared(joined(static_folder() / "js" / name, at))]

    assert [name for name in names if names.count(name) > 1] == []


@pytest.mark.parametrize("name", ENTRIES)
def test_imports_are_exported_and_constant(name: str) -> None:
    for module in modules_of(static_folder() / "js" / name):
        for path, names in module.imports.items():
            there = declared(path.read_text(encoding="utf-8"))
            # a script that is loaded later sees only the value that a variable had then
            assert {*names} <= {one for one, by, out in there if out and by != "let"}, path.name


@pytest.mark.parametrize("name", ENTRIES)
def test_every_script_is_served_as_one(phone: Phone, name: str) -> None:
    page = phone.get(f"/static/{address(static_folder(), f'js/{name}')}")

    assert page.status == 200
    assert page.headers["Content-Type"].startswith("text/javascript")
    assert not re.search(r"^\s*(import|export)\b(?!\()|//|/\*", page.html, re.MULTILINE)


def test_every_module_changes_the_script_address(tmp_path: Path) -> None:
    marks = set()
    for n in range(2):
        folder = tmp_path / str(n) / "js"
        folder.mkdir(parents=True)
        (folder / "first.js").write_text('import("./second.js");\n')
        (folder / "second.js").write_text('import "./base.js";\n')
        (folder / "base.js").write_text(f"const a = {n};\n")
        marks.add(address(folder.parent, "js/first.js"))

    assert len(marks) == 2
