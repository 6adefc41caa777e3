"""Who may do what: every route for every role, as written in one matrix.

A route of the app that is missing here fails a test. All tables that are asked belong to a league.
Roles: a stranger; a watcher, a seat and a scorer, each by the table's link; the scorer of another
table; a member and an organiser of the league, each by its link; the organiser of another league;
one who opened the organisers' link and has yet to say the passphrase; a stranger to a league that
anyone may read; the director of the evening for which the tables were started, and a member who
plays at them; and two programs with a token of the league, one that reads and one that posts score
sheets. A program sends its token with every request, as a header and in the address.
"""

import itertools
import re
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

import pytest
from flask import Flask, current_app
from markupsafe import escape
from sqlalchemy import Connection, bindparam, select, update

from scorekeeper.duplicate.movements import movement
from scorekeeper.leagues import decisions
from scorekeeper.leagues.access_tokens import READ, WRITE, make_token
from scorekeeper.leagues.decisions import DecisionRequest, decide
from scorekeeper.leagues.duplicate.preparing import set_up
from scorekeeper.leagues.duplicate.writing import Sent
from scorekeeper.leagues.evening.direction import name_director
from scorekeeper.leagues.evening.evenings import save_evening
from scorekeeper.leagues.evening.plan import (
    DUPLICATE,
    INDIVIDUAL,
    Evening,
    shape_of_evening,
    with_more_rounds,
)
from scorekeeper.leagues.links import set_passphrase, set_public
from scorekeeper.leagues.membership import add_members
from scorekeeper.leagues.results.games import games_in_progress
from scorekeeper.leagues.seasons import give_bonus
from scorekeeper.leagues.tables import add_table
from scorekeeper.leagues.visit import LeagueVisit, visit_league
from scorekeeper.store.schema.league import LeagueGame
from scorekeeper.store.schema.table import Base
from scorekeeper.store.sql.database import reading, writing
from scorekeeper.store.table.rows import Change
from scorekeeper.tables.loading import load_table
from tests.leagues.clubs import link_to, new_key, order
from tests.web.duplicates import NAMES as DUPLICATE_PLAYERS
from tests.web.duplicates import pairs_of
from tests.web.phones import NewPhone, Page, Phone, create_league, let_in, points

ROLES = (
    *("stranger", "watcher", "seat", "scorer", "other"),
    *("member", "organiser", "elsewhere", "pending", "reader", "director", "player"),
    *("reading", "posting"),
)

