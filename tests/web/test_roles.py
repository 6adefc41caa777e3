"""Who may do what: every route for every role, as written in one matrix.

A route of the app without a row here fails a test. Roles: a stranger; a watcher, a seat and a
scorer, each by the table's link; and the scorer of another table.
"""

import itertools
import re
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import pytest
from flask import Flask

from tests.web.phones import Page, Phone, let_in, points

ROLES = ("stranger", "watcher", "seat", "scorer", "other")

MATRIX = """
GET   /                             200  200  200  200  200
GET   /tables                       200  200  200  200  200
GET   /new                          200  200  200  200  200
GET   /choose                       200  200  200  200  200
GET   /new/<slug>                   200  200  200  200  200
POST  /new/<slug>                   303  303  303  303  303
GET   /import                       200  200  200  200  200
POST  /import                       422  422  422  422  422
GET   /settings                     200  200  200  200  200
POST  /settings                     200  200  200  200  200
GET   /sw.js                        200  200  200  200  200
GET   /health                       200  200  200  200  200
GET   /static/<path:filename>       200  200  200  200  200
GET   /rules/                       200  200  200  200  200
GET   /rules/search                 200  200  200  200  200
GET   /rules/search?table=<id>      403  200  200  200  403
GET   /rules/<slug>                 200  200  200  200  200
GET   /rules/<slug>?table=<id>      403  200  200  200  403
GET   /rules/<slug>/trick           200  200  200  200  200
GET   /house-rules                  200  200  200  200  200
POST  /house-rules                  303  303  303  303  303
GET   /figures                      200  200  200  200  200
GET   /s/<secret>                   403  403  403  403  403
GET   /leagues                      200  200  200  200  200
POST  /leagues                      303  303  303  303  303
GET   /l/<league_id>                403  403  403  403  403
GET   /l/<league_id>/season/<int:season> 403 403 403 403 403
GET   /l/<league_id>/season/<int:season>/chart 403 403 403 403 403
GET   /l/<league_id>/seasons        403  403  403  403  403
GET   /l/<league_id>/players        403  403  403  403  403
GET   /l/<league_id>/player/<int:player> 403 403 403 403 403
GET   /l/<league_id>/games          403  403  403  403  403
GET   /l/<league_id>/records        403  403  403  403  403
GET   /l/<league_id>/standings.csv  403  403  403  403  403
GET   /l/<league_id>/games.csv      403  403  403  403  403
GET   /l/<league_id>/players.csv    403  403  403  403  403
GET   /l/<league_id>/league.json    403  403  403  403  403
GET   /l/<league_id>/enter          403  403  403  403  403
POST  /l/<league_id>/enter          403  403  403  403  403
POST  /again/<public_id>            403  403  403  303  403
GET   /t/<public_id>                403  200  200  200  403
POST  /t/<public_id>                403  403  303  303  403
GET   /t/<public_id>/news           403  200  200  200  403
GET   /t/<public_id>/chart          403  200  200  200  403
GET   /t/<public_id>/history        403  200  200  200  403
GET   /t/<public_id>/trick          403  200  200  200  403
GET   /t/<public_id>/auction        403  200  200  200  403
POST  /t/<public_id>/auction        403  403  403  303  403
GET   /t/<public_id>/what-if        403  200  200  200  403
GET   /t/<public_id>/what-if/<int:seq> 403 200 200 200 403
GET   /t/<public_id>/rules          403  200  200  200  403
POST  /t/<public_id>/rules          403  303  303  303  403
GET   /t/<public_id>/figures        403  200  200  200  403
GET   /t/<public_id>/paper          403  200  200  200  403
GET   /t/<public_id>/why/<int:side> 403  200  200  200  403
GET   /t/<public_id>/sheet.json     403  200  200  200  403
GET   /t/<public_id>/sheet.csv      403  200  200  200  403
GET   /t/<public_id>/sheet.pbn      403  404  404  404  403
GET   /t/<public_id>/e/<int:seq>    403  403  403  200  403
POST  /t/<public_id>/e/<int:seq>    403  403  403  303  403
GET   /t/<public_id>/write/<kind>   403  403  403  200  403
POST  /t/<public_id>/write/<kind>   403  403  403  303  403
GET   /t/<public_id>/write/ruling   403  403  403  200  403
POST  /t/<public_id>/write/ruling   403  403  403  303  403
GET   /t/<public_id>/ruling/<int:seq> 403  200  200  200  403
POST  /t/<public_id>/ruling/<int:seq> 403  403  403  303  403
GET   /t/<public_id>/head           403  403  403  200  403
POST  /t/<public_id>/head           403  403  403  303  403
GET   /t/<public_id>/edition        403  403  403  303  403
POST  /t/<public_id>/edition        403  403  403  303  403
POST  /t/<public_id>/redo           403  403  403  303  403
GET   /t/<public_id>/share          403  403  403  200  403
POST  /t/<public_id>/share          403  403  403  303  403
POST  /api/score                    422  422  422  422  422
POST  /api/trick                    422  422  422  422  422
POST  /api/call                     422  422  422  422  422
GET   /api/games                    200  200  200  200  200
GET   /api/games/<slug>             200  200  200  200  200
GET   /api/tables/<public_id>       403  200  200  200  403
GET   /api/openapi.json             200  200  200  200  200
"""

