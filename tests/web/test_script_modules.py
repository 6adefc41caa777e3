"""Modules are joined in the order in which they need each other, or it is said why they are not."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from scorekeeper.places import static_folder
from scorekeeper.web.shared.assets import ScriptError, Scripts, address
from tests.web.phones import Phone

ENTRIES = sorted(path.name for path in (static_folder() / "js").glob("*.js"))

Write = Callable[..., Scripts]


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """Writes modules, each a name without its ending and a text."""

    def write(**modules: str) -> Scripts:
        for name, text in modules.items():
            (tmp_path / f"{name}.js").write_text(text)
        return Scripts(tmp_path)

    return write


def at(name: str) -> str:
    return f"/served/{name}?v=1"


def test_a_module_stands_once_and_after_what_it_imports(write: Write) -> None:
    scripts = write(
        entry='import "./left.js";\nimport { right } from "./right.js";\nright();\n',
        left='import { base } from "./base.js";\nbase(1);\n',
        right='import { base } from "./base.js";\nexport const right = () => base(2);\n',
        base="export function base(n) {\n  return n;\n}\n",
    )

    assert scripts.joined("entry.js", at) == (
        "function base(n) {\n  return n;\n}\nbase(1);\nconst right = () => base(2);\nright();\n"
    )


def test_an_import_may_take_several_lines_and_come_from_a_folder(tmp_path: Path) -> None:
    (tmp_path / "inner").mkdir()
    (tmp_path / "entry.js").write_text('import {\n  a,\n  b,\n} from "./inner/both.js";\na(b);\n')
    (tmp_path / "inner" / "both.js").write_text(
        'import { c } from "../c.js";\nexport const a = c;\nexport async function b() {}\n'
    )
    (tmp_path / "c.js").write_text("export class c {}\n")

    assert Scripts(tmp_path).joined("entry.js", at) == (
        "class c {}\nconst a = c;\nasync function b() {}\na(b);\n"
    )


def test_what_is_loaded_later_gets_what_is_there_and_brings_the_rest(write: Write) -> None:
    scripts = write(
        first='import { fold } from "./fold.js";\nfold();\nimport("./second.js");\n',
        fold='import { all } from "./dom.js";\nexport const fold = () => all("p");\n',
        second='import { fold } from "./fold.js";\nimport { put } from "./put.js";\nfold(put);\n',
        put='import { all } from "./dom.js";\nexport const put = all;\n',
        dom="export const all = (what) => what;\n",
    )

    assert scripts.joined("first.js", at) == (
        'const all = (what) => what;\nconst fold = () => all("p");\nfold();\n'
        'import("/served/second.js?v=1");\nwindow.scorekeeper = {all, fold};\n'
    )
    assert scripts.joined("second.js", at) == (
        "const {all, fold} = window.scorekeeper;\nconst put = all;\nfold(put);\n"
    )


@pytest.mark.parametrize(
    ("entry", "other", "why"),
    [
        ('import { b } from "./other.js";\n', "export const a = 1;\n", "does not export b"),
        ('import { a } from "./other.js";\n', "const a = 1;\n", "does not export a"),
        ('import "./other.js";\nconst a = 1;\n', "let a = 2;\n", "both declare a"),
        ('import "./other.js";\nconst { a, b } = x;\n', "let b = 2;\n", "both declare b"),
        ('import "./other.js";\n', 'import "./entry.js";\n', "circle: entry.js - other.js - entry"),
        ('import "./missing.js";\n', "", "missing.js cannot be read"),
        ('import other from "./other.js";\n', "", "entry.js cannot be joined for its line"),
        ('import * as all from "./other.js";\n', "", "entry.js cannot be joined for its line"),
        ('import { a as b } from "./other.js";\n', "", "entry.js cannot be joined for its line"),
        ('import "https://elsewhere.example/a.js";\n', "", "entry.js cannot be joined"),
        ('import "./other.js";\n', "export default 1;\n", "other.js cannot be joined"),
        ('import "./other.js";\n', "const a = 1;\nexport { a };\n", "other.js cannot be joined"),
    ],
)
def test_what_cannot_be_joined_is_refused(write: Write, entry: str, other: str, why: str) -> None:
    with pytest.raises(ScriptError, match=re.escape(why)):
        write(entry=entry, other=other).joined("entry.js", at)


def test_a_variable_cannot_be_had_later(write: Write) -> None:
    scripts = write(
        first='import { count } from "./count.js";\nimport("./second.js");\n',
        count="export let count = 0;\n",
        second='import { count } from "./count.js";\n',
    )

    with pytest.raises(ScriptError, match=r"second\.js is loaded later and cannot see count"):
        scripts.joined("second.js", at)


def test_a_later_script_declares_nothing_that_it_takes(write: Write) -> None:
    scripts = write(
        first='import { a } from "./base.js";\nimport("./second.js");\n',
        base="export const a = 0;\n",
        second='import { a } from "./base.js";\nimport "./own.js";\n',
        own="const a = 1;\n",
    )

    with pytest.raises(ScriptError, match="another script and own.js both declare a"):
        scripts.joined("second.js", at)


def test_there_are_scripts_at_all() -> None:
    assert "pages.js" in ENTRIES


@pytest.mark.parametrize("name", ENTRIES)
def test_every_script_is_served_as_one(phone: Phone, name: str) -> None:
    page = phone.get(f"/static/{address(static_folder(), f'js/{name}')}")

    assert page.status == 200
    assert page.headers["Content-Type"].startswith("text/javascript")
    assert not re.search(r"^\s*(import|export)\b(?!\()|//|/\*", page.html, re.MULTILINE)


def test_the_address_of_a_script_changes_with_every_module(tmp_path: Path) -> None:
    marks = set()
    for n in range(2):
        folder = tmp_path / str(n) / "js"
        folder.mkdir(parents=True)
        (folder / "first.js").write_text('import("./second.js");\n')
        (folder / "second.js").write_text('import "./base.js";\n')
        (folder / "base.js").write_text(f"const a = {n};\n")
        marks.add(address(folder.parent, "js/first.js"))

    assert len(marks) == 2