MATRIX = """
GET: 200 200 200 200 200 200 200 200 200 200 200 200 200 200
  / /tables /new /choose /new/<slug> /new/<slug>/compare /import /own /settings /sw.js /health
  /health/live /health/ready
  /static/<path:filename> /rules/ /rules/search /rules/<slug> /rules/<slug>/trick
  /rules/<slug>/wrong /house-rules
  /erase /figures /figures/names /join/<start> /me/phones /me/add /me/passkeys /me/notifications
  /leagues /api/games
  /api/games/<slug> /api/openapi.json
POST: 303 303 303 303 303 303 303 303 303 303 303 303 303 303
  /new /new/<slug> /erase /me/phones /leagues
POST: 422 422 422 422 422 422 422 422 422 422 422 422 422 422
  /import /figures/names /me/add /me/passkeys /me/notifications /api/score /api/trick /api/call
  /api/remedy /api/duplicate
POST: 200 200 200 200 200 200 200 200 200 200 200 200 200 200
  /settings
GET: 404 404 404 404 404 404 404 404 404 404 404 404 404 404
  /metrics /operator /own/<slug> /own/<slug>/game.json
GET: 404 404 404 404 404 404 404 404 404 404 404 404 404 404
  /own/edit/<slug>/<int:step> /own/edit/<slug>/thing/<name> /own/edit/<slug>/card/<int:number>
  /own/edit/<slug>/part/<section>/<int:number>
GET: 303 303 303 303 303 303 303 303 303 303 303 303 303 303
  /own/edit
POST: 404 404 404 404 404 404 404 404 404 404 404 404 404 404
  /operator /own/edit/from/<slug> /own/edit/<slug>/<int:step> /own/edit/<slug>/thing/<name>
  /own/edit/<slug>/card/<int:number> /own/edit/<slug>/part/<section>/<int:number>
  /own/edit/<slug>/undo
GET: 403 200 200 200 403 200 200 403 403 403 200 200 403 403
  /rules/search?table=<id> /rules/<slug>?table=<id> /t/<public_id> /t/<public_id>/news
  /t/<public_id>/chart /t/<public_id>/clock /t/<public_id>/wall /t/<public_id>/history
  /t/<public_id>/trick /t/<public_id>/wrong /t/<public_id>/auction /t/<public_id>/what-if
  /t/<public_id>/what-if/<int:seq> /t/<public_id>/rules /t/<public_id>/figures
  /t/<public_id>/paper /t/<public_id>/why/<int:side> /t/<public_id>/sheet.json
  /t/<public_id>/sheet.csv /t/<public_id>/ruling/<int:seq> /t/<public_id>/phones
  /api/tables/<public_id>
POST: 400 400 400 400 400 400 400 400 400 400 400 400 400 400
  /house-rules /restore
GET: 403 403 403 403 403 403 403 403 403 403 403 403 403 403
  /s/<secret> /api/link /api/tables/<public_id>/records
POST: 403 403 403 403 403 403 403 403 403 403 403 403 403 403
  /join/<start> /api/tables/<public_id>/records
GET: 403 403 403 403 403 200 200 403 403 200 200 200 403 403
  /l/<league_id> /l/<league_id>/season/<int:season> /l/<league_id>/season/<int:season>/chart
  /l/<league_id>/seasons /l/<league_id>/players /l/<league_id>/player/<int:player>
  /l/<league_id>/unit/<int:unit>
  /l/<league_id>/games /l/<league_id>/records /l/<league_id>/ratings /l/<league_id>/standings.csv
  /l/<league_id>/games.csv /l/<league_id>/games.xlsx /l/<league_id>/players.csv
  /l/<league_id>/league.json /l/<league_id>/evenings /l/<league_id>/evening/<int:evening>
  /l/<league_id>/evening/<int:evening>/news /l/<league_id>/evening/<int:evening>/paper
  /l/<league_id>/season/<int:season>/review /l/<league_id>/season /l/<league_id>/ladder
  /l/<league_id>/season/<int:season>/picture.svg /l/<league_id>/teams
  /l/<league_id>/evening/<int:evening>/duplicate
  /l/<league_id>/evening/<int:evening>/duplicate/table/<int:table>/news
  /l/<league_id>/evening/<int:evening>/duplicate/table/<int:table>
  /l/<league_id>/evening/<int:evening>/duplicate/table/<int:table>/board/<int:board>
  /l/<league_id>/evening/<int:evening>/duplicate/board/<int:board>
  /l/<league_id>/evening/<int:evening>/duplicate/ranking
  /l/<league_id>/evening/<int:evening>/duplicate/pair/<pair>
  /l/<league_id>/evening/<int:evening>/duplicate/paper
  /l/<league_id>/evening/<int:evening>/duplicate/paper/<paper>
  /l/<league_id>/calendar /l/<league_id>/wall /l/<league_id>/wall/news
  /l/<league_id>/fixtures /l/<league_id>/season/<int:season>/poster
GET: 403 403 403 403 403 403 200 403 403 403 403 403 403 403
  /l/<league_id>/evening/new /l/<league_id>/organise /l/<league_id>/players/add
  /l/<league_id>/player/<int:player>/edit /l/<league_id>/player/<int:player>/forget
  /l/<league_id>/season/new /l/<league_id>/season/<int:season>/rules
  /l/<league_id>/season/<int:season>/game/<slug>
  /l/<league_id>/season/<int:season>/handicaps/<slug> /l/<league_id>/season/<int:season>/lots
  /l/<league_id>/evening/announce /l/<league_id>/feeds /l/<league_id>/bonus /l/<league_id>/history
  /l/<league_id>/evening/<int:evening>/edit /l/<league_id>/evening/<int:evening>/cancel
  /l/<league_id>/game/<int:game> /l/<league_id>/import /l/<league_id>/delete /t/<public_id>/delete
  /l/<league_id>/fees /l/<league_id>/fees.csv /l/<league_id>/contacts
POST: 403 403 403 403 403 403 200 403 403 403 403 403 403 403
  /l/<league_id>/evening/new /l/<league_id>/feeds
POST: 403 403 403 403 403 403 303 403 403 403 303 403 403 403
  /l/<league_id>/evening/<int:evening> /l/<league_id>/evening/<int:evening>/clock
  /l/<league_id>/evening/<int:evening>/duplicate/director
GET: 403 403 403 403 403 403 200 403 403 403 200 403 403 403
  /l/<league_id>/evening/<int:evening>/plan
  /l/<league_id>/evening/<int:evening>/duplicate/kitchen
  /l/<league_id>/evening/<int:evening>/duplicate/setup
  /l/<league_id>/evening/<int:evening>/duplicate/director
  /l/<league_id>/evening/<int:evening>/duplicate/director/<int:round>/<int:table>/<int:board>
  /l/<league_id>/evening/<int:evening>/duplicate/hands
  /e/<league_id>.<int:evening>/session.<ending>
POST: 403 403 403 403 403 403 200 403 403 403 200 403 403 403
  /l/<league_id>/evening/<int:evening>/plan
  /l/<league_id>/evening/<int:evening>/duplicate/setup
  /l/<league_id>/evening/<int:evening>/duplicate/director/<int:round>/<int:table>/<int:board>
POST: 403 403 403 403 403 403 303 403 403 403 403 403 403 403
  /l/<league_id>/evening/<int:evening>/paper /l/<league_id>/organise /l/<league_id>/players/add
  /l/<league_id>/player/<int:player>/edit /l/<league_id>/season/new
  /l/<league_id>/season/<int:season>/rules /l/<league_id>/season/<int:season>/game/<slug>
  /l/<league_id>/season/<int:season>/handicaps/<slug> /l/<league_id>/evening/announce
  /l/<league_id>/evening/<int:evening>/director /l/<league_id>/ladder /l/<league_id>/bonus
  /l/<league_id>/evening/<int:evening>/edit
  /l/<league_id>/history /l/<league_id>/game/<int:game> /l/<league_id>/fees
GET: 403 403 403 403 403 404 404 403 403 404 404 404 403 403
  /l/<league_id>/evening/<int:evening>/bracket /l/<league_id>/teams/<int:match>
GET: 403 403 403 403 403 404 404 403 403 403 404 404 403 403
  /l/<league_id>/evening/<int:evening>/duplicate/making
POST: 403 403 403 403 403 404 404 403 403 403 404 404 403 403
  /l/<league_id>/evening/<int:evening>/duplicate/making
POST: 403 403 403 403 403 403 404 403 403 403 404 403 403 403
  /l/<league_id>/evening/<int:evening>/bracket
GET: 403 403 403 403 403 303 303 403 200 303 303 303 403 403
  /l/<league_id>/enter
POST: 403 403 403 403 403 303 303 403 422 303 303 303 403 403
  /l/<league_id>/enter
GET: 403 403 403 403 403 200 200 403 403 403 200 200 403 403
  /l/<league_id>/phones /l/<league_id>/new /l/<league_id>/attendance
  /l/<league_id>/attendance.csv
POST: 403 403 403 403 403 303 303 403 403 403 422 303 403 403
  /l/<league_id>/phones
POST: 403 403 403 403 403 403 422 403 403 403 422 403 403 403
  /l/<league_id>/evening/<int:evening>/duplicate/kitchen
  /l/<league_id>/evening/<int:evening>/duplicate/hands
POST: 403 403 403 403 403 403 422 403 403 403 403 403 403 403
  /l/<league_id>/player/<int:player>/forget /l/<league_id>/season/<int:season>/lots
  /l/<league_id>/teams /l/<league_id>/import /l/<league_id>/evening/<int:evening>/cancel
POST: 403 403 403 403 403 303 303 403 403 403 303 303 403 403
  /l/<league_id>/evening/<int:evening>/coming
  /l/<league_id>/evening/<int:evening>/duplicate/table/<int:table>
  /l/<league_id>/evening/<int:evening>/duplicate/table/<int:table>/board/<int:board>
POST: 403 403 403 403 403 422 422 403 403 403 303 303 403 403
  /l/<league_id>/calendar
POST: 403 403 403 403 403 404 404 403 403 404 404 404 403 403
  /l/<league_id>/teams/<int:match>
GET: 403 403 403 403 403 200 200 403 403 200 200 200 200 403
  /l/<league_id>/embed /api/leagues/<league_id>/standings.json /api/leagues/<league_id>/games.json
  /api/leagues/<league_id>/results.atom /api/leagues/<league_id>/evenings.ics
GET: 403 403 403 403 403 403 403 403 403 403 403 403 403 403
  /club/<league_id>
POST: 403 403 403 403 403 403 403 403 403 403 403 403 403 400
  /api/leagues/<league_id>/sheets
POST: 403 403 403 403 403 403 400 403 403 403 403 403 403 403
  /l/<league_id>/delete /t/<public_id>/delete
POST: 403 403 403 303 403 403 303 403 403 403 303 303 403 403
  /again/<public_id> /t/<public_id>/auction /t/<public_id>/e/<int:seq> /t/<public_id>/write/<kind>
  /t/<public_id>/wrong?mishap=disputed&what=score&known=yes
  /t/<public_id>/write/ruling /t/<public_id>/ruling/<int:seq> /t/<public_id>/head
  /t/<public_id>/edition /t/<public_id>/redo /t/<public_id>/share /t/<public_id>/timer
POST: 403 403 303 303 403 403 303 403 403 403 303 303 403 403
  /t/<public_id>
GET: 403 403 403 200 403 403 200 403 403 403 200 200 403 403
  /t/<public_id>/code.svg /t/<public_id>/e/<int:seq> /t/<public_id>/write/<kind>
  /t/<public_id>/write/ruling /t/<public_id>/head /t/<public_id>/league /t/<public_id>/share
  /t/<public_id>/timer
GET: 403 404 404 404 403 404 404 403 403 403 404 404 403 403
  /t/<public_id>/picture.svg /t/<public_id>/sheet.pbn /t/<public_id>/coin/<int:seat>
POST: 403 303 303 303 403 303 303 403 403 403 303 303 403 403
  /t/<public_id>/rules /t/<public_id>/phones /t/<public_id>/agreement
GET: 403 403 403 303 403 403 303 403 403 403 303 303 403 403
  /t/<public_id>/edition
POST: 403 403 403 422 403 403 422 403 403 403 422 422 403 403
  /t/<public_id>/league
POST: 403 404 404 404 403 404 404 403 403 403 404 404 403 403
  /t/<public_id>/coin/<int:seat>
"""
"""What each role is answered, in the order of `ROLES`, and the routes that answer so."""

