"""Tables of a league: by its rules, and again."""

from typing import Any

import pytest

from scorekeeper.games import games
from scorekeeper.leagues import decisions
from scorekeeper.leagues.decisions import DecisionRefused, delete_decision
from scorekeeper.leagues.game_rulings import set_game_counting
from scorekeeper.leagues.links import (
    links_of_league,
    replace_links,
    set_passphrase,
    set_public,
    turn_off_link,
)
from scorekeeper.leagues.membership import rename_player
from scorekeeper.leagues.seasons import edit_season, season_payload
from scorekeeper.leagues.tables import add_table, open_table, rematch
from scorekeeper.leagues.visit import (
    league_name_of_table,
    league_of_table,
    leagues_named,
    visit_league,
)
from scorekeeper.store.access.links import SCORER, hash_secret
from scorekeeper.store.league import league_games
from scorekeeper.store.sql.database import reading
from scorekeeper.store.table.rows import Change, WriteRequest
from scorekeeper.tables.changes import add_entry
from scorekeeper.tables.loading import load_table
from scorekeeper.tables.sharing import accept_invitation, make_link
from scorekeeper.tables.starting import start_table
from tests.leagues.clubs import (
    PHONE,
    enter,
    in_any_league,
    link_to,
    new_key,
    numbers,
    order,
    plays,
    table_of,
    visit_season,
)

KEY = bytes(32)

SHEET = {"format": "scorekeeper/1", "game": "tally", "players": ["Ann", "Ben"], "entries": []}


def pins(club: str, **pinned: dict[str, Any] | None) -> None:
    """Have the season play these games, by these rules."""
    visit, season = visit_season(club)
    payload = season_payload(season.name, season.scoring, pinned)
    edit_season(visit, order(visit), season.number, payload)


def rules(**changed: object) -> dict[str, Any]:
    """The rules of the score pad, with these options changed."""
    variant = next(iter(games()["tally"].variants))
    return {"variant": variant, "options": {**games()["tally"].defaults(variant), **changed}}


def opens(club: str, **head: object) -> str:
    """A table of the league from a sheet; its id."""
    visit = visit_league(club, PHONE)
    return open_table(visit, {**SHEET, **head}, key=new_key(), device=PHONE)


def again(club: str, table: str) -> str:
    """The next game at a table; its id."""
    visit, opened = visit_league(club, PHONE), load_table(table)
    return rematch(visit, opened, key=new_key(), device=PHONE)


def test_table_by_other_rules_is_not_opened(club: str) -> None:
    pins(club, tally=rules(target=100))

    refused = "In this game: no target. In the season: played to 100."
    with pytest.raises(DecisionRefused, match=refused):
        opens(club)

    assert opens(club, options={"target": 100})


def test_newer_option_has_default_in_pinned_set(club: str) -> None:
    older = rules(target=100)
    del older["options"]["max_deals"]
    pins(club, tally=older)

    opens(club, options={"target": 100}, entries=[{"points": [1, 7]}, {"finish": {}}])
    assert table_of(club)["Ben"] == (1, 5, 1)

    with pytest.raises(DecisionRefused, match="In the season: "):
        opens(club, options={"target": 100, "max_deals": 9})


def test_next_game_has_same_persons_and_counts(club: str) -> None:
    first = plays(club, ["Ann", "Zoe"], [1, 7], finish=False)

    second = again(club, first)

    assert dict(load_table(second).persons) == dict(load_table(first).persons)


def test_renamed_player_stays_in_the_next_game(club: str) -> None:
    first = plays(club, ["Ann", "Ben"], [7, 1])
    visit = visit_league(club, PHONE)
    rename_player(visit, order(visit), numbers(club)["Ann"], "Anna")

    second = load_table(again(club, first))
    entries: list[dict[str, Any]] = [{"points": [1, 7]}, {"finish": {}}]
    for entry in entries:
        add_entry(second, entry, WriteRequest(new_key(), second.row.version, PHONE))
        second = load_table(second.row.public_id)

    assert {name: games for name, (_, _, games) in table_of(club).items()} == {"Anna": 2, "Ben": 2}


