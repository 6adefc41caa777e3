"""Names that are written from right to left, in the sentences of the pages and outside them; and
names of which something cannot be seen."""

import html
import json
import re

import pytest
from flask import Flask
from sqlalchemy import update

from scorekeeper.store.schema.table import Person
from scorekeeper.store.sql.database import writing
from scorekeeper.store.table.rows import mark_changed
from scorekeeper.web.interview.coins import isolated
from tests.web.phones import NAMES as PLAYERS
from tests.web.phones import Phone, create_league, league_table, points

SERVANT = "عبد الرحمن"
APART = f"\u2068{SERVANT}\u2069"
NAMES = ["Ann", "Ben", SERVANT, "Dan"]


def test_only_right_to_left_names_are_isolated() -> None:
    others = ["Ann", "Zoë", "Ольга", "李"]

    assert [isolated(name) for name in [*others, SERVANT]] == [*others, APART]


def test_words_after_a_right_to_left_name_stay(phone: Phone) -> None:
    deal = {"bids": [3, 3, 3, 3], "side_tricks": [6, 7]}
    table = phone.starts("spades", deal, players=NAMES)

    pad = phone.get(table)

    assert f"Ann & {APART}" in pad.text
    assert SERVANT not in pad.text.replace(APART, "")


@pytest.mark.parametrize("page", ["trick", "auction", "what-if/1"])
def test_referee_isolates_right_to_left_names(phone: Phone, page: str) -> None:
    deal = {"declarer": 2, "bid": "nap", "made": True}
    table = phone.starts("nap", deal, players=NAMES)

    text = phone.get(f"{table}/{page}").text

    assert APART in text
    assert SERVANT not in text.replace(APART, "")


def test_only_pages_isolate_names_in_sentences(phone: Phone) -> None:
    deal = {"declarer": 2, "bid": "nap", "made": True}
    table = phone.starts("nap", deal, players=NAMES)

    assert f"nap by {APART}, made" in phone.get(f"{table}/paper").text
    for kept in ("sheet.json", "sheet.csv"):
        body = phone.get(f"{table}/{kept}").body.decode("utf-8-sig")
        assert SERVANT in body
        assert "\u2068" not in body


RTL_NAMES = ["محمد", "ליאור", "دنيا"]


@pytest.mark.parametrize("page", ["", "/players", "/history", "/games", "/organise"])
def test_every_league_page_isolates_each_name(phone: Phone, page: str) -> None:
    league = create_league(phone, RTL_NAMES[0], players="\n".join(RTL_NAMES))
    table = league_table(phone, league, *RTL_NAMES[:2])
    phone.play(table, points(5, 3))
    phone.do(f"{table}/write/finish")

    text = re.sub(r"<(textarea|script)\b.*?</\1>|<[^>]*>", "|", phone.get(league + page).html)

    assert RTL_NAMES[0] in text
    for name in RTL_NAMES:
        assert name not in text.replace(f"\u2068{name}\u2069", "")


def test_import_preview_has_names_above_points(phone: Phone) -> None:
    league = create_league(phone)
    text = (
        "date,game,players,scores\n"
        "2025-01-05,Trex,محمد / ליאור / دنيا / Eve,200 / -75 / -150 / 25\n"
        "2025-01-06,Whist,محمد & ליאור / دنيا & Eve,25 / 13\n"
    )

    page = phone.fill(f"{league}/import", {"text": text})

    one, two, three = (f"\u2068{name}\u2069" for name in RTL_NAMES)
    assert f"{one} – {two} – {three} – Eve" in page.text
    assert "200 : −75 : −150 : 25" in page.text
    assert f"{one} & {two} – {three} & Eve" in page.text
    assert text in html.unescape(page.html)  # in its field it stays as it was pasted


# --- names of which something cannot be seen ----------------------------------------------------

NOTHING = "\u3164\u200b"


def test_invisible_characters_leave_typed_names(phone: Phone) -> None:
    typed = {"name": ["\u202eAnn", "Be\u00adn", "Cat\u200b", "Dan\ufeff"]}
    table = phone.fill("/new/whist", typed, "start").location
    phone.do(f"{table}/write/seat", {"seat.number": 0, "seat.name": "\u2067Eve"})
    league = create_league(phone, "Club\u200b", players="Fa\u200by\nالی\u200cرضا")

    assert json.loads(phone.get(f"{table}/sheet.json").body)["players"] == PLAYERS
    assert "Eve" in phone.get(table).text
    members = phone.get(f"{league}/players").html
    for unseen in "\u202e\u00ad\u200b\ufeff\u2067":
        assert unseen not in members + phone.get(table).html
    assert "الی\u200cرضا" in members


def test_two_names_that_look_alike_are_one_name(phone: Phone) -> None:
    page = phone.fill("/new/whist", {"name": ["Ann", "An\u200bn", "Cat", "Dan"]}, "start")
    league = create_league(phone, players="Ann")

    assert page.status == 422
    assert phone.fill(f"{league}/players/add", {"names": "An\u00adn"}).status == 422


def test_invisible_name_is_refused_at_its_field(phone: Phone) -> None:
    table = phone.starts("whist")
    league = create_league(phone, players="Ann")

    setup = phone.fill("/new/whist", {"name": ["Ann", NOTHING, "Cat", "Dan"]}, "start")
    seat = phone.fill(f"{table}/write/seat", {"seat.number": 1, "seat.name": NOTHING}, "save")
    member = phone.fill(f"{league}/players/add", {"names": f"Ben\n{NOTHING}"})
    renamed = phone.fill(f"{league}/player/2/edit", {"name": NOTHING}, "rename")

    assert {setup.status, seat.status, member.status, renamed.status} == {422}
    assert '<p class="fault"' in setup.html
    assert NOTHING in setup.html  # what was typed is still there


def test_old_game_with_such_names_goes_on(phone: Phone, app: Flask) -> None:
    deal = {"side_tricks": [7, 6]}
    table = phone.starts("whist", deal, {"seat": {"number": 3, "name": "Eve"}})
    with app.app_context(), writing() as connection:
        for old, new in {"Ben": "An\u200bn", "Cat": "\u3164", "Eve": "Ann\u202e"}.items():
            connection.execute(update(Person).where(Person.name == old).values(name=new))
        mark_changed(connection)

    page = phone.play(table, {"side_tricks.0": 9, "side_tricks.1": 4})

    assert page.status == 200
    assert "deal 3" in page.text
    assert "& \u2068Ann\u202e\u2069" in page.text
    assert json.loads(phone.get(f"{table}/sheet.json").body)["players"][:3] == [
        "Ann",
        "An\u200bn",
        "\u3164",
    ]
    assert phone.fill(f"{table}/head", {"name": PLAYERS}, "save").status == 303