AT_CARDS = (
    "/rules/<slug>/trick",
    "/rules/<slug>/wrong",
    "/t/<public_id>/wrong",
    "/t/<public_id>/trick",
    "/t/<public_id>/auction",
    "/t/<public_id>/what-if",
    "/t/<public_id>/what-if/<int:seq>",
)
"""What is asked of a game with a referee; all else is asked of a score pad."""

PASSED_OUT = {"passed_out": True}
_DUPLICATE = "/l/<league_id>/evening/<int:evening>/duplicate"

DOCUMENTS = ("/api/score", "/api/trick", "/api/call", "/api/remedy", "/api/duplicate")
"""What takes a document and writes nothing."""
BY_LINK = ("/api/tables/<public_id>/records",)
"""What no cookie opens, but the secret of a link; `test_records.py` has who may what there."""

TYPED: dict[str, dict[str, Any]] = {
    "/leagues": {"name": "Tuesday club"},
    "/new": {"do": "star.tally"},
    "/l/<league_id>/evening/<int:evening>": {"do": "open.1"},
    "/l/<league_id>/evening/<int:evening>/paper": {"round": 1},
    "/l/<league_id>/enter": {"passphrase": "a wrong guess"},
    "/l/<league_id>/organise": {"do": "rename", "name": "Tuesday club"},
    "/me/passkeys": {"do": "create", "credential": "{}"},
    "/me/notifications": {"do": "tell", "subscription": "{}"},
    "/me/phones": {"do": "code"},
    "/l/<league_id>/phones": {"do": "call", "who": "Zoe"},
    "/l/<league_id>/players/add": {"names": "Eve"},
    "/l/<league_id>/player/<int:player>/edit": {"do": "guest"},
    "/l/<league_id>/season/new": {"name": "Spring"},
    "/l/<league_id>/season/<int:season>/rules": {"do": "end"},
    "/l/<league_id>/season/<int:season>/game/<slug>": {"do": "unpin"},
    "/l/<league_id>/bonus": {
        **{"do": "give", "season": 1, "player": 2, "points": "1", "reason": "biscuits"},
    },
    "/l/<league_id>/season/<int:season>/lots": {"do": "draw", "player": [2, 3]},
    "/l/<league_id>/evening/announce": {"do": "announce", "date": "2031-01-07", "game": "tally"},
    "/l/<league_id>/evening/<int:evening>/coming": {"do": "coming"},
    "/l/<league_id>/evening/<int:evening>/edit": {
        "do": "save",
        "date": "2031-01-07",
        "reason": "The hall is taken.",
    },
    "/l/<league_id>/evening/<int:evening>/cancel": {"do": "reinstate"},
    "/l/<league_id>/calendar": {"do": "make"},
    "/l/<league_id>/evening/<int:evening>/clock": {"do": "start", "minutes": 30},
    "/l/<league_id>/evening/<int:evening>/director": {"do": "direct", "player": 2},
    "/l/<league_id>/ladder": {"do": "start", "game": "tally", "reach": 2, "by": "lot"},
    "/l/<league_id>/teams": {"do": "start", "game": "whist", "boards": 1, "teams": "Aces: Zoe"},
    "/l/<league_id>/feeds": {"do": "make", "name": "calendar", "may": "read"},
    "/l/<league_id>/fees": {"do": "save"},
    "/l/<league_id>/history": {"do": "strike.3"},
    "/l/<league_id>/game/<int:game>": {"do": "strike", "reason": "played twice"},
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
    "/t/<public_id>/phones": {"do": "call", "who": "Ann"},
    "/t/<public_id>/timer": {"minutes": "5"},
    "/t/<public_id>/agreement": {"do": "agree.1", "contents": "otherwise by now"},
    "/t/<public_id>/coin/<int:seat>": {"colour": "3", "initial": ""},
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
    f"{_DUPLICATE}/setup": {"do": "look", "pairs": pairs_of(8), "boards": 21},
    f"{_DUPLICATE}/director": {"do": "round.2"},
    f"{_DUPLICATE}/director/<int:round>/<int:table>/<int:board>": {
        **{"do": "look", "ns": "1", "ew": "2", "kind": "played", "played": "4S N ="},
    },
    f"{_DUPLICATE}/hands": {"do": "type"},
    f"{_DUPLICATE}/table/<int:table>": {"do": "begin.1"},
    f"{_DUPLICATE}/table/<int:table>/board/<int:board>": {
        **{"do": "save", "contract.0": "4", "contract.1": "S", "declarer": 0, "doubled": 0},
        **{"tricks": 10, "seen": 0, "sure": "yes"},
    },
}


