"""The day of a league's game: the one it ended on, or one that was set; all follows it."""

import json
from datetime import date, timedelta
from fractions import Fraction

import pytest

from scorekeeper.days import day_numbered, noon
from scorekeeper.leagues import game_rulings
from scorekeeper.leagues.decisions import DecisionRefused, redo_decision, undo_decision
from scorekeeper.leagues.evening.evenings import save_evening, start_round
from scorekeeper.leagues.evening.plan import INDIVIDUAL, Evening, shape_of_evening, with_more_rounds
from scorekeeper.leagues.game_rulings import read_day
from scorekeeper.leagues.history import history_of
from scorekeeper.leagues.rebuilding import rebuild_results
from scorekeeper.leagues.results import standings, statistics
from scorekeeper.leagues.results.downloads import games_csv, league_json
from scorekeeper.leagues.results.games import GamesFilter, games_of
from scorekeeper.leagues.results.ratings import rating_curve, ratings_of
from scorekeeper.leagues.results.standings import progress_of
from scorekeeper.leagues.results.statistics import records_of_game
from scorekeeper.leagues.tables import open_table, rematch
from scorekeeper.leagues.visit import visit_league
from scorekeeper.store.league import league_games
from scorekeeper.store.sql.database import writing
from scorekeeper.tables.changes import add_entry
from scorekeeper.tables.loading import load_table
from tests.clocks import CLOCKS, clock
from tests.leagues.clubs import PHONE, create_club, new_key, numbers, order, plays, rows_of, sent
from tests.leagues.test_any_season import FORMAT

AGO = "2026-03-03"
BEFORE = "2026-03-02"


@pytest.fixture
def club(store: object) -> str:
    """A league of five players."""
    return create_club(["Ann", "Ben", "Cat", "Dan", "Eve"])


def typed(club: str, day: str | None, *points: int, finish: bool = True) -> str:
    """A game of Ann and Ben that is said to be of this day; its table."""
    entries = [{"points": [*points]}, *([{"finish": {}}] if finish else [])]
    sheet = {**FORMAT, "game": "tally", "players": ["Ann", "Ben"], "entries": entries}
    visit = visit_league(club, PHONE)
    return open_table(visit, sheet, key=new_key(), device=PHONE, day=day)


def set_day(club: str, game: int, day: str) -> int:
    visit = visit_league(club, PHONE)
    return game_rulings.set_day(visit, order(visit), game, day).seq


def days(club: str) -> dict[int, str]:
    """The day of each game, by its id."""
    visit = visit_league(club, PHONE)
    told = json.loads(league_json(visit))["games"]
    return {one["number"]: one["date"] for one in told}


def in_order(club: str) -> list[int]:
    """The games as they are listed, the newest first."""
    return [one.id for one in games_of(visit_league(club, PHONE), GamesFilter()).games]


def test_game_entered_later_has_the_day_given(club: str) -> None:
    typed(club, None, 3, 9)
    typed(club, AGO, 10, 7)
    typed(club, BEFORE, 1, 2)

    today = game_rulings.today().isoformat()
    assert days(club) == {1: today, 2: AGO, 3: BEFORE}
    assert in_order(club) == [1, 2, 3]


def test_game_in_progress_gets_its_day_at_end(club: str) -> None:
    table = load_table(typed(club, AGO, 10, 7, finish=False))
    assert days(club) == {}

    add_entry(table, {"finish": {}}, sent(table))

    assert days(club) == {1: AGO}


def test_standings_chart_and_csv_follow_the_day(club: str) -> None:
    typed(club, None, 3, 9)
    typed(club, None, 10, 7)
    set_day(club, 2, AGO)
    visit, who = visit_league(club, PHONE), numbers(club)
    season = visit.season_shown
    assert season

    # Ann won the first day, Ben the last one: he has moved
    moved = {row.placed.player: row.moved for row in standings.rows_of(visit, season)}
    assert moved[who["Ben"]] is not None
    assert [row.form for row in standings.rows_of(visit, season)] == [*("LW", "WL")]
    chart = progress_of(visit, season)
    assert [day_numbered(one.day).isoformat() for one in chart] == [AGO, str(game_rulings.today())]
    assert chart[0].totals == {who["Ann"]: Fraction(5), who["Ben"]: Fraction(3)}
    best = {one.kind: one for one in records_of_game(visit, None, "tally")}
    game = best[statistics.DEAL].game
    assert game
    assert game.id == 2
    assert f"{AGO},tally,1" in games_csv(visit).decode("utf-8-sig")


def test_ratings_count_games_in_order_of_days(club: str) -> None:
    plays(club, ["Ann", "Ben"], [10, 7])
    plays(club, ["Ben", "Cat"], [10, 7])
    ratings_of(visit_league(club, PHONE), "")
    set_day(club, 2, AGO)

    visit = visit_league(club, PHONE)
    moved = [(one.game, one.rating.games) for one in rating_curve(visit, "", numbers(club)["Ben"])]

    assert moved == [(2, 1), (1, 2)]


def test_change_of_day_is_undone_and_redone(club: str) -> None:
    typed(club, None, 10, 7)
    before = rows_of("result")
    set_day(club, 1, AGO)
    after = rows_of("result")
    assert before != after

    visit = visit_league(club, PHONE)
    undo_decision(visit, order(visit))
    assert rows_of("result") == before
    visit = visit_league(club, PHONE)
    redo_decision(visit, order(visit))
    assert rows_of("result") == after
    assert [*rebuild_results()] == []


