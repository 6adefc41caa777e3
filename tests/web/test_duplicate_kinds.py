"""Teams, Swiss teams and an individual: set up on the web page, played, ranked, in the season; and
the other ways of comparing boards."""

import json
import re

import pytest
from flask import Flask

from scorekeeper.duplicate.result import score
from scorekeeper.leagues.decisions import DecisionRefused
from scorekeeper.leagues.duplicate import changes
from scorekeeper.leagues.duplicate.records import Place
from scorekeeper.leagues.results.standings import standings_of
from scorekeeper.leagues.seasons import edit_season, payload_of
from scorekeeper.leagues.visit import visit_league
from tests.leagues.clubs import link_to, order
from tests.web.duplicates import announced, first_board, pairs_of, play, set_up, teams_of
from tests.web.phones import NewPhone, Phone
from tests.web.test_duplicate_session import Session, sent

pytestmark = pytest.mark.long


def played_out(duplicate: str) -> Session:
    """A session that was set up so, all its rounds played, and over."""
    session = Session(duplicate)
    for number in range(1, session.state.rounds + 1):
        if number > 1:
            changes.start_next_round(session.visit, sent(), session.evening, number)
        session.play_round(number)
    assert not session.state.missing
    changes.end_session(session.visit, sent(), session.evening, over=True)
    return session


def test_teams_play_a_round_robin(app: Flask, phone: Phone, league: str) -> None:
    duplicate = set_up(phone, league, 4, "round-robin", 12, kind="teams")
    table = phone.get(f"{duplicate}/table/2").text
    assert "Team" in table

    with app.app_context():
        session = played_out(duplicate)
        result = score(session_json(phone, session))
        assert [len(one["teams"]) for one in result["matches"]] == [2] * 6
        (ranking,) = (one["ranking"] for one in result["fields"])
        page = phone.get(f"{duplicate}/ranking").text
        for one in ranking:
            assert f"{one['total']:.2f}" in page
        assert "Victory points." in page
        assert "Round 3" in page
        assert f"{result['matches'][0]['vps'][0]:.2f}" in page

        (season,) = session.visit.league.seasons.values()
        edit_season(session.visit, order(session.visit), season.number, payload_of(season))
        members = standings_of(session.visit, session.visit.league.seasons[season.number])
        assert len(members) == 16
        assert {one.sums.games for one in members} == {1}
    assert "A duplicate session." in phone.get(game_of(phone, league)).text


def session_json(phone: Phone, session: Session) -> object:
    """The session's document, from its address."""
    return json.loads(phone.get(f"/e/{session.league}.{session.evening}/session.json").body)


def game_of(phone: Phone, league: str) -> str:
    """The address of the newest game of a league."""
    return phone.get(f"{league}/games").links("/game/")[0]


def test_swiss_teams_are_drawn_from_totals(app: Flask, phone: Phone, league: str) -> None:
    duplicate = set_up(phone, league, 5, "swiss", 24, kind="teams")
    director = f"{duplicate}/director"
    with app.app_context():
        session = Session(duplicate)
        assert [*session.state.plan] == [1]
        assert "Draw round 2" in phone.get(director).text
        with pytest.raises(DecisionRefused):
            changes.start_next_round(session.visit, sent(), session.evening, 2)
        table = session.state.plan[1][0].table
        session.play_round(1)
        with pytest.raises(DecisionRefused):
            changes.begin_round(session.visit, sent(), session.evening, table, 2)

        changes.start_next_round(session.visit, sent(), session.evening, 2)
        (bye,) = session.state.sitting_out(1)
        assert [*session.state.plan] == [1, 2]
        assert session.state.sitting_out(2) != [bye]
        totals = {
            one["id"]: one["total"]
            for one in score(session_json(phone, session))["fields"][0]["ranking"]
        }
        assert totals[bye] == 12
        assert "drawn and started" in phone.get(director).text

        session = played_out(duplicate)
        met = [frozenset(one.sides) for tables in session.state.plan.values() for one in tables]
        assert {met.count(one) for one in met} == {2}
        assert len(session.state.plan) == session.state.rounds == 3


def test_draw_is_undone_until_results_are_in(app: Flask, phone: Phone, league: str) -> None:
    duplicate = set_up(phone, league, 4, "swiss", 12, kind="teams")
    with app.app_context():
        session = Session(duplicate)
        session.play_round(1)
        changes.start_next_round(session.visit, sent(), session.evening, 2)
        drawn = session.state.records[-1].seq
        changes.take_back(session.visit, sent(), session.evening, drawn, again=False)
        assert [*session.state.plan] == [1]
        changes.take_back(session.visit, sent(), session.evening, drawn, again=True)
        session.play_round(2)
        with pytest.raises(DecisionRefused):
            changes.take_back(session.visit, sent(), session.evening, drawn, again=False)


