"""The scripts' own texts are looked up like all others."""

import re
from collections.abc import Iterator

from scorekeeper.web.shared.assets import translated_script
from tests.test_architecture import TOP

STATIC = TOP / "static"
SCRIPTS = [STATIC / "sw.js", *(STATIC / "js").rglob("*.js"), *(STATIC / "pocket").rglob("*.*js")]
COMMENT = re.compile(r"/\*.*?\*/|(?:^|\s)//\s[^\n]*", re.DOTALL)
CLASSES = re.compile(r'className( =|:) (".*?"|`.*?`)')
SAID = re.compile(r'\bsay\(\s*"[^"]*"')
STRING = re.compile(r'"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`')
VALUE = re.compile(r"\$\{[^}]*\}")
READ = re.compile(r"^[A-Z][a-z']+([ .]|$)|\b[a-z']{2,} [a-z]{2,}\b")
"""What people may read: a word with a capital, or two words beside each other."""
CODE = re.compile(r"[<>=\[\]{}#:]|^(\.|\n|Escape|Enter|Authorization|Damaged|Macintosh)| $")
"""Selectors, keys, markup, Python, and the names of what is stored or sent."""


def left_in_english() -> Iterator[tuple[str, str]]:
    for script in SCRIPTS:
        code = script.read_text("utf-8")
        for pattern in (COMMENT, CLASSES, SAID):
            code = pattern.sub("", code)
        for found in STRING.finditer(code):
            text = VALUE.sub("", found[1] or found[2] or "")
            if READ.search(text) and not CODE.search(text):
                yield script.name, text


def test_no_text_of_a_script_is_left_out() -> None:
    assert len(SCRIPTS) > 40
    assert sorted(left_in_english()) == []


def test_a_script_has_texts_in_the_language() -> None:
    script = 'show(say("All sent."), say(\n  "{n} unsent",\n  { n },\n)); essay("x");'
    french = {"All sent.": '« Tout » "envoyé"', "{n} unsent": "{n} restent"}

    put = translated_script(script, french.__getitem__)

    told = 'say("« Tout » \\"envoyé\\"")'
    assert put == f'show({told}, say("{{n}} restent",\n  {{ n }},\n)); essay("x");'
