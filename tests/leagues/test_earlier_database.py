"""A database that an earlier version wrote: who got in then is in still, and it all goes on."""

import json
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import insert, text

from scorekeeper.leagues import links
from scorekeeper.leagues.decision_text import Words, words_of_step
from scorekeeper.leagues.decisions import DecisionRequest, undo_decision
from scorekeeper.leagues.links import invitation, links_of_league, make_link, verify_passphrase
from scorekeeper.leagues.phones import phones_of_league
from scorekeeper.leagues.rebuilding import rebuild_results
from scorekeeper.leagues.visit import LeagueVisit, visit_league
from scorekeeper.store.access.links import hash_secret
from scorekeeper.store.access.table_access import Role
from scorekeeper.store.schema.table import Base
from scorekeeper.store.sql.database import writing
from scorekeeper.store.table.records import Step
from scorekeeper.tables.loading import load_table, visit_table
from scorekeeper.tables.sharing import (
    accept_invitation,
    links_of_table,
    replace_links,
    turn_off_link,
)
from tests.leagues.clubs import new_key, rows_of

SAVED = json.loads((Path(__file__).parent / "earlier_database.json").read_text(encoding="utf-8"))
TABLE, PUBLIC, OF_LEAGUE = SAVED["tables"]
CLUB = SAVED["league"]
KEY = b"k" * 32
PASSPHRASE = "the green door"


@pytest.fixture
def earlier(store: Flask) -> None:
    """The database with these rows, its own numbers going on behind them."""
    with writing() as connection:
        for name, rows in SAVED["rows"].items():
            table = Base.metadata.tables[name]
            connection.execute(insert(table), rows)
            if connection.dialect.name == "postgresql" and "id" in table.c:
                highest = max(row["id"] for row in rows)
                connection.execute(text(f"SELECT setval('{name}_id_seq', {highest})"))


def at(table: str, *devices: str) -> str:
    """Return what each device may do at a table: s(core), the number of the seat it answers for,
    w(atch), - nothing."""
    return "".join(_at(visit_table(table, device).role) for device in devices)


def _at(role: Role | None) -> str:
    if role is None or role.may_score:
        return "s" if role else "-"
    return "".join(map(str, sorted(role.seats))) or "w"


def within(*devices: str) -> str:
    """Return what each may do in the league: o(rganise), m(ember), p(assphrase to be said), -
    nothing."""
    roles = [visit_league(CLUB, device).role for device in devices]
    return "".join(
        "-" if one is None else "o" if one.organiser else "m" if one.member else "p"
        for one in roles
    )


def visited(device: str = "founder") -> LeagueVisit:
    return visit_league(CLUB, device)


def order(device: str = "founder") -> DecisionRequest:
    return DecisionRequest(new_key(), visited(device).info.version, device)


def enter(secret: str | None, device: str) -> str | None:
    mark = hash_secret(secret or "")
    return accept_invitation(mark, device) or links.accept_invitation(mark, device)


BY = ("table_id", "device", "link_id")
AT_TABLE = ("maker", "writer", "watcher", "seated", "shut out", "stranger")
IN_LEAGUE = ("founder", "organiser", "member", "passed", "pending", "early", "revoked", "stranger")


def test_access_is_as_it_was_before_the_upgrade(earlier: None) -> None:
    assert at(TABLE, *AT_TABLE) == "ssw1--"
    assert at(PUBLIC, "maker", "stranger") == "sw"
    assert at(OF_LEAGUE, "revoked", "guest", "founder", "member", "early", "pending") == "-wsw--"
    assert within(*IN_LEAGUE) == "oom-----"
    phones = [(one.device, one.role, one.name) for one in phones_of_league(visited())]
    assert phones == [
        ("founder", "organiser", "Fay"),
        ("member", "member", "Mia"),
        ("organiser", "organiser", "Olga"),
    ]
    assert [*rebuild_results(repair=False)] == []


def test_links_are_shown_and_open_as_they_did(earlier: None) -> None:
    table = load_table(TABLE)
    there = {(one.role, one.seat): one.secret for one in links_of_table(table, KEY)}

    assert [*there] == [("watch", None), ("seat", 1), ("scorer", None)]
    assert {enter(secret, "new") for secret in there.values()} == {TABLE}
    assert at(TABLE, "new") == "s"
    (link,) = links_of_league(visited(), KEY)
    assert (link.role, enter(link.secret, "new")) == ("member", CLUB)
    assert within("new") == "m"
    assert enter(SAVED["early"], "late") is None
    offered = invitation(hash_secret(link.secret or ""), "member")
    assert offered is not None
    assert (offered.accepted, offered.name) == (True, "Mia")


def test_table_links_are_replaced_and_turned_off(earlier: None) -> None:
    table = load_table(TABLE)
    watch, seat, scorer = (one.id for one in links_of_table(table, KEY))

    replace_links(table, [watch, scorer], KEY, "writer")
    turn_off_link(table, seat, "maker")

    assert at(TABLE, *AT_TABLE) == "ss----"
    assert [one.role for one in links_of_table(table, KEY)] == ["watch", "scorer"]
    in_by = [(device, link) for table_id, device, link in rows_of("access", *BY) if table_id == 1]
    assert in_by == [("maker", None), ("writer", 7), ("writer", 8)]


def test_decisions_before_upgrade_are_undone(earlier: None) -> None:
    undo_decision(visited(), order())  # that the organisers' link was removed
    assert within(*IN_LEAGUE) == "oomop---"
    assert verify_passphrase(visited("pending"), "pending", PASSPHRASE) is None
    undo_decision(visited(), order())  # that a phone was shut out
    assert within(*IN_LEAGUE) == "oomoo-m-"
    assert at(OF_LEAGUE, "revoked", "guest") == "sw"
    undo_decision(visited(), order())  # that a passphrase was set
    assert visited().info.passphrase is None
    undo_decision(visited(), order())  # that the members' link was replaced
    assert within(*IN_LEAGUE) == "oo-oom--"
    assert enter(SAVED["early"], "late") == CLUB
    assert [*rebuild_results(repair=False)] == []


def test_decisions_can_go_on_after_the_upgrade(earlier: None) -> None:
    make_link(visited("organiser"), order("organiser"), "organiser", KEY)
    there: dict[str, Any] = {one.role: one.secret for one in links_of_league(visited(), KEY)}
    assert enter(there["organiser"], "third") == CLUB
    assert within("third") == "p"
    assert verify_passphrase(visited("third"), "third", PASSPHRASE) is None
    links.replace_links(visited("third"), order("third"), ["member", "organiser"], KEY)

    assert within("third", *IN_LEAGUE) == "ooo------"
    assert [*rebuild_results(repair=False)] == []


def test_walkover_of_old_knockouts_is_still_told() -> None:
    plan = {"name": "Cup", "present": [2, 3], "units": [[2], [3]], "third_place": False}
    before, after = {**plan, "walkovers": []}, {**plan, "walkovers": [[1, 1]]}
    step = Step(9, "amend", 0, "", 5, before, after, undone=False)

    told = words_of_step(step, Words({}, {2: "Ann", 3: "Ben"}, {}, {}, {}), "")

    assert told == "gave Ben a walkover in match 1 of Cup"