AT_CARDS = (
    "/rules/<slug>/trick",
    "/t/<public_id>/trick",
    "/t/<public_id>/auction",
    "/t/<public_id>/what-if",
    "/t/<public_id>/what-if/<int:seq>",
)
"""What is asked of a game with a referee; all else is asked of a score pad."""

PASSED_OUT = {"passed_out": True}

DOCUMENTS = ("/api/score", "/api/trick", "/api/call")
"""What takes a document and writes nothing."""

TYPED: dict[str, dict[str, Any]] = {
    "/leagues": {"name": "Tuesday club"},
    "/t/<public_id>": {"do": "save", **points(1, 1, 1, 1)},
    "/t/<public_id>/e/<int:seq>": {"do": "save", **points(2, 2, 2, 2)},
    "/t/<public_id>/write/<kind>": {
        "do": "save",
        "adjust.side": 0,
        "adjust.points": 1,
        "adjust.reason": "agreed",
    },
    "/t/<public_id>/head": {"do": "save", "name": ["Ann", "Ben", "Cat", "Dan"], "dealer": 0},
    "/t/<public_id>/share": {"do": "make.watch"},
    "/t/<public_id>/auction": {"deal": 2, "calls": "pass.pass.pass.pass"},
    "/t/<public_id>/rules": {"rules_name": "Friday"},
    "/t/<public_id>/write/ruling": {
        "do": "save",
        "about": 0,
        "what": "misdeal",
        "decided": "nothing",
    },
    "/t/<public_id>/ruling/<int:seq>": {"do": "pin"},
    "/new/<slug>": {"do": "start", "name": ["Ann", "Ben"]},
}


class Row(NamedTuple):
    """A line of the matrix."""

    method: str
    rule: str
    expected: dict[str, int]

    def address(self, table: str) -> str:
        """The address at a table; what else it needs is filled in."""
        id_ = table.rpartition("/")[2]
        filled = self.rule.replace("<public_id>", id_).replace("<id>", id_)
        filled = filled.replace("<league_id>", "23456789ab").replace("<int:season>", "1")
        filled = filled.replace("ruling/<int:seq>", "ruling/2")
        for name, value in (
            ("slug", "bridge" if self.rule in AT_CARDS else "tally"),
            ("int:seq", "1"),
            ("int:side", "0"),
            ("int:player", "1"),
            ("kind", "adjust"),
        ):
            filled = filled.replace(f"<{name}>", value)
        return filled.replace("<path:filename>", "app.css").replace("<secret>", "x" * 27)


def rows() -> list[Row]:
    """The matrix line by line."""
    lines = (line.split() for line in MATRIX.strip().splitlines())
    return [
        Row(method, rule, dict(zip(ROLES, map(int, expected), strict=True)))
        for method, rule, *expected in lines
    ]


CASES = [(row, role) for row in rows() for role in ROLES]
OF_A_TABLE = [row for row in rows() if "<public_id>" in row.rule or "<id>" in row.rule]


class Company(NamedTuple):
    """A table with a score pad, one at `cards`, and the phones around both, by role."""

    table: str
    cards: str
    phones: dict[str, Phone]

    def state(self) -> list[str]:
        """All that could be written at the tables."""
        scorer = self.phones["scorer"]
        pages = [f"{one}/{page}" for one in self[:2] for page in ("share", "history")]
        return [re.sub(r'value="I[^"]*"', "", scorer.get(page).html) for page in pages]

    def at(self, row: Row) -> str:
        """The table that a route is asked of."""
        return self.cards if row.rule in AT_CARDS else self.table


