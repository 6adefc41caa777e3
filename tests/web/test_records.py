"""A table's records over HTTP: who may read and append them, and what comes of each."""

import time
from collections.abc import Callable
from typing import Any

import pytest
from flask import Flask

from scorekeeper.games import games
from scorekeeper.leagues.lifecycle import archive_league
from scorekeeper.leagues.links import set_passphrase
from scorekeeper.leagues.rebuilding import rebuild_results
from scorekeeper.leagues.results.games import games_in_progress
from scorekeeper.leagues.visit import visit_league
from scorekeeper.sheet.documents import pinned_document
from scorekeeper.store.access.links import hash_secret
from scorekeeper.tables.erasing import erase, places_of
from scorekeeper.tables.loading import load_table
from scorekeeper.tables.sharing import links_of_table, replace_links
from scorekeeper.tables.summaries import rebuild_summaries
from tests.leagues.clubs import create_club, order, table_of
from tests.web.chains import ask, club_link, deal, head, link, record
from tests.web.phones import Phone


@pytest.fixture
def table(phone: Phone) -> str:
    """A tally with a deal; its id."""
    return phone.starts("tally", {"points": [1, 2, 3, 4]}).removeprefix("/t/")


@pytest.fixture
def secret(app: Flask, table: str) -> str:
    """That of its scorer link."""
    return link(app, table)


@pytest.fixture
def club(app: Flask) -> str:
    """A league of Ann and Ben."""
    with app.app_context():
        return create_club(["Ann", "Ben"])


def base_of(told: dict[str, Any]) -> dict[str, Any]:
    """The base of what follows on all that was answered."""
    last = told["records"][-1]
    return {"version": last["seq"], "key": last["key"], "names": told["names"]}


# --- who may ------------------------------------------------------------------------------------


@pytest.mark.long
def test_scorer_link_reads_and_appends(app: Flask, table: str, secret: str) -> None:
    read = ask(app, table, secret)
    sent = ask(app, table, secret, {"base": base_of(read.told), "records": [deal(2, 5, 5, 5, 5)]})

    assert [one["kind"] for one in read.told["records"]] == ["head", "entry"]
    assert read.told["names"] == ["Ann", "Ben", "Cat", "Dan"]
    assert (sent.status, sent.told) == (200, {**read.told, "version": 2, "records": []})
    with app.app_context():
        assert list(load_table(table).pad.totals) == [6, 7, 8, 9]
        assert table not in [one.public_id for one in rebuild_summaries(repair=False)]


@pytest.mark.parametrize("role", ["watch", "seat", "other", "none", "member"])
def test_no_other_link_opens_a_tables_records(
    app: Flask, phone: Phone, table: str, club: str, role: str
) -> None:
    seat = 0 if role == "seat" else None
    secrets = {
        "other": lambda: link(app, phone.starts("tally").removeprefix("/t/")),
        "none": lambda: "x" * 27,
        "member": lambda: club_link(app, club, "member"),
    }
    secret = secrets.get(role, lambda: link(app, table, role, seat))()

    assert ask(app, table, secret).status == 403
    before = ask(app, table, link(app, table)).told
    more = [*before["records"], deal(2, 1, 1, 1, 1)]
    assert ask(app, table, secret, {"records": more}).status == 403
    assert ask(app, table, link(app, table)).told == before


def test_a_link_that_is_replaced_opens_nothing(app: Flask, table: str, secret: str) -> None:
    with app.app_context():
        loaded, key = load_table(table), app.config["SECRET_KEY"]
        replace_links(loaded, [one.id for one in links_of_table(loaded, key)], key, "phone")

    assert ask(app, table, secret).status == 403
    assert ask(app, table, secret, {"records": []}).status == 403


def test_any_address_may_ask_without_a_cookie(app: Flask, table: str, secret: str) -> None:
    client = app.test_client()
    asked = client.options(
        f"/api/tables/{table}/records",
        headers={"Origin": "https://pocket.example", "Access-Control-Request-Method": "POST"},
    )
    for headers in (asked.headers, ask(app, table, secret).headers, ask(app, table, "x").headers):
        assert headers["Access-Control-Allow-Origin"] == "*"
        assert "Access-Control-Allow-Credentials" not in headers
        assert "Set-Cookie" not in headers
    assert "Authorization" in asked.headers["Access-Control-Allow-Headers"]
    assert ask(app, table, secret, {"records": []}, Origin="https://pocket.example").status == 200


# --- what comes of it -----------------------------------------------------------------------------