NEEDS = {
    "paper": "guides",
    "ending": "xml",
    "int:seq": "1",
    "int:side": "0",
    "int:seat": "0",
    "kind": "adjust",
    "path:filename": "app.css",
    "secret": "x" * 27,
    "start": "0" * 12,
    **{"int:step": "2", "int:number": "0", "name": "scored", "section": "values"},
    "int:season": "1",
    "int:player": "2",
    "int:unit": "12",
    "int:evening": "4",
    "int:match": "1",
    "int:round": "1",
    "int:table": "1",
    "int:board": "1",
    "pair": "1",
}
"""What else an address is made of; at the tables and in the leagues of the company it is there."""


class Row(NamedTuple):
    """A route, and what each role is answered."""

    method: str
    rule: str
    expected: dict[str, int]

    @property
    def at_cards(self) -> bool:
        """Whether it is asked of a game with a referee."""
        return self.rule.partition("?")[0] in AT_CARDS

    def address(self, place: "Place") -> str:
        """The address at a table or in a league; what else it needs is filled in."""
        table = place.cards if self.at_cards else place.table
        id_ = table.rpartition("/")[2]
        slug = "bridge" if self.at_cards else "tally"
        ruled = self.rule.replace("ruling/<int:seq>", "ruling/2")
        needs = {**NEEDS, "public_id": id_, "id": id_, "league_id": place.league, "slug": slug}
        needs["int:game"] = place.game
        if "duplicate" in self.rule or self.rule.startswith("/e/"):
            needs["int:evening"] = place.duplicate
        return re.sub("<([^>]*)>", lambda found: needs[found[1]], ruled)


