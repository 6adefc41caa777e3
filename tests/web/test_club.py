"""What a club's secretary keeps and hangs up: attendance, fees, contacts, fixtures, a poster."""

import json
from datetime import date
from typing import Any

import pytest
from flask import Flask
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.leagues.club.contacts import read_email, read_phone
from scorekeeper.leagues.club.fees import Fee, accounts, amount_text, read_amount
from scorekeeper.leagues.decisions import DecisionRefused
from scorekeeper.store.person_file import about_person
from scorekeeper.store.sql.database import reading
from tests.web.phones import Page, Phone, create_league, points
from tests.web.test_announced import announced
from tests.web.test_replies import member, plans, says

pytestmark = pytest.mark.long

NAMES = ["Ann", "Ben", "Cat", "Dan", "Eve"]
PLANNED = {"player": ["2", "3", "4", "5"], "game": "tally", "kind": "individual"}


@pytest.fixture
def league(phone: Phone) -> str:
    return create_league(phone, players="\n".join(NAMES))


# --- attendance ---------------------------------------------------------------------------------


def test_who_came_is_told_beside_the_replies(app: Flask, phone: Phone, league: str) -> None:
    evening = announced(phone, league, date=date.today().isoformat())
    for name, what in (("Ann", "coming"), ("Eve", "coming"), ("Dan", "away")):
        says(member(app, league, name), league, what)
    plans(phone, f"{evening}/plan", {"player": [2, 3, 4, 5]})

    page = phone.get(f"{league}/attendance")

    assert "Ann 1 of 1 –" in page.text
    assert "Eve 0 of 1 1" in page.text
    assert "Did not come: Eve" in page.text
    told = {one["player"]: one for one in phone.get(f"{league}/attendance.csv").rows}
    assert (told["Ann"]["reply"], told["Ann"]["came"]) == ("coming", "yes")
    assert (told["Ben"]["reply"], told["Ben"]["came"]) == ("", "yes")
    assert (told["Dan"]["reply"], told["Dan"]["came"]) == ("not coming", "yes")
    assert (told["Eve"]["reply"], told["Eve"]["came"]) == ("coming", "no")
    assert {one["date"] for one in told.values()} == {date.today().isoformat()}


def test_whoever_played_came(phone: Phone, league: str) -> None:
    evening = plans(phone, f"{league}/evening/new", {**PLANNED, "player": [2, 3, 4, 5, 6]})
    phone.do(evening, do="open.1")
    (table,) = {*phone.get(evening).tables}
    phone.play(table, points(1, 2, 3, 4, 5))
    phone.do(f"{table}/write/finish")
    phone.do(f"{league}/player/6/edit", {}, "left")

    told = phone.get(f"{league}/attendance.csv").rows

    assert {one["player"] for one in told if one["came"] == "yes"} == {*NAMES}
    assert "Eve 1 of 1" in phone.get(f"{league}/attendance").text


def test_a_season_without_evenings_says_so(phone: Phone, league: str) -> None:
    announced(phone, league)  # to come

    assert "No evenings so far" in phone.get(f"{league}/attendance").text
    assert phone.get(f"{league}/attendance.csv").rows == []


# --- fees ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("typed", "amount", "written"),
    [
        ("5", 500, "5"),
        ("4.5", 450, "4.50"),
        ("4,05", 405, "4.05"),
        ("", 0, "0"),
        (" 12 ", 1200, "12"),
    ],
)
def test_amounts_are_read(typed: str, amount: int, written: str) -> None:
    assert read_amount(typed) == amount
    assert amount_text(amount) == written


@given(st.integers(0, 99_999_999))
def test_every_amount_is_read_as_it_is_written(amount: int) -> None:
    assert read_amount(amount_text(amount)) == amount


@given(
    st.dictionaries(
        st.integers(0, 5),
        st.dictionaries(
            st.integers(1, 6), st.builds(Fee, st.integers(1, 9999), st.booleans()), max_size=6
        ),
    )
)
def test_accounts_add_up(fees: dict[int, dict[int, Fee]]) -> None:
    every = [fee for own in fees.values() for fee in own.values()]
    found = accounts(fees)

    assert sum(one.owed for one in found) == sum(one.amount for one in every if not one.paid)
    assert sum(one.paid for one in found) == sum(one.amount for one in every if one.paid)
    assert [one.owed for one in found] == sorted((one.owed for one in found), reverse=True)
    assert {one.player for one in found} == {player for own in fees.values() for player in own}


