"""Rebuilding what a league stores, and repairing differences."""

from typing import Any

import pytest
from sqlalchemy import text

from scorekeeper.leagues.game_rulings import set_game_counting
from scorekeeper.leagues.membership import merge_players
from scorekeeper.leagues.rebuilding import LeagueDifference, rebuild_results
from scorekeeper.leagues.results.ratings import ratings_of
from scorekeeper.leagues.visit import visit_league
from scorekeeper.store.schema.league import Result
from scorekeeper.store.sql.database import writing
from scorekeeper.tables.changes import add_entry, undo
from scorekeeper.tables.loading import load_table
from tests.leagues.clubs import PHONE, create_club, numbers, order, plays, rows_of, sent

KEPT = ("league_game", "result", "player_sum", "pair_sum", "league_person")


@pytest.fixture
def club(store: object) -> str:
    """A league in which three games were played, one of them by a guest."""
    public_id = create_club(["Ann", "Ben", "Cat"])
    plays(public_id, ["Ann", "Ben", "Cat"], [10, 7, 3])
    plays(public_id, ["Ann", "Ben"], [1, 7])
    plays(public_id, ["Ann", "Zoe"], [4, 7])
    plays(public_id, ["Ann", "Cat"], [4, 7], finish=False)
    ratings_of(visit_league(public_id, PHONE), "")
    return public_id


def stored_rows() -> list[Any]:
    """All that is kept of the games."""
    return [rows_of(table) for table in KEPT]


def spoil(*statements: str) -> None:
    with writing() as connection:
        for one in statements:
            connection.execute(text(one))


OTHERS = ", ".join(one for one in Result._fields if one not in ("game_id", "ended"))


def test_a_rebuild_leaves_correct_rows_alone(club: str) -> None:
    assert [*rebuild_results()] == []


@pytest.mark.parametrize(
    ("statements", "games"),
    [
        (["UPDATE result SET points = 99 WHERE game_id = 2 AND place = 1"], [2]),
        (["DELETE FROM result WHERE game_id = 1"], [1]),
        (["UPDATE league_game SET counts = 'struck' WHERE id = 3"], [3]),
        (["UPDATE league_game SET played = NULL WHERE id = 1"], [1]),
        (["UPDATE player_sum SET games = games + 1", "DELETE FROM pair_sum"], []),
        ([f"INSERT INTO result (game_id, ended, {OTHERS}) SELECT 4, 1, {OTHERS} FROM result "
          "WHERE game_id = 2"], [4]),
    ],
)  # fmt: skip
def test_differences_are_reported_and_repaired(
    club: str, statements: list[str], games: list[int]
) -> None:
    before = stored_rows()
    spoil(*statements)
    spoiled = stored_rows()
    wrong = [one for one in rebuild_results(repair=False)]
    assert [one.games for one in wrong] == [games]
    assert stored_rows() == spoiled

    assert [one.public_id for one in rebuild_results()] == [club]

    assert stored_rows() == before
    assert [*rebuild_results()] == []


def test_a_sum_that_is_wrong_is_counted(club: str) -> None:
    spoil("UPDATE player_sum SET points = points + 1", "DELETE FROM pair_sum")

    pairs = 3 * 2 + 2  # Ann, Ben and Cat with each other, Ann and Zoe
    assert [*rebuild_results()] == [LeagueDifference(club, [], 4 + pairs)]


def test_a_guest_who_is_missing_is_found_again(club: str) -> None:
    zoe = numbers(club)["Zoe"]
    spoil(f"DELETE FROM league_person WHERE player = {zoe}")

    assert [one.games for one in rebuild_results()] == [[3]]

    assert numbers(club)["Zoe"] == zoe
    assert [*rebuild_results()] == []


def test_the_end_of_a_game_stays(club: str) -> None:
    before = rows_of("league_game", "id", "ended")
    spoil("UPDATE league_game SET played = NULL, counts = 'open'", "DELETE FROM result")

    assert [*rebuild_results()] != []

    assert rows_of("league_game", "id", "ended") == before


def test_ratings_are_stale_only_if_results_were(club: str) -> None:
    true_to = rows_of("rated_to", "ended")
    ends = dict(rows_of("league_game", "id", "ended"))
    spoil("UPDATE result SET points = 99 WHERE game_id = 1")
    assert [*rebuild_results()] != []
    assert rows_of("rated_to", "ended") == true_to

    spoil("UPDATE result SET rated = 3 - rated WHERE game_id = 2")
    assert [*rebuild_results()] != []
    assert rows_of("rated_to", "ended") == [(ends[2] - 1,)]


def test_decisions_survive_a_rebuild(club: str) -> None:
    visit = visit_league(club, PHONE)
    set_game_counting(visit, order(visit), 1, struck=True, reason="played twice")
    visit, who = visit_league(club, PHONE), numbers(club)
    merge_players(visit, order(visit), who["Zoe"], who["Ben"])
    opened = load_table(plays(club, ["Ann", "Ben"], [3, 9]))
    undo(opened, sent(opened))
    opened = load_table(plays(club, ["Ann", "Cat"], [3, 9], finish=False))
    add_entry(opened, {"finish": {"points": [7, 5]}}, sent(opened))

    assert [*rebuild_results()] == []
