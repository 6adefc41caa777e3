"""A duplicate evening through its pages: set up, played, directed, counted."""

import re
from datetime import date

import pytest
from flask import Flask

from scorekeeper.leagues.visit import visit_league
from tests.leagues.clubs import link_to
from tests.web.duplicates import announced, end, first_board, play, set_up
from tests.web.phones import NewPhone, Phone

pytestmark = pytest.mark.long


def test_evening_is_set_up_and_leads_to_tables(phone: Phone, league: str) -> None:
    duplicate = set_up(phone, league, 8, "howell", 21)

    page = phone.get(duplicate)
    assert page.text.count("&") >= 8
    assert "Director" in phone.get(f"{duplicate}/director").text
    table = phone.get(f"{duplicate}/table/1")
    assert table.key("begin.") == "begin.1"


def test_board_is_entered_agreed_and_ranked(phone: Phone, league: str) -> None:
    duplicate = set_up(phone, league, 8, "howell", 21)
    phone.do(f"{duplicate}/table/1", do="begin.")
    board = first_board(phone, duplicate, 1)

    page = phone.follow(play(phone, duplicate, (1, 1, board), "4S N"))
    assert "4 ♠ by North, made" in page.text
    page = phone.follow(phone.send("", page.form("agree."), do="agree."))

    assert "Agreed." in page.text
    assert "50.00" in phone.get(f"{duplicate}/ranking").text


def test_own_phones_enter_and_agree(
    app: Flask, phone: Phone, new_phone: NewPhone, league: str
) -> None:
    duplicate = set_up(phone, league, 8, "howell", 21)
    with app.app_context():
        secret = link_to(
            visit_league(league.rpartition("/")[2], ""), "member", app.config["SECRET_KEY"]
        )
    names = re.findall(r"<dd>(\w+)</dd>", phone.get(f"{duplicate}/table/1").html)
    north, east = new_phone(), new_phone()
    for one, name in ((north, names[0]), (east, names[2])):
        one.enter(f"/s/{secret}", name)
        assert "Welcome to Tuesday club" in one.get(league).text

    table = north.follow(north.get(duplicate))
    assert "Table 1" in table.text
    assert "Your table in round 1 is table 1." in north.get(f"{duplicate}/table/2").text
    north.do(f"{duplicate}/table/1", do="begin.")
    board = first_board(north, duplicate, 1)
    waiting = east.follow(east.get(duplicate))
    assert "North-South enter the result" in waiting.text

    page = north.follow(play(north, duplicate, (1, 1, board), "3NT S"))
    assert not page.key("agree.")
    address = f"{duplicate}/table/1/board/{board}?round=1"
    page = east.get(address)
    contested = east.follow(east.send(address, page.form("contest."), do="contest."))
    assert "Call the director" in contested.text
    assert "!" in phone.get(f"{duplicate}/director").text


def test_results_stay_hidden_from_who_still_plays(
    app: Flask, phone: Phone, new_phone: NewPhone, league: str
) -> None:
    duplicate = set_up(phone, league, 8, "howell", 21)
    with app.app_context():
        secret = link_to(
            visit_league(league.rpartition("/")[2], ""), "member", app.config["SECRET_KEY"]
        )
    board = first_board(phone, duplicate, 1)
    play(phone, duplicate, (1, 1, board), "6S N")
    guest = new_phone()
    guest.enter(f"/s/{secret}", "Zara")

    assert "The results of this board" in guest.get(f"{duplicate}/board/{board}").text
    assert "at the end of the session" in guest.get(f"{duplicate}/ranking").text
    assert "Points are North-South" in phone.get(f"{duplicate}/board/{board}").text


def test_wrong_pairs_are_told_at_the_field(phone: Phone, league: str) -> None:
    setup = f"{announced(phone, league)}/duplicate/setup"

    page = phone.fill(setup, {"pairs": "Ann, Ben\nCat\nAnn, Eve\nFay, fay"}, "look")

    assert page.status == 422
    assert "Pair 2: write two names" in page.text
    assert "Pair 3: Ann is there twice." in page.text
    assert "Cat" in page.form("look")["pairs"]


def test_board_elsewhere_is_asked_about(phone: Phone, league: str) -> None:
    duplicate = set_up(phone, league, 8, "howell", 21)
    here = first_board(phone, duplicate, 1)
    other = first_board(phone, duplicate, 2)

    page = play(phone, duplicate, (1, 1, other), "4S N")

    assert here != other
    assert page.status == 422
    assert f"Board {other} is not at table 1 in round 1." in page.text
    address = f"{duplicate}/table/1/board/{other}?round=1"
    assert phone.send(address, page.form("save"), {}, "save").status == 303


def test_wall_shows_the_tables_and_then_the_ranking(phone: Phone, league: str) -> None:
    duplicate = set_up(phone, league, 7, "howell", 21)
    evening = duplicate.rpartition("/")[0]
    phone.do(f"{evening}/edit", {"date": date.today().isoformat(), "reason": "tonight"})
    board = first_board(phone, duplicate, 2)
    play(phone, duplicate, (1, 2, board), "4S N")

    wall = phone.get(f"{league}/wall").text
    assert "Round 1 of 7" in wall
    assert "Table 2 2 boards to come" in wall
    assert "Ann & Ben table" in wall
    assert "sits out" in wall
    assert "50.00" not in wall  # though this phone directs

    end(phone, duplicate)
    wall = phone.get(f"{league}/wall").text
    assert "The session is over" in wall
    assert wall.count("50.00") == 2


def test_session_ends_before_its_last_round(phone: Phone, league: str) -> None:
    duplicate = set_up(phone, league, 8, "howell", 21)
    board = first_board(phone, duplicate, 1)
    play(phone, duplicate, (1, 1, board), "4S N")

    page = phone.do(f"{duplicate}/director", do="end")

    assert "Session over." in page.text
    assert "50.00" in phone.get(f"{duplicate}/ranking").text


def test_table_says_where_everybody_goes_next(phone: Phone, league: str) -> None:
    duplicate = set_up(phone, league, 8, "howell", 21)
    board = first_board(phone, duplicate, 1)
    for one in range(board, board + 3):
        play(phone, duplicate, (1, 1, one), "4S N", one - board)

    table = phone.get(f"{duplicate}/table/1").text

    moves = r"\w+ & \w+: (stay here|go to table \d), (North-South|East-West), boards \d+–\d+\."
    assert len(re.findall(moves, table)) == 2
    assert "4 ♠ by North, 1 over" in table
    assert "East-West to agree" in table
