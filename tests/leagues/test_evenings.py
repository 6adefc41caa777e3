"""Evenings: planned, opened once, planned anew when somebody comes or leaves, taken back."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime

import pytest
from sqlalchemy import select, update

from scorekeeper.leagues.decisions import DecisionRefused, delete_decision, undo_decision
from scorekeeper.leagues.evening.bracket import BY_STANDINGS, seeded
from scorekeeper.leagues.evening.evenings import (
    cancel_round,
    earlier_evenings,
    save_evening,
    start_round,
    with_next_round,
)
from scorekeeper.leagues.evening.plan import (
    INDIVIDUAL,
    PAIRS,
    SWISS,
    Evening,
    full_tournament_rounds,
    shape_of_evening,
    with_more_rounds,
)
from scorekeeper.leagues.evening.table_walkover import give_table_walkover, walkover_tables
from scorekeeper.leagues.evening.tonight import EveningStatus, evening_fingerprint, evening_status
from scorekeeper.leagues.game_rulings import set_game_counting
from scorekeeper.leagues.history import ListedDecision, history_of
from scorekeeper.leagues.lifecycle import PLACES, create_league
from scorekeeper.leagues.membership import add_members, merge_players
from scorekeeper.leagues.rebuilding import rebuild_results
from scorekeeper.leagues.results.games import GamesFilter, games_in_progress, games_of
from scorekeeper.leagues.results.ratings import ratings_of
from scorekeeper.leagues.results.standings import progress_of, standings_of
from scorekeeper.leagues.results.statistics import player_of
from scorekeeper.leagues.seasons import edit_season, season_payload
from scorekeeper.leagues.tables import open_table
from scorekeeper.leagues.visit import LeagueVisit, visit_league
from scorekeeper.schedules.rounds import Round, balance
from scorekeeper.schedules.units import Unit
from scorekeeper.store.league import leagues as records_of_leagues
from scorekeeper.store.schema.league import LeagueRecordRow
from scorekeeper.store.sql.database import writing
from scorekeeper.tables.changes import add_entry
from scorekeeper.tables.loading import NotFound, load_table
from scorekeeper.tables.sharing import save_draft
from tests.leagues.clubs import PHONE, new_key, order, plays, rows_of, sent

NAMES = ("Ann", "Ben", "Cat", "Dan", "Eve", "Fay", "Gus", "Hal", "Ivy")


@pytest.fixture
def club(store: object) -> str:
    """A league of nine players."""
    public_id = create_league("Tuesday club", key=new_key(), device=PHONE, scoring=PLACES)
    visit = visit_league(public_id, PHONE)
    add_members(visit, order(visit), NAMES)
    return public_id


def seen(club: str) -> LeagueVisit:
    """The league as it is."""
    return visit_league(club, PHONE)


def numbers(club: str, *names: str) -> tuple[int, ...]:
    """The players of these names."""
    by_name = {name: number for number, name in seen(club).names.items()}
    return tuple(by_name[name] for name in names)


def planned(
    club: str,
    names: Sequence[str],
    rounds: int,
    game: str = "whist",
    kind: str = INDIVIDUAL,
    units: Sequence[Sequence[str]] = (),
    newcomers: Sequence[str] = (),
    groups: int = 0,
) -> int:
    """Plan an evening and keep it; its number. Who is new stands in `newcomers`."""
    visit = seen(club)
    season = visit.season_shown
    assert season
    present = (*numbers(club, *names), *(-1 - place for place in range(len(newcomers))))
    wanted = Evening(
        number=0,
        name="",
        date="",
        season=season.number,
        game=game,
        variant=None,
        kind=kind,
        present=present,
        units=tuple(numbers(club, *unit) for unit in units),
        groups=groups,
    )
    earlier = earlier_evenings(visit.league, 0)
    plan = with_more_rounds(wanted, shape_of_evening(season, wanted), rounds, (), {}, earlier)
    return save_evening(visit, order(visit), plan, newcomers).seq


def tonight(club: str, evening: int) -> EveningStatus:
    """The evening as it is."""
    return evening_status(seen(club), evening)


def planned_anew(
    visit: LeagueVisit,
    now: EveningStatus,
    present: Sequence[int],
    rounds: int,
    units: Sequence[Unit] | None = None,
) -> Evening:
    """The evening with so many rounds after those that are open, as the page plans them for who is
    there now."""
    units = now.evening.units if units is None else tuple(units)
    evening = replace(now.evening, present=tuple(present), units=units)
    shape = shape_of_evening(visit.season(evening.season), evening)
    earlier = earlier_evenings(visit.league, evening.number)
    return with_more_rounds(evening, shape, rounds, now.started_rounds, now.totals, earlier)


def anew(club: str, evening: int, names: Sequence[str], rounds: int) -> None:
    """Plan the rest of the evening for those who are there now."""
    visit, now = seen(club), tonight(club, evening)
    plan = planned_anew(visit, now, numbers(club, *names), rounds)
    save_evening(visit, order(visit), plan)


def more(club: str, evening: int) -> None:
    """Plan one round more."""
    visit, now = seen(club), tonight(club, evening)
    save_evening(visit, order(visit), with_next_round(visit, now))


def opens(club: str, evening: int, round: int) -> list[str]:
    """Open a round's tables; the ids of those that were not open."""
    return start_round(seen(club), order(), evening, round)