def test_what_is_sent_again_is_skipped(app: Flask, table: str, secret: str) -> None:
    base = base_of(ask(app, table, secret).told)
    records = [deal(2, 1, 1, 1, 1), deal(3, 2, 2, 2, 2)]

    first = ask(app, table, secret, {"base": base, "records": records[:1]})
    again = ask(app, table, secret, {"base": base, "records": records})
    once_more = ask(app, table, secret, {"base": base, "records": records})

    assert [one.told["version"] for one in (first, again, once_more)] == [2, 3, 3]
    assert once_more.told["records"] == []


def test_record_from_a_fast_clock_is_of_now(app: Flask, table: str, secret: str) -> None:
    base = base_of(ask(app, table, secret).told)
    ahead = round(time.time() * 1000) + 60 * 60 * 1000

    ask(app, table, secret, {"base": base, "records": [{**deal(2, 1, 1, 1, 1), "at": ahead}]})

    *_, kept = ask(app, table, secret).told["records"]
    assert kept["seq"] == 2
    assert kept["at"] <= round(time.time() * 1000)


def test_a_client_gets_the_records_it_lacks(app: Flask, table: str, secret: str) -> None:
    base = base_of(ask(app, table, secret).told)
    records = [deal(2, 1, 1, 1, 1), deal(3, 2, 2, 2, 2)]
    ask(app, table, secret, {"base": base, "records": records})

    behind = ask(app, table, secret, {"base": base, "records": records[:1]})
    looking = ask(app, table, secret, {"base": base, "records": []})

    assert (behind.status, behind.told["records"]) == (200, records[1:])
    assert looking.told["records"] == records


def test_conflicting_records_are_refused(app: Flask, table: str, secret: str) -> None:
    base = base_of(ask(app, table, secret).told)
    there = [deal(2, 1, 1, 1, 1), deal(3, 2, 2, 2, 2)]
    ask(app, table, secret, {"base": base, "records": there})

    answer = ask(app, table, secret, {"base": base, "records": [there[0], deal(3, 9, 9, 9, 9)]})
    strange = ask(app, table, secret, {"base": {**base, "key": "another"}, "records": []})

    assert (answer.status, answer.told["records"]) == (409, there[1:])
    assert (strange.status, len(strange.told["records"])) == (409, 4)
    assert ask(app, table, secret).told["version"] == 3


EVERY_KIND = [
    [deal(2, 5, 5, 5, 5)],
    [record(3, "amend", {"points": [6, 6, 6, 6]}, about=2)],
    [record(4, "strike", about=1)],
    [record(5, "undo", about=4)],
    [record(6, "restore", about=4)],
    [record(7, "entry", {"points": [1, 0, 0, 0]}, before=2)],
    [record(8, "entry", {"seat": {"number": 0, "name": "Eve"}})],
    [
        record(
            9,
            "note",
            {"ruling": {"happened": "a", "rule": None, "decided": "points", "agreed": ["Ben"]}},
            about=2,
        ),
        record(10, "entry", {"adjust": {"side": 1, "points": 3, "reason": "a"}}, about=9),
        record(11, "strike", {"with": 9}, about=2),
    ],
    [record(12, "entry", {"finish": {}})],
]


@pytest.mark.long
def test_every_kind_of_record_is_taken(app: Flask, table: str, secret: str) -> None:
    told = ask(app, table, secret).told
    for group in EVERY_KIND:
        base = base_of(told)
        assert ask(app, table, secret, {"base": base, "records": group}).status == 200, group
        told = ask(app, table, secret).told
    with app.app_context():
        now = load_table(table)
        assert list(now.pad.totals) == [1, 3, 0, 0]
        assert now.pad.outcome
        assert now.pad.seats[0] == "Eve"
        assert table not in [one.public_id for one in rebuild_summaries(repair=False)]
    assert [one["seq"] for one in told["records"]] == list(range(13))


def test_invisible_characters_leave_a_name(app: Flask, table: str, secret: str) -> None:
    eve = record(2, "entry", {"seat": {"number": 0, "name": "\u202eE\u200bve"}})
    base = base_of(ask(app, table, secret).told)

    first = ask(app, table, secret, {"base": base, "records": [eve]})
    again = ask(app, table, secret, {"base": base, "records": [eve, deal(3, 1, 1, 1, 1)]})

    assert (first.status, again.status) == (200, 200)
    assert ask(app, table, secret).told["names"][-1] == "Eve"


