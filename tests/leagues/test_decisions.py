"""Organisers' decisions: refusals with their field, undo, and the history's words."""

from collections.abc import Callable
from typing import Any

import pytest

from scorekeeper.leagues.decisions import (
    DecisionRefused,
    DecisionRequest,
    delete_decision,
    redo_decision,
    restore_decision,
    undo_decision,
)
from scorekeeper.leagues.game_rulings import set_game_counting
from scorekeeper.leagues.history import history_of
from scorekeeper.leagues.lifecycle import archive_league, create_league, rename_league
from scorekeeper.leagues.membership import (
    PLAYED_TOGETHER,
    add_members,
    erase_player_name,
    merge_players,
    preview_merge,
    rename_player,
    set_player,
)
from scorekeeper.leagues.seasons import create_season, edit_season, give_bonus, season_payload
from scorekeeper.leagues.visit import LeagueVisit, visit_league
from scorekeeper.store.table.rows import Appended, Conflict
from scorekeeper.tables.changes import edit_entry
from scorekeeper.tables.downloads import exported_history
from scorekeeper.tables.loading import load_table
from tests.leagues.clubs import (
    PHONE,
    create_club,
    enter,
    link_to,
    new_key,
    numbers,
    order,
    plays,
    sent,
)

Decide = Callable[[LeagueVisit, DecisionRequest], Appended]

ANN, BEN, CAT = 2, 3, 4
SEASON = 1


@pytest.fixture
def club(store: object) -> str:
    """A league of three players, whose numbers are 2 to 4."""
    return create_club(["Ann", "Ben", "Cat"])


def decide(club: str, what: Decide) -> Appended:
    """Decide with a key of its own, on the league as it is."""
    visit = visit_league(club, PHONE)
    return what(visit, order(visit))


def refused(club: str, what: Decide) -> dict[str, str]:
    """Return what is wrong with a decision, which writes nothing."""
    version = visit_league(club, PHONE).info.version
    with pytest.raises(DecisionRefused) as caught:
        decide(club, what)
    assert visit_league(club, PHONE).info.version == version
    return dict(caught.value.faults)


def season(club: str, **changed: Any) -> dict[str, Any]:
    """The first season's payload with this changed."""
    one = visit_league(club, PHONE).league.seasons[SEASON]
    payload = season_payload(
        *(one.name, dict(one.scoring), one.games, one.handicaps, one.archived),
        handicaps_by_game=one.handicaps_by_game,
    )
    return {**payload, **changed}


REFUSED: dict[str, tuple[Decide, str]] = {
    "a league without a name": (lambda f, o: rename_league(f, o, " "), "name"),
    "a league with a long name": (lambda f, o: rename_league(f, o, "x" * 41), "name"),
    "nobody": (lambda f, o: add_members(f, o, ["", " "]), "names"),
    "too many": (lambda f, o: add_members(f, o, [f"P{n}" for n in range(1001)]), "names"),
    "one twice": (lambda f, o: add_members(f, o, ["Eve", "eve"]), "names"),
    "a member again": (lambda f, o: add_members(f, o, ["ann"]), "names"),
    "a long name": (lambda f, o: add_members(f, o, ["x" * 41]), "name"),
    "another's name": (lambda f, o: rename_player(f, o, ANN, "ben"), "name"),
    "no name": (lambda f, o: rename_player(f, o, ANN, ""), "name"),
    "nobody's name": (lambda f, o: rename_player(f, o, 99, "Eve"), "player"),
    "nobody gone": (lambda f, o: set_player(f, o, 99, left=True), "player"),
    "one with himself": (lambda f, o: merge_players(f, o, ANN, ANN), "into"),
    "one with nobody": (lambda f, o: merge_players(f, o, ANN, 99), "player"),
    "nobody forgotten": (lambda f, o: erase_player_name(f, o, 99), "player"),
    "a game that is none": (
        lambda f, o: set_game_counting(f, o, 99, struck=True, reason="x"),
        "game",
    ),
    "a bonus of nothing": (lambda f, o: give_bonus(f, o, 1, ANN, "0", "x"), "points"),
    "a bonus in words": (lambda f, o: give_bonus(f, o, 1, ANN, "two", "x"), "points"),
    "a bonus of thirds": (lambda f, o: give_bonus(f, o, 1, ANN, "0.333", "x"), "points"),
    "a bonus for nothing": (lambda f, o: give_bonus(f, o, 1, ANN, "2", " "), "reason"),
    "a long reason": (lambda f, o: give_bonus(f, o, 1, ANN, "2", "x" * 201), "reason"),
    "a bonus to nobody": (lambda f, o: give_bonus(f, o, 1, 99, "2", "x"), "player"),
    "a bonus in no season": (lambda f, o: give_bonus(f, o, 99, ANN, "2", "x"), "season"),
    "a season that is none": (lambda f, o: delete_decision(f, o, 99), ""),
    "a member struck": (lambda f, o: delete_decision(f, o, ANN), ""),
    "the only season struck": (lambda f, o: delete_decision(f, o, SEASON), ""),
    "nothing restored": (lambda f, o: restore_decision(f, o, 99), ""),
    "nothing brought back": (lambda f, o: redo_decision(f, o), ""),
}