def ends(table: str, points: list[int]) -> None:
    """Write a deal of the score pad and finish."""
    entries: list[dict[str, object]] = [{"points": points}, {"finish": {}}]
    for entry in entries:
        opened = load_table(table)
        add_entry(opened, entry, sent(opened))


def seats_of(club: str, one: Round) -> tuple[list[str], str]:
    """A round by the first letters of the names: its tables, who sits out."""
    names = seen(club).names
    seatings = ["".join(names[player][0] for player in table) for table in one.tables]
    return seatings, "".join(names[player][0] for player in one.byes)


def test_nine_players_play_a_full_tournament(club: str) -> None:
    evening = planned(club, NAMES, 9)

    plan = tonight(club, evening).evening
    shape = shape_of_evening(seen(club).season_shown, plan)
    counted = balance(plan.rounds)
    assert full_tournament_rounds(plan, shape) == len(plan.rounds) == 9
    assert (counted.partnered, counted.opposed) == ((1, 1), (2, 2))
    assert counted.sat_out == (1, 1)


@pytest.mark.parametrize(
    ("kind", "units"),
    [(INDIVIDUAL, ()), (PAIRS, ("Ann Ben", "Cat Dan", "Eve Fay"))],
)
def test_next_evening_mixes_players_as_evenly(club: str, kind: str, units: Sequence[str]) -> None:
    pairs = [pair.split() for pair in units]
    names = NAMES if not pairs else [name for pair in pairs for name in pair]
    full = 3 if pairs else 9
    first, second = (planned(club, names, full - 1, kind=kind, units=pairs) for _ in range(2))
    for evening in (first, second):
        more(club, evening)

    one, other = (tonight(club, evening).evening for evening in (first, second))
    assert one.rounds[0] != other.rounds[0]
    for count in (balance(one.rounds), balance(other.rounds)):
        assert count.sat_out == (1, 1)
        assert count.opposed == ((0, 1) if pairs else (2, 2))


