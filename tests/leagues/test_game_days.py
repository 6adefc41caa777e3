"""The day of a league's game: the one it ended on, or one that was set; all follows it."""

import json
from datetime import date, timedelta
from fractions import Fraction

import pytest

from scorekeeper import leagues, tables
from scorekeeper.days import day_numbered, noon
from scorekeeper.leagues import DecisionRefused, Evening, GamesFilter
from scorekeeper.leagues.results import records
from scorekeeper.store.league import results
from scorekeeper.store.sql.database import writing
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
    visit = leagues.visit(club, PHONE)
    return leagues.open_table(visit, sheet, key=new_key(), device=PHONE, day=day)


def set_day(club: str, game: int, day: str) -> int:
    visit = leagues.visit(club, PHONE)
    return leagues.set_day(visit, order(visit), game, day).seq


def days(club: str) -> dict[int, str]:
    """The day of each game, by its id."""
    visit = leagues.visit(club, PHONE)
    told = json.loads(leagues.league_json(visit))["games"]
    return {one["number"]: one["date"] for one in told}


def in_order(club: str) -> list[int]:
    """The games as they are listed, the newest first."""
    return [one.id for one in leagues.games_of(leagues.visit(club, PHONE), GamesFilter()).games]


def test_a_game_entered_later_has_the_day_given_at_its_start(club: str) -> None:
    typed(club, None, 3, 9)
    typed(club, AGO, 10, 7)
    typed(club, BEFORE, 1, 2)

    today = leagues.today().isoformat()
    assert days(club) == {1: today, 2: AGO, 3: BEFORE}
    assert in_order(club) == [1, 2, 3]


def test_a_game_in_progress_gets_its_day_when_it_ends(club: str) -> None:
    table = tables.load_table(typed(club, AGO, 10, 7, finish=False))
    assert days(club) == {}

    tables.add_entry(table, {"finish": {}}, sent(table))

    assert days(club) == {1: AGO}


def test_standings_chart_records_and_csv_follow_the_day(club: str) -> None:
    typed(club, None, 3, 9)
    typed(club, None, 10, 7)
    set_day(club, 2, AGO)
    visit, who = leagues.visit(club, PHONE), numbers(club)
    season = visit.season_shown
    assert season

    # Ann won the first day, Ben the last one: he has moved
    moved = {row.placed.player: row.moved for row in leagues.rows_of(visit, season)}
    assert moved[who["Ben"]] is not None
    assert ["".join(one.letter for one in row.form) for row in leagues.rows_of(visit, season)] == [
        *("LW", "WL")
    ]
    chart = leagues.progress_of(visit, season)
    assert [day_numbered(one.day).isoformat() for one in chart] == [AGO, str(leagues.today())]
    assert chart[0].totals == {who["Ann"]: Fraction(5), who["Ben"]: Fraction(3)}
    best = {one.kind: one for one in leagues.records_of_game(visit, None, "tally")}
    game = best[records.DEAL].game
    assert game
    assert game.id == 2
    assert f"{AGO},tally,1" in leagues.games_csv(visit).decode("utf-8-sig")


def test_ratings_count_games_in_the_order_of_their_days(club: str) -> None:
    plays(club, ["Ann", "Ben"], [10, 7])
    plays(club, ["Ben", "Cat"], [10, 7])
    leagues.ratings_of(leagues.visit(club, PHONE), "")
    set_day(club, 2, AGO)

    visit = leagues.visit(club, PHONE)
    moved = [
        (one.game, one.rating.games)
        for one in leagues.rating_curve(visit, "", numbers(club)["Ben"])
    ]

    assert moved == [(2, 1), (1, 2)]


def test_a_change_of_day_can_be_undone_and_redone(club: str) -> None:
    typed(club, None, 10, 7)
    before = rows_of("result")
    set_day(club, 1, AGO)
    after = rows_of("result")
    assert before != after

    visit = leagues.visit(club, PHONE)
    leagues.undo_decision(visit, order(visit))
    assert rows_of("result") == before
    visit = leagues.visit(club, PHONE)
    leagues.redo_decision(visit, order(visit))
    assert rows_of("result") == after
    assert [*leagues.rebuild()] == []


