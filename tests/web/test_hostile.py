"""Hostile names, reasons and searches: shown as they were typed, but for what nobody sees in a
name, and never a part of the page.

A page with hostile words has the same tags and attributes as one with plain words of the same
length, and reads the same words back.
"""

import json
from html.parser import HTMLParser
from typing import Any
from urllib.parse import quote

import pytest

from scorekeeper.spelling import visible
from scorekeeper.web.interview.coins import isolated
from tests.requirements import few, rounds
from tests.web.phones import Page, Phone, create_league

NAMES = [
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "</title><svg onload=alert(1)>",
    "<!--",
    "-->",
    "]]>",
    "<b>bold</b>",
    "</main>",
    "</output>",
    '"><input autofocus onfocus=alert(1)>',
    "'><a href=javascript:alert(1)>",
    '" onmouseover="alert(1)',
    "' onmouseover='alert(1)",
    '" hx-get="/t" hx-trigger="load',
    "' hx-on::load='alert(1)'",
    '" data-hx-post="/redo" x="',
    "javascript:alert(1)",
    "&lt;script&gt;",
    "&amp;",
    "&#60;b&#62;",
    "&quot;&apos;",
    "\"\"''``",
    "`${7*7}`",
    "{{ 7*7 }}",
    "{% raw %}",
    "{seat}",
    "{n:deal|deals}",
    "{}{0}",
    "%s%d%%",
    "\\\\u003cb\\\\u003e",
    "../../etc/passwd",
    "'; DROP TABLE record; --",
    "Robert\\",
    "null",
    "None",
    "0",
    "-1",
    "=1+1",
    "abc\u202edcba",
    "\u2067rtl\u2066",
    "\u200fعلي",
    "שָׁלוֹם",
    "👨‍👩‍👧‍👦🏴‍☠️",
    "🂡🃏♠♥",
    "e\u0301" * 20,
    "Z\u0335\u0336\u0337a\u0334l\u0338g\u0339o",
    "กำลังเล่นไพ่อยู่กับเพื่อนเพื่อนทุกคนวันนี้"[:40],
    "ﷺ" * 10,
    "a\u00a0b\u2003c",
    "W" * 40,
]
FOURS = [NAMES[start : start + 4] for start in range(0, 48, 4)] + [NAMES[46:50]]
PAGES = (
    "",
    "/e/1",
    "/e/2",
    "/history",
    "/paper",
    "/chart",
    "/wall",
    "/head",
    "/share",
    "/write/seat",
    "/write/ruling",
    "/ruling/4",
    "/rules",
)
ELSEWHERE = ("/", "/tables", "/new/tally", "/import", "/house-rules", "/figures")


class _Skeleton(HTMLParser):
    """The tags of a page with the names of their attributes, and its words."""

    def __init__(self, page: Page) -> None:
        super().__init__()
        self.tags: list[tuple[str, tuple[str, ...]]] = []
        self.words = ""
        self.feed(page.html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, tuple(name for name, _ in attrs)))
        self.words += " ".join(value or "" for _, value in attrs)

    def handle_endtag(self, tag: str) -> None:
        self.tags.append((f"/{tag}", ()))

    def handle_data(self, data: str) -> None:
        self.words += data


def plain(names: list[str]) -> list[str]:
    """Harmless names, as long as these look, which run from the same side."""
    return [
        ("ABCD" if isolated(name) == name else "אבגד")[place] * len(name)
        for place, name in enumerate(map(visible, names))
    ]


def pages(phone: Phone, names: list[str]) -> list[Page]:
    """All pages of a table with these names, typed in every field that takes text."""
    one, two, three, four = names
    ruling = {"adjust": {"side": 0, "points": 5, "reason": one}}
    table = phone.starts("tally", {"points": [1, 2, 3, 4]}, ruling, players=names)
    phone.do(f"{table}/write/seat", {"seat.number": 1, "seat.name": f"{two[:39]}x"})
    words = {"about": 1, "what": "other", "happened": four, "decided": "nothing", "agreed": [0, 2]}
    phone.do(f"{table}/write/ruling", words)
    phone.do(f"{table}/ruling/4", do="pin")
    phone.do(f"{table}/write/finish", {"finish.reason": three})
    phone.do(f"{table}/rules", {"rules_name": one}, "keep")
    id_ = table.rpartition("/")[2]
    addresses = [*(table + part for part in PAGES), *ELSEWHERE, f"/rules/tally?table={id_}"]
    figures = f"{table}/figures?player={quote(visible(one))}"
    addresses += [figures, f"{figures}&what=points"]
    refused = {"name": [four, four, two, three], "dealer": 0}
    return [
        *map(phone.get, addresses),
        phone.fill(f"{table}/head", refused, "save"),
        phone.fill("/new/tally", refused, "start"),
        phone.fill("/import", {"text": json.dumps({"game": one, "players": [two]})}),
    ]


