"""Payments: the stake from the set-up page to the printed sheet, and tables without one."""

import re
from typing import Any

import pytest

from scorekeeper.games import games
from tests.web.phones import Page, Phone

SETUP = "/new/nap"
MADE = {"declarer": 0, "bid": "three", "made": True}
LOST = {"declarer": 3, "bid": "nap", "made": False}
STOP: dict[str, Any] = {"finish": {}}


def settled(page: Page) -> list[list[str]]:
    """The rows of the table that says who pays whom."""
    (table,) = re.findall(r'<table class="plain settled">(.*?)</table>', page.html, re.DOTALL)
    rows = re.findall(r"<tr>(.*?)</tr>", table, re.DOTALL)
    cells = [re.findall(r"<t[hd][^>]*>([^<]*)", row) for row in rows]
    return [[cell.replace("\xa0", " ") for cell in row] for row in cells[1:]]


# --- who pays whom ------------------------------------------------------------------------------


def test_payments_are_shown_at_the_end(phone: Phone) -> None:
    table = phone.starts("nap", MADE, LOST, STOP, stake="0.10 €")

    assert phone.get(table).totals == [19, 7, 7, -33]
    for page in (phone.get(table), phone.get(f"{table}/paper")):
        assert settled(page) == [
            ["Dan to Ann", "19", "1.90 €"],
            ["Dan to Ben", "7", "0.70 €"],
            ["Dan to Cat", "7", "0.70 €"],
        ]


def test_payments_without_stake_are_in_counters(phone: Phone) -> None:
    page = phone.get(phone.starts("nap", MADE, STOP))

    assert settled(page) == [[f"{name} to Ann", "3"] for name in ("Ben", "Cat", "Dan")]


def test_current_payments_are_shown_during_game(phone: Phone) -> None:
    table = phone.starts("nap", MADE, stake="$2")
    page = phone.get(table)

    assert settled(page)[0] == ["Ben to Ann", "3", "$6"]
    assert re.findall(r'class="carried">([^<]*)<', page.html) == ["$18", "−$6", "−$6", "−$6"]

    assert settled(phone.play(table, LOST | {"made": "no"}))[0] == ["Dan to Ann", "19", "$38"]


def test_who_has_left_is_settled_with_by_name(phone: Phone) -> None:
    left = {"seat": {"number": 0, "name": None}}
    page = phone.get(phone.starts("nap", MADE, left, STOP))

    assert [row[0] for row in settled(page)] == ["Ben to Ann", "Cat to Ann", "Dan to Ann"]
    assert "seat 0" not in page.text
    assert re.findall(r'class="carried">([^<]*)<', page.html) == ["left", "", "", ""]


def test_points_nobody_paid_come_from_the_pot(phone: Phone) -> None:
    fine = {"adjust": {"side": 1, "points": -2, "reason": "a fine"}}
    newcomer = {"seat": {"number": 4, "name": "Eve", "points": 10}}
    table = phone.starts("nap", fine, newcomer, STOP)

    page = phone.get(table)

    assert sorted(settled(page)) == [["Ben to Eve", "2"], ["Pot to Eve", "8"]]
    assert "The pot:" not in phone.get(phone.starts("nap", MADE)).text


@pytest.mark.parametrize(
    "head", [{"game": "tally"}, {"game": "solo-whist", "options": {"payment": "paper"}}]
)
def test_nothing_is_settled_without_counters(phone: Phone, head: dict[str, Any]) -> None:
    table = phone.starts(**head)

    for page in (phone.get(table), phone.get(f"{table}/paper")):
        assert "pays" not in page.text
        assert 'class="plain settled"' not in page.html


# --- the stake ----------------------------------------------------------------------------------


def test_a_stake_is_set_when_a_table_is_begun(phone: Phone) -> None:
    table = phone.follow(phone.fill(SETUP, {"stake": " 0,05  € "}, "start"))

    assert phone.sheet(table.links("/paper")[0].removesuffix("/paper"))["stake"] == "0,05 €"
    assert "0,00 €" in table.text.replace("\xa0", " ")


def test_an_invalid_amount_is_refused_as_typed(phone: Phone) -> None:
    page = phone.fill(SETUP, {"stake": "ten pence"}, "start")

    assert page.status == 422
    assert page.form("start")["stake"] == "ten pence"


@pytest.mark.parametrize("slug", list(games()))
def test_only_games_for_counters_ask_for_a_stake(phone: Phone, slug: str) -> None:
    asked = phone.get(f"/new/{slug}").form("start").names

    assert ("stake" in asked) == (games()[slug].counters is not None)


def test_changed_stake_is_told_in_the_history(phone: Phone) -> None:
    table = phone.starts("nap", MADE, STOP, stake="0.10 €")
    form = phone.get(f"{table}/head").form("save")
    assert form["stake"] == "0.10 €"

    page = phone.do(f"{table}/head", {"stake": "$1"})

    assert settled(page)[0] == ["Ben to Ann", "3", "$3"]
    assert page.totals == [9, -3, -3, -3]
    history = phone.get(f"{table}/history").text
    assert "0.10 €" in history
    assert "$1" in history

    assert settled(phone.do(table, do="undo"))[0] == ["Ben to Ann", "3", "0.30 €"]


def test_a_stake_is_taken_away(phone: Phone) -> None:
    table = phone.starts("nap", MADE, stake="0.10 €")

    page = phone.do(f"{table}/head", {"stake": ""})

    assert settled(page)[0] == ["Ben to Ann", "3"]
    assert "stake" not in phone.sheet(table)


def test_paper_with_a_stake_is_refused(phone: Phone) -> None:
    table = phone.starts("solo-whist", stake="5 beans")

    page = phone.fill(f"{table}/head", {"payment": "paper"}, "save")
    assert page.status == 422

    phone.follow(phone.send(f"{table}/head", page.form("save"), {"stake": ""}, "save"))
    assert phone.sheet(table)["options"] == {"payment": "paper"}


def test_sheet_with_a_stake_comes_back_unchanged(phone: Phone) -> None:
    table = phone.starts("nap", MADE, stake="0.10 €")
    text = phone.get(f"{table}/sheet.json").html

    copy = phone.fill("/import", {"text": text}).location

    assert phone.get(f"{copy}/sheet.json").html == text


def test_a_unit_is_only_text(phone: Phone) -> None:
    page = phone.get(phone.starts("nap", MADE, stake="1 <b>"))

    assert settled(page)[0] == ["Ben to Ann", "3", "3 &lt;b&gt;"]
    assert "−3 &lt;b&gt;" in page.html.replace("\xa0", " ")
