"""A season that ranks pairs or teams: standings, ratings and corrections follow them."""

from collections.abc import Sequence
from typing import Any

import pytest

from scorekeeper.leagues.decisions import (
    DecisionRefused,
    delete_decision,
    restore_decision,
    undo_decision,
)
from scorekeeper.leagues.evening.table_walkover import give_table_walkover
from scorekeeper.leagues.game_rulings import set_game_counting
from scorekeeper.leagues.lifecycle import WINS
from scorekeeper.leagues.membership import merge_players
from scorekeeper.leagues.rebuilding import rebuild_results
from scorekeeper.leagues.results.ratings import ratings_of
from scorekeeper.leagues.results.standings import progress_of, review_of, rows_of
from scorekeeper.leagues.seasons import edit_season, give_bonus, payload_of
from scorekeeper.leagues.tables import open_table
from scorekeeper.leagues.team_league import (
    award_walkover,
    set_lineup,
    start_match,
    start_team_league,
    team_league_of,
)
from scorekeeper.leagues.visit import visit_league
from scorekeeper.ratings import START
from scorekeeper.standings.units import PAIRS, PLAYERS, TEAMS
from scorekeeper.tables.changes import add_entry, undo
from scorekeeper.tables.loading import load_table
from tests.leagues.clubs import (
    PHONE,
    create_club,
    new_key,
    numbers,
    order,
    sent,
    table_of,
    visit_season,
)
from tests.leagues.test_evenings import opens, planned, tonight


@pytest.fixture
def club(store: object) -> str:
    """A club of eight, whose season counts wins."""
    return create_club(["Ann", "Ben", "Cat", "Dan", "Eve", "Fay", "Gus", "Hal"])


def _rank(club: str, ranked: str) -> None:
    visit, season = visit_season(club)
    payload = {**payload_of(season), "scoring": {**WINS, "ranked": ranked}}
    edit_season(visit, order(visit), season.number, payload)


def _won(club: str, north: Sequence[str], east: Sequence[str]) -> str:
    """A game of whist that the first pair wins; its table."""
    seats = [north[0], east[0], north[1], east[1]]
    sheet: dict[str, Any] = {"format": "scorekeeper/1", "game": "whist", "players": seats}
    entries = [{"finish": {"points": [5, 2]}}]
    visit = visit_league(club, PHONE)
    return open_table(visit, {**sheet, "entries": entries}, key=new_key(), device=PHONE)


def test_pairs_are_ranked_in_either_order(club: str) -> None:
    _rank(club, PAIRS)

    _won(club, ["Ann", "Cat"], ["Ben", "Dan"])
    _won(club, ["Cat", "Ann"], ["Ben", "Dan"])
    _won(club, ["Ann", "Ben"], ["Cat", "Dan"])

    assert table_of(club) == {
        "Ann & Cat": (1, 2, 2),
        "Ann & Ben": (2, 1, 1),
        "Cat & Dan": (3, 0, 1),
        "Ben & Dan": (4, 0, 2),
    }


def test_a_choice_of_who_is_ranked_can_be_undone(club: str) -> None:
    _won(club, ["Ann", "Cat"], ["Ben", "Dan"])
    before = table_of(club)
    _rank(club, PAIRS)
    assert set(table_of(club)) == {"Ann & Cat", "Ben & Dan"}

    visit = visit_league(club, PHONE)
    undo_decision(visit, order(visit))

    assert table_of(club) == before
    assert [*rebuild_results()] == []


def test_games_without_pairs_do_not_count_for_any(club: str) -> None:
    _rank(club, PAIRS)
    sheet = {"format": "scorekeeper/1", "game": "tally", "players": ["Ann", "Ben", "Cat"]}
    entries = [{"points": [1, 2, 3]}, {"finish": {}}]
    open_table(
        visit_league(club, PHONE), {**sheet, "entries": entries}, key=new_key(), device=PHONE
    )

    assert table_of(club) == {}