def test_all_fifty_names_are_allowed() -> None:
    assert len(set(NAMES)) == 50
    assert {name for four in FOURS for name in four} == set(NAMES)
    assert all(0 < len(name.strip()) == len(name) <= 40 for name in NAMES)


@pytest.mark.parametrize("names", FOURS[:: rounds(1, quick=16, hard=1)])
def test_hostile_text_is_escaped(app: Any, names: list[str]) -> None:
    hostile = [_Skeleton(page) for page in pages(Phone(app), names)]
    harmless = [_Skeleton(page) for page in pages(Phone(app), plain(names))]

    for one, other in zip(hostile, harmless, strict=True):
        assert one.tags == other.tags
    for name in names:
        assert visible(name) in hostile[0].words
        assert visible(name) in hostile[3].words


def league_pages(phone: Phone, names: list[str]) -> list[Page]:
    """The organiser's pages of a league with these names, typed in every field that takes text."""
    one, two, three, four = (" ".join(name.split()) for name in names)
    league = create_league(phone, one, players=f"{one}\n{two}")
    phone.do(f"{league}/player/2/edit", {"name": three}, "rename")
    bonus = {"player": 3, "points": "2", "reason": four}
    phone.do(f"{league}/bonus", bonus, "give")
    phone.do(f"{league}/season/1/rules", {"name": two}, "save")
    phone.do(f"{league}/season/new", {"name": four}, "")
    addresses = (
        *("", "/organise", "/bonus", "/history", "/players/add", "/season/1/rules"),
        *("/season/new", "/player/2/edit", "/player/2/edit?into=3"),
    )
    return [
        *(phone.get(league + part) for part in addresses),
        phone.fill(f"{league}/players/add", {"names": f"{two}\n{two}"}),
        phone.fill(f"{league}/player/2/edit", {"name": two}, "rename"),
        phone.fill(f"{league}/bonus", {**bonus, "points": f"{one} points"}, "give"),
    ]


@pytest.mark.hard
@pytest.mark.parametrize("names", FOURS[:: rounds(1, quick=16, hard=1)])
def test_hostile_text_of_a_league_is_escaped(app: Any, names: list[str]) -> None:
    hostile = [_Skeleton(page) for page in league_pages(Phone(app), names)]
    harmless = [_Skeleton(page) for page in league_pages(Phone(app), plain(names))]

    for one, other in zip(hostile, harmless, strict=True):
        assert sorted(one.tags) == sorted(other.tags)  # lists are in the order of names
    history = hostile[3].words
    assert all(visible(" ".join(name.split())) in " ".join(history.split()) for name in names)


@pytest.mark.parametrize("name", few(NAMES, NAMES[::4])[:: rounds(1, quick=16, hard=1)])
def test_erase_page_escapes_hostile_text(app: Any, name: str) -> None:
    def erased(name: str) -> _Skeleton:
        phone, word = Phone(app), " ".join(name.split())
        league = create_league(phone, players=f"{word}\nBen")
        bonus = {"player": 2, "points": "2", "reason": word}
        phone.do(f"{league}/bonus", bonus, "give")
        return _Skeleton(phone.get(f"{league}/player/2/forget"))

    page = erased(name)
    # a name of one or two letters is not ticked, whatever it is
    assert [tag for tag, _ in page.tags] == [tag for tag, _ in erased("Rosamunde").tags]
    assert visible(" ".join(name.split())) in " ".join(page.words.split())


@pytest.mark.parametrize("sought", NAMES)
def test_a_hostile_question_is_escaped(phone: Phone, sought: str) -> None:
    page = _Skeleton(phone.get(f"/rules/search?q={quote(sought)}"))

    assert sought in page.words
    assert page.tags.count(("script", ("src", "integrity", "crossorigin", "defer"))) == 1
    assert not {"img", "svg", "b", "a"} & {tag for tag, names in page.tags if "onerror" in names}


@pytest.mark.parametrize("sought", NAMES)
def test_a_hostile_search_is_escaped(phone: Phone, sought: str) -> None:
    page = _Skeleton(phone.get(f"/new?q={quote(sought)}"))
    nothing = _Skeleton(phone.get(f"/new?q={'Q' * len(sought)}"))

    assert sought in page.words
    if sought.isprintable() and len(sought) > 4:
        assert page.tags == nothing.tags


def test_files_with_hostile_names_are_no_pages(phone: Phone) -> None:
    table = phone.starts("tally", {"points": [1, 2]}, players=NAMES[:2])

    for file, kind in (("sheet.json", "application/json"), ("sheet.csv", "text/csv")):
        page = phone.get(f"{table}/{file}")
        assert page.headers["Content-Type"].startswith(kind)
        assert page.headers["X-Content-Type-Options"] == "nosniff"
