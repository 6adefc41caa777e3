"""Deleting a game or a league: gone at once, back within a day, then really gone."""

from typing import Any

import pytest
from flask import Flask
from sqlalchemy import MetaData, text

from scorekeeper.leagues.rebuilding import rebuild_results
from scorekeeper.store.access.devices import give_access
from scorekeeper.store.access.links import LEAGUE, hash_secret
from scorekeeper.store.deleting import DAY
from scorekeeper.store.league import leagues as store
from scorekeeper.store.league.state import ORGANISER
from scorekeeper.store.sql.database import reading, writing
from scorekeeper.tables import deleting
from scorekeeper.tables.deleting import purge
from scorekeeper.tables.summaries import rebuild_summaries
from tests.web.phones import NEWS, NewPhone, Page, Phone, create_league, let_in
from tests.web.test_league_tables import Club

ENDED = [{"points": [5, 1, 1, 1]}, {"finish": {}}]


def rows(app: Flask) -> str:
    """Everything that is in the database."""
    with app.app_context(), reading() as connection:
        schema = MetaData()
        schema.reflect(connection)
        found = [
            str(tuple(row))
            for one in schema.sorted_tables
            for row in connection.execute(one.select())
        ]
    return "\n".join(found)


def age_what_is_deleted(app: Flask) -> None:
    """Have everything that is deleted be deleted a day ago."""
    with app.app_context(), writing() as connection:
        for of in ("game_table", "league"):
            aged = f"UPDATE {of} SET deleted = deleted - {2 * DAY} WHERE deleted IS NOT NULL"
            connection.execute(text(aged))


def a_day_later(app: Flask) -> None:
    """Have everything that is deleted be deleted a day ago, and remove what is due."""
    age_what_is_deleted(app)
    with app.app_context():
        while purge():
            pass


def restored(phone: Phone, address: str, mark: str) -> Page:
    """Restore what that page offers under this mark."""
    page = phone.get(address)
    (form,) = [one for one in page.forms if mark in one.buttons]
    return phone.follow(phone.send(address, form, {}, mark))


def test_deleted_game_is_restored_with_one_tap(phone: Phone, new_phone: NewPhone) -> None:
    table = phone.starts("tally", *ENDED)
    watcher = let_in(phone, new_phone(), table, "watch")
    assert f"{table}/delete" in phone.get(table).links("/delete")

    phone.follow(phone.fill(f"{table}/delete", {}, "delete"))

    for one in (phone, watcher):
        for address in (table, f"{table}/paper", f"{table}/sheet.json", f"{table}{NEWS}"):
            assert one.get(address).status == 403, address
        assert not one.get("/tables").links(table)
        assert not one.get("/").links(table)
    assert "restore" not in watcher.get("/tables").text
    assert "Deleted" in phone.get("/tables").text

    pad = restored(phone, "/tables", f"t.{table[3:]}")
    assert pad.totals == [5, 1, 1, 1]
    assert watcher.get(table).status == 200
    assert "Deleted" not in phone.get("/tables").text


def test_a_watcher_neither_deletes_nor_restores(phone: Phone, new_phone: NewPhone) -> None:
    table = phone.starts("tally")
    watcher = let_in(phone, new_phone(), table, "watch")
    assert watcher.get(f"{table}/delete").status == 403
    assert not watcher.get(table).links("/delete")
    phone.follow(phone.fill(f"{table}/delete", {}, "delete"))
    token = watcher.get("/settings").form()["csrf_token"]

    page = watcher.post("/restore", {"csrf_token": token, "do": f"t.{table[3:]}"})

    assert page.status == 303
    assert phone.get(table).status == 403


def test_deleted_game_is_gone_after_a_day(app: Flask, phone: Phone) -> None:
    adjust = {"adjust": {"side": 0, "points": 1, "reason": "Quagmire"}}
    table = phone.starts("tally", *ENDED[:1], adjust, players=["Quixote", "Ben", "Cat", "Dan"])
    other = phone.starts("tally")  # so that the row is not the last one
    token = phone.get("/settings").form()["csrf_token"]
    phone.follow(phone.fill(f"{table}/delete", {}, "delete"))

    a_day_later(app)

    assert "Quixote" not in rows(app)
    assert "Quagmire" not in rows(app)
    assert table[3:] not in rows(app)
    assert phone.get(other).status == 200
    assert "Deleted" not in phone.get("/tables").text
    phone.follow(phone.post("/restore", {"csrf_token": token, "do": f"t.{table[3:]}"}))
    assert phone.get(table).status == 403