def test_standings_of_pairs_follow_a_voided_game(club: str) -> None:
    _rank(club, PAIRS)
    table = _won(club, ["Ann", "Cat"], ["Ben", "Dan"])
    _won(club, ["Ben", "Dan"], ["Ann", "Cat"])
    visit = visit_league(club, PHONE)
    set_game_counting(visit, order(visit), 1, struck=True, reason="it was a practice")
    assert table_of(club) == {"Ben & Dan": (1, 1, 1), "Ann & Cat": (2, 0, 1)}

    opened = load_table(table)
    undo(opened, sent(opened))
    set_game_counting(visit, order(), 1, struck=False, reason="it was not")

    assert table_of(club) == {"Ben & Dan": (1, 1, 1), "Ann & Cat": (2, 0, 1)}
    assert [*rebuild_results()] == []


def test_merged_players_are_one_in_their_pairs(club: str) -> None:
    _rank(club, PAIRS)
    _won(club, ["Ann", "Cat"], ["Ben", "Dan"])
    _won(club, ["Annie", "Cat"], ["Ben", "Dan"])
    visit, number = visit_league(club, PHONE), numbers(club)

    merge_players(visit, order(visit), number["Annie"], number["Ann"])

    assert table_of(club) == {"Ann & Cat": (1, 2, 2), "Ben & Dan": (2, 0, 2)}
    assert [*rebuild_results()] == []


def test_a_pair_has_a_rating_of_its_own(club: str) -> None:
    _rank(club, PAIRS)
    _won(club, ["Ann", "Cat"], ["Ben", "Dan"])
    visit = visit_league(club, PHONE)

    pairs, players = ratings_of(visit, "", PAIRS), ratings_of(visit, "")

    assert [visit.names[one.player] for one in pairs.rows] == ["Ann & Cat", "Ben & Dan"]
    assert pairs.rows[0].rating.mu > START.mu > pairs.rows[1].rating.mu
    assert {visit.names[one.player] for one in players.rows} == {"Ann", "Ben", "Cat", "Dan"}


def test_a_bonus_goes_to_whoever_is_ranked(club: str) -> None:
    _rank(club, PAIRS)
    _won(club, ["Ann", "Cat"], ["Ben", "Dan"])
    visit, season = visit_season(club)
    second = rows_of(visit, season)[1].placed.player

    with pytest.raises(DecisionRefused, match="Choose a pair"):
        give_bonus(visit, order(visit), season.number, numbers(club)["Ann"], "1", "coffee")
    give_bonus(visit, order(visit), season.number, second, "1.5", "coffee")

    assert table_of(club)["Ben & Dan"][:2] == (1, 1.5)


def test_a_season_of_pairs_ends_with_a_pair(club: str) -> None:
    _rank(club, PAIRS)
    _won(club, ["Ann", "Cat"], ["Ben", "Dan"])
    visit, season = visit_season(club)

    seen = review_of(visit, season)

    assert visit.together(seen.first) == "Ann & Cat"
    assert [len(one.totals) for one in progress_of(visit, season)] == [2]


# --- teams --------------------------------------------------------------------------------------


def _teams(club: str) -> None:
    visit = visit_league(club, PHONE)
    text = "Red lions: Ann, Ben, Cat, Dan\nKings: Eve, Fay, Gus, Hal"
    start_team_league(visit, order(visit), "whist", 2, 1, text)


def _match(club: str) -> list[str]:
    """The tables of the first match, both line-ups as they stand."""
    visit = visit_league(club, PHONE)
    teams = team_league_of(visit)
    assert teams
    for side, team in enumerate(teams.match(1).fixture.teams):
        set_lineup(visit, order(), 1, side, teams.teams[team].players)
    return start_match(visit_league(club, PHONE), order(), 1)


def _ends(table: str, points: Sequence[int]) -> None:
    opened = load_table(table)
    add_entry(opened, {"finish": {"points": [*points]}}, sent(opened))