@pytest.mark.parametrize("what", REFUSED)
def test_invalid_decisions_are_told_at_field(club: str, what: str) -> None:
    decision, field = REFUSED[what]

    assert list(refused(club, decision)) == [field]


@pytest.mark.parametrize(
    ("changed", "fields"),
    [
        ({"name": " "}, ["name"]),
        ({"scoring": {"scheme": "luck"}}, ["scheme"]),
        ({"scoring": {"scheme": "place-points", "params": {"table": []}}}, ["table"]),
        ({"scoring": {"scheme": "wins", "best": 0, "least": -1}}, ["best", "least"]),
        ({"games": {"patience": None}}, ["games"]),
        ({"handicaps": {"2": "much"}}, ["handicap.2"]),
        ({"handicaps": {"2": 10_001, "3": -10_001}}, ["handicap.2", "handicap.3"]),
        ({"handicaps": {"99": 5}}, ["player"]),
        ({"handicaps_by_game": {"whist": {"2": "much"}}}, ["handicap.2"]),
        ({"handicaps_by_game": {"whist": {"99": 5}}}, ["player"]),
        ({"handicaps_by_game": {"patience": {"2": 5}}}, ["games"]),
        ({"name": "", "scoring": {"scheme": "wins", "best": 0}}, ["best", "name"]),
    ],
)
def test_invalid_season_is_told_at_fields(
    club: str, changed: dict[str, Any], fields: list[str]
) -> None:
    payload = season(club, **changed)

    faults = refused(club, lambda f, o: edit_season(f, o, SEASON, payload))

    assert sorted(faults) == fields


def test_a_missing_season_cannot_be_changed(club: str) -> None:
    payload = season(club)

    assert list(refused(club, lambda f, o: edit_season(f, o, 99, payload))) == ["season"]


def test_players_who_have_met_cannot_be_merged(club: str) -> None:
    plays(club, ["Ann", "Ben"], [1, 2])

    assert list(refused(club, lambda f, o: merge_players(f, o, ANN, BEN))) == ["into"]


def test_removing_a_game_needs_reason_and_season(club: str) -> None:
    plays(club, ["Ann", "Ben"], [1, 2])

    def without(f: LeagueVisit, o: DecisionRequest) -> Appended:
        return set_game_counting(f, o, 1, struck=True, reason=" ")

    def nowhere(f: LeagueVisit, o: DecisionRequest) -> Appended:
        return set_game_counting(f, o, 1, season=99, reason="x")

    assert list(refused(club, without)) == ["reason"]
    assert list(refused(club, nowhere)) == ["season"]


def test_an_erased_player_is_gone_for_good(club: str) -> None:
    decide(club, lambda f, o: erase_player_name(f, o, ANN))

    assert list(refused(club, lambda f, o: rename_player(f, o, ANN, "Eve"))) == ["player"]
    decide(club, undo_decision)  # of the coming of all three: no game has been played
    assert visit_league(club, PHONE).league.players == {}


def test_names_added_together_are_undone_so(club: str) -> None:
    decide(club, lambda f, o: add_members(f, o, ["Dan", "Eve"]))

    decide(club, undo_decision)
    assert sorted(numbers(club)) == ["Ann", "Ben", "Cat"]
    decide(club, redo_decision)
    assert sorted(numbers(club)) == ["Ann", "Ben", "Cat", "Dan", "Eve"]


