"""Past results in a league: whom the names stand for, what they come to, all or nothing."""

import json
from collections.abc import Mapping
from typing import Any

import pytest

from scorekeeper import results_file
from scorekeeper.games import games
from scorekeeper.leagues import importing
from scorekeeper.leagues.decisions import (
    DecisionRefused,
    delete_decision,
    redo_decision,
    undo_decision,
)
from scorekeeper.leagues.evening.table_walkover import give_table_walkover, walkover_tables
from scorekeeper.leagues.importing import (
    GUEST,
    ImportOptions,
    ImportPreview,
    import_results,
    new_season,
    preview_import,
)
from scorekeeper.leagues.membership import add_members, merge_players
from scorekeeper.leagues.rebuilding import rebuild_results
from scorekeeper.leagues.results.downloads import games_csv, games_workbook, league_json
from scorekeeper.leagues.results.games import GamesFilter, games_of
from scorekeeper.leagues.results.ratings import ratings_of
from scorekeeper.leagues.results.standings import standings_of
from scorekeeper.leagues.seasons import create_season, edit_season, season_payload
from scorekeeper.leagues.tables import open_table
from scorekeeper.leagues.visit import visit_league
from scorekeeper.store.league import league_games
from scorekeeper.store.sql.database import reading
from tests.leagues import test_evenings as evenings
from tests.leagues.clubs import (
    PHONE,
    create_club,
    new_key,
    numbers,
    order,
    plays,
    table_of,
    visit_season,
)

FILE = """date;game;players;scores
30.12.2025;Score pad;Ann / Ben;10 / 7
31.12.2025;Score pad;Ben / Zoe;5 / 5
"""


def read(text: str) -> results_file.Past:
    """The file as it is read."""
    return results_file.read(text.encode(), games())


def looked_at(club: str, text: str, said: Mapping[str, int] | None = None) -> ImportPreview:
    """The file as the league would take it."""
    visit, season = visit_season(club)
    return preview_import(visit, read(text), season, said or {})


def import_file(club: str, text: str = FILE, said: Mapping[str, int] | None = None) -> int:
    """Keep a file; the seq of its record."""
    visit, season = visit_season(club)
    how = ImportOptions(again=True)
    return import_results(visit, order(), read(text), season, said or {}, how).seq


def ended(club: str) -> list[int]:
    """When the games of the league ended, in order."""
    visit = visit_league(club, PHONE)
    with reading() as connection:
        return [one.ended or 0 for one in league_games.all_games(connection, visit.info.id)]


def test_past_games_count_as_others_do(club: str) -> None:
    import_file(club)

    # Ann beats Ben: 5 and 3; Ben and Zoe share 5 + 3
    assert table_of(club) == {"Ben": (1, 7, 2), "Ann": (2, 5, 1), "Zoe": (3, 4, 1)}


def test_imported_games_end_apart_around_noon(club: str) -> None:
    noon = 1_767_096_000_000  # 2025-12-30 12:00 UTC
    import_file(club)
    import_file(club)

    day = 24 * 60 * 60 * 1000
    assert ended(club) == [noon + 2, noon + 3, noon + day + 3, noon + day + 4]


def test_an_import_record_contains_no_names(club: str) -> None:
    seq = import_file(club)

    payload = visit_league(club, PHONE).league.imports[seq]
    assert not any(name in str(payload) for name in ("Ann", "Ben", "Zoe"))
    assert payload["name"] == "2 games, 30 Dec 2025 to 31 Dec 2025"


def test_an_import_can_be_undone_and_redone(club: str) -> None:
    plays(club, ["Cat", "Dan"], [3, 1])
    before = table_of(club)
    import_file(club)
    after = table_of(club)

    visit = visit_league(club, PHONE)
    undo_decision(visit, order(visit))
    assert table_of(club) == before

    visit = visit_league(club, PHONE)
    redo_decision(visit, order(visit))
    assert table_of(club) == after


