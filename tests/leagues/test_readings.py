"""What the pages of a league read: standings with form and movement, games, players, records.

The season that all tests but the last look at: two evenings at a score pad, 5, 3 and 1 by place.

| day | game | worth |
| --- | --- | --- |
| 1 | Ann 10, Ben 7, Cat 3 | Ann 5, Ben 3, Cat 1 |
| 1 | Ben 9, Ann 2 | Ben 5, Ann 3 |
| 8 | Cat 20, Dan 4, Ann 1 | Cat 5, Dan 3, Ann 1 |
"""

import json
from collections.abc import Callable, Sequence
from datetime import UTC, date, datetime, timedelta
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scorekeeper.days import day_numbered, day_of, noon
from scorekeeper.leagues.game_rulings import set_game_counting
from scorekeeper.leagues.membership import merge_players
from scorekeeper.leagues.results import statistics
from scorekeeper.leagues.results.downloads import games_csv, league_json, players_csv, standings_csv
from scorekeeper.leagues.results.games import (
    GameOfLeague,
    GamesFilter,
    games_by_id,
    games_in,
    games_in_progress,
    games_of,
)
from scorekeeper.leagues.results.standings import (
    progress_of,
    rows_of,
    standings_of,
)
from scorekeeper.leagues.results.statistics import (
    all_players,
    player_of,
    records_of,
    records_of_game,
)
from scorekeeper.leagues.seasons import create_season, edit_season, give_bonus, season_payload
from scorekeeper.leagues.tables import open_table
from scorekeeper.leagues.visit import LeagueVisit, visit_league
from scorekeeper.standings.finished import HeadToHead
from scorekeeper.store.league.state import Season
from scorekeeper.tables import league_results
from tests.clocks import CLOCKS, clock
from tests.leagues.clubs import PHONE, create_club, new_key, numbers, order, plays, visit_season
from tests.requirements import rounds

Evening = Callable[[int], None]


@pytest.fixture
def on(monkeypatch: pytest.MonkeyPatch) -> Evening:
    """Has games end at noon of that day from now on, counted from the beginning of 1970."""

    def on(day: int) -> None:
        monkeypatch.setattr(league_results, "now", lambda: noon(day_numbered(day)))

    return on


@pytest.fixture
def club(store: object, on: Evening) -> str:
    """A league of four players with the season above."""
    club = create_club(["Ann", "Ben", "Cat", "Dan"])
    on(1)
    plays(club, ["Ann", "Ben", "Cat"], [10, 7, 3])
    plays(club, ["Ben", "Ann"], [9, 2])
    on(8)
    plays(club, ["Cat", "Dan", "Ann"], [20, 4, 1])
    return club


def seen(club: str) -> tuple[LeagueVisit, Season]:
    """The league and its season."""
    visit, season = visit_season(club)
    return visit, season


def open_sheet(club: str, game: str, entries: Sequence[Any], **head: Any) -> None:
    """A table of the league with these entries, which is over."""
    players = ["Ann", "Ben", "Cat", "Dan"]
    sheet = {"format": "scorekeeper/1", "game": game, "players": players, **head}
    document = {**sheet, "entries": [*entries, {"finish": {}}]}
    open_table(visit_league(club, PHONE), document, key=new_key(), device=PHONE)


def give(club: str, points: dict[str, int], **by_game: dict[str, int]) -> None:
    """Switch the handicaps of the season on, with these points by name, and those at a game."""
    visit, season = seen(club)
    number, scoring = numbers(club), {**season.scoring, "handicaps": True}
    handicaps = {number[name]: more for name, more in points.items()}
    own = {game: {number[name]: more for name, more in of.items()} for game, of in by_game.items()}
    payload = season_payload(
        *(season.name, scoring, season.games, handicaps), handicaps_by_game=own
    )
    edit_season(visit, order(), season.number, payload)


def spades(club: str) -> None:
    """Ann & Cat bid 6 and take 6: 60; Ben & Dan bid 5 and take 7: 50 and 2 bags, 52."""
    open_sheet(club, "spades", [{"bids": [4, 3, 2, 2], "tricks": [5, 3, 1, 4]}])


