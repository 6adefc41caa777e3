"""The end of a game: highlights, each side's record, the picture to share."""

import re
from html import unescape
from xml.etree import ElementTree

import pytest
from flask import Flask
from sqlalchemy import update

from scorekeeper.places import static_folder
from scorekeeper.store.schema.table import GameTable
from scorekeeper.store.sql.database import writing
from tests.web.phones import Phone, create_league, league_table, points


@pytest.fixture
def ended(phone: Phone) -> str:
    """The address of a game that has ended."""
    entries = [{"points": [10, 0]}, {"points": [0, 30]}, {"points": [25, 0]}]
    return phone.starts("tally", *entries, {"finish": {}}, players=["Ann", "Ben <&>"])


def test_three_highlights_are_told(phone: Phone, ended: str) -> None:
    text = phone.get(ended).text

    assert "+25 decided it: Ann, deal 3" in text
    assert "deal 3 Ann led from then on" in text
    assert "+30 best deal: Ben <&>, deal 2" in text


def test_deciding_deal_is_marked_and_told(phone: Phone) -> None:
    table = phone.starts("five-hundred", *FALLEN)

    page, picture = phone.get(table), phone.get(f"{table}/picture.svg")

    assert "−420 9 no trump by Ben, 8 tricks: missed (deal 1)" in page.text
    for drawn in (page.html, picture.html):
        assert len(re.findall(r'<circle[^>]*r="11"', drawn)) == 1
        assert "deal 1: −420<" in drawn


def test_winners_alone_have_a_laurel(phone: Phone, ended: str) -> None:
    tie = [{"points": [10, 20]}, {"points": [20, 10]}, {"finish": {}}]
    shared = phone.starts("tally", *tie, players=["Ann", "Ben"])

    for table, wreaths, coins in ((ended, 1, ["A"]), (shared, 0, ["A", "B"])):
        for address in (table, f"{table}/picture.svg"):
            assert phone.get(address).html.count('id="branch"') == wreaths
        (won,) = re.findall(r'<div class="winners.*?</div>', phone.get(table).html, re.S)
        assert re.findall(r"<i[^>]*>(\w)</i>", won) == coins


def test_stopped_game_says_so_with_its_reason(phone: Phone) -> None:
    stop = {"finish": {"reason": "time up"}}
    table = phone.starts("tally", {"points": [5, 3]}, stop, players=["Ann", "Ben"])

    assert "1 deal · time up" in phone.get(table).text


@pytest.mark.parametrize(("minutes", "told"), [(41, "3 deals · 41 minutes"), (600, "3 deals ·")])
def test_minutes_of_one_sitting_are_told(
    app: Flask, phone: Phone, ended: str, minutes: int, told: str
) -> None:
    with app.app_context(), writing() as connection:
        began = GameTable.created - minutes * 60_000
        connection.execute(update(GameTable).values(created=began))

    text = phone.get(ended).text

    assert told in text
    assert text.count("minutes") == told.count("minutes")


def test_wins_in_a_row_are_told_of_rematches(phone: Phone) -> None:
    won, lost = points(9, 5), points(1, 9)
    table, told = phone.starts("tally", players=["Ann", "Ben"], options={"target": 9}), []

    for deal in (won, won, won, lost, won):
        told.append(re.findall(r"(\d) wins in a row", phone.play(table, deal).text))
        table = phone.fill(table, do="again").location
    anew = phone.starts("tally", {"points": [9, 5]}, players=["Ann", "Ben"], options={"target": 9})

    assert told == [[], ["2"], ["3"], [], []]
    assert "in a row" not in phone.get(anew).text


def test_files_are_named_by_game_and_day(phone: Phone, ended: str) -> None:
    name = re.search(r'download="(tally-\d{4}-\d\d-\d\d).svg"', phone.get(ended).html)

    assert name
    for file in ("picture.svg", "sheet.csv", "sheet.json"):
        kind = file.partition(".")[2]
        headers = phone.get(f"{ended}/{file}").headers
        assert headers["Content-Disposition"] == f"inline; filename={name[1]}.{kind}"