def test_the_history_says_which_day_it_was_and_is(club: str) -> None:
    typed(club, None, 10, 7)
    set_day(club, 1, AGO)
    set_day(club, 1, BEFORE)

    last = leagues.history_of(leagues.visit(club, PHONE), PHONE).decisions[0].words

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
def test_a_future_or_absurd_day_is_refused_in_words(club: str, text: str, fault: str) -> None:
    typed(club, None, 10, 7)

    with pytest.raises(DecisionRefused) as refused:
        set_day(club, 1, text)

    assert refused.value.faults["day"].startswith(fault)


def test_tomorrow_is_refused_and_today_is_accepted(club: str) -> None:
    today = leagues.today()
    assert leagues.read_day(today.isoformat()) == today.isoformat()
    with pytest.raises(DecisionRefused, match=r"Until \d\d:00 in the morning it is"):
        leagues.read_day((today + timedelta(days=1)).isoformat())


def test_many_games_of_one_day_stand_in_the_order_in_which_they_were_opened(club: str) -> None:
    for game in range(1, 5):
        typed(club, None, game, 0)
    for game in (3, 1, 4, 2):
        set_day(club, game, AGO)

    assert in_order(club) == [4, 3, 2, 1]


def test_a_game_never_counts_at_the_moment_of_another(club: str) -> None:
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
        results.add_games(connection, [{**game, "played": None}])


@pytest.mark.parametrize("place", CLOCKS)
def test_a_day_is_the_same_by_every_servers_clock(store: object, place: str) -> None:
    with clock(CLOCKS[place]):
        club = create_club(["Ann", "Ben"])
        typed(club, AGO, 10, 7)
        assert days(club) == {1: AGO}
        assert [*leagues.rebuild()] == []


# --- evenings -----------------------------------------------------------------------------------


def evening(club: str, day: str) -> int:
    """An evening of that day at which Ann plays Ben; its number."""
    visit, who = leagues.visit(club, PHONE), numbers(club)
    plan = Evening(0, "", day, 1, "tally", None, leagues.INDIVIDUAL, (who["Ann"], who["Ben"]))
    shape = leagues.shape_of_evening(visit.season_shown, plan)
    plan = leagues.with_more_rounds(plan, shape, 1, (), {})
    return leagues.save_evening(visit, order(visit), plan).seq


def ends(table_id: str) -> None:
    table = tables.load_table(table_id)
    tables.add_entry(table, {"points": [7, 3]}, sent(table))
    table = tables.load_table(table_id)
    tables.add_entry(table, {"finish": {}}, sent(table))


def test_the_tables_of_an_evening_have_its_day(club: str) -> None:
    number = evening(club, AGO)
    (table,) = leagues.start_round(leagues.visit(club, PHONE), number, 1, PHONE)
    ends(table)

    assert days(club) == {1: AGO}

    again = leagues.rematch(
        leagues.visit(club, PHONE), tables.load_table(table), key=new_key(), device=PHONE
    )
    ends(again)
    assert days(club) == {1: AGO, 2: AGO}


def test_an_evening_to_come_or_without_a_day_has_its_tables_count_when_they_end(club: str) -> None:
    for day in ((leagues.today() + timedelta(days=3)).isoformat(), ""):
        number = evening(club, day)
        (table,) = leagues.start_round(leagues.visit(club, PHONE), number, 1, PHONE)
        ends(table)

    assert {*days(club).values()} == {leagues.today().isoformat()}


def test_a_game_played_again_on_another_day_is_of_that_day(
    club: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    number = evening(club, AGO)
    (table,) = leagues.start_round(leagues.visit(club, PHONE), number, 1, PHONE)
    ends(table)
    later = leagues.today() + timedelta(days=7)
    monkeypatch.setattr("scorekeeper.leagues.tables.today", lambda: later)

    again = leagues.rematch(
        leagues.visit(club, PHONE), tables.load_table(table), key=new_key(), device=PHONE
    )

    opened = [day for (day,) in rows_of("league_game", "day")]
    assert again
    assert opened == [AGO, later.isoformat()]


def test_a_table_added_later_has_the_day_that_is_given(club: str) -> None:
    entries = [{"points": [7, 3]}, {"finish": {}}]
    sheet = {**FORMAT, "game": "tally", "players": ["Ann", "Ben"], "entries": entries}
    table = tables.load_table(tables.start_table(sheet, key=new_key(), device=PHONE))

    leagues.add_table(leagues.visit(club, PHONE), table, AGO)

    assert days(club) == {1: AGO}