def test_history_tells_old_and_new_day(club: str) -> None:
    typed(club, None, 10, 7)
    set_day(club, 1, AGO)
    set_day(club, 1, BEFORE)

    last = history_of(visit_league(club, PHONE), PHONE).decisions[0].words

    assert last.startswith("changed the day of the Score pad game")
    assert last.endswith("from 3 Mar 2026 to 2 Mar 2026")


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("", "Choose the day."),
        ("yesterday", "Write the day as 2026-03-31."),
        ("2026-02-30", "Write the day as 2026-03-31."),
        ("1899-12-31", "31 Dec 1899 is too long ago."),
        ("0001-01-01", "1 Jan 1 is too long ago."),
        ("9999-12-31", "31 Dec 9999 is still to come."),
    ],
)
def test_future_or_absurd_day_is_refused(club: str, text: str, fault: str) -> None:
    typed(club, None, 10, 7)

    with pytest.raises(DecisionRefused) as refused:
        set_day(club, 1, text)

    assert refused.value.faults["day"].startswith(fault)


def test_tomorrow_is_refused_today_is_accepted(club: str) -> None:
    today = game_rulings.today()
    assert read_day(today.isoformat()) == today.isoformat()
    with pytest.raises(DecisionRefused, match=r"Until \d\d:00 in the morning it is"):
        read_day((today + timedelta(days=1)).isoformat())


def test_games_of_a_day_stand_in_opening_order(club: str) -> None:
    for game in range(1, 5):
        typed(club, None, game, 0)
    for game in (3, 1, 4, 2):
        set_day(club, game, AGO)

    assert in_order(club) == [4, 3, 2, 1]


def test_no_two_games_count_at_one_moment(club: str) -> None:
    typed(club, None, 10, 7)
    with_import(club, noon(date.fromisoformat(AGO)) + 1)

    set_day(club, 1, AGO)

    moments = [moment for (moment,) in rows_of("league_game", "ended")]
    assert len({*moments}) == 2
    assert set(days(club).values()) == {AGO}


def with_import(club: str, moment: int) -> None:
    """An imported game that ended at this moment."""
    game = {"league_id": 1, "imported": 99, "season": 1, "game": "tally", "ended": moment}
    with writing() as connection:
        league_games.add_games(connection, [{**game, "played": None}])


@pytest.mark.parametrize("place", CLOCKS)
def test_day_is_the_same_by_every_servers_clock(store: object, place: str) -> None:
    with clock(CLOCKS[place]):
        club = create_club(["Ann", "Ben"])
        typed(club, AGO, 10, 7)
        assert days(club) == {1: AGO}
        assert [*rebuild_results()] == []


# --- evenings -----------------------------------------------------------------------------------


def evening(club: str, day: str) -> int:
    """An evening of that day at which Ann plays Ben; its number."""
    visit, who = visit_league(club, PHONE), numbers(club)
    plan = Evening(0, "", day, 1, "tally", None, INDIVIDUAL, (who["Ann"], who["Ben"]))
    shape = shape_of_evening(visit.season_shown, plan)
    plan = with_more_rounds(plan, shape, 1, (), {})
    return save_evening(visit, order(visit), plan).seq


def ends(table_id: str) -> None:
    table = load_table(table_id)
    add_entry(table, {"points": [7, 3]}, sent(table))
    table = load_table(table_id)
    add_entry(table, {"finish": {}}, sent(table))


def test_the_tables_of_an_evening_have_its_day(club: str) -> None:
    number = evening(club, AGO)
    (table,) = start_round(visit_league(club, PHONE), order(), number, 1)
    ends(table)

    assert days(club) == {1: AGO}

    again = rematch(visit_league(club, PHONE), load_table(table), key=new_key(), device=PHONE)
    ends(again)
    assert days(club) == {1: AGO, 2: AGO}


def test_evening_not_past_counts_as_it_ends(club: str) -> None:
    for day in ((game_rulings.today() + timedelta(days=3)).isoformat(), ""):
        number = evening(club, day)
        (table,) = start_round(visit_league(club, PHONE), order(), number, 1)
        ends(table)

    assert {*days(club).values()} == {game_rulings.today().isoformat()}


def test_evening_after_midnight_keeps_its_day(club: str) -> None:
    day = (game_rulings.today() + timedelta(days=1)).isoformat()
    number = evening(club, day)
    (table,) = start_round(visit_league(club, PHONE), order(), number, 1)
    ends(table)
    again = rematch(visit_league(club, PHONE), load_table(table), key=new_key(), device=PHONE)
    ends(again)

    assert days(club) == {1: day, 2: day}


def test_replayed_game_is_of_the_day_of_replay(club: str, monkeypatch: pytest.MonkeyPatch) -> None:
    number = evening(club, AGO)
    (table,) = start_round(visit_league(club, PHONE), order(), number, 1)
    ends(table)
    later = game_rulings.today() + timedelta(days=7)
    monkeypatch.setattr("scorekeeper.leagues.tables.today", lambda: later)

    again = rematch(visit_league(club, PHONE), load_table(table), key=new_key(), device=PHONE)

    opened = [day for (day,) in rows_of("league_game", "day")]
    assert again
    assert opened == [AGO, later.isoformat()]