@pytest.mark.parametrize(
    "wrong",
    [
        deal(3, 1, 1, 1, 1),
        deal(2, 1, 1),
        record(2, "entry", {"points": [1, 1, 1, 1], "more": 1}),
        record(2, "entry", {"players": ["Ann"]}),
        record(2, "entry", {"players": 5}),
        record(2, "entry", {"seat": {"number": 0, "person": 1}}),
        record(2, "entry", {"seat": {"number": 0, "name": "x" * 41}}),
        record(2, "entry", {"seat": {"number": 0, "name": "\u3164"}}),
        record(2, "entry", {"seat": {"number": 0, "name": "Be\u00adn"}}),
        record(2, "entry", {"adjust": {"side": 1, "points": 3, "reason": "\0"}}),
        record(2, "entry"),
        record(2, "entry", {"points": [1, 1, 1, 1]}, about=1),
        record(2, "entry", {"points": [1, 1, 1, 1]}, before=7),
        record(2, "amend", {"points": [1, 1]}, about=1),
        record(2, "amend", {"points": [1, 1, 1, 1]}),
        record(2, "amend", {"points": [1, 1, 1, 1]}, about=5),
        record(2, "amend", {"game": "whist"}, about=0),
        record(2, "note", {"anything": 1}),
        record(2, "note", {"ruling": {"agreed": []}}),
        record(2, "note", {"ruling": 7}),
        record(2, "strike"),
        record(2, "strike", about=2),
        record(2, "strike", about=0),
        record(2, "undo", about=0),
        record(2, "restore", about=2),
        record(2, "edition", {"edition": 99}),
        record(2, "edition"),
        record(2, "head", {}),
    ],
    ids=lambda one: f"{one['kind']}-{one.get('payload')}",
)
def test_impossible_record_is_refused_with_place(
    app: Flask, table: str, secret: str, wrong: Any
) -> None:
    before = ask(app, table, secret).told
    records = [wrong]

    answer = ask(app, table, secret, {"base": base_of(before), "records": records})

    assert answer.status == 422
    (fault, *_) = answer.told["errors"]
    assert fault["message"]
    assert fault["at"].startswith("records[0]") or "unsupported character" in fault["message"]
    assert ask(app, table, secret).told == before


def test_one_wrong_record_keeps_all_out(app: Flask, table: str, secret: str) -> None:
    before = ask(app, table, secret).told
    records = [deal(2, 1, 1, 1, 1), deal(3, 1)]

    answer = ask(app, table, secret, {"base": base_of(before), "records": records})

    assert answer.told["errors"][0]["at"].startswith("records[1]")
    assert ask(app, table, secret).told == before


def test_a_key_counts_once(app: Flask, table: str, secret: str) -> None:
    before = ask(app, table, secret).told
    key = before["records"][-1]["key"]
    twice = [deal(2, 1, 1, 1, 1, key="twice"), deal(3, 1, 1, 1, 1, key="twice")]

    for records in ([deal(2, 1, 1, 1, 1, key=key)], twice):
        sent = {"base": base_of(before), "records": records}
        assert ask(app, table, secret, sent).status == 422


# --- names ----------------------------------------------------------------------------------------


def test_a_name_that_was_erased_does_not_return(app: Flask, phone: Phone) -> None:
    table = phone.starts("tally", {"points": [1, 2, 3, 4]}).removeprefix("/t/")
    secret = link(app, table)
    before = ask(app, table, secret).told
    with app.app_context():
        device = hash_secret(_device(phone))
        ticked = {one.id for one in places_of(device, "Ann")}
        erase(device, "Ann", [], ticked)
    changed = record(2, "amend", {**before["records"][0]["payload"], "dealer": 1}, about=0)

    answer = ask(app, table, secret, {"base": base_of(before), "records": [changed]})
    all_sent = ask(app, table, secret, {"records": [*before["records"], changed]})

    assert (answer.status, all_sent.status) == (200, 200)
    assert answer.told["names"][0].startswith("Forgotten player")
    assert "Ann" not in str(ask(app, table, secret).told)


def _device(phone: Phone) -> str:
    with phone.client.session_transaction() as session:
        return str(session["device"])


# --- a table that begins elsewhere ----------------------------------------------------------------

NEW = "abcdefghjk"


@pytest.mark.long
def test_league_link_lets_a_table_be_made(app: Flask, club: str) -> None:
    secret = club_link(app, club, "member")
    records = [head(), deal(1, 1, 2, 3, 4), record(2, "entry", {"finish": {}})]

    made = ask(app, NEW, secret, {"records": records})
    again = ask(app, NEW, secret, {"records": records})

    assert made.status == 200
    assert made.told == again.told
    assert (made.told["table"], made.told["version"], made.told["records"]) == (NEW, 2, [])
    read = ask(app, NEW, made.told["scorer"]).told
    assert [one["key"] for one in read["records"]] == [one["key"] for one in records]
    with app.app_context():
        assert table_of(club)["Ann"][2] == 1  # she is the league's Ann, and nobody new
        assert NEW not in [one.public_id for one in rebuild_summaries(repair=False)]
        assert club not in [one.public_id for one in rebuild_results(repair=False)]


def test_taken_id_under_another_key_is_replaced(app: Flask, club: str) -> None:
    secret = club_link(app, club, "member")
    first = ask(app, "bcdefghjkm", secret, {"records": [head()]}).told
    second = ask(app, "bcdefghjkm", secret, {"records": [head()]}).told

    assert first["table"] == "bcdefghjkm"
    assert second["table"] != first["table"]