def test_table_walkover_counts_but_is_not_rated(club: str) -> None:
    evening = planned(club, NAMES[:8], 1, kind=INDIVIDUAL)
    opens(club, evening, 1)
    visit, now = seen(club), tonight(club, evening)
    first, second = walkover_tables(now)

    given = give_table_walkover(visit, order(visit), evening, first.game, 1)

    now = tonight(club, evening)
    winners = first.seats and (first.seats[1], first.seats[3])
    assert [one.walkover for one in now.tables] == [winners, ()]
    assert [one.game for one in now.tables_in_play] == [second.game]
    assert opens(club, evening, 1) == []
    assert {one.player for one in now.standings if one.sums.won} == {*(winners or ())}
    assert [one.sums.games for one in now.standings] == [1] * 4
    assert ratings_of(seen(club), "").rows == []
    assert [*rebuild_results()] == []
    with pytest.raises(DecisionRefused, match="already saved"):
        give_table_walkover(seen(club), order(seen(club)), evening, first.game, 0)

    delete_decision(seen(club), order(seen(club)), given.seq)
    assert not tonight(club, evening).standings
    assert len(opens(club, evening, 1)) == 1
    assert len(tonight(club, evening).tables_in_play) == 2
    assert [*rebuild_results()] == []


def test_round_starts_once_with_all_seated(club: str) -> None:
    evening = planned(club, NAMES, 9)
    first = tonight(club, evening).evening.rounds[0]

    made = opens(club, evening, 1)

    names = seen(club).names
    seated = [load_table(one).pad.seats for one in made]
    assert seated == [tuple(names[player] for player in table) for table in first.tables]
    assert opens(club, evening, 1) == []
    now = tonight(club, evening)
    assert now.opened == 1
    assert [(one.round, one.place) for one in now.tables] == [(1, 1), (1, 2)]
    assert [one.listing.row.public_id for one in now.tables] == made


def test_two_requests_at_once_start_one_table(club: str, monkeypatch: pytest.MonkeyPatch) -> None:
    evening = planned(club, NAMES, 9)
    before = tonight(club, evening)
    made = opens(club, evening, 1)

    monkeypatch.setattr(
        "scorekeeper.leagues.evening.evenings.evening_status", lambda visit, number: before
    )

    assert opens(club, evening, 1) == made
    assert len(tonight(club, evening).tables) == 2


def test_rounds_are_started_in_order(club: str) -> None:
    evening = planned(club, NAMES, 9)

    for round, words in ((2, "Start round 1 first."), (10, "There is no such round.")):
        with pytest.raises(DecisionRefused) as refused:
            opens(club, evening, round)
        assert refused.value.faults == {"round": words}


def test_pairs_are_seeded_by_the_places_of_both(club: str) -> None:
    plays(club, NAMES[:6], [60, 50, 40, 30, 20, 10])
    first_and_last, middle, best = (
        numbers(club, *pair) for pair in (("Ann", "Fay"), ("Dan", "Eve"), ("Ben", "Cat"))
    )
    visit = seen(club)

    order_of_seeds = seeded(visit, visit.season_shown, (middle, first_and_last, best), BY_STANDINGS)

    # places 2 + 3, 1 + 6, and 4 + 5: neither the better place decides, nor the worse
    assert order_of_seeds == (best, first_and_last, middle)


def test_latecomer_plays_in_remaining_rounds(club: str) -> None:
    evening = planned(club, NAMES[:8], 7)
    opens(club, evening, 1)
    first = tonight(club, evening).evening.rounds[0]

    anew(club, evening, NAMES, 8)

    now = tonight(club, evening).evening
    assert now.rounds[0] == first
    assert len(now.rounds) == 9
    late = numbers(club, "Ivy")[0]
    assert late in sum(now.rounds[1].tables, ())
    assert balance(now.rounds).partnered.most == 1


def test_leaver_is_in_no_further_round(club: str) -> None:
    evening = planned(club, NAMES, 9)
    opens(club, evening, 1)

    anew(club, evening, NAMES[1:], 7)

    rounds = tonight(club, evening).evening.rounds
    ann = numbers(club, "Ann")[0]
    there = [ann in (*sum(one.tables, ()), *one.byes) for one in rounds]
    assert there == [True, *[False] * 7]