def test_similar_name_may_be_a_guest(club: str) -> None:
    import_file(club, FILE.replace("Ann", "Anna"), {"anna": GUEST})

    assert table_of(club)["Anna"] == (2, 5, 1)
    assert "Ann" not in table_of(club)


def test_one_player_under_two_names_is_refused(club: str) -> None:
    text = FILE.replace("Ann / Ben", "Ann / Anna")

    considered = looked_at(club, text, {"anna": numbers(club)["Ann"]})

    assert [(one.line, one.message) for one in considered.faults] == [
        (2, "Ann and Anna are the same player in this league.")
    ]
    assert not considered.ready


def test_merged_player_counts_as_the_current_one(club: str) -> None:
    plays(club, ["Annie", "Cat"], [1, 0])
    visit = visit_league(club, PHONE)
    merge_players(visit, order(visit), numbers(club)["Annie"], numbers(club)["Ann"])

    import_file(club, FILE.replace("Ann", "Annie"))

    assert table_of(club)["Ann"][2] == 2
    assert "Annie" not in table_of(club)


def test_resent_file_imports_nothing_twice(club: str) -> None:
    assert looked_at(club, FILE).known == []
    seq = import_file(club)

    again = looked_at(club, "\ufeff" + FILE.replace(";", ","))
    assert [game.line for game in again.known] == [2, 3]
    assert (again.games, again.ready) == ([], False)
    more = looked_at(club, FILE + "31.12.2025;Score pad;Ben / Zoe;5 / 5\n")
    assert [game.line for game in more.games] == [4]

    visit, season = visit_season(club)
    with pytest.raises(DecisionRefused, match="Every game in this file has already been imported"):
        import_results(visit, order(), read(FILE), season, {})
    delete_decision(visit, order(visit), seq)
    assert looked_at(club, FILE).known == []


FIZZBIN = "31.12.2025;Fizzbin;Ann & Cat / Ben;1 / 2\n"
WRONG = "31.02.2025;Score pad;Cat / Dan;1 / 2\n"


def in_part(club: str, text: str, plain: Mapping[str, bool] | None = None) -> None:
    """Keep what is right in a file."""
    visit, season = visit_season(club)
    past_games = results_file.read(
        text.encode(), games(), said=results_file.Answers(plain=plain or {})
    )
    import_results(visit, order(), past_games, season, {}, ImportOptions(part=True))


def test_names_in_rejected_lines_are_not_asked(club: str) -> None:
    visit, season = visit_season(club)
    text = FILE + WRONG.replace("Cat", "Anna")

    considered = preview_import(visit, read(text), season, {}, ImportOptions(part=True))

    assert (considered.names_to_match, considered.ready) == ([], True)


def test_player_named_twice_stays_in_wrong_lines(club: str) -> None:
    visit, season = visit_season(club)
    line = "31.12.2025;Score pad;Ann / Anna;1 / 2\n"
    said = {"anna": numbers(club)["Ann"]}

    considered = preview_import(visit, read(FILE + line), season, said, ImportOptions(part=True))

    assert considered.ready
    assert considered.remaining_text == "date;game;players;scores\n" + line


@pytest.mark.parametrize(("low", "winner"), [(False, "Ben"), (True, "Ann")])
def test_unknown_game_is_kept_as_a_plain_result(club: str, low: bool, winner: str) -> None:
    in_part(club, "date;game;players;scores\n" + FIZZBIN, {"fizzbin": low})

    first = [name for name, (place, _, _) in table_of(club).items() if place == 1]
    assert winner in first
    (game,) = games_of(visit_league(club, PHONE), GamesFilter()).games
    assert game.unknown_name == "Fizzbin"
    csv = games_csv(visit_league(club, PHONE)).decode("utf-8-sig")
    assert "2025-12-31,Fizzbin,1" in csv
    assert read(csv).unknown == ("Fizzbin",)
    assert [*rebuild_results()] == []


