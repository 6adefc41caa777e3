"""The league that speeds are measured in is as one that was played at its tables."""

from random import Random
from typing import Any

import pytest

from bench import clubs
from bench.clubs import DEVICE, PLAYERS
from scorekeeper.leagues.rebuilding import rebuild_results
from scorekeeper.leagues.tables import persons_of
from scorekeeper.leagues.visit import visit_league
from scorekeeper.tables.loading import load_table
from scorekeeper.tables.summaries import rebuild_summaries
from tests.leagues.clubs import rows_of


def _of_table(name: str, table: int, *columns: str) -> list[tuple[Any, ...]]:
    return [row[1:] for row in rows_of(name, "table_id", *columns) if row[0] == table]


def _kept(public_id: str) -> list[Any]:
    """All that is kept of the game at a table, but for ids, keys and times."""
    table = {row[0]: row[1] for row in rows_of("game_table", "public_id", "id")}[public_id]
    game = {row[0]: row[1] for row in rows_of("league_game", "table_id", "id")}[table]
    columns = ("game", "variant", "options", "edition", "version", "status", "summary", "league_id")
    rows = {row[0]: row[1:] for row in rows_of("game_table", "id", *columns)}
    return [
        rows[table],
        _of_table("record", table, "seq", "kind", "about", "before", "payload", "device"),
        _of_table("scored", table, "seq", "entry"),
        _of_table("access", table, "device", "role", "seat", "link_id"),
        _of_table("league_game", table, "season", "game", "played", "counts"),
        [row[1:5] + row[6:] for row in rows_of("result") if row[0] == game],
    ]


@pytest.mark.long
def test_copied_game_is_as_if_played(sqlite: object) -> None:
    random, league = Random(7), clubs.new_club()
    for sheet in clubs.sheets_to_play(7)[:: clubs.SAMPLES // 2]:
        first, second = (random.sample(PLAYERS, 4) for _ in range(2))
        sample = clubs.sample_of(clubs.play(league, sheet, first))
        played = clubs.play(league, sheet, second)
        visit = visit_league(league, DEVICE)

        clubs.copy(visit, [(sample, [persons_of(visit)[name] for name in second])])

        copied = max(rows_of("game_table", "id", "public_id"))[1]
        assert copied != played
        assert _kept(copied) == _kept(played)
        assert load_table(copied).pad.seats == load_table(played).pad.seats


@pytest.mark.long
def test_a_generated_league_is_consistent(sqlite: object) -> None:
    club = clubs.filled(clubs.RARELY + 3 * clubs.SAMPLES + 50)

    ended = [row[0] for row in rows_of("league_game", "ended")]
    assert len({*ended}) == club.games == len(ended)
    assert club.deals == sum(row[0]["deals"] for row in rows_of("league_game", "played"))
    assert {row[0] for row in rows_of("league_game", "counts")} == {""}
    assert [*rebuild_summaries(repair=False)] == []
    assert [*rebuild_results(repair=False)] == []