def test_new_plan_is_undone_like_any_decision(club: str) -> None:
    evening = planned(club, NAMES[:8], 7)
    before = tonight(club, evening).evening
    anew(club, evening, NAMES, 5)

    visit = seen(club)
    undo_decision(visit, order(visit))
    assert tonight(club, evening).evening == before

    visit = seen(club)
    undo_decision(visit, order(visit))
    with pytest.raises(NotFound):
        tonight(club, evening)


def test_started_tables_outlive_an_undone_plan(club: str) -> None:
    evening = planned(club, NAMES[:4], 3)
    anew(club, evening, (*NAMES[1:4], "Ivy"), 3)
    opens(club, evening, 1)
    opened = tonight(club, evening).started_rounds

    visit = seen(club)
    undo_decision(visit, order(visit))

    now = tonight(club, evening)
    assert now.opened == 1
    assert now.started_rounds[0].tables == opened[0].tables
    assert now.started_rounds[0].byes == numbers(club, "Ann")


def test_started_round_is_not_planned_again(club: str) -> None:
    evening = planned(club, NAMES, 9)
    visit, before = seen(club), tonight(club, evening)
    plan = planned_anew(visit, before, numbers(club, *NAMES[:8]), 3)
    opens(club, evening, 1)

    with pytest.raises(DecisionRefused, match="has started since"):
        save_evening(visit, order(visit), plan)


def test_a_removed_table_can_be_started_again(club: str) -> None:
    evening = planned(club, NAMES[:4], 3, "tally")
    (wrong,) = opens(club, evening, 1)
    visit = seen(club)
    set_game_counting(visit, order(visit), 1, struck=True, reason="too early")
    assert tonight(club, evening).opened == 0

    (right,) = opens(club, evening, 1)

    assert right != wrong
    assert [one.removed for one in tonight(club, evening).tables] == [True, False]


def test_newcomers_are_guests_and_are_seated(club: str) -> None:
    evening = planned(club, NAMES[:3], 3, newcomers=["Zoe"])
    opens(club, evening, 1)

    visit = seen(club)
    zoe = numbers(club, "Zoe")[0]
    assert visit.league.players[zoe].guest
    assert zoe in tonight(club, evening).evening.rounds[0].tables[0]
    assert (
        tonight(club, evening).tables[0].seats == tonight(club, evening).evening.rounds[0].tables[0]
    )


def test_newcomer_who_has_just_joined_is_refused(club: str) -> None:
    with pytest.raises(DecisionRefused, match="Eve has just joined the league"):
        planned(club, NAMES[:3], 3, newcomers=["Eve"])


def test_merged_player_takes_the_others_place(club: str) -> None:
    evening = planned(club, NAMES[1:4], 3, newcomers=["Annie"])
    visit = seen(club)
    annie, ann = numbers(club, "Annie", "Ann")

    merge_players(visit, order(visit), annie, ann)

    now = tonight(club, evening).evening
    assert ann in now.present
    assert annie not in (*now.present, *sum(now.rounds[0].tables, ()))


def test_pairs_stay_together(club: str) -> None:
    units = [("Ann", "Ben"), ("Cat", "Dan"), ("Eve", "Fay"), ("Gus", "Hal")]
    evening = planned(club, NAMES[:8], 3, kind=PAIRS, units=units)

    counted = balance(tonight(club, evening).evening.rounds)
    together = {frozenset(numbers(club, *unit)) for unit in units}
    assert {two: counted.partners[two] for two in together} == dict.fromkeys(together, 3)
    assert set(counted.partners) == together
    assert set(counted.opponents.values()) == {1}