def test_adding_names_makes_guests_members(club: str) -> None:
    decide(club, lambda f, o: set_player(f, o, ANN, guest=True))
    decide(club, lambda f, o: set_player(f, o, BEN, left=True))

    decide(club, lambda f, o: add_members(f, o, ["ann", "Ben", "Dan"]))

    players = visit_league(club, PHONE).league.players
    assert sorted(numbers(club)) == ["Ann", "Ben", "Cat", "Dan"]
    assert not any(one.guest or one.left for one in players.values())


def test_players_stay_once_games_have_come_in(club: str) -> None:
    plays(club, ["Ann", "Ben"], [1, 2])

    assert list(refused(club, undo_decision)) == [""]
    assert sorted(numbers(club)) == ["Ann", "Ben", "Cat"]


def test_the_first_season_cannot_be_undone(store: object) -> None:
    club = create_league("Tuesday club", key=new_key(), device=PHONE)

    assert list(refused(club, undo_decision)) == [""]


def test_only_the_decision_seen_is_undone(club: str) -> None:
    visit = visit_league(club, PHONE)
    seen = visit.league.state.undoable
    decide(club, lambda f, o: rename_league(f, o, "Friday club"))

    with pytest.raises(Conflict):
        decide(club, lambda f, o: undo_decision(f, o, seen))
    assert visit_league(club, PHONE).league.name == "Friday club"


def test_decision_on_a_changed_thing_is_conflict(club: str) -> None:
    visit = visit_league(club, PHONE)
    early = order(visit)
    decide(club, lambda f, o: rename_player(f, o, ANN, "Anna"))

    with pytest.raises(Conflict):
        set_player(visit, early, ANN, guest=True)
    set_player(visit, early._replace(key=new_key()), BEN, guest=True)


def test_new_season_ends_the_last_in_one_step(club: str) -> None:
    spring = season(club, name="Spring")
    decide(club, lambda f, o: create_season(f, o, spring, ends=SEASON))

    league = visit_league(club, PHONE).league
    assert [(one.name, one.archived) for one in league.seasons.values()] == [
        ("First season", True),
        ("Spring", False),
    ]
    decide(club, undo_decision)
    league = visit_league(club, PHONE).league
    assert [(one.name, one.archived) for one in league.seasons.values()] == [
        ("First season", False),
    ]


def test_archived_league_starts_no_table(club: str) -> None:
    decide(club, lambda f, o: archive_league(f, o, True))
    with pytest.raises(DecisionRefused):
        plays(club, ["Ann", "Ben"], [1, 2])
    assert visit_league(club, PHONE).season_shown

    decide(club, lambda f, o: archive_league(f, o, False))
    plays(club, ["Ann", "Ben"], [1, 2])


def test_a_merge_can_be_previewed(club: str) -> None:
    plays(club, ["Ann", "Ben"], [1, 2])
    plays(club, ["Annie", "Ben"], [1, 2])
    plays(club, ["Annie", "Cat"], [1, 2])
    annie = numbers(club)["Annie"]
    decide(club, lambda f, o: give_bonus(f, o, SEASON, annie, "2", "coffee"))

    visit = visit_league(club, PHONE)
    assert preview_merge(visit, annie, ANN) == (ANN, 2, 1, 1, "")
    assert preview_merge(visit, annie, BEN) == (BEN, 2, 1, 2, PLAYED_TOGETHER)


def decisions_in_words(club: str, device: str = PHONE) -> list[str]:
    """The decisions in words, oldest first."""
    visit = visit_league(club, PHONE)
    return [one.words for one in reversed(history_of(visit, device).decisions)]


TOLD: list[tuple[Decide, str]] = [
    (
        lambda f, o: rename_league(f, o, "Friday"),
        "renamed the league Tuesday club to Friday",
    ),
    (lambda f, o: archive_league(f, o, True), "archived the league"),
    (lambda f, o: add_members(f, o, ["Dan"]), "added Dan"),
    (lambda f, o: add_members(f, o, ["Dan", "Eve"]), "added Dan and Eve"),
    (lambda f, o: rename_player(f, o, ANN, "Anna"), "renamed Ann to Anna"),
    (lambda f, o: set_player(f, o, ANN, guest=True), "made Ann a guest"),
    (lambda f, o: set_player(f, o, ANN, left=True), "marked Ann as left"),
    (lambda f, o: set_player(f, o, ANN, left=False), "saved without a change"),
    (lambda f, o: merge_players(f, o, BEN, ANN), "merged Ben into Ann"),
    (lambda f, o: erase_player_name(f, o, ANN), "erased a player's name"),
    (
        lambda f, o: give_bonus(f, o, SEASON, ANN, "2,5", "coffee"),
        "gave Ann 2.5 points in First season: “coffee”",
    ),
    (
        lambda f, o: give_bonus(f, o, SEASON, ANN, "-1", "late"),
        "took 1 point from Ann in First season: “late”",
    ),
]


