"""Records as a phone with the pocket edition sends them, and what a server answers."""

import itertools
import json
from typing import Any, NamedTuple
from uuid import uuid4

from flask import Flask

from scorekeeper.games import games
from scorekeeper.leagues.visit import visit_league
from scorekeeper.store.access.links import SCORER
from scorekeeper.tables.loading import load_table
from scorekeeper.tables.sharing import make_link
from tests.leagues.clubs import link_to

HEAD = {
    "game": "tally",
    "variant": None,
    "players": ["Ann", "Ben", "Cat", "Dan"],
    "dealer": 0,
    "edition": 1,
}
Record = dict[str, Any]
_at = itertools.count(1_700_000_000_000)


class Answer(NamedTuple):
    """What the server said."""

    status: int
    told: dict[str, Any]
    headers: Any


def record(seq: int, kind: str, payload: Any = None, key: str = "", **about: int) -> Record:
    """A record as it travels."""
    made = {"seq": seq, "kind": kind, "key": key or uuid4().hex, "at": next(_at), **about}
    return made if payload is None else {**made, "payload": payload}


def deal(seq: int, *points: int, key: str = "") -> Record:
    """A deal of a tally."""
    return record(seq, "entry", {"points": [*points]}, key)


def names_of(records: list[Record]) -> list[str]:
    """Everybody named in the records, in order."""
    payloads = [one.get("payload") or {} for one in records]
    seats = [[one["seat"]["name"]] if "seat" in one else [] for one in payloads]
    players = [one.get("players", []) for one in payloads]
    pairs = zip(players, seats, strict=True)
    return [*dict.fromkeys(name for one in pairs for names in one for name in names if name)]


def ask(app: Flask, table: str, secret: str, sent: Any = None, **headers: str) -> Answer:
    """Read a table's records, or send some."""
    headers = {"Authorization": f"Bearer {secret}", **headers}
    address = f"/api/tables/{table}/records"
    client = app.test_client(use_cookies=False)
    if sent is None:
        answer = client.get(address, headers=headers)
    else:
        answer = client.post(address, data=json.dumps(sent), headers=headers)
    return Answer(answer.status_code, answer.get_json(), answer.headers)


def link(app: Flask, table: str, role: str = SCORER, seat: int | None = None) -> str:
    """The secret of a table's link."""
    with app.app_context():
        made = make_link(load_table(table), role, seat, app.config["SECRET_KEY"])
        return made.secret or ""


def club_link(app: Flask, club: str, role: str) -> str:
    """The secret of a league's link."""
    with app.app_context():
        return link_to(visit_league(club, ""), role, app.config["SECRET_KEY"])


def head(**changes: Any) -> Record:
    """The first record of a tally, with all its options."""
    options = dict(games()["tally"].defaults(None))
    return record(0, "head", {**HEAD, "options": options, **changes})