def test_single_player_has_no_lead_to_highlight(phone: Phone) -> None:
    table = phone.starts("tally", {"points": [10]}, {"finish": {}}, players=["Ann"])

    page = phone.get(table)

    assert page.status == 200
    assert "widest lead" not in page.text


def test_how_each_side_did_stands_with_its_total(phone: Phone, ended: str) -> None:
    bid = [{"bids": [4, 3, 3, 3], "side_tricks": [7, 6]}, {"finish": {}}]
    spades = phone.starts("spades", *bid)

    did, bids = ended_records(phone, ended), ended_records(phone, spades)

    assert did == ["2 deals won", "1 deal won"]
    assert bids == ["1 deal won · 1 of 1 bid made", "0 deals won · 1 of 1 bid made"]


def ended_records(phone: Phone, table: str) -> list[str]:
    """What stands under each side's total."""
    found = re.findall(r'<p class="did">(.*?)</p>', phone.get(table).html)
    return [re.sub("<[^>]*>", "", one) for one in found]


def test_side_that_made_more_bids_is_praised(phone: Phone) -> None:
    deals = [{"bids": [4, 3, 3, 3], "side_tricks": [7, 6]}] * 4
    missed = {"bids": [4, 3, 3, 3], "side_tricks": [8, 5]}
    table = phone.starts("spades", *deals, missed, {"finish": {}})

    assert "5 of 5 bids made by Ann & Cat" in phone.get(table).text


def test_picture_names_winner_and_every_total(phone: Phone, ended: str) -> None:
    page = phone.get(f"{ended}/picture.svg")

    assert page.headers["Content-Type"].startswith("image/svg+xml")
    texts = [one.text for one in ElementTree.fromstring(page.html).iter() if one.text]
    assert {"Ann won with 35", "Ben <&>", "35", "30"} <= {*texts}


def test_picture_has_seat_colours_of_style_sheet(phone: Phone) -> None:
    six = phone.starts("tally", {"points": [*range(6)]}, {"finish": {}}, players=[*"ABCDEF"])
    tokens = (static_folder() / "css" / "tokens.css").read_text()
    by_day = re.findall(r"--p\d: var\(--day, (#\w+)\)", tokens)

    drawn = phone.get(f"{six}/picture.svg").html

    assert len(by_day) == 6
    assert all(colour in drawn for colour in by_day)


def test_a_game_in_progress_has_no_picture(phone: Phone) -> None:
    assert phone.get(f"{phone.starts('tally')}/picture.svg").status == 404


FALLEN = ({"declarer": 1, "bid": "9NT", "tricks": 8}, {"declarer": 3, "bid": "7S", "tricks": 5})


def test_end_is_told_with_its_own_figures(phone: Phone) -> None:
    table = phone.starts("five-hundred", *FALLEN)
    told = "Ben & Dan fell to −560: Ann & Cat won"
    assert told in phone.get(table).text

    picture = phone.get(f"{table}/picture.svg").html
    assert ">Ben &amp; Dan fell to −560:<" in picture
    (why,) = phone.get(table).links("#lose-at")
    rule = phone.get(why).html.partition('id="lose-at"')[2].partition("<h3")[0]

    assert told in unescape(rule)
    assert "Exactly 500 below zero loses" not in rule
    assert "Exactly 500 below zero loses" in phone.get("/rules/five-hundred").html


def test_league_game_ends_with_places_in_standings(phone: Phone) -> None:
    league = create_league(phone, players="Ann\nBen")
    table = league_table(phone, league, "Ann", "Ben")
    phone.play(table, points(3, 8))

    phone.do(f"{table}/write/finish")

    assert "Standings of Tuesday club 1. Ben, 2. Ann" in phone.get(table).text