def test_late_pair_meets_those_who_are_there(club: str) -> None:
    units = [("Ann", "Ben"), ("Cat", "Dan")]
    evening = planned(club, NAMES[:4], 1, kind=PAIRS, units=units)
    opens(club, evening, 1)
    visit, now = seen(club), tonight(club, evening)
    pairs = [numbers(club, *unit) for unit in (*units, ("Eve", "Fay"))]

    plan = planned_anew(visit, now, numbers(club, *NAMES[:6]), 2, pairs)
    save_evening(visit, order(visit), plan)

    rounds = [seats_of(club, one) for one in tonight(club, evening).evening.rounds]
    meetings = [({*table}, {*byes}) for (table,), byes in rounds]
    assert meetings[0] == ({*"ABCD"}, set())
    assert sorted(map(sorted, (table for table, _ in meetings[1:]))) == [
        [*"ABEF"],
        [*"CDEF"],
    ]


def test_swiss_teams_meet_the_next_best(club: str) -> None:
    units = [("Ann", "Ben"), ("Cat", "Dan"), ("Eve", "Fay"), ("Gus", "Hal")]
    evening = planned(club, NAMES[:8], 1, kind=SWISS, units=units)
    first, second = opens(club, evening, 1)
    assert [seats_of(club, tonight(club, evening).evening.rounds[0])[0]] == [["ACBD", "EGFH"]]
    wins(first, 0)
    wins(second, 1)

    more(club, evening)

    assert [{*table} for table in seats_of(club, tonight(club, evening).evening.rounds[1])[0]] == [
        {*"ABGH"},
        {*"CDEF"},
    ]


FIVE_PAIRS = [("Ann", "Ben"), ("Cat", "Dan"), ("Eve", "Fay"), ("Gus", "Hal"), ("Ivy", "Jan")]


def five_pairs(club: str) -> int:
    """Plan Swiss in pairs for five pairs, in the first round of which Ivy and Jan sit out."""
    add_members(seen(club), order(seen(club)), ["Jan"])
    everybody = [name for pair in FIVE_PAIRS for name in pair]
    return planned(club, everybody, 1, kind=SWISS, units=FIVE_PAIRS)


def standing(club: str, evening: int) -> dict[str, tuple[int, int, int]]:
    """Return by name what everybody with a place has tonight: the total, games and byes."""
    return {
        seen(club).names[one.player]: (int(one.total), one.sums.games, one.sums.byes)
        for one in tonight(club, evening).standings
        if one.place
    }


def scored(club: str, **settings: object) -> None:
    """Set these settings of the season's scoring."""
    season = seen(club).season_shown
    assert season
    payload = season_payload(season.name, {**season.scoring, **settings})
    edit_season(seen(club), order(seen(club)), season.number, payload)


def test_swiss_bye_is_a_win_and_names_the_pair(club: str) -> None:
    evening = five_pairs(club)
    first, second = opens(club, evening, 1)
    for table in (first, second):
        wins(table, 0)

    found = standing(club, evening)
    assert sorted(found.values()) == [(3, 1, 0)] * 4 + [(5, 1, 0)] * 4 + [(5, 1, 1)] * 2
    assert {name for name, (_, _, byes) in found.items() if byes} == {"Ivy", "Jan"}
    assert opens(club, evening, 1) == []  # asked again, nothing is given twice
    assert standing(club, evening) == found
    assert [*rebuild_results()] == []

    assert not [one for one in player_of(seen(club), numbers(club, "Ivy")[0]).partners]
    assert not {one.player for one in ratings_of(seen(club), "").rows} & {
        *numbers(club, "Ivy", "Jan")
    }
    (bye,) = (one for one in games_of(seen(club), GamesFilter()).games if one.unplayed)
    assert (bye.unplayed, bye.table, bye.why_not) == ("bye", None, "")