def test_a_match_is_one_game_of_both_teams(club: str) -> None:
    _teams(club)
    _rank(club, TEAMS)
    first, second = _match(club)
    _ends(first, [5, 2])
    assert table_of(club) == {}  # the other table still plays

    _ends(second, [1, 6])

    # 5 + 1 to 2 + 6
    visit, season = visit_season(club)
    home = team_league_of(visit).matches[0].fixture.teams[0]  # type: ignore[union-attr]
    names = ["Red lions", "Kings"] if home == 0 else ["Kings", "Red lions"]
    assert table_of(club) == {names[1]: (1, 1, 1), names[0]: (2, 0, 1)}
    points = {
        visit.names[row.placed.player]: row.placed.sums.points for row in rows_of(visit, season)
    }
    assert points == {names[1]: 8, names[0]: 6}
    assert [visit.names[one.player] for one in ratings_of(visit, "", TEAMS).rows] == names[::-1]
    assert [*rebuild_results()] == []


def test_a_match_follows_each_of_its_tables(club: str) -> None:
    _teams(club)
    _rank(club, TEAMS)
    first, second = _match(club)
    _ends(second, [1, 6])
    _ends(first, [5, 2])
    was = table_of(club)

    opened = load_table(second)
    undo(opened, sent(opened))
    assert table_of(club) == {}
    _ends(second, [6, 1])

    assert {name: place for name, (place, _, _) in was.items()} != {
        name: place for name, (place, _, _) in table_of(club).items()
    }
    assert [*rebuild_results()] == []


def test_a_match_given_as_a_walkover_counts(club: str) -> None:
    _teams(club)
    visit = visit_league(club, PHONE)
    given = award_walkover(visit, order(), 1, 0)
    assert table_of(club) == {}  # which of the players would have sat there, nobody knows

    _rank(club, TEAMS)
    visit, season = visit_season(club)
    assert sorted(table_of(club).values()) == [(1, 1, 1), (2, 0, 1)]
    first = rows_of(visit, season)[0].placed
    teams = team_league_of(visit)
    assert teams
    assert visit.names[first.player] == teams.teams[teams.match(1).fixture.teams[0]].name
    assert first.sums.walkovers == 1
    assert [*rebuild_results()] == []

    delete_decision(visit, order(), given.seq)
    assert table_of(club) == {}
    restore_decision(visit, order(), given.seq)
    assert len(table_of(club)) == 2
    undo_decision(visit, order())
    assert table_of(club) == {}
    assert [*rebuild_results()] == []


def test_a_match_played_at_one_table_is_no_walkover(club: str) -> None:
    """Whichever of its tables ends last."""
    _teams(club)
    _rank(club, TEAMS)
    names = ["Ann", "Ben", "Cat", "Dan", "Eve", "Fay", "Gus", "Hal"]
    evening = planned(club, names, 1, kind=TEAMS, units=[names[:4], names[4:]])
    opens(club, evening, 1)
    first, second = tonight(club, evening).tables_in_play
    _ends(first.listing.row.public_id, [5, 2])
    visit = visit_league(club, PHONE)

    give_table_walkover(visit, order(visit), evening, second.game, 0)

    visit, season = visit_season(club)
    placed = [row.placed for row in rows_of(visit, season)]
    assert [(one.sums.won, one.sums.walkovers) for one in placed] == [(1, 0), (0, 0)]
    assert [*rebuild_results()] == []


def test_teams_started_later_count_earlier_games(club: str) -> None:
    _rank(club, TEAMS)
    _won(club, ["Ann", "Ben"], ["Eve", "Fay"])
    assert table_of(club) == {}

    _teams(club)
    assert table_of(club) == {"Red lions": (1, 1, 1), "Kings": (2, 0, 1)}

    visit = visit_league(club, PHONE)
    undo_decision(visit, order(visit))
    assert table_of(club) == {}


def test_two_teams_may_not_have_one_name(club: str) -> None:
    visit = visit_league(club, PHONE)
    with pytest.raises(DecisionRefused, match="appears twice"):
        start_team_league(visit, order(visit), "whist", 2, 1, "Aces: Ann, Ben\naces: Cat, Dan")


def test_players_are_ranked_unless_chosen(club: str) -> None:
    _, season = visit_season(club)
    assert season.ranked == PLAYERS