def test_import_season_is_not_the_current_one(club: str) -> None:
    visit = visit_league(club, PHONE)
    now = visit.league.season
    season = new_season(visit, " Winter 2025 ")
    assert season

    import_results(visit, order(), read(FILE), season, {})

    visit = visit_league(club, PHONE)
    assert visit.league.season == now
    newest = [*visit.league.seasons.values()][-1]
    assert (newest.name, newest.archived) == ("Winter 2025", True)
    assert [one.player for one in standings_of(visit, newest)]
    assert table_of(club) == {}

    undo_decision(visit, order(visit))
    visit = visit_league(club, PHONE)
    assert len(visit.league.seasons) == 1
    assert visit.league.imports == {}
    redo_decision(visit, order(visit))
    assert len(visit_league(club, PHONE).league.seasons) == 2
    assert [*rebuild_results()] == []


@pytest.mark.parametrize(
    ("scheme", "deals", "said"),
    [
        ("total", ("deals", "", ""), []),
        ("average", ("deals", "4", "12"), []),
        ("average", ("deals", "4", ""), [(3, "here 1 of 2 games, count as one deal")]),
        ("average", None, [(2, "here 2 of 2 games, count as one deal")]),
    ],
)
def test_points_per_deal_need_number_of_deals(
    club: str, scheme: str, deals: tuple[str, ...] | None, said: list[tuple[int, str]]
) -> None:
    rows = zip(FILE.splitlines(), deals or ("", "", ""), strict=True)
    text = "\n".join(f"{row};{cell}" if deals else row for row, cell in rows)
    visit = visit_league(club, PHONE)
    season = season_payload("Winter", {"scheme": scheme})
    create_season(visit, order(visit), season)

    warned = looked_at(club, text).warnings

    assert [one.line for one in warned] == [line for line, _ in said]
    assert all(words in one.message for one, (_, words) in zip(warned, said, strict=True))


def test_ratings_follow_from_first_imported_game(club: str) -> None:
    plays(club, ["Ann", "Ben"], [10, 7])
    before = rated(club)

    import_file(club)
    after = rated(club)

    assert after["Ann"] > before["Ann"]
    assert set(after) == {"Ann", "Ben", "Zoe"}


def rated(club: str) -> dict[str, float]:
    """Return how strong everybody seems to be over all games."""
    visit = visit_league(club, PHONE)
    return {visit.names[one.player]: one.rating.mu for one in ratings_of(visit, "").rows}


# --- meanwhile ----------------------------------------------------------------------------------