@pytest.mark.parametrize(("value", "alone"), [("average", 0), ("nothing", 0), (4, 4)])
def test_a_season_says_what_a_bye_is_worth(club: str, value: str | int, alone: int) -> None:
    evening = five_pairs(club)
    scored(club, bye=value)
    for table in opens(club, evening, 1):
        wins(table, 0)

    assert standing(club, evening)["Ivy"] == (alone, 1, 1)
    more(club, evening)
    second = tonight(club, evening).evening.rounds[1]
    assert not {*numbers(club, "Ivy", "Jan")} & {*second.byes}
    for table in opens(club, evening, 2):
        wins(table, 0)
    total = standing(club, evening)["Ivy"][0]
    played = total // 2 if value == "average" else total - alone
    assert played in (3, 5)
    season = seen(club).season_shown
    assert season
    standings = standings_of(seen(club), season)
    assert {one.player: int(one.total) for one in standings}[numbers(club, "Ivy")[0]] == total
    last = progress_of(seen(club), season)[-1]
    assert last.totals[numbers(club, "Ivy")[0]] == total
    assert [*rebuild_results()] == []

    scored(club, bye="win")
    assert standing(club, evening)["Ivy"][0] == 5 + played


def test_old_season_keeps_walkover_and_bye_worth(club: str) -> None:
    season = seen(club).season_shown
    assert season
    older = {name: one for name, one in season.scoring.items() if name not in ("walkover", "bye")}
    write_scoring(club, older)
    evening = five_pairs(club)
    _, second = opens(club, evening, 1)
    first = walkover_tables(tonight(club, evening))[0]
    give_table_walkover(seen(club), order(seen(club)), evening, first.game, 0)
    wins(second, 0)

    found = standing(club, evening)
    assert sorted(found.values()) == [(3, 1, 0)] * 4 + [(5, 1, 0)] * 4
    assert {"Ivy", "Jan"}.isdisjoint(found)
    (bye,) = (one for one in games_of(seen(club), GamesFilter()).games if one.unplayed == "bye")
    assert bye.why_not == "Byes don't count as games in this season."

    scored(club, walkover="win", bye="win")
    found = standing(club, evening)
    absent, lost, won, out = [(0, 1, 0)], [(3, 1, 0)], [(5, 1, 0)], [(5, 1, 1)]
    assert sorted(found.values()) == absent * 2 + lost * 2 + won * 4 + out * 2


def write_scoring(club: str, scoring: Mapping[str, object]) -> None:
    """Have the season's record hold this scoring, as an earlier version wrote it."""
    record = LeagueRecordRow.metadata.tables["league_record"]
    with writing() as connection:
        for row in connection.execute(select(record).where(record.c.kind == "season")).all():
            here = update(record).where(
                record.c.league_id == row.league_id, record.c.seq == row.seq
            )
            connection.execute(here.values(payload={**row.payload, "scoring": {**scoring}}))
    records_of_leagues._cache.clear()


def test_a_cancelled_round_takes_its_byes_along(club: str) -> None:
    evening = five_pairs(club)
    opens(club, evening, 1)
    assert set(standing(club, evening)) == {"Ivy", "Jan"}

    takes_back(club, evening, 1)
    assert standing(club, evening) == {}

    opens(club, evening, 1)
    assert standing(club, evening) == {"Ivy": (5, 1, 1), "Jan": (5, 1, 1)}
    assert [*rebuild_results()] == []


def wins(table: str, side: int) -> None:
    """Have this side win a game of whist: deals of 13 tricks until it is over."""
    while not (opened := load_table(table)).pad.outcome:
        add_entry(opened, {"side_tricks": [13, 0] if side == 0 else [0, 13]}, sent(opened))


def test_evening_standings_use_season_scheme(club: str) -> None:
    evening = planned(club, NAMES[:3], 1, "tally")
    (table,) = opens(club, evening, 1)
    first, second, third = load_table(table).head.players
    assert tonight(club, evening).standings == []

    ends(table, [3, 9, 6])

    names = seen(club).names
    standing = [
        (names[one.player], one.place, int(one.total)) for one in tonight(club, evening).standings
    ]
    assert standing == [(second, 1, 5), (third, 2, 3), (first, 3, 1)]