def rows() -> list[Row]:
    """Every route with what each role is answered there."""
    return [
        Row(method, rule, dict(zip(ROLES, map(int, answers.split()), strict=True)))
        for method, answers, rules in re.findall(r"(\w+): ([\d ]+)\n((?:  .*\n)+)", MATRIX)
        for rule in rules.split()
    ]


OF_A_TABLE = [row for row in rows() if "<public_id>" in row.rule or "<id>" in row.rule]
OF_A_LEAGUE = [row for row in rows() if "<league_id>" in row.rule]


class Place(NamedTuple):
    """A league, a table of it with a score pad and one at cards, and the numbers of a game and of
    a duplicate evening."""

    league: str
    table: str
    cards: str
    game: str
    duplicate: str = "99999"

    @property
    def tables(self) -> tuple[str, str]:
        """Both tables."""
        return self.table, self.cards


NOWHERE = Place("23456789ab", "/t/23456789ab", "/t/23456789ab", "99999")


WRITTEN = [
    select(table).where(table.c[name].in_(bindparam(name, expanding=True)))
    for table in Base.metadata.sorted_tables
    for name in ("table_id", "league_id")
    if name in table.c
]
"""What reads all that belongs to tables or to leagues, by their ids."""


class Program(Phone):
    """A program: it has a token, and what a phone is sent for its forms."""

    token = ""

    def ask(self, method: str, address: str, data: Any, headers: Mapping[str, str]) -> Page:
        headers = {**headers, "Authorization": f"Bearer {self.token}"}
        sent = f"{'&' if '?' in address else '?'}token={self.token}" if self.token else ""
        return super().ask(method, address + sent, data, headers)