def test_fees_of_a_season_are_kept(phone: Phone, league: str) -> None:
    filled = phone.get(f"{league}/fees?everybody=20")
    phone.follow(phone.send(f"{league}/fees", filled.form("save"), {"paid": ["2"]}, "save"))

    page = phone.get(f"{league}/fees")

    assert "Ben 20 –" in page.text
    assert "Ann – 20" in page.text
    assert "Together 80 20" in page.text
    told = {one["player"]: one for one in phone.get(f"{league}/fees.csv").rows}
    assert told["Ann"] == {
        **{"player": "Ann", "date": "", "for": "First season"},
        **{"amount": "20", "paid": "yes"},
    }
    assert told["Ben"]["paid"] == "no"
    phone.do(f"{league}/history", do="undo.")
    assert "Nobody owes anything" in phone.get(f"{league}/fees").text


def test_fees_of_an_evening_are_for_those_who_came(phone: Phone, league: str) -> None:
    evening = plans(phone, f"{league}/evening/new", PLANNED)
    number = evening.rpartition("/")[2]
    at = f"{league}/fees?evening={number}"
    page = phone.get(f"{at}&everybody=2.50")
    assert 'name="amount.6"' not in page.html
    phone.follow(phone.send(at, page.form("save"), {"paid": []}, "save"))

    assert "Together 10 0" in phone.get(f"{league}/fees").text
    assert f"evening={number}" in phone.get(at).form("save").attributes["action"]
    assert phone.get(f"{league}/fees?evening=999").status == 404


def test_debts_stay_until_they_are_ticked(phone: Phone, league: str) -> None:
    phone.follow(phone.fill(f"{league}/fees", {"amount.2": "20", "amount.3": "12.50"}, "save"))
    phone.do(f"{league}/season/new", {"name": "Second", "ends": "yes"}, "")
    fees = f"{league}/fees"  # of the season that goes on
    phone.follow(phone.fill(fees, {"amount.2": "5"}, "save"))

    page = phone.get(fees)
    assert "37.50 still owed by 2 players" in page.text
    assert "Ann · 25 First season, Second" in page.text
    assert "37.50 still owed" in phone.get(f"{league}/season").text
    refused = phone.fill(fees, {}, "settle")
    assert refused.status == 422
    assert "Tick what is paid." in refused.text

    page = phone.follow(phone.fill(fees, {"owed": ["2.1.0"]}, "settle"))

    assert "17.50 still owed by 2 players" in page.text
    assert "Ann · 5 Second" in page.text
    assert "Ben · 12.50 First season" in page.text
    assert {one["paid"] for one in phone.get(f"{league}/fees.csv?season=1").rows} == {"yes", "no"}
    phone.do(f"{league}/history", do="undo.")
    assert "37.50 still owed" in phone.get(fees).text


def test_a_wrong_amount_is_told_at_its_field(phone: Phone, league: str) -> None:
    page = phone.fill(f"{league}/fees", {"amount.2": "five", "amount.3": "5"}, "save")

    assert page.status == 422
    assert 'id="amount.2-fault">Enter an amount such as 5 or 4.50.' in page.html
    assert 'value="five"' in page.html
    assert 'value="5"' in page.html
    assert "Enter an amount" in phone.get(f"{league}/fees?everybody=five").text
    assert "Nobody owes anything" in phone.get(f"{league}/fees").text


def test_members_see_no_fees(app: Flask, phone: Phone, league: str) -> None:
    ann = member(app, league, "Ann")

    assert ann.get(f"{league}/fees").status == 403
    assert ann.get(f"{league}/fees.csv").status == 403
    assert "Fees" not in ann.get(f"{league}/season").text
    assert "/fees" in phone.get(f"{league}/season").html


# --- contacts -----------------------------------------------------------------------------------

CONTACT = {"phone": "+44 20 7946 0018", "email": "ann@club.example"}


def kept(on: Phone, league: str, player: int = 2, **changed: Any) -> Page:
    """A player's contact, saved by an organiser."""
    return on.fill(f"{league}/player/{player}/edit", {**CONTACT, **changed}, "contact")