def test_fingerprint_changes_with_every_write(club: str) -> None:
    evening = planned(club, NAMES[:3], 1, "tally")
    marks = [evening_fingerprint(seen(club), evening)]
    (table,) = opens(club, evening, 1)
    marks.append(evening_fingerprint(seen(club), evening))
    assert evening_fingerprint(seen(club), evening) == marks[-1]
    ends(table, [3, 9, 6])
    marks.append(evening_fingerprint(seen(club), evening))
    more(club, evening)
    marks.append(evening_fingerprint(seen(club), evening))

    assert len({*marks}) == 4


def test_unplanned_tables_of_the_day_are_listed(club: str) -> None:
    evening = planned(club, NAMES[:4], 3)
    visit = seen(club)
    sheet = {"format": "scorekeeper/1", "game": "tally", "players": ["Gus", "Hal"], "entries": []}
    table = open_table(visit, sheet, key=new_key(), device=PHONE)
    today = load_table(table).row.created
    date = datetime.fromtimestamp(today / 1000).date().isoformat()

    plan = replace(tonight(club, evening).evening, date=date)
    save_evening(seen(club), order(seen(club)), plan)
    assert [one.listing.names for one in tonight(club, evening).others] == [["Gus", "Hal"]]

    save_evening(seen(club), order(seen(club)), replace(plan, date="2020-02-29"))
    assert tonight(club, evening).others == []


# --- a round taken back -------------------------------------------------------------------------


def takes_back(club: str, evening: int, round: int) -> None:
    """Take back that a round was opened."""
    visit = seen(club)
    cancel_round(visit, order(visit), evening, round)


def decided(club: str) -> ListedDecision:
    """Return what was decided last."""
    return history_of(seen(club), PHONE).decisions[0]


def test_cancelled_round_can_be_started_again(club: str) -> None:
    evening = planned(club, NAMES[:8], 7)
    opens(club, evening, 1)
    wrong = opens(club, evening, 2)

    takes_back(club, evening, 2)

    assert tonight(club, evening).opened == 1
    assert (decided(club).words, decided(club).may) == ("cancelled round 2 of an evening", "")
    assert [one.table for one in games_in_progress(seen(club))] != wrong
    assert not {one.table for one in games_in_progress(seen(club))} & {*wrong}

    visit = seen(club)
    undo_decision(visit, order(visit))
    now = tonight(club, evening)
    assert now.opened == 2
    assert [one.listing.row.public_id for one in now.tables if one.round == 2] == wrong

    takes_back(club, evening, 2)
    assert not {*opens(club, evening, 2)} & {*wrong}
    assert tonight(club, evening).opened == 2


def test_only_an_empty_last_round_is_cancelled(club: str) -> None:
    evening = planned(club, NAMES[:4], 3, "tally")
    (first,) = opens(club, evening, 1)
    opens(club, evening, 2)

    for round, words in ((1, "Cancel round 2 first."), (3, "Round 3 has no open tables.")):
        with pytest.raises(DecisionRefused, match=words):
            takes_back(club, evening, round)
    takes_back(club, evening, 2)
    table = load_table(first)
    save_draft(table, 1, {"points.0": 4}, seen={}, device=PHONE)
    with pytest.raises(DecisionRefused, match="Table 1 has started"):
        takes_back(club, evening, 1)
    ends(first, [1, 2, 3, 4])
    with pytest.raises(DecisionRefused, match="Table 1 has started"):
        takes_back(club, evening, 1)


def test_strangers_table_is_never_of_the_evening(club: str) -> None:
    """Whoever knows the pattern of the keys under which an evening's tables are opened."""
    evening = planned(club, NAMES[:4], 3)
    made = opens(club, evening, 1)

    (key,) = (key for (key,) in rows_of("game_table", "request_key"))

    assert key.startswith(f"~{club}.")
    assert load_table(made[0]).row.league_id