TOKENS = {"reading": READ, "posting": WRITE}
"""What the programs' tokens allow."""


class Company(NamedTuple):
    """A league that its members read, one that anyone may read, tables in none, and phones around
    them, by role."""

    app: Flask
    closed: Place
    open: Place
    outside: Place
    phones: dict[str, Phone]

    def state(self) -> list[Any]:
        """All that could be written at the tables or in the leagues."""
        with self.app.app_context(), reading() as connection:
            leagues_, tables_ = (self.ids(connection, of) for of in ("league", "game_table"))
            asked = {"table_id": tables_, "league_id": leagues_}
            return [connection.execute(query, asked).all() for query in WRITTEN]

    def ids(self, connection: Connection, of: str) -> list[int]:
        """The ids of the leagues or of the tables."""
        rows = Base.metadata.tables[of].c
        known = {one.rpartition("/")[2] for place in (self.closed, self.open) for one in place}
        return [*connection.scalars(select(rows.id).where(rows.public_id.in_(known)))]

    def version(self, row: Row, place: Place) -> int:
        """Against which version of the league or table a write is typed."""
        league = "<league_id>" in row.rule
        rows = Base.metadata.tables["league" if league else "game_table"].c
        table = place.cards if row.at_cards else place.table
        id_ = place.league if league else table.rpartition("/")[2]
        with self.app.app_context(), reading() as connection:
            query = select(rows.version).where(rows.public_id == id_)
            return connection.scalar(query) or 0


@pytest.fixture(scope="module")
def company(app: Flask) -> Company:
    """Leagues with tables, a deal at each, and a phone for each role."""
    programs = {role: Program(app) for role in TOKENS}
    phones = {role: Phone(app) for role in ROLES} | programs
    closed, open_ = (_place(app, phones) for _ in range(2))
    for role, link in (("watcher", "watch"), ("seat", "seat.2")):
        for table in closed.tables:
            let_in(phones["scorer"], phones[role], table, link)
    outside = Place("", *_tables(phones["other"]), "0")
    for role in ("elsewhere", "director", "player"):  # these have to say which league is meant
        create_league(phones[role])
    with app.app_context():
        visit = visit_league(open_.league, "")
        set_public(visit, order(), True)
        secrets = _links(visit_league(closed.league, ""))
    for role, secret in secrets.items():
        phones[role].enter(f"/s/{secret}")
    _direct(app, closed)
    for role, name in (("director", "Zoe"), ("player", "Ann")):
        phones[role].enter(f"/s/{secrets['member']}", name)
    for role, may in TOKENS.items():
        with app.app_context():
            made = make_token(visit_league(closed.league, ""), order(), role, may)
        programs[role].token = made
    return Company(app, closed, open_, outside, phones)


def _place(app: Flask, phones: dict[str, Phone]) -> Place:
    """A league of the organiser's with an evening, that has taken in two tables of the scorer's."""
    tables_ = _tables(phones["scorer"])
    league = create_league(phones["organiser"]).rpartition("/")[2]
    with app.app_context():
        for number, decide in enumerate((_join, _reward)):
            decide(visit_league(league, ""), DecisionRequest(f"{league}-{number}", None, ""))
        _evening(visit_league(league, ""))
        for table in tables_:
            visit = visit_league(league, "")
            add_table(visit, load_table(table.rpartition("/")[2]))
        going_on = games_in_progress(visit_league(league, ""))
        duplicate = _duplicate(visit_league(league, ""))
    return Place(league, *tables_, str(going_on[0].id), str(duplicate))


def _duplicate(visit: LeagueVisit) -> int:
    """The number of a duplicate evening of 8 pairs, which Zoe directs."""
    newcomers = [f"{name} of the pairs" for name in DUPLICATE_PLAYERS[:16]]
    units = tuple((-1 - at, -2 - at) for at in range(0, 16, 2))
    present = tuple(player for unit in units for player in unit)
    season = next(iter(visit.league.seasons))
    plan = Evening(0, "", "", season, "bridge", None, DUPLICATE, present, units, director=2)
    seq = save_evening(visit, order(), plan, newcomers).seq
    now = visit_league(visit.info.public_id, "")
    pairs = [(one, two) for one, two in Evening.read(seq, now.league.evenings[seq]).units]
    options = {"ranking": "live", "traveller": "board", "lead": False, "agree": True}
    set_up(now, Sent(new_key(), "phone"), seq, movement("howell", 8, 21), pairs, options)
    return seq