def test_next_game_is_of_the_same_evening(club: str) -> None:
    visit = visit_league(club, PHONE)
    evening = decisions.decide(visit, order(), lambda *_: [Change("evening", {"name": "Tuesday"})])
    visit = visit_league(club, PHONE)
    first = open_table(visit, SHEET, key=new_key(), device=PHONE, evening=evening.seq)

    assert evening_of(again(club, first)) == evening.seq

    delete_decision(visit, order(), evening.seq)
    assert evening_of(again(club, first)) is None


def evening_of(table: str) -> int | None:
    """The evening that a table was opened on."""
    with reading() as connection:
        game = league_games.game_of_table(connection, load_table(table).row.id)
    assert game
    return game.evening


def test_unknown_device_has_no_league(club: str) -> None:
    table = load_table(plays(club, ["Ann", "Ben"], [1, 7], finish=False))
    league_id = table.row.league_id
    assert league_id

    assert league_name_of_table(table, "stranger") is None
    assert not in_any_league("stranger")
    assert leagues_named([league_id], "stranger") == {}

    named = league_name_of_table(table, PHONE)
    assert named
    told = named._replace(organised=False)
    assert named == (club, "Tuesday club", "", (), (), True, None, None)
    assert in_any_league(PHONE)
    assert leagues_named([league_id], PHONE) == {league_id: told}

    set_public(visit_league(club, PHONE), order(), True)
    assert league_name_of_table(table, "stranger") == told


def test_table_knows_why_its_game_does_not_count(club: str) -> None:
    over, open_ = (plays(club, ["Ann", "Ben"], [1, 7], finish) for finish in (True, False))
    assert why_not(over, open_) == ["", ""]

    for number, struck in ((1, True), (2, True), (2, False)):
        visit = visit_league(club, PHONE)
        set_game_counting(visit, order(), number, struck=struck, reason="a wrong pair")
    assert why_not(over, open_) == ["Removed by an organiser. “a wrong pair”", ""]

    set_game_counting(visit, order(), 1, struck=False, reason="it was right")
    pins(club, spades=None)
    assert why_not(over, open_) == ["This game does not count in the season.", ""]


def test_a_table_knows_how_its_sides_came_out(club: str) -> None:
    nil = {"bids": [4, 4, "nil", 3], "side_tricks": [6, 7], "nil_tricks": {"2": 0}}
    pairs = {"game": "spades", "players": ["Ann", "Ben", "Cat", "Dan"]}

    assert came_out(plays(club, ["Ann", "Ben"], [1, 7], finish=False)) == ()
    assert came_out(plays(club, ["Ann", "Ben"], [1, 7])) == ((0, 1, False), (1, 7, True))
    fewest = opens(
        club, options={"lowest_wins": True}, entries=[{"points": [1, 7]}, {"finish": {}}]
    )
    assert came_out(fewest) == ((0, -1, True), (1, -7, False))
    four = opens(club, **pairs, entries=[nil, {"finish": {}}])
    assert came_out(four) == ((0, 142, True), (1, 70, False))


def test_table_knows_what_sides_will_be_given(club: str) -> None:
    pairs = {"game": "spades", "players": ["Ann", "Ben", "Cat", "Zoe"]}
    open_ = plays(club, ["Ann", "Ben"], [1, 7], finish=False)
    four = opens(club, **pairs, entries=[{"seat": {"number": 3, "name": "Dan"}}])
    assert given(open_) == given(four) == ()

    gives(club, True, Ann=10, Ben=-3, Cat=5, Dan=1)
    assert given(open_) == (10, -3)
    assert given(four) == (15, -2)
    assert given(opens(club, players=["Zoe", "Eve"])) == ()
    assert given(plays(club, ["Ann", "Ben"], [1, 7])) == ()

    set_game_counting(visit_league(club, PHONE), order(), 1, struck=True, reason="misdealt")
    assert given(open_) == ()
    gives(club, False, Ann=10)
    assert given(four) == ()