@pytest.mark.parametrize(("what", "words"), TOLD)
def test_decisions_are_described_in_words(club: str, what: Decide, words: str) -> None:
    decide(club, what)

    assert decisions_in_words(club)[-1] == words


SEASONS: list[tuple[dict[str, Any], str]] = [
    ({"name": "Spring"}, "renamed the season First season to Spring"),
    ({"archived": True}, "ended First season"),
    (
        {"scoring": {"scheme": "wins", "best": 3}},
        "changed the scoring of First season from Place points to Wins (Best games that count 3)",
    ),
    (
        {"games": {"tally": None}},
        "changed the games that count in First season from all games to Score pad",
    ),
    (
        {"games": {"tally": {"variant": "", "options": {}}}},
        "changed the games that count in First season from all games to Score pad;"
        " pinned the rules of Score pad: Standard rules",
    ),
    ({"handicaps": {"2": 5}}, "changed the handicap of Ann from 0 to 5"),
    (
        {"handicaps_by_game": {"whist": {"2": 0}}},
        "changed the handicap of Ann at Whist from the usual one to 0",
    ),
]


@pytest.mark.parametrize(("changed", "words"), SEASONS)
def test_season_changes_are_described_in_words(
    club: str, changed: dict[str, Any], words: str
) -> None:
    payload = season(club, **changed)
    decide(club, lambda f, o: edit_season(f, o, SEASON, payload))

    assert decisions_in_words(club)[-1] == words


def test_undo_and_redo_name_the_decision(club: str) -> None:
    decide(club, lambda f, o: rename_player(f, o, ANN, "Anna"))
    bonus = decide(club, lambda f, o: give_bonus(f, o, SEASON, BEN, "2", "coffee")).seq
    for what in (
        *(undo_decision, redo_decision),
        lambda f, o: delete_decision(f, o, bonus),
        lambda f, o: restore_decision(f, o, bonus),
    ):
        decide(club, what)

    gave = "gave Ben 2 points in First season: “coffee”"
    assert decisions_in_words(club) == [
        "created the league Tuesday club; started the season First season",
        "added Ann, Ben and Cat",
        "renamed Ann to Anna",
        gave,
        f"undid: {gave}",
        f"redid: {gave}",
        f"undid: {gave}",
        f"redid: {gave}",
    ]


def test_games_and_guests_are_no_decisions(club: str) -> None:
    plays(club, ["Ann", "Zoe"], [1, 2])
    before = decisions_in_words(club)
    decide(club, lambda f, o: set_game_counting(f, o, 1, struck=True, reason="played twice"))

    assert len(before) == 2
    assert decisions_in_words(club)[-1].startswith("removed the Score pad game on ")
    assert decisions_in_words(club)[-1].endswith(": “played twice”")


def test_history_says_who_decided_and_has_pages(club: str) -> None:
    for one in range(60):
        decide(club, lambda f, o, one=one: rename_league(f, o, f"Club {one}"))  # type: ignore[misc]
    visit = visit_league(club, PHONE)

    first = history_of(visit, "somebody else")
    second = history_of(visit, PHONE, first.older)

    assert len(first.decisions) == 50
    assert len(second.decisions) == 12
    assert second.older is None
    assert not any(one.mine for one in first.decisions)
    assert all(one.mine for one in second.decisions)


def test_a_tables_history_names_the_organiser(club: str) -> None:
    table = load_table(plays(club, ["Ann", "Ben"], [1, 2]))
    visit = visit_league(club, PHONE)
    enter(link_to(visit, "organiser", bytes(32)), "another organiser")
    edit_entry(table, 1, {"points": [5, 2]}, sent(table)._replace(device="another organiser"))

    steps = exported_history(load_table(table.row.public_id), PHONE)

    assert [(one.mine, one.organiser) for one in steps] == [
        *[(True, False)] * 3,
        (False, True),
    ]