def _direct(app: Flask, place: Place) -> None:
    """Zoe directs the evening, for which the tables were started; Ann, who plays there, is a
    member."""
    with app.app_context():
        visit = visit_league(place.league, "")
        name_director(visit, order(), int(NEEDS["int:evening"]), 2)
        seated = [load_table(one.rpartition("/")[2]).row.summary["seats"] for one in place.tables]
        anns = [Change("member", {"person": ann, "guest": False}) for ann, *_ in seated]
        first = decide(visit, order(), lambda connection, league: anns).seq
        merge = Change("merge", {"player": first + 1, "into": first})
        decide(visit, order(), lambda connection, league: [merge])
        with writing() as connection:
            here = LeagueGame.league_id == visit.info.id
            evening = int(NEEDS["int:evening"])
            connection.execute(update(LeagueGame).where(here).values(evening=evening))


def _join(visit: LeagueVisit, order: DecisionRequest) -> None:
    """A player of the number 2."""
    add_members(visit, order, ["Zoe"])


def _reward(visit: LeagueVisit, order: DecisionRequest) -> None:
    """A bonus of the number 3."""
    give_bonus(visit, order, season=1, player=2, points="5", reason="biscuits")


def _tables(phone: Phone) -> tuple[str, str]:
    """Two tables of the phone's, with a deal each, one with a ruling."""
    pad, cards = phone.starts("tally", {"points": [1, 2, 3, 4]}), phone.starts("bridge", PASSED_OUT)
    phone.do(f"{pad}/write/ruling", {"about": 1, "what": "misdeal", "decided": "nothing"})
    return pad, cards


def _evening(visit: LeagueVisit) -> None:
    """An evening of four newcomers, by whom the league's players begin."""
    season = max(visit.league.seasons)
    there = (-1, -2, -3, -4)
    plan = Evening(0, "", "", season, "tally", None, INDIVIDUAL, there)
    rounds = with_more_rounds(plan, shape_of_evening(visit.season_shown, plan), 2, (), {})
    order = decisions.DecisionRequest("evening", visit.info.version, "")
    save_evening(visit, order, rounds, ["Pia", "Leo", "Max", "Uma"])


def _links(visit: LeagueVisit) -> dict[str, str]:
    """The secrets by which a member comes in, and one who is asked for a passphrase."""
    set_passphrase(visit, order(), "the green door")
    key = current_app.config["SECRET_KEY"]
    by = {"member": "member", "pending": "organiser"}
    return {role: link_to(visit, link, key) for role, link in by.items()}


@pytest.fixture
def watched_by_all(company: Company) -> Iterator[Company]:
    """The same, while anyone with the address may watch the tables."""
    for table in company.closed.tables:
        company.phones["scorer"].do(f"{table}/share", do="open")
    yield company
    for table in company.closed.tables:
        company.phones["scorer"].do(f"{table}/share", do="shut")


def ask(company: Company, row: Row, phone: Phone, place: Place) -> Page:
    """Ask as this phone would, with a form's token and all that a write needs."""
    address = row.address(place)
    if row.method == "GET":
        return phone.get(address)
    if row.rule in (*DOCUMENTS, *BY_LINK):
        return phone.post(address, "{}")
    return phone.post(address, filled(company, row, phone, place))


def filled(company: Company, row: Row, phone: Phone, place: Place) -> dict[str, Any]:
    """Return what the form of that address sends, typed against the table or league as it is."""
    version = company.version(row, place) if "<" in row.rule else 0
    token, key = _tokens.get(phone) or phone.get("/settings").form()["csrf_token"], next(_keys)
    _tokens[phone] = token
    typed = {**TYPED.get(row.rule, {})}
    return {"csrf_token": token, "key": f"key-{key}", "version": version, **typed}


_keys = itertools.count()
_tokens: dict[Phone, str] = {}


def test_every_route_has_a_row(app: Flask) -> None:
    routes = {
        (method, rule.rule)
        for rule in app.url_map.iter_rules()
        for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}
    }

    assert routes == {(row.method, row.rule.partition("?")[0]) for row in rows()}


@pytest.mark.parametrize("row", rows(), ids=lambda row: f"{row.method} {row.rule}")
def test_a_role_may_what_the_matrix_says(company: Company, row: Row) -> None:
    found = {}
    before = None
    for role, expected in row.expected.items():
        forbidden = row.method == "POST" and expected == 403
        before = (before or company.state()) if forbidden else None
        place = company.open if role == "reader" else company.closed

        found[role] = ask(company, row, company.phones[role], place).status

        assert not forbidden or company.state() == before, role
    assert found == row.expected


@pytest.mark.hard
@pytest.mark.parametrize("row", OF_A_TABLE, ids=lambda row: f"{row.method} {row.rule}")
def test_stranger_watches_where_anyone_may(watched_by_all: Company, row: Row) -> None:
    company, stranger = watched_by_all, watched_by_all.phones["stranger"]

    assert ask(company, row, stranger, company.closed).status == row.expected["watcher"]


