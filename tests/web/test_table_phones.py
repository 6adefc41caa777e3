"""A phone at a table belongs to a player there: said once, agreed to where the name has a phone;
the game's history names it, and scorers sign phones out."""

import re

import pytest
from flask import Flask
from sqlalchemy import select

from scorekeeper.store.schema.table import PhoneRow
from scorekeeper.store.sql.database import reading
from tests.web.phones import NewPhone, Page, Phone, create_league, league_table, link, points
from tests.web.test_league_phones import joins

pytestmark = pytest.mark.long


def comes(phone: Phone, other: Phone, table: str, name: str, role: str = "scorer") -> Phone:
    """Another phone comes in by the table's link, and says that it is that player's: who watches
    is not asked on the way in."""
    opened = other.get(link(phone, table, role))
    form = other.follow(opened).form()
    asked = {"who": name} if name and role != "watch" else {}
    other.follow(other.send(opened.location, form, asked))
    if name and role == "watch":
        other.do(f"{table}/phones", {"who": name}, "call")
    return other


def phones(who: Phone, table: str) -> Page:
    """The page about phones."""
    return who.get(f"{table}/phones")


def test_scorers_name_stands_in_game_history(phone: Phone, new_phone: NewPhone, table: str) -> None:
    ben, nobody = new_phone(), new_phone()
    page = ben.follow(ben.get(link(phone, table, "scorer")))
    assert re.findall('name="who" value="(.*?)"', page.html) == ["Ann", "Ben", "Cat", "Dan", ""]
    comes(phone, ben, table, "Ben")
    comes(phone, nobody, table, "")
    for who in (ben, nobody):
        who.do(table, points(1, 1, 1, 1))

    told = phone.get(f"{table}/history").text

    assert "Ben added" in told
    assert "Phone 3 added" in told


def test_a_seats_link_says_whose_the_phone_is(
    phone: Phone, new_phone: NewPhone, table: str
) -> None:
    ben = new_phone()

    comes(phone, ben, table, "", "seat.1")

    assert "This is Ben ’s phone." in phones(ben, table).text


def test_name_with_phone_waits_for_agreement(phone: Phone, new_phone: NewPhone, table: str) -> None:
    first = comes(phone, new_phone(), table, "Ben", "watch")
    second = comes(phone, new_phone(), table, "Ben")
    third = comes(phone, new_phone(), table, "Cat", "watch")
    second.do(table, points(1, 1, 1, 1))
    assert "Waiting until Ben’s other phone" in phones(second, table).text
    assert "Ben added" not in phone.get(f"{table}/history").text
    key = phones(first, table).key("agree.")
    refused = third.post(f"{table}/phones", {**phones(third, table).forms[0].fields, "do": key})
    assert refused.status == 403

    first.do(f"{table}/phones", do=key)

    assert "Ben added" in phone.get(f"{table}/history").text


def test_a_wrong_name_is_taken_back(phone: Phone, new_phone: NewPhone, table: str) -> None:
    wrong = comes(phone, new_phone(), table, "Ben")
    slip = comes(phone, new_phone(), table, "Cat", "watch")
    wrong.do(table, points(1, 1, 1, 1))

    phone.do(f"{table}/phones", do="back.")
    page = slip.do(f"{table}/phones", do="back.")

    assert "Ben added" not in phone.get(f"{table}/history").text
    assert "call" in [key for form in page.forms for key in form.buttons]
    assert "Dan" in slip.do(f"{table}/phones", {"who": "Dan"}, "call").text


def test_name_holds_for_later_games_of_the_phone(phone: Phone, table: str) -> None:
    phone.do(f"{table}/phones", {"who": "Ann"}, "call")

    other = phone.starts("tally", players=["Zoe", "Ann"])
    strange = phone.starts("tally", players=["Zoe", "Eve"])

    assert "Ann this phone scorer" in phones(phone, other).text
    assert "Ann this phone scorer" in phones(phone, strange).text


def test_league_name_counts_at_a_league_table(phone: Phone, new_phone: NewPhone) -> None:
    league, ben = create_league(phone, players="Ann\nBen"), new_phone()
    joins(phone, ben, league, "Ben", "For organisers")
    started = league_table(phone, league, "Ann", "Zoe")

    ben.do(started, points(1, 1))

    told = phone.get(f"{started}/history").text
    assert "Ben (organiser) added" in told


@pytest.mark.long
def test_waiting_name_stands_in_no_game_history(phone: Phone, new_phone: NewPhone) -> None:
    league, ben, other = create_league(phone, players="Ann\nBen"), new_phone(), new_phone()
    joins(phone, ben, league, "Ben")
    joins(phone, other, league, "Ben", "For organisers")
    started = league_table(phone, league, "Ann", "Zoe")
    other.do(started, points(1, 1))
    assert "Ben" not in phone.get(f"{started}/history").text

    key = ben.get(f"{league}/phones").key("back.")
    ben.do(f"{league}/phones", do=key)

    assert "Ben" not in phone.get(f"{started}/history").text


def test_phones_are_signed_out_singly_and_all(
    phone: Phone, new_phone: NewPhone, table: str
) -> None:
    one, two, nobody = new_phone(), (new_phone(), new_phone()), new_phone()
    comes(phone, one, table, "Cat")
    for other in two:
        comes(phone, other, table, "Ben")
    phone.do(f"{table}/phones", do="agree.")
    comes(phone, nobody, table, "", "watch")
    everybody = (phone, one, *two, nobody)

    phone.do(f"{table}/phones", do="out.")
    assert [who.get(table).status for who in everybody] == [200, 403, 200, 200, 200]
    phone.do(f"{table}/phones", do="person.")
    assert [who.get(table).status for who in everybody] == [200, 403, 403, 403, 200]
    phone.do(f"{table}/phones", do="all")
    assert [who.get(table).status for who in everybody] == [200, 403, 403, 403, 403]


def test_starting_phone_is_never_signed_out(phone: Phone, new_phone: NewPhone, table: str) -> None:
    ben = comes(phone, new_phone(), table, "Ben")

    ben.do(f"{table}/phones", do="all")

    assert phone.get(f"{table}/share").status == 200


def test_a_watcher_signs_nobody_out(phone: Phone, new_phone: NewPhone, table: str) -> None:
    watcher = comes(phone, new_phone(), table, "Ben", "watch")
    page = phones(watcher, table)
    assert "at this game</h2>" not in page.html

    for key in ("out.1", "person.1", "all"):
        assert watcher.post(f"{table}/phones", {**page.form().fields, "do": key}).status == 403


def test_an_erased_name_is_gone_from_phones(app: Flask, phone: Phone, new_phone: NewPhone) -> None:
    table = phone.starts("tally", players=["Ann", "Zebulon"])
    comes(phone, new_phone(), table, "Zebulon")

    phone.do("/erase?name=Zebulon", {"sure": "yes"}, "erase")

    assert "Zebulon" not in phones(phone, table).text
    with app.app_context(), reading() as connection:
        assert "Zebulon" not in connection.scalars(select(PhoneRow.name)).all()