def test_individual_ranks_single_players(app: Flask, phone: Phone, league: str) -> None:
    duplicate = set_up(phone, league, 8, "individual", 14, kind="individual")
    with app.app_context():
        session = played_out(duplicate)
        (ranking,) = (one["ranking"] for one in score(session_json(phone, session))["fields"])
        assert sorted(one["id"] for one in ranking) == [*map(str, range(1, 9))]
        page = phone.get(f"{duplicate}/ranking").text
        assert all(f"{one['percent']:.2f}" in page for one in ranking)
        members = standings_of(session.visit, next(iter(session.visit.league.seasons.values())))
        assert len(members) == 8
    for name in ("guides", "travellers", "cards", "ranking"):
        assert "Player 1" in phone.get(f"{duplicate}/paper/{name}").text or name != "guides"
    assert phone.get(f"{duplicate}/pair/3").text.count("Against") == 2


def test_own_phone_of_a_team_goes_to_its_room(
    app: Flask, phone: Phone, new_phone: NewPhone, league: str
) -> None:
    duplicate = set_up(phone, league, 4, "round-robin", 12, kind="teams")
    with app.app_context():
        secret = link_to(
            visit_league(league.rpartition("/")[2], ""), "member", app.config["SECRET_KEY"]
        )
    found = []
    for name in teams_of(1).split(", "):
        one = new_phone()
        one.enter(f"/s/{secret}", name)
        found.append(one.get(duplicate).location.rpartition("/")[2])
    assert found[0] == found[1] != found[2] == found[3]


def test_other_rooms_result_is_sealed(
    app: Flask, phone: Phone, new_phone: NewPhone, league: str
) -> None:
    duplicate = set_up(phone, league, 4, "round-robin", 12, kind="teams")
    board = first_board(phone, duplicate, 1)
    play(phone, duplicate, (1, 1, board), "6S N")
    with app.app_context():
        secret = link_to(
            visit_league(league.rpartition("/")[2], ""), "member", app.config["SECRET_KEY"]
        )
        state = Session(duplicate).state
        there = state.table_at(1, 1)
        assert there
        assert state.still_to_play(there.ns, board)
    one = new_phone()
    one.enter(f"/s/{secret}", teams_of(1).split(", ")[0])
    assert "don't play it any more" in one.get(f"{duplicate}/board/{board}").text

    play(phone, duplicate, (1, 2, board), "4S N", 2)
    assert "Points are North-South's IMPs." in one.get(f"{duplicate}/board/{board}").text


def test_director_rules_on_a_players_side(app: Flask, phone: Phone, league: str) -> None:
    duplicate = set_up(phone, league, 8, "individual", 14, kind="individual")
    with app.app_context():
        there = Session(duplicate).state.plan[1][0]
    address = f"{duplicate}/director/1/{there.table}/{there.boards[0]}"
    page = phone.get(address)
    typed = {"kind": "artificial", "ns_award": "A+", "ew_award": "A-", "note": "turned"}
    assert phone.send(address, page.form("look"), typed, "look").status == 200
    assert phone.send(address, page.form("save"), typed, "save").status == 303
    with app.app_context():
        session = Session(duplicate)
        line = session.state.lines[Place(1, there.table, there.boards[0])]
        assert line.payload["ns"] == there.ns
        assert line.result["ns"] == there.ns.split("+")


@pytest.mark.parametrize(
    ("method", "words"), [("cross-imps", "IMPs against all"), ("butler", "IMPs against the mean")]
)
def test_pairs_are_compared_in_imps(
    app: Flask, phone: Phone, league: str, method: str, words: str
) -> None:
    duplicate = set_up(phone, league, 8, "howell", 14, scoring=method)
    with app.app_context():
        session = Session(duplicate)
        session.play_round(1)
        changes.adjust(session.visit, sent(), session.evening, "1", 2, "early")
        assert "2 points, “early”" in phone.get(f"{duplicate}/director").text
        assert score(session_json(phone, session))["method"] == method
    assert words in phone.get(f"{duplicate}/ranking").text


@pytest.mark.parametrize(
    ("kind", "names", "words"),
    [
        ("teams", pairs_of(4), "Team 1: write 4 to 6 names."),
        ("teams", teams_of(1), "Enter 2 to 30 lines"),
        ("individual", pairs_of(5), "8 or 12 players play an individual; these are 10."),
    ],
)
def test_wrong_names_are_told(phone: Phone, league: str, kind: str, names: str, words: str) -> None:
    setup = f"{announced(phone, league)}/duplicate/setup"
    page = phone.fill(setup, {"kind": kind, "pairs": names}, "look")
    assert page.status == 422
    assert words in page.text
    assert re.search(rf'value="{kind}" checked', page.html)
