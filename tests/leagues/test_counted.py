"""A league's results, sums and standings follow every change of its games."""

from fractions import Fraction

from scorekeeper.leagues.decisions import delete_decision, undo_decision
from scorekeeper.leagues.game_rulings import set_game_counting
from scorekeeper.leagues.membership import erase_player_name, merge_players
from scorekeeper.leagues.rebuilding import rebuild_results
from scorekeeper.leagues.results.games import GamesFilter, games_in_progress, games_of
from scorekeeper.leagues.seasons import edit_season, give_bonus, season_payload
from scorekeeper.leagues.tables import add_table
from scorekeeper.leagues.visit import visit_league
from scorekeeper.tables.changes import add_entry, delete_entry, edit_entry, edit_setup, undo
from scorekeeper.tables.loading import load_table
from scorekeeper.tables.starting import start_table
from tests.leagues.clubs import PHONE, order, plays, sent, table_of, visit_season


def test_game_counts_from_its_end_until_undone(club: str) -> None:
    table = plays(club, ["Ann", "Ben"], [10, 7], finish=False)
    assert table_of(club) == {}

    opened = load_table(table)
    add_entry(opened, {"finish": {}}, sent(opened))
    assert table_of(club) == {"Ann": (1, 5, 1), "Ben": (2, 3, 1)}

    opened = load_table(table)
    undo(opened, sent(opened))
    assert table_of(club) == {}
    visit = visit_league(club, PHONE)
    assert games_of(visit, GamesFilter()).games == []
    assert [one.ended for one in games_in_progress(visit)] == [None]


def test_standings_follow_an_edited_deal(club: str) -> None:
    table = load_table(plays(club, ["Ann", "Ben"], [10, 7]))

    edit_entry(table, 1, {"points": [1, 7]}, sent(table))

    assert table_of(club) == {"Ben": (1, 5, 1), "Ann": (2, 3, 1)}


def test_paper_result_counts_until_undone(club: str) -> None:
    table = plays(club, ["Ann", "Ben"], [10, 7], finish=False)
    opened = load_table(table)
    delete_entry(opened, 1, sent(opened))
    opened = load_table(table)
    add_entry(opened, {"finish": {"points": [3, 9]}}, sent(opened))
    assert table_of(club) == {"Ben": (1, 5, 1), "Ann": (2, 3, 1)}

    opened = load_table(table)
    edit_entry(opened, opened.seqs[-1], {"finish": {"won": 0}}, sent(opened))
    assert table_of(club) == {"Ann": (1, 5, 1), "Ben": (2, 3, 1)}

    for _ in range(2):
        opened = load_table(table)
        undo(opened, sent(opened))
    assert table_of(club) == {}
    assert [*rebuild_results()] == []


def test_paper_result_says_how_many_deals(club: str) -> None:
    visit = visit_league(club, PHONE)
    payload = season_payload("First season", {"scheme": "average"})
    edit_season(visit, order(visit), 1, payload)
    table = plays(club, ["Ann", "Ben"], [1, 1], finish=False)
    opened = load_table(table)
    add_entry(opened, {"finish": {"points": [30, 9], "deals": 3}}, sent(opened))

    assert table_of(club) == {"Ann": (1, 10, 1), "Ben": (2, 3, 1)}


def test_an_unknown_player_joins_as_a_guest(club: str) -> None:
    plays(club, ["Ann", "Zoe"], [1, 7])

    visit = visit_league(club, PHONE)
    guests = [visit.names[one.number] for one in visit.league.players.values() if one.guest]
    assert guests == ["Zoe"]
    assert table_of(club)["Zoe"] == (1, 5, 1)


def test_two_players_can_be_merged_and_unmerged(club: str) -> None:
    plays(club, ["Ann", "Ben"], [1, 7])
    plays(club, ["Annie", "Ben"], [9, 7])
    visit = visit_league(club, PHONE)
    number = {name: player for player, name in visit.names.items()}

    merge_players(visit, order(visit), number["Annie"], number["Ann"])
    assert table_of(club) == {"Ben": (1, 8, 2), "Ann": (2, 8, 2)}  # 14 points to 10

    visit = visit_league(club, PHONE)
    undo_decision(visit, order(visit))
    assert table_of(club)["Annie"] == (2, 5, 1)
    assert table_of(club)["Ann"] == (3, 3, 1)


def test_game_of_unmerged_players_counts_again(club: str) -> None:
    plays(club, ["Ann", "Annie"], [1, 7])
    visit = visit_league(club, PHONE)
    number = {name: player for player, name in visit.names.items()}
    set_game_counting(visit, order(visit), 1, struck=True, reason="not seen to have been played")
    merge_players(visit, order(), number["Annie"], number["Ann"])
    set_game_counting(visit, order(), 1, struck=False, reason="it was")
    assert table_of(club) == {}

    merge = next(visit_league(club, PHONE).league.of_kinds("merge")).seq
    delete_decision(visit, order(), merge)

    assert table_of(club) == {"Annie": (1, 5, 1), "Ann": (2, 3, 1)}


def test_edited_rules_of_a_finished_game_count(club: str) -> None:
    table = load_table(plays(club, ["Ann", "Ben"], [1, 7]))
    visit, season = visit_season(club)
    pinned = {"variant": None, "options": dict(table.head.options)}
    rules = season_payload(season.name, dict(season.scoring), {"tally": pinned})
    edit_season(visit, order(visit), season.number, rules)
    other = {**table.head.options, "max_deals": 9}

    amended = {"variant": None, "options": other, "players": ["Ann", "Ben"], "dealer": 0}
    edit_setup(table, amended, sent(table))

    assert table_of(club) == {}


def test_a_bonus_is_added_with_its_reason(club: str) -> None:
    plays(club, ["Ann", "Ben"], [1, 7])
    visit = visit_league(club, PHONE)
    season, ann = visit.season_shown, next(n for n, name in visit.names.items() if name == "Ann")
    assert season

    give_bonus(visit, order(visit), season.number, ann, "2,5", "made the coffee")

    assert table_of(club)["Ann"] == (1, Fraction("5.5"), 1)


def test_entries_made_while_table_is_added_count(club: str) -> None:
    sheet = {"format": "scorekeeper/1", "game": "tally", "players": ["Ann", "Zoe"]}
    entries = [{"points": [1, 7]}]
    public_id = start_table({**sheet, "entries": entries}, key="elsewhere-2", device=PHONE)
    seen_before = load_table(public_id)
    add_table(visit_league(club, PHONE), seen_before)

    add_entry(seen_before, {"finish": {}}, sent(seen_before))

    assert table_of(club) == {"Zoe": (1, 5, 1), "Ann": (2, 3, 1)}


def test_an_erased_player_leaves_the_scores(club: str) -> None:
    table = plays(club, ["Ann", "Ben"], [1, 7])
    visit = visit_league(club, PHONE)
    ben = next(n for n, name in visit.names.items() if name == "Ben")

    erase_player_name(visit, order(visit), ben)

    assert "Ben" not in table_of(club)
    assert sorted(total for _, total, _ in table_of(club).values()) == [3, 5]
    assert "Ben" not in str(load_table(table).pad.seats)
