"""A player's coin has a colour and an initial, which the player's own phone or an organiser may
change; it stands wherever the league names the player."""

import re

import pytest
from flask import Flask
from sqlalchemy import select, update

from scorekeeper.store.schema.table import Person
from scorekeeper.store.sql.database import writing
from scorekeeper.web.interview.coins import initials
from tests.web.phones import NewPhone, Page, Phone, create_league, league_table, let_in, points
from tests.web.test_knockout import opened, planned
from tests.web.test_league_phones import joins


@pytest.fixture
def league(phone: Phone) -> str:
    """A league of Ann (2) and Ben (3) with a game."""
    league = create_league(phone, players="Ann\nBen")
    started = league_table(phone, league, "Ann", "Ben")
    phone.do(started, {"points.0": 5, "points.1": 3})
    phone.do(f"{started}/write/finish", {}, "save")
    return league


def coin(page: Page, name: str) -> tuple[str, str]:
    """The colour and the letters of a player's coin in the standings."""
    found = re.search(rf'class="s(\d)" data-coin="([^"]*)"[^>]*>{name}<', page.html)
    assert found
    return found[1], found[2]


def test_invisible_signs_are_no_coin_letters() -> None:
    assert initials(["\u202eAnn", "\u200bBen", "\u2066A\u2069da"]) == ("An", "B", "Ad")
    assert initials(["👨‍👩‍👧 family", "\u200b"]) == ("👨‍👩‍👧", "")


@pytest.mark.long
def test_a_player_changes_their_own_coin(phone: Phone, new_phone: NewPhone, league: str) -> None:
    ben = joins(phone, new_phone(), league, "Ben")
    assert coin(phone.get(league), "Ben") == ("3", "B")

    ben.do(f"{league}/phones", {"colour": "1", "initial": "Bn"}, "coin")

    assert coin(phone.get(league), "Ben") == ("1", "Bn")
    assert coin(phone.get(league), "Ann") == ("2", "A")


def test_an_organiser_changes_anybodys_coin(phone: Phone, league: str) -> None:
    phone.do(f"{league}/player/2/edit", {"colour": "5", "initial": ""}, "coin")

    assert coin(phone.get(league), "Ann") == ("5", "A")
    phone.do(f"{league}/player/2/edit", {"name": "Zoe"}, "rename")
    assert coin(phone.get(league), "Zoe") == ("5", "Z")


def test_nobody_else_changes_a_coin(phone: Phone, new_phone: NewPhone, league: str) -> None:
    other = joins(phone, new_phone(), league, "")
    form = other.get(f"{league}/phones").forms[0]

    assert "coin" not in form.buttons
    sent = {**form.fields, "do": "coin", "colour": "1", "initial": ""}
    assert other.post(f"{league}/phones", sent).status == 403


def test_coin_follows_its_name_to_later_games(phone: Phone, new_phone: NewPhone) -> None:
    table = phone.starts("tally")
    phone.do(f"{table}/coin/1", {"colour": "5", "initial": "Bé"}, "coin")

    assert 'data-letter="Bé"' in phone.get("/new/spades").html
    later = phone.fill("/new/tally", {"name": ["Ann", "Ben", "Cat"]}, "start").location
    assert '<i class="coin s5">Bé</i>' in phone.get(later).html
    stranger = new_phone()
    other = stranger.fill("/new/tally", {"name": ["Ann", "Ben", "Cat"]}, "start").location
    assert "Bé" not in stranger.get(other).html


def test_plain_table_player_chooses_a_coin(phone: Phone, new_phone: NewPhone) -> None:
    table = phone.starts("tally", {"points": [1, 2, 3, 4]})
    ben = let_in(phone, new_phone(), table, "seat.1")
    watcher = let_in(phone, new_phone(), table, "watch")
    news = ben.get(table).news

    ben.do(f"{table}/coin/1", {"colour": "5", "initial": "Bé"}, "coin")

    for shown in (phone.get(table), watcher.get(table), watcher.get(f"{table}/wall")):
        assert '<i class="coin s5">Bé</i>' in shown.html
    assert watcher.get(news).status == 200
    assert re.search(r'<li class="s5"><b [^>]*><i class="coin s5">Bé<', watcher.get(table).html)
    assert ben.get(f"{table}/coin/0").status == 403
    assert watcher.get(f"{table}/coin/1").status == 403
    assert phone.fill(f"{table}/coin/1", {"initial": "Ben"}, "coin").status == 422


def test_colours_stay_apart_and_in_rematch(phone: Phone) -> None:
    table = phone.starts("tally", {"points": [1, 2, 3, 4]})

    phone.do(f"{table}/coin/3", {"colour": "0", "initial": ""}, "coin")

    assert totals(phone, table) == ["4A", "1B", "2C", "0D"]
    phone.do(table, points(5, 3, 1, 0))  # what was open goes on
    assert totals(phone, table) == ["4A", "1B", "2C", "0D"]
    phone.do(f"{table}/write/finish", {}, "save")
    rematch = phone.send(table, phone.get(table).form("again"), do="again").location
    assert totals(phone, rematch) == ["4A", "1B", "2C", "0D"]


def totals(phone: Phone, table: str) -> list[str]:
    """The coins in the totals: the number of the colour and the letter of each."""
    html = phone.get(table).html.partition('aria-label="Totals"')[2].partition("</section>")[0]
    return [f"{number}{letter}" for number, letter in re.findall(r'coin s(\d)">(\w+)<', html)]


def test_changed_league_coin_reaches_open_tables(phone: Phone, league: str) -> None:
    table = league_table(phone, league, "Ann", "Ben")
    before = totals(phone, table)

    phone.do(f"{league}/player/2/edit", {"colour": "5", "initial": "An"}, "coin")
    assert totals(phone, table) == ["5An", before[1]]

    assert totals(phone, league_table(phone, league, "Ann", "Ben")) == ["5An", "1B"]
    assert phone.get(f"{table}/coin/0").status == 404

    phone.do(f"{league}/history", do="undo.")
    assert totals(phone, table) == before


def test_league_coin_stands_on_its_pages(phone: Phone, league: str) -> None:
    evening = planned(phone, league, "Ann, Ben")
    table, *_ = opened(phone, evening)
    phone.do(f"{league}/player/3/edit", {"colour": "5", "initial": "Bé"}, "coin")

    assert 'class="s5" data-coin="Bé">Ben</dt>' in phone.get(evening).html
    assert totals(phone, table)[1] == "5Bé"
    page = phone.get(f"/new/tally?league={league.rpartition('/')[2]}")
    assert 's5" data-letter="Bé" data-colour="5" name="do" value="sit.Ben"' in page.html
    seats = re.findall(r'<li class="s(\d)" data-side="(\d)".*?coin"[^>]*>(.*?)</i>', page.html)
    assert seats[:3] == [("0", "0", "A"), ("5", "1", "Bé"), ("2", "2", "+")]


def test_coin_chosen_in_league_reaches_tables(app: Flask, phone: Phone, league: str) -> None:
    phone.do(f"{league}/player/2/edit", {"colour": "5", "initial": "Aé"}, "coin")
    with app.app_context(), writing() as connection:
        (person,) = connection.execute(select(Person.id).where(Person.initial == "Aé")).one()
        of_ann = update(Person).where(Person.id == person)
        connection.execute(of_ann.values(colour=None, initial=""))

    assert totals(phone, league_table(phone, league, "Ann", "Ben")) == ["5Aé", "1B"]