@pytest.fixture(scope="module")
def company(app: Flask) -> Company:
    """A table with a deal, and a phone for each role."""
    scorer, other = Phone(app), Phone(app)
    tables = scorer.starts("tally", {"points": [1, 2, 3, 4]}), scorer.starts("bridge", PASSED_OUT)
    ruling = {"about": 1, "what": "misdeal", "decided": "nothing"}
    scorer.do(f"{tables[0]}/write/ruling", ruling)
    other.starts("tally")
    phones = {"stranger": Phone(app), "scorer": scorer, "other": other}
    for role, link in (("watcher", "watch"), ("seat", "seat.2")):
        phones[role] = Phone(app)
        for table in tables:
            let_in(scorer, phones[role], table, link)
    return Company(*tables, phones)


@pytest.fixture
def watched_by_all(company: Company) -> Iterator[Company]:
    """The same, while anyone with the address may watch."""
    for table in company[:2]:
        company.phones["scorer"].do(f"{table}/share", do="open")
    yield company
    for table in company[:2]:
        company.phones["scorer"].do(f"{table}/share", do="shut")


def ask(company: Company, row: Row, phone: Phone, table: str = "") -> Page:
    """Ask as this phone would, with a form's token and all that a write needs."""
    address = row.address(table or company.at(row))
    if row.method == "GET":
        return phone.get(address)
    if row.rule in DOCUMENTS:
        return phone.post(address, "{}")
    return phone.post(address, filled(company, row.rule, phone))


def filled(company: Company, rule: str, phone: Phone) -> dict[str, Any]:
    """What the form of that address sends, typed against the table as it is."""
    version = company.phones["scorer"].get(company.table).form()["version"]
    token = phone.get("/settings").form()["csrf_token"]
    key = f"key-{next(_keys)}"
    return {"csrf_token": token, "key": key, "version": version, **TYPED.get(rule, {})}


_keys = itertools.count()


def test_every_route_has_a_row(app: Flask) -> None:
    routes = {
        (method, rule.rule)
        for rule in app.url_map.iter_rules()
        for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}
    }

    assert routes == {(row.method, row.rule.partition("?")[0]) for row in rows()}


@pytest.mark.parametrize(
    ("row", "role"), CASES, ids=[f"{row.method} {row.rule} {role}" for row, role in CASES]
)
def test_a_role_may_what_the_matrix_says(company: Company, row: Row, role: str) -> None:
    writes = row.method == "POST" and row.rule not in DOCUMENTS
    before = company.state() if writes else None

    page = ask(company, row, company.phones[role])

    assert page.status == row.expected[role]
    if writes and page.status == 403:
        assert company.state() == before


@pytest.mark.parametrize("row", OF_A_TABLE, ids=lambda row: f"{row.method} {row.rule}")
def test_where_anyone_may_watch_a_stranger_is_a_watcher(watched_by_all: Company, row: Row) -> None:
    page = ask(watched_by_all, row, watched_by_all.phones["stranger"])

    assert page.status == row.expected["watcher"]


@pytest.mark.parametrize("row", OF_A_TABLE, ids=lambda row: f"{row.method} {row.rule}")
def test_a_stranger_learns_not_even_whether_there_is_a_table(
    company: Company, new_phone: Callable[[], Phone], row: Row
) -> None:
    there = ask(company, row, new_phone())
    missing = ask(company, row, new_phone(), "/t/23456789ab")

    assert there.status == missing.status
    assert _alike(there) == _alike(missing)
    assert "Ann" not in there.html


def _alike(page: Page) -> tuple[str, list[tuple[str, str]]]:
    html = re.sub(r'name="(csrf_token|key)" value="[^"]*"', "", page.html)
    return html, [pair for pair in page.headers if pair[0] != "Set-Cookie"]


def test_a_strangers_page_says_whom_to_ask(company: Company) -> None:
    page = company.phones["stranger"].get(company.table)

    assert page.status == 403
    assert "Ask whoever keeps the score to show you a link" in page.text


def test_what_a_role_may_not_is_not_on_its_pages(company: Company) -> None:
    for role in ("watcher", "seat"):
        page = company.phones[role].get(company.table)
        for row in OF_A_TABLE:
            if row.method == "GET" and row.expected[role] == 403:
                assert not page.links(row.address(company.table)), (role, row.rule)