# --- standings ----------------------------------------------------------------------------------


def test_there_is_no_movement_on_the_first_day(store: object, on: Evening) -> None:
    club = create_club(["Ann", "Ben"])
    on(3)
    plays(club, ["Ann", "Ben"], [1, 2])

    visit, season = seen(club)

    assert [row.moved for row in rows_of(visit, season)] == [0, 0]


def test_the_form_is_of_the_last_five(store: object) -> None:
    club = create_club(["Ann", "Ben"])
    for points in ([1, 2], [2, 1], [1, 1], [2, 1], [2, 1], [2, 1]):
        plays(club, ["Ann", "Ben"], points)

    visit, season = seen(club)

    assert rows_of(visit, season)[0].form == "WDWWW"


@pytest.mark.parametrize(
    ("place", "played"),
    [("UTC", 20), ("New York", 20), ("Los Angeles", 20), ("Auckland", 21)],
)
def test_an_evening_over_midnight_is_one_day(
    store: object, monkeypatch: pytest.MonkeyPatch, place: str, played: int
) -> None:
    """From half past six to half past midnight in New York, and the same a week later."""
    club = create_club(["Ann", "Ben"])
    for week in (0, 7):
        for hour, points in ((23, [3, 1]), (29, [1, 2])):
            evening = datetime(2026, 11, 20, minute=30, tzinfo=UTC)
            ended = (evening + timedelta(days=week, hours=hour)).timestamp()
            monkeypatch.setattr(league_results, "now", lambda ended=ended: round(ended * 1000))
            plays(club, ["Ann", "Ben"], points)

    with clock(CLOCKS[place]):
        visit, season = seen(club)
        days = [day_numbered(one.day) for one in progress_of(visit, season)]
        games = games_of(visit, GamesFilter()).games
        listed_by = [day_of(one.ended) for one in games if one.ended is not None]

    assert days == [date(2026, 11, played), date(2026, 11, played + 7)]
    assert listed_by == [days[1], days[1], days[0], days[0]]