def test_contacts_are_for_organisers(app: Flask, phone: Phone, league: str) -> None:
    phone.follow(kept(phone, league))

    page = phone.get(f"{league}/contacts")
    assert 'href="tel:+442079460018"' in page.html
    assert 'href="mailto:ann@club.example"' in page.html
    ann = member(app, league, "Ann")
    assert ann.get(f"{league}/contacts").status == 403
    seen = (f"{league}/players", f"{league}/player/2", f"{league}/league.json")
    exports = (f"{league}/players.csv", f"{league}/history", f"{league}/attendance")
    for who in (ann, phone):
        for address in (*seen, *exports):
            assert "7946" not in who.get(address).html
            assert "club.example" not in who.get(address).html


@pytest.mark.parametrize(
    ("field", "text"),
    [("phone", "call me"), ("email", "ann"), ("email", "ann@club"), ("phone", "1")],
)
def test_a_wrong_contact_is_refused(phone: Phone, league: str, field: str, text: str) -> None:
    page = kept(phone, league, 2, **{field: text})

    assert page.status == 422
    assert f'id="{field}-fault"' in page.html
    assert f'value="{text}"' in page.html
    assert "Add Ann" in phone.get(f"{league}/contacts").text


def test_contacts_are_read_as_they_are_typed() -> None:
    assert read_phone(" 030  123 ") == "030 123"
    assert read_email(" ann@club.example ") == "ann@club.example"
    assert read_phone("") == read_email("") == ""
    with pytest.raises(DecisionRefused):
        read_email("a" * 250 + "@b.example")


def test_contact_goes_with_the_name(app: Flask, phone: Phone, league: str) -> None:
    phone.follow(kept(phone, league))
    with app.app_context(), reading() as connection:
        told = about_person(connection, "Ann")["leagues"]
    mine = [one for one in told if one["league"] == league.rpartition("/")[2]]
    assert [(one["phone"], one["email"]) for one in mine] == [(CONTACT["phone"], CONTACT["email"])]
    phone.follow(phone.fill(f"{league}/player/2/forget", {"sure": "yes"}, "erase"))

    page = phone.get(f"{league}/contacts")
    assert "7946" not in page.html
    with app.app_context(), reading() as connection:
        assert "7946" not in json.dumps(about_person(connection, "Forgotten player 2"))


def test_a_merged_player_keeps_the_contact(phone: Phone, league: str) -> None:
    phone.follow(kept(phone, league, 3))
    form = phone.get(f"{league}/player/3/edit?into=2").form("merge")
    phone.follow(phone.send(f"{league}/player/3/edit", form, {}, "merge"))

    assert "Ann +44 20 7946 0018" in phone.get(f"{league}/contacts").text
    phone.follow(kept(phone, league, 2, phone="", email=""))
    assert "7946" not in phone.get(f"{league}/contacts").text


# --- fixtures, poster ---------------------------------------------------------------------------


def test_fixtures_have_evenings_and_tables(phone: Phone, league: str) -> None:
    announced(phone, league, date="2031-02-04", start="19:30", venue="Library")
    announced(phone, league, date="2031-01-07")
    plans(phone, f"{league}/evening/new", PLANNED)

    page = phone.get(f"{league}/fixtures").text

    assert "19:30 · Library" in page
    assert page.index("7 Jan") < page.index("4 Feb")
    assert "Round 1" in page
    assert all(name in page for name in NAMES[:4])


def test_poster_names_the_champion(phone: Phone, league: str) -> None:
    announced(phone, league, date="2031-01-07")
    before = phone.get(f"{league}/season/1/poster")
    assert "7 Jan" in before.text
    assert "<svg" not in before.html.partition('class="poster')[2].partition("</article>")[0]

    with_code = phone.get(f"{league}/season/1/poster?code=yes")
    assert 'class="qr"' in with_code.html
    assert f"http://localhost{league}" in with_code.text
    assert "Only members' phones" in with_code.text
    phone.do(f"{league}/season/1/rules", do="end")
    assert "No games in this season." in phone.get(f"{league}/season/1/poster").text
    assert phone.get(f"{league}/season/99/poster").status == 404