def test_id_unlike_ours_is_not_taken(app: Flask, club: str) -> None:
    secret = club_link(app, club, "member")

    assert ask(app, "rules", secret, {"records": [head()]}).told["table"] != "rules"


def test_league_link_opens_only_league_tables(app: Flask, phone: Phone, club: str) -> None:
    table = phone.starts("tally").removeprefix("/t/")
    records = ask(app, table, link(app, table)).told["records"]

    answer = ask(app, table, club_link(app, club, "member"), {"records": records})

    assert answer.status == 403


def test_organiser_link_needs_the_passphrase_too(app: Flask, club: str) -> None:
    secret = club_link(app, club, "organiser")
    assert ask(app, NEW, secret, {"records": [head()]}).status == 200
    with app.app_context():
        set_passphrase(visit_league(club, ""), order(), "the green door")

    assert ask(app, NEW, secret, {"records": [head()]}).status == 403


@pytest.mark.parametrize(
    "records",
    [
        [],
        [deal(0, 1, 1, 1, 1)],
        [head(game="nothing")],
        [head(players=[])],
        [head(edition=99)],
        [{**head(), "key": "~planned"}],
        [head(), deal(1, 1)],
    ],
)
def test_no_table_is_made_of_what_is_none(app: Flask, club: str, records: Any) -> None:
    answer = ask(app, "cdefghjkmn", club_link(app, club, "member"), {"records": records})

    assert answer.status == 422
    with app.app_context():
        assert games_in_progress(visit_league(club, "")) == []


def test_a_league_without_a_season_takes_no_game(app: Flask, club: str) -> None:
    secret = club_link(app, club, "member")
    with app.app_context():
        visit = visit_league(club, "")
        archive_league(visit, order(visit), True)

    answer = ask(app, NEW, secret, {"records": [head()]})

    assert answer.status == 422
    assert "archived" in answer.told["errors"][0]["message"]


def test_games_are_sent_as_often_as_started(
    app_beside: Callable[..., Flask], app: Flask, club: str
) -> None:
    beside = app_beside(BUDGET=0.005)  # two games an hour
    secret = club_link(app, club, "member")
    made = [ask(beside, NEW, secret, {"records": [head()]}).status for _ in range(3)]

    assert made == [200, 200, 429]


# --- games that are documents ---------------------------------------------------------------------


def forged(slug: str) -> dict[str, Any]:
    """The document of a game of the app, which scores ten times as much under the same name."""
    document: Any = pinned_document(games()[slug])
    lines = [{**one, "points": f"10 * ({one['points']})"} for one in document["lines"]]
    return {**document, "lines": lines}


def head_of_rummikub(document: Any) -> dict[str, Any]:
    options = dict(games()["rummikub"].defaults(None))
    return head(game="rummikub", options=options, own=document)


def test_a_game_of_the_app_is_not_begun_by_another_document(app: Flask, club: str) -> None:
    secret, own = club_link(app, club, "member"), pinned_document(games()["rummikub"])

    forgery = ask(app, NEW, secret, {"records": [head_of_rummikub(forged("rummikub"))]})
    honest = ask(app, NEW, secret, {"records": [head_of_rummikub(own)]})

    assert (forgery.status, honest.status) == (422, 200)
    assert forgery.told["errors"][0]["at"] == "records[0]"


def test_a_game_of_the_app_does_not_go_over_to_another_document(app: Flask, phone: Phone) -> None:
    table = phone.starts("rummikub", players=["Ann", "Ben", "Cat", "Dan"]).removeprefix("/t/")
    secret = link(app, table)
    before = ask(app, table, secret).told

    def amended(own: Any) -> int:
        payload = {**head_of_rummikub(own)["payload"], "dealer": 1}
        changed = record(1, "amend", payload, about=0)
        return ask(app, table, secret, {"base": base_of(before), "records": [changed]}).status

        assert amended(forged("rummikub")) == 422

    assert amended(pinned_document(games()["rummikub"])) == 200


def test_a_table_of_an_earlier_edition_is_taken(app: Flask, club: str) -> None:
    own: Any = pinned_document(games()["tichu"])
    call, *others = own["fields"]
    options = dict(games()["tichu"].defaults(None))
    fields = [{**call, "label": "Called"}, *others]  # as it was at first
    begun = head(game="tichu", options=options, own={**own, "fields": fields})

    made = ask(app, NEW, club_link(app, club, "member"), {"records": [begun]})

    assert made.status == 200
    with app.app_context():
        game = load_table(made.told["table"]).head.game
        assert (game.slug, game.own and game.own.document["fields"]) == ("tichu", fields)