def test_players_keep_names_in_their_other_games(app: Flask, phone: Phone) -> None:
    table = phone.starts("tally", *ENDED)
    again = phone.send(table, phone.get(table).form("again"), do="again").location
    phone.follow(phone.fill(f"{table}/delete", {}, "delete"))

    a_day_later(app)

    assert phone.get(again).status == 200
    assert "Ann" in phone.get(again).text


def test_nothing_is_removed_before_a_day_is_over(app: Flask, phone: Phone) -> None:
    table = phone.starts("tally", *ENDED)
    phone.follow(phone.fill(f"{table}/delete", {}, "delete"))

    with app.app_context():
        assert purge() == 0

    assert restored(phone, "/tables", f"t.{table[3:]}").totals == [5, 1, 1, 1]


def test_opening_a_page_removes_what_is_due(
    app: Flask, phone: Phone, new_phone: NewPhone, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = phone.starts("tally", *ENDED)
    phone.follow(phone.fill(f"{table}/delete", {}, "delete"))
    age_what_is_deleted(app)
    assert table[3:] in rows(app)
    monkeypatch.setattr(deleting, "PURGES_EVERY", -1)

    other = new_phone()
    other.get(other.starts("tally"))

    assert table[3:] not in rows(app)


@pytest.fixture
def club(app: Flask, phone: Phone) -> Club:
    return Club(app, phone)


@pytest.mark.long
def test_deleted_game_leaves_standings_till_undo(app: Flask, club: Any) -> None:
    table = club.opens("Ann", "Ben")
    club.ends(table, 7, 3)
    home = f"/l/{club.public_id}"
    before = club.phone.get(home).text
    assert "Ann" in before

    club.phone.follow(club.phone.fill(f"{table}/delete", {}, "delete"))

    assert table not in club.phone.get(f"{home}/games").links("/t/")
    assert club.phone.get(home).text != before
    for page in ("/games", "/players", "/records", "/ratings", "/evenings", "/league.json"):
        assert club.phone.get(f"{home}{page}").status == 200, page

    restored(club.phone, "/tables", f"t.{table[3:]}")
    assert club.phone.get(home).text == before

    club.phone.follow(club.phone.fill(f"{table}/delete", {}, "delete"))
    a_day_later(app)
    for page in ("", "/games", "/players", "/records", "/ratings", "/history", "/league.json"):
        assert club.phone.get(f"{home}{page}").status == 200, page
    with app.app_context():
        assert club.public_id not in [one.public_id for one in rebuild_results(repair=False)]
        assert not [one for one in rebuild_summaries(repair=False) if one.public_id == table[3:]]


def test_league_is_deleted_and_restored_whole(app: Flask, club: Any) -> None:
    table = club.opens("Ann", "Ben")
    club.ends(table, 7, 3)
    home = f"/l/{club.public_id}"
    before = club.phone.get(home).text
    assert f"{home}/delete" in club.phone.get(f"{home}/organise").links("/delete")

    club.phone.follow(club.phone.fill(f"{home}/delete", {}, "delete"))

    for address in (home, f"{home}/games", f"{home}/history", table):
        assert club.phone.get(address).status == 403, address
    assert not club.phone.get("/tables").links(table)

    restored(club.phone, "/leagues", f"l.{club.public_id}")
    assert club.phone.get(home).text == before
    assert club.phone.get(table).status == 200


def test_deleted_league_is_gone_after_a_day(app: Flask, phone: Phone) -> None:
    league = create_league(phone, "Quorum Club", players="Quentin\nBen")
    create_league(phone, "Another")
    phone.follow(phone.fill(f"{league}/delete", {}, "delete"))

    a_day_later(app)

    left = rows(app)
    assert "Quorum" not in left
    assert "Quentin" not in left
    assert league[3:] not in left


def test_only_its_maker_deletes_a_league(app: Flask, phone: Phone, new_phone: NewPhone) -> None:
    league, other = create_league(phone), new_phone()
    with other.client.session_transaction() as session:
        session["device"] = "another organiser"
    with app.app_context(), writing() as connection:
        info = store.find(connection, league[3:])
        assert info
        give_access(connection, LEAGUE, info.id, hash_secret("another organiser"), ORGANISER)
    assert phone.get(f"{league}/delete").status == 200
    assert other.get(f"{league}/organise").status == 200
    assert other.get(f"{league}/delete").status == 403
    assert not other.get(f"{league}/organise").links("/delete")