@pytest.mark.parametrize("row", OF_A_TABLE, ids=lambda row: f"{row.method} {row.rule}")
def test_organiser_is_a_stranger_outside_leagues(company: Company, row: Row) -> None:
    page = ask(company, row, company.phones["organiser"], company.outside)

    assert page.status == row.expected["stranger"]


@pytest.mark.parametrize(
    "row", [*OF_A_TABLE, *OF_A_LEAGUE], ids=lambda row: f"{row.method} {row.rule}"
)
def test_stranger_cannot_tell_whether_it_exists(
    company: Company, new_phone: NewPhone, row: Row
) -> None:
    there = ask(company, row, new_phone(), company.closed)
    missing = ask(company, row, new_phone(), NOWHERE)

    assert there.status == missing.status
    assert _alike(there) == _alike(missing)
    assert not {"Ann", "Tuesday"} & {*there.text.split()}


def _alike(page: Page) -> tuple[str, list[tuple[str, str]]]:
    html = re.sub(r'name="(csrf_token|key)" value="[^"]*"', "", page.html)
    return html, [pair for pair in page.headers if pair[0] != "Set-Cookie"]


MAY_NOT = "You don't have permission"
NOT_YOURS = "This league is private"
RULING = ("POST", "/t/<public_id>/ruling/<int:seq>")


@pytest.mark.parametrize(
    ("role", "address", "title", "words"),
    [
        ("member", "/l/{league}/history", MAY_NOT, "Only organisers can do this."),
        ("reader", "/l/{league}/organise", MAY_NOT, "Only organisers can do this."),
        ("reader", "/l/{league}/new", MAY_NOT, "Only members can do this."),
        ("scorer", "{table}/league?league={league}", MAY_NOT, "Only members can do this."),
        ("watcher", "{table}/share", MAY_NOT, "Only the scorer can do this."),
        ("seat", "{table}/head", MAY_NOT, "Only the scorer can do this."),
        ("stranger", "{table}/share", "This game is private", "Ask the scorer"),
        ("stranger", "/l/{league}/enter", NOT_YOURS, "Ask an organiser"),
        ("stranger", "/new/whist?league={league}", NOT_YOURS, "Ask an organiser"),
        ("pending", "/new/whist?league={league}", NOT_YOURS, "Ask an organiser"),
    ],
)
def test_a_refusal_says_why_and_whom_to_ask(
    company: Company, role: str, address: str, title: str, words: str
) -> None:
    place = company.open if role == "reader" else company.closed
    asked = address.format(league=place.league, table=place.table)

    page = company.phones[role].get(asked)

    assert page.status == 403
    assert f"<h1>{escape(title)}</h1>" in page.html
    assert words in page.text
    back = f'href="{asked.rpartition("/")[0]}">Back to the'
    assert (back in page.html) == (title == MAY_NOT)
    others = {MAY_NOT, NOT_YOURS, "This game is private"} - {title}
    assert not [one for one in others if one in page.text]


def test_pinning_for_a_league_needs_an_organiser(company: Company) -> None:
    (row,) = (row for row in rows() if (row.method, row.rule) == RULING)
    scorer, address = company.phones["scorer"], row.address(company.closed)

    page = scorer.post(address, {**filled(company, row, scorer, company.closed), "do": "all"})

    assert page.status == 403
    assert "Only organisers can do this." in page.text


def test_phone_owing_passphrase_reads_as_anyone(company: Company) -> None:
    phone, place, key = company.phones["pending"], company.open, company.app.config["SECRET_KEY"]
    with company.app.app_context():
        visit = visit_league(place.league, "")
        set_passphrase(visit, order(), "the green door")
        secret = link_to(visit, "organiser", key)
    phone.enter(f"/s/{secret}")

    for row in OF_A_LEAGUE:
        if row.method == "GET" and row.expected["pending"] == 403:
            assert ask(company, row, phone, place).status == row.expected["reader"], row.rule


@pytest.mark.parametrize("role", ["watcher", "seat", "member", "reader"])
def test_what_a_role_may_not_is_not_on_its_pages(company: Company, role: str) -> None:
    place = company.open if role == "reader" else company.closed
    seen = [company.phones[role].get(page) for page in (place.table, f"/l/{place.league}")]

    for row in (*OF_A_TABLE, *OF_A_LEAGUE):
        if row.method == "GET" and row.expected[role] == 403:
            address = row.address(place)
            assert not [link for page in seen for link in page.links(address)], row.rule
