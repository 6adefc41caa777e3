"""A database of an older version, brought up to date with all that is in it."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory
from flask import Flask
from sqlalchemy import text
from sqlalchemy.exc import IntegrityError

from scorekeeper.store.access import league_access as access
from scorekeeper.store.access.devices import open_link
from scorekeeper.store.access.links import LEAGUE, hash_secret, links, new_link, secret_of
from scorekeeper.store.league import league_games, leagues
from scorekeeper.store.league import results as results_of_league
from scorekeeper.store.sql.database import MIGRATIONS, db, newest, reading, revisions, writing
from scorekeeper.store.table import drafts
from scorekeeper.store.table import drafts as table_rows
from scorekeeper.store.table.drafts import UNANSWERED
from scorekeeper.tables import league_results
from tests.databases import app_on

pytestmark = pytest.mark.long

KEY = b"k" * 32


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)])
def old(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[None]:
    """An app on a database of each kind that was made by version 0003, with a league in it."""
    with _empty(request, tmp_path).app_context():
        command.upgrade(_config(), "0003")
        write(
            "INSERT INTO league VALUES (1, 'abc2345678', 'key', 0, TRUE, NULL, 1)",
            "INSERT INTO league_record VALUES"
            """ (1, 0, 'head', NULL, '{"name": "Old club", "edition": 1}', 'key', 1, 'founder')""",
            *(
                "INSERT INTO league_link (league_id, role, salt, secret_hash, made)"
                f" VALUES (1, '{role}', '{role}', '{hash_secret(secret_of(role, KEY))}', 1)"
                for role in ("member", "organiser")
            ),
            "INSERT INTO league_access VALUES (1, 1, 'founder', 'organiser', NULL, 1)",
            "INSERT INTO league_access VALUES (2, 1, 'phone', 'member', 1, 1)",
            "INSERT INTO league_access VALUES (3, 1, 'helper', 'pending', 2, 1)",
        )
        if request.param == "postgres":
            write("SELECT setval('league_access_id_seq', 3)")
        yield
        db.engine.dispose()


def _empty(request: pytest.FixtureRequest, tmp_path: Path) -> Flask:
    if request.param == "sqlite":
        return app_on(f"sqlite:///{tmp_path / 'old.db'}")
    server: Flask = request.getfixturevalue("postgres")
    with server.app_context(), db.engine.connect() as connection:
        alone = connection.execution_options(isolation_level="AUTOCOMMIT")
        alone.execute(text("DROP DATABASE IF EXISTS old"))
        alone.execute(text("CREATE DATABASE old"))
    return app_on(server.config["SQLALCHEMY_DATABASE_URI"].replace("/postgres?", "/old?"))


def _config() -> Config:
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    return config


def write(*statements: str) -> None:
    with writing() as connection:
        for one in statements:
            connection.execute(text(one))


def rows(query: str) -> list[tuple[Any, ...]]:
    with reading() as connection:
        return [tuple(row) for row in connection.execute(text(query))]


def roles(*devices: str) -> list[access.LeagueRole | None]:
    """Return what the devices may do in the league."""
    with reading() as connection:
        return [access.role_in(connection, 1, device) for device in devices]


ORGANISER = access.LeagueRole(organiser=True, member=True)
MEMBER = access.LeagueRole(organiser=False, member=True)
PENDING = access.LeagueRole(organiser=False, member=False, pending=True)


def test_links_and_their_phones_stay(old: None) -> None:
    command.upgrade(_config(), "head")

    assert roles("founder", "phone", "helper", "new") == [ORGANISER, MEMBER, PENDING, None]
    with writing() as connection:
        league = leagues.by_id(connection, 1)
        assert leagues.read_uncached(connection, league).access == {}
        there = links(connection, LEAGUE, 1, KEY)
        assert [one.role for one in there] == ["member", "organiser"]
        mark = hash_secret(there[0].secret or "")
        assert open_link(connection, LEAGUE, mark, "new") == "abc2345678"
    assert roles("new") == [MEMBER]


def test_role_has_one_link_in_force(old: None) -> None:
    command.upgrade(_config(), "head")
    with writing() as connection:
        first, *others = (new_link(connection, LEAGUE, 1, "member", key=KEY).id for _ in range(3))
        assert first > 2
        access.activate_link(connection, 1, "member", others[-1])
    assert roles("phone") == [None]

    with pytest.raises(IntegrityError):
        write("UPDATE league_link SET in_force = TRUE WHERE id = 1")


def test_downgrade_leaves_links_in_force(old: None) -> None:
    command.upgrade(_config(), "head")
    with writing() as connection:
        access.activate_link(connection, 1, "organiser", None)

    command.downgrade(_config(), "0003")

    assert rows("SELECT role FROM league_link") == [("member",)]
    assert rows("SELECT device FROM league_access ORDER BY id") == [("founder",), ("phone",)]
    with pytest.raises(IntegrityError):
        write(
            "INSERT INTO league_link (league_id, role, salt, secret_hash, made)"
            " VALUES (1, 'member', 'x', 'y', 1)"
        )
    command.upgrade(_config(), "head")
    assert roles("phone", "helper") == [MEMBER, None]


def test_downgrade_leaves_out_signed_out_phones(old: None) -> None:
    command.upgrade(_config(), "head")
    write("UPDATE league_access SET thrown_out = TRUE WHERE device = 'phone'")
    assert roles("founder", "phone") == [ORGANISER, None]

    command.downgrade(_config(), "0004")

    there = rows("SELECT device FROM league_access ORDER BY id")
    assert there == [("founder",), ("helper",)]


def test_sqlite_gives_no_number_of_a_link_twice(old: None) -> None:
    command.upgrade(_config(), "head")
    if db.engine.dialect.name == "sqlite":
        ((made,),) = rows("SELECT sql FROM sqlite_master WHERE name = 'league_link'")
        assert "AUTOINCREMENT" in made
        assert rows("PRAGMA foreign_key_check") == []


def test_answers_of_the_deal_being_played_stay(old: None) -> None:
    write(
        "INSERT INTO game_table VALUES (1, 'abcdefghij', 'start', 'spades', 'nil', '{}', 1,"
        " 0, 1, 'open', FALSE, '{}', 1, 1, NULL)",
        "INSERT INTO draft VALUES (1, 1, 'bids.0', '4', 1, 'phone', NULL, 1)",
    )
    command.upgrade(_config(), "head")
    with writing() as connection:
        answers = {"bids.0": UNANSWERED, "bids.1": 3}
        drafts.save_answers(
            connection, 1, 1, answers, expected={"bids.0": 1}, device="phone", seat=None
        )
        assert table_rows.read_answers(connection, 1, 1).keys() == {"bids.1"}

    command.downgrade(_config(), "0005")

    assert rows("SELECT path FROM draft") == [("bids.1",)]


SEASON = (
    """{"name": "One", "archived": false, "games": {}, "handicaps": {"2": 50}, "scoring":"""
    """ {"scheme": "wins", "params": {}, "best": null, "least": 0, "handicaps": true}}"""
)
PLAYED = (
    """{"players": [{"person": 1, "side": 0}, {"person": 2, "side": 1}], "points": [10, 7],"""
    """ "winners": [0], "deals": 1, "low": false, "tallied": [0, 0], "top": null}"""
)


def test_handicapped_ratings_are_recomputed(old: None) -> None:
    command.upgrade(_config(), "0006")
    write(
        f"INSERT INTO league_record VALUES (1, 1, 'season', NULL, '{SEASON}', 'one', 1, '')",
        "INSERT INTO league_game (id, league_id, season, game, ended, played, counts, rulings)"
        f" VALUES (1, 1, 1, 'tally', 5, '{PLAYED}', '', 0)",
        *(
            "INSERT INTO result VALUES"
            f" (1, {player}, 1, 1, 'tally', 5, {side}, {place}, {won}, '{letter}', 1, {points},"
            f" {won * 2520}, 0, 0, 0, NULL, NULL)"
            for player, side, place, won, letter, points in (
                (2, 1, 1, 1, "W", 57),
                (3, 0, 2, 0, "L", 10),
            )
        ),
        "INSERT INTO rated_to VALUES (1, '', 5)",
    )

    command.upgrade(_config(), "head")

    assert rows("SELECT player, place, rated FROM result ORDER BY player") == [(2, 1, 2), (3, 2, 1)]
    assert rows("SELECT * FROM rated_to") == []


def test_former_walkovers_keep_their_worth(old: None) -> None:
    command.upgrade(_config(), "0020")
    season = SEASON.replace('{"2": 50}', "{}")
    walkover = PLAYED.replace('"points": [10, 7]', '"points": [1, 0], "walkover": true')
    write(
        "INSERT INTO person VALUES (1, 'Ann', NULL, ''), (2, 'Ben', NULL, '')",
        *(
            f"""INSERT INTO league_record VALUES (1, {person}, 'member', NULL, '{{"person":"""
            f""" {person}, "guest": false}}', 'm{person}', 1, '')"""
            for person in (1, 2)
        ),
        "INSERT INTO league_person VALUES (1, 1, 1), (1, 2, 2)",
        f"INSERT INTO league_record VALUES (1, 3, 'season', NULL, '{season}', 'one', 1, '')",
        "INSERT INTO league_record VALUES"
        """ (1, 4, 'import', NULL, '{"season": 3, "name": "", "games": []}', 'two', 1, '')""",
        "UPDATE league SET version = 4",
        *(
            "INSERT INTO league_game (id, league_id, imported, season, game, ended, first_ended,"
            " played, counts, rulings)"
            f" VALUES ({game}, 1, 4, 3, 'tally', {game}, {game}, '{played}', '', 0)"
            for game, played in ((1, PLAYED), (2, walkover))
        ),
        *(
            "INSERT INTO result VALUES"
            f" ({game}, {player}, 1, 3, 'tally', {game}, {player - 1}, {player}, {2 - player},"
            f" '{letter}', 1, {points}, {(2 - player) * 2520}, 0, 0, 0, NULL, NULL, {rated})"
            for game, player, letter, points, rated in (
                (1, 1, "W", 10, 1),
                (1, 2, "L", 7, 2),
                (2, 1, "W", 1, 0),
                (2, 2, "L", 0, 0),
            )
        ),
        "INSERT INTO player_sum VALUES (1, 3, 1, 'tally', 2, 2, 2, 11, 5040, 0, 0, 0)",
        "INSERT INTO player_sum VALUES (1, 3, 2, 'tally', 2, 0, 2, 7, 0, 0, 0, 0)",
    )

    command.upgrade(_config(), "head")

    results = rows("SELECT game_id, player, byes, walkovers, given, averaged FROM result")
    assert sorted(results) == [
        *((1, 1, 0, 0, 0, 0), (1, 2, 0, 0, 0, 0)),
        *((2, 1, 0, 1, 2520, 0), (2, 2, 0, 1, 0, 0)),
    ]
    sums = rows("SELECT player, games, worth, byes, walkovers, given FROM player_sum")
    assert sorted(sums) == [(1, 2, 5040, 0, 1, 2520), (2, 2, 0, 0, 1, 0)]
    with reading() as connection:
        league = leagues.read_uncached(connection, leagues.by_id(connection, 1))
        games = league_games.games_by_id(connection, 1, [1, 2])
        there = results_of_league.results_of_games(connection, [1, 2])
        made = league_results.outcomes_of(connection, league, games)
    assert {one.game.id: [*one.results] for one in made} == there  # computed anew, the same


def test_file_names_tell_the_alembic_versions() -> None:
    script = ScriptDirectory(str(MIGRATIONS))

    assert revisions() == tuple(one.revision for one in script.walk_revisions())[::-1]
    assert newest() == script.get_current_head()