def test_names_are_compared_while_others_write(club: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A comparison inside the transaction would wait for itself here."""
    considered = importing.preview_import
    visit = visit_league(club, PHONE)

    def meanwhile(*args: Any) -> ImportPreview:
        if visit_league(club, PHONE).info.version == visit.info.version:
            add_members(visit, order(), ["Zoe"])
        return considered(*args)

    monkeypatch.setattr("scorekeeper.leagues.importing.preview_import", meanwhile)
    import_file(club)

    now = visit_league(club, PHONE)
    assert [now.names[one.number] for one in now.league.members].count("Zoe") == 1
    assert [*now.names.values()].count("Zoe") == 1
    assert table_of(club)["Zoe"] == (3, 4, 1)


# --- by the season's rules ----------------------------------------------------------------------


def test_import_follows_pinned_lowest_wins_rule(club: str) -> None:
    variant = next(iter(games()["tally"].variants))
    before = import_file(club)
    visit, season = visit_season(club)
    pinned = {"tally": {"variant": variant, "options": {"lowest_wins": True}}}
    payload = season_payload(season.name, season.scoring, pinned)
    edit_season(visit, order(visit), season.number, payload)
    assert table_of(club)["Ann"] == (2, 5, 1)

    import_file(club)
    visit = visit_league(club, PHONE)
    delete_decision(visit, order(visit), before)

    # Ben beats Ann, then shares with Zoe
    assert table_of(club) == {"Ben": (1, 9, 2), "Zoe": (2, 4, 1), "Ann": (3, 3, 1)}
    assert [*rebuild_results()] == []


# --- a league's own file ------------------------------------------------------------------------


def ends(club: str, players: list[str], result: Mapping[str, Any], **options: object) -> None:
    """A score pad of the league that ends with a result kept on paper."""
    sheet = {"format": "scorekeeper/1", "game": "tally", "players": players, "options": options}
    document = {**sheet, "entries": [{"finish": result}]}
    open_table(visit_league(club, PHONE), document, key=new_key(), device=PHONE)


def with_each_kind(club: str) -> None:
    """A result of each kind: played, from paper, won other than by points, drawn, the winner only,
    lowest wins, imported, a walkover, a bye."""
    plays(club, ["Cat", "Dan"], [3, 1])
    plays(club, ["Cat", "Ann"], [1, 0])
    ends(club, ["Ann", "Ben"], {"points": [12, 40], "deals": 6})
    ends(club, ["Ann", "Ben", "Cat"], {"points": [30, 70, 10], "won": 0})
    ends(club, ["Ann", "Ben"], {"points": [8, 9], "won": None})
    ends(club, ["Ann", "Dan"], {"won": 1})
    ends(club, ["Ann", "Dan"], {"points": [5, 60]}, lowest_wins=True)
    import_file(club)
    import_file(club, "date,game,winner,loser\n2025-12-30,Score pad,Ben,Ann\n")
    evening = evenings.five_pairs(club)
    evenings.opens(club, evening, 1)
    first, second = walkover_tables(evenings.tonight(club, evening))
    visit = visit_league(club, PHONE)
    give_table_walkover(visit, order(visit), evening, first.game, 1)
    evenings.wins(second.listing.row.public_id, 1)


@pytest.fixture
def nine(store: object) -> str:
    """A league of nine players."""
    return create_club(evenings.NAMES)


WHAT_COUNTS = ("games", "won", "deals", "points", "byes", "walkovers", "worth")


def sums_of(club: str) -> dict[str, tuple[Any, ...]]:
    """Return what everybody in the standings has, by name."""
    visit, season = visit_season(club)
    return {
        visit.names[one.player]: (
            one.place,
            one.total,
            *(getattr(one.sums, name) for name in WHAT_COUNTS),
        )
        for one in standings_of(visit, season)
    }


@pytest.mark.parametrize("scheme", ["place-points", "wins", "total", "average"])
@pytest.mark.parametrize("out", [games_csv, games_workbook])
def test_exported_games_restore_the_standings(nine: str, out: Any, scheme: str) -> None:
    with_each_kind(nine)
    empty = create_club([*evenings.NAMES, "Jan"])
    for club in (nine, empty):
        evenings.scored(club, scheme=scheme, params={})

    taken = results_file.read(out(visit_league(nine, PHONE)), games())
    visit, season = visit_season(empty)
    assert taken.faults == ()
    import_results(visit, order(), taken, season, {})

    assert sums_of(empty) == sums_of(nine)
    now = visit_league(empty, PHONE)
    kinds = [one.unplayed for one in games_of(now, GamesFilter(), most=99).games]
    assert (kinds.count("walkover"), kinds.count("bye")) == (1, 1)
    again = results_file.read(out(now), games())
    assert {one._replace(line=0) for one in again.games} == {
        one._replace(line=0) for one in taken.games
    }
    told = [one for one in json.loads(league_json(now))["games"] if "winner_only" in one]
    assert [one["winner_only"] for one in told] == [True]
    with pytest.raises(DecisionRefused, match="already been imported"):
        import_results(now, order(), taken, season, {})
    assert [*rebuild_results()] == []