def test_player_is_known_by_name_before_counting(club: str) -> None:
    gives(club, True, Ben=7)
    table = start_table({**SHEET, "players": ["Zoe", "ben"]}, key=new_key(), device=PHONE)
    add_table(visit_league(club, PHONE), load_table(table))

    assert given(table) == (0, 7)


def gives(club: str, switched: bool, **points: int) -> None:
    """Have the season give these players points, if it is switched on."""
    visit, season = visit_season(club)
    scoring = {**season.scoring, "handicaps": switched}
    handicaps = {numbers(club)[name]: more for name, more in points.items()}
    payload = season_payload(season.name, scoring, season.games, handicaps)
    edit_season(visit, order(visit), season.number, payload)


def given(table: str) -> tuple[int, ...]:
    """Return what the sides of a table will be given in its league."""
    named = league_name_of_table(load_table(table), PHONE)
    assert named
    return named.handicaps


def came_out(table: str) -> tuple[tuple[int, int, bool], ...]:
    """Return how the sides of a table's game came out in its league: side, points, whether it
    won."""
    named = league_name_of_table(load_table(table), PHONE)
    assert named
    return named.came_out


def why_not(*ids: str) -> list[str]:
    """Return what the pads of these tables say."""
    opened = [load_table(one) for one in ids]
    return [named.why_not for one in opened if (named := league_name_of_table(one, PHONE))]


def comes_by_link(table: str, device: str) -> None:
    """Have a phone open the link for who keeps the score at a table."""
    shared = make_link(load_table(table), SCORER, None, KEY)
    assert accept_invitation(hash_secret(shared.secret or ""), device) == table


def test_signed_out_phone_starts_no_league_games(club: str) -> None:
    visit = visit_league(club, PHONE)
    enter(link_to(visit, "member", KEY), "phone")
    first = open_table(visit_league(club, "phone"), SHEET, key=new_key(), device="phone")
    second = same_again(club, first, "phone")
    turn_off_link(visit_league(club, PHONE), order(), "member")

    for table in (first, second):
        with pytest.raises(DecisionRefused, match="no longer in the league"):
            same_again(club, table, "phone")
    for device in ("phone", "another phone"):  # by a link that it made for itself
        comes_by_link(first, device)
        with pytest.raises(DecisionRefused, match="no longer in the league"):
            same_again(club, first, device)
    assert same_again(club, first, PHONE)


def test_signed_out_phone_scores_by_scorer_link(club: str) -> None:
    visit = visit_league(club, PHONE)
    enter(link_to(visit, "member", KEY), "phone")
    table = plays(club, ["Ann", "Ben"], [7, 1])
    comes_by_link(table, "phone")
    turn_off_link(visit_league(club, PHONE), order(), "member")

    assert same_again(club, table, "phone")


def test_signed_out_pending_phone_starts_no_game(club: str) -> None:
    enter(link_to(visit_league(club, PHONE), "organiser", KEY), "phone")
    first = open_table(visit_league(club, "phone"), SHEET, key=new_key(), device="phone")
    set_passphrase(visit_league(club, PHONE), order(), "the green door")
    replace_links(visit_league(club, PHONE), order(), ["organiser"], KEY)
    (link,) = links_of_league(visit_league(club, PHONE), KEY)
    enter(link.secret or "", "phone")

    with pytest.raises(DecisionRefused, match="no longer in the league"):
        same_again(club, first, "phone")


def test_guest_scorer_starts_several_rematches(club: str) -> None:
    first = plays(club, ["Ann", "Ben"], [7, 1])
    comes_by_link(first, "guest")

    second = same_again(club, first, "guest")

    assert same_again(club, second, "guest")


def same_again(club: str, table: str, device: str) -> str:
    """The next game at a table, begun by that phone; its id."""
    opened = load_table(table)
    visit = league_of_table(opened.row.league_id or 0, device)
    return rematch(visit, opened, key=new_key(), device=device)