@pytest.mark.hard
@pytest.mark.long
@settings(
    max_examples=rounds(25, quick=6, hard=150),
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(data=st.data())
def test_movement_compares_with_the_day_before(
    sqlite: object, monkeypatch: pytest.MonkeyPatch, data: st.DataObject
) -> None:
    club = create_club(["Ann", "Ben", "Cat", "Dan"])
    best, days = data.draw(st.none() | st.integers(1, 3)), data.draw(st.integers(2, 3))
    visit, season = seen(club)
    scoring = {"scheme": data.draw(st.sampled_from(["place-points", "total"])), "best": best}
    edit_season(visit, order(), season.number, season_payload(season.name, scoring))
    last = []
    for day in range(days):
        monkeypatch.setattr(league_results, "now", lambda day=day: noon(day_numbered(5 + day)))
        last = [_random_game(club, data) for _ in range(data.draw(st.integers(1, 3)))]
    rows = {row.placed.player: row.moved for row in rows_of(*seen(club))}
    after = standings_of(*seen(club))

    for game in games_of(seen(club)[0], GamesFilter(), most=len(last)).games:
        set_game_counting(seen(club)[0], order(), game.id, struck=True, reason="to compare")
    before = {one.player: one.place for one in standings_of(*seen(club))}

    for one in after:
        was = before.get(one.player)
        assert rows[one.player] == (None if was is None else was - (one.place or 0))


def _random_game(club: str, data: st.DataObject) -> str:
    players = data.draw(st.permutations(["Ann", "Ben", "Cat", "Dan"]))
    players = players[: data.draw(st.integers(2, 4))]
    return plays(club, players, [data.draw(st.integers(0, 5)) for _ in players])


# --- games --------------------------------------------------------------------------------------


def listed(visit: LeagueVisit, wanted: GamesFilter, **more: Any) -> list[str]:
    """The names and points of the games."""
    return [_told(visit, one) for one in games_of(visit, wanted, **more).games]


def _told(visit: LeagueVisit, game: GameOfLeague) -> str:
    sides = (
        " & ".join(visit.names[one] for one in side.players) + f" {side.points}"
        for side in game.sides
    )
    return ", ".join(sides)


def test_games_are_listed_newest_first_in_pages(club: str) -> None:
    visit, _ = seen(club)

    page = games_of(visit, GamesFilter(), most=2)
    assert [_told(visit, one) for one in page.games] == ["Cat 20, Dan 4, Ann 1", "Ben 9, Ann 2"]
    assert page.older == noon(day_numbered(1)) + 1

    rest = games_of(visit, GamesFilter(), page.older, most=2)
    assert [_told(visit, one) for one in rest.games] == ["Ann 10, Ben 7, Cat 3"]
    assert rest.older is None


def test_a_listed_game_says_what_it_counts(club: str) -> None:
    visit, _ = seen(club)

    game = games_of(visit, GamesFilter(), most=1).games[0]

    assert [side.worth for side in game.sides] == [5, 3, 1]
    assert [side.won for side in game.sides] == [True, False, False]
    assert (game.deals, game.why_not) == (1, "")


def test_list_and_standings_name_the_same_winner(club: str) -> None:
    give(club, {"Ann": 10})
    visit, season = seen(club)

    game = games_of(visit, GamesFilter()).games[1]

    assert _told(visit, game) == "Ann 2, Ben 9"
    assert [(side.won, side.handicap) for side in game.sides] == [(True, 10), (False, 0)]
    assert [side.worth for side in game.sides] == [5, 3]
    sides = json.loads(league_json(visit))["games"][1]["sides"]
    assert [(one["points"], one.get("handicap"), one["won"]) for one in sides] == [
        (2, 10, True),
        (9, None, False),
    ]
    set_game_counting(visit, order(), game.id, struck=True, reason="a card was missing")
    assert _told(visit, games_of(seen(club)[0], GamesFilter()).games[1]) == "Ben 9, Ann 2"


def test_handicap_at_a_game_counts_only_there(store: object) -> None:
    club = create_club(["Ann", "Ben", "Cat", "Dan"])
    spades(club)
    open_sheet(club, "whist", [{"side_tricks": [8, 5]}])
    give(club, {"Ann": 7, "Ben": 20}, whist={"Ben": 0})

    whist, partners = games_of(visit_league(club, PHONE), GamesFilter()).games

    assert [side.handicap for side in sorted(partners.sides, key=lambda one: one.number)] == [7, 20]
    assert [side.handicap for side in sorted(whist.sides, key=lambda one: one.number)] == [7, 0]
    season = json.loads(league_json(visit_league(club, PHONE)))["seasons"][0]
    ben = numbers(club)["Ben"]
    assert season["handicaps_by_game"] == [{"game": "whist", "player": ben, "points": 0}]


def test_handicap_is_subtracted_if_fewest_win(store: object) -> None:
    club = create_club(["Ann", "Ben"])
    low = {"players": ["Ann", "Ben"], "options": {"lowest_wins": True}}
    open_sheet(club, "tally", [{"points": [40, 55]}], **low)
    give(club, {"Ann": 15, "Ben": 35})
    visit, season = seen(club)

    (game,) = games_of(visit, GamesFilter()).games

    assert _told(visit, game) == "Ben 55, Ann 40"
    assert [(side.won, side.handicap) for side in game.sides] == [(True, -35), (False, -15)]
    records = {one.kind: one.figure for one in records_of_game(visit, season, "tally")}
    assert (records["game"], records["margin"]) == (20, 5)


def test_games_are_found_by_player_and_by_game(club: str) -> None:
    spades(club)
    visit, season = seen(club)
    dan = numbers(club)["Dan"]

    assert listed(visit, GamesFilter(player=dan)) == [
        "Ann & Cat 60, Ben & Dan 52",
        "Cat 20, Dan 4, Ann 1",
    ]
    assert listed(visit, GamesFilter(season, "spades")) == ["Ann & Cat 60, Ben & Dan 52"]
    assert listed(visit, GamesFilter(season, "tally", dan)) == ["Cat 20, Dan 4, Ann 1"]
    assert games_in(visit, season) == ["spades", "tally"]


def test_removed_game_is_listed_with_reason(club: str) -> None:
    visit, _ = seen(club)
    first = games_of(visit, GamesFilter()).games[-1]

    set_game_counting(visit, order(), first.id, struck=True, reason="cards were missing")

    visit, _ = seen(club)
    game = games_by_id(visit, [first.id])[first.id]
    assert (game.why_not, game.reason) == ("Removed by an organiser.", "cards were missing")
    assert [side.worth for side in game.sides] == [None, None, None]
    assert listed(visit, GamesFilter(player=numbers(club)["Ann"])) == [
        "Cat 20, Dan 4, Ann 1",
        "Ben 9, Ann 2",
    ]


def test_a_moved_game_is_listed_where_it_counts(club: str) -> None:
    visit, first = seen(club)
    moved = games_of(visit, GamesFilter()).games[0]
    create_season(visit, order(), season_payload("Second", {"scheme": "wins"}))
    second = seen(club)[1]
    set_game_counting(seen(club)[0], order(), moved.id, season=second.number, reason="cup")

    visit = seen(club)[0]

    assert listed(visit, GamesFilter(second)) == ["Cat 20, Dan 4, Ann 1"]
    assert listed(visit, GamesFilter(first)) == ["Ben 9, Ann 2", "Ann 10, Ben 7, Cat 3"]


def test_games_in_progress_are_listed_apart(club: str) -> None:
    plays(club, ["Ann", "Ben"], [1, 2], finish=False)
    visit, _ = seen(club)

    assert len(games_of(visit, GamesFilter()).games) == 3
    (game,) = games_in_progress(visit)
    assert (game.sides, game.ended, game.why_not) == ((), None, "Not finished.")


# --- players ------------------------------------------------------------------------------------


def test_player_statistics_are_sums_over_games(club: str) -> None:
    visit, season = seen(club)
    number = numbers(club)

    ann = player_of(visit, number["Ann"], season)

    tally = ann.by_game["tally"]
    assert (tally.games, tally.won, tally.deals, tally.points) == (3, 1, 3, 13)
    assert (ann.streaks.current, ann.streaks.longest) == (0, 1)
    assert {visit.names[other]: record for other, record in ann.opponents.items()} == {
        "Ben": HeadToHead(2, 1, 1, -4),
        "Cat": HeadToHead(2, 1, 1, -12),
        "Dan": HeadToHead(1, 0, 1, -3),
    }
    assert ann.partners == {}


def test_partners_are_kept_apart_from_opponents(club: str) -> None:
    spades(club)
    visit, _ = seen(club)
    number = numbers(club)

    cat = player_of(visit, number["Cat"], game="spades")

    assert cat.partners == {number["Ann"]: HeadToHead(1, 1)}
    assert {other: record.points for other, record in cat.opponents.items()} == {
        number["Ben"]: 8,
        number["Dan"]: 8,
    }
    assert (cat.by_game["spades"].kept, cat.by_game["spades"].lost) == (1, 0)


def test_everybody_is_listed_by_name_once(club: str) -> None:
    plays(club, ["zoe", "Ben"], [1, 2])
    visit, _ = seen(club)
    number = numbers(club)
    merge_players(visit, order(), number["zoe"], number["Ann"])

    visit, _ = seen(club)

    told = [(one.name, one.sums.games, one.sums.won) for one in all_players(visit)]
    assert told == [("Ann", 4, 1), ("Ben", 3, 2), ("Cat", 2, 1), ("Dan", 1, 0)]


# --- records ------------------------------------------------------------------------------------


def held(
    visit: LeagueVisit, bests: Sequence[statistics.LeagueRecord]
) -> dict[str, tuple[int, str, int | None]]:
    """Each record: its figure, who holds it, and in which deal."""
    return {
        one.kind: (one.figure, " ".join(visit.names[own] for own in one.players), one.deal)
        for one in bests
    }


def test_records_in_points_are_those_of_one_game(club: str) -> None:
    spades(club)
    visit, season = seen(club)

    assert held(visit, records_of_game(visit, season, "tally")) == {
        statistics.DEAL: (20, "Cat", 1),
        statistics.GAME: (20, "Cat", None),
        statistics.MARGIN: (16, "Cat", None),
    }
    assert held(visit, records_of_game(visit, None, "spades")) == {
        statistics.DEAL: (60, "Ann Cat", 1),
        statistics.GAME: (60, "Ann Cat", None),
        statistics.MARGIN: (8, "Ann Cat", None),
        statistics.TALLIED: (2, "Ben Dan", None),
        statistics.IN_ALL: (2, "Ben Dan", None),
    }


def test_a_record_leads_to_its_game(club: str) -> None:
    visit, season = seen(club)

    deal = records_of_game(visit, season, "tally")[0]

    assert deal.game
    assert _told(visit, deal.game) == "Cat 20, Dan 4, Ann 1"
    assert (deal.side, deal.deal) == (0, 1)


def test_lowest_is_the_record_where_fewest_win(store: object) -> None:
    club = create_club(["Ann", "Ben", "Cat", "Dan"])
    options = {"lowest_wins": True}
    open_sheet(club, "tally", [{"points": [5, 3, 8, 9]}, {"points": [1, 7, 8, 9]}], options=options)
    visit, season = seen(club)

    best = held(visit, records_of_game(visit, season, "tally"))

    assert best[statistics.DEAL] == (1, "Ann", 2)
    assert best[statistics.GAME] == (6, "Ann", None)
    assert best[statistics.MARGIN] == (4, "Ann", None)


def test_streaks_and_sums_are_over_all_games(club: str) -> None:
    plays(club, ["Cat", "Ann"], [2, 1])
    visit, season = seen(club)

    best = held(visit, records_of(visit, season))

    assert best == {
        statistics.STREAK: (2, "Cat", None),
        "won": (2, "Cat", None),
        "games": (4, "Ann", None),
    }


def test_a_shared_streak_is_one_record(store: object) -> None:
    names = ["Ann", "Ben", "Cat", "Dan", "Eve", "Fay"]
    club = create_club(names)
    for winner, loser in zip(names[:4], names[2:], strict=True):
        if winner != "Cat":
            plays(club, [winner, loser], [2, 1])
            plays(club, [winner, loser], [2, 1])
    visit, season = seen(club)

    streaks = [one for one in records_of(visit, season) if one.kind == statistics.STREAK]

    assert [(one.figure, len(one.players), one.game) for one in streaks] == [(2, 3, None)]
    assert not streaks[0].is_shared  # three are named


# --- on paper -----------------------------------------------------------------------------------


def test_exported_standings_contain_no_formula(store: object) -> None:
    club = create_club(["=1+1", "Ben"])
    plays(club, ["=1+1", "Ben"], [2, -1])
    visit, season = seen(club)

    head, *lines = standings_csv(visit, season).decode("utf-8-sig").splitlines()

    # programs read a column by its name or its place: both stay, and a new one comes behind
    kept = "place,player,games,won,deals,points,bonus,total,by,missing,byes,walkovers"
    assert head.startswith(kept)
    assert lines[0].startswith("1,'=1+1,1,1,1,2,0,5,,0,0,0")
    assert lines[1].startswith("2,Ben,1,0,1,-1,0,3,,0,0,0")
    assert players_csv(visit).decode("utf-8-sig").splitlines()[1] == "'=1+1,yes,yes,1,1"
    assert "'=1+1" in games_csv(visit).decode("utf-8-sig")


def test_the_whole_league_is_one_document(club: str) -> None:
    visit, season = seen(club)
    number = numbers(club)
    give_bonus(visit, order(), season.number, number["Dan"], "−1.5", "came late")

    document = json.loads(league_json(seen(club)[0]))

    assert [one["name"] for one in document["players"]] == ["Ann", "Ben", "Cat", "Dan"]
    (told,) = document["seasons"]
    assert told["bonuses"] == [{"player": number["Dan"], "points": "-3/2", "reason": "came late"}]
    assert [Fraction(one["total"]) for one in told["standings"]] == [9, 8, 6, Fraction(3, 2)]
    assert [one["date"] for one in document["games"]] == ["1970-01-02", "1970-01-02", "1970-01-09"]
    assert document["games"][0]["sides"][0] == {
        "players": [number["Ann"]],
        "points": 10,
        "won": True,
        "worth": "5",
    }
