"""A table taken home: on paper, as sheet.json and back again, as CSV."""

import csv
import io
import json
from typing import Any

import pytest

from scorekeeper.games import games
from scorekeeper.pbn.sheets import sheet_of
from scorekeeper.pbn.text import decoded
from tests.vectors import load
from tests.web.phones import Phone, each

FIRST, SECOND = {"points": [1, -2, 3, 4]}, {"points": [4, 3, 2, 1]}


def first_valid_vectors() -> list[dict[str, Any]]:
    """A vector of each variant of each game, with a played deal."""
    found: dict[tuple[str, Any], dict[str, Any]] = {}
    for vector in load():
        sheet = vector["sheet"]
        if vector["expect"]["valid"] and sheet["game"] in games() and len(sheet["entries"]) > 1:
            found.setdefault((sheet["game"], sheet.get("variant")), sheet)
    return [*found.values()]


def csv_lines(phone: Phone, table: str) -> list[list[str]]:
    page = phone.get(f"{table}/sheet.csv")
    assert page.headers["Content-Type"].startswith("text/csv")
    return list(csv.reader(io.StringIO(page.body.decode("utf-8-sig"))))


def test_the_paper_has_every_entry_oldest_first(phone: Phone) -> None:
    table = phone.starts("tally", *[{"points": [n, 0, 0, 0]} for n in range(1, 16)])
    phone.do(f"{table}/e/3", do="strike")

    page = phone.get(f"{table}/paper")

    assert page.html.count('<tr><th scope="row">') == 15
    assert page.html.index("+14") < page.html.index("+15")
    assert "(deleted)" in page.text
    assert page.totals == [117, 0, 0, 0]


@pytest.mark.parametrize("sheet", first_valid_vectors(), ids=lambda s: s["game"])
def test_a_sheet_comes_back_byte_for_byte(phone: Phone, sheet: dict[str, Any]) -> None:
    table = phone.follow(phone.fill("/import", {"text": json.dumps(sheet)})).links("/sheet.json")[0]
    exported = phone.get(table)
    assert exported.headers["Content-Type"] == "application/json"

    again = phone.fill("/import", {"text": exported.html})

    back = phone.get(f"{again.location}/sheet.json")
    assert again.location not in table
    assert back.body == exported.body
    assert phone.get(f"/api{again.location.replace('/t/', '/tables/')}").body == exported.body


def test_a_sheet_comes_back_from_a_file(phone: Phone) -> None:
    exported = phone.get(phone.starts("tally", FIRST, SECOND) + "/sheet.json")
    form = phone.get("/import").form()

    file = (io.BytesIO(exported.body), "sheet.json")
    again = phone.post("/import", {**form.fields, "file": file})

    assert phone.follow(again).totals == [5, 1, 5, 5]
    assert phone.get(f"{again.location}/sheet.json").body == exported.body


def test_unscorable_sheet_is_refused_with_faults(phone: Phone) -> None:
    sheet = {"format": "scorekeeper/1", "game": "tally", "players": ["A", "B"], "entries": [FIRST]}

    page = phone.fill("/import", {"text": json.dumps(sheet)})

    assert page.status == 422
    assert "Entry 1, points: Two" in page.text
    assert json.loads(page.form()["text"]) == sheet
    assert phone.get("/tables").links("/t/") == []


def test_rubber_saved_as_boards_comes_back(phone: Phone) -> None:
    honours = {"honours": {"seat": 1, "points": 100}}
    deal = {"contract": "4S", "declarer": 0, "doubled": 1, "tricks": 11, **honours}
    ruling = {"adjust": {"side": 1, "points": -20, "reason": "revoke"}}
    names = ["Zoë", 'Ben "Benny"', "Cat", "Dan"]
    table = phone.starts("bridge", deal, ruling, {"passed_out": True}, players=names)
    (link,) = phone.get(table).links("/sheet.pbn")

    saved = phone.get(link)

    assert saved.headers["Content-Type"] == "application/x-pbn"
    assert '[North "Zoë"]'.encode("latin-1") in saved.body
    again = sheet_of(decoded(saved.body))
    assert again == phone.sheet(table)


def test_only_games_of_boards_are_saved_so(phone: Phone) -> None:
    table = phone.starts("tally", FIRST)

    assert phone.get(table).links("/sheet.pbn") == []
    assert phone.get(f"{table}/sheet.pbn").status == 404


def test_an_export_holds_only_what_counts(phone: Phone) -> None:
    table = phone.starts("tally", FIRST, SECOND)
    phone.do(f"{table}/e/1", do="strike")

    assert phone.sheet(table)["entries"] == [SECOND]


def test_spreadsheet_has_points_and_reasons(phone: Phone) -> None:
    table = phone.starts("spades", variant="bags")
    phone.play(table, {**each("bids", [4, 3, 2, 3]), **each("side_tricks", [7, 6])})

    head, line = csv_lines(phone, table)

    assert head[:5] == ["entry", "deal", "dealer", "Ann & Cat: points", "Ben & Dan: points"]
    assert line[:7] == ["deal", "1", "Ann", "61", "60", "61", "60"]
    assert "bid 6" in line[-1]


@pytest.mark.parametrize("start", ["=", "+", "-", "@", "\t=", "\r="])
def test_no_text_of_a_spreadsheet_is_a_formula(phone: Phone, start: str) -> None:
    ruling = {"adjust": {"side": 0, "points": 5, "reason": f"{start}HYPERLINK(1)"}}
    names = [f"{start.strip() or '='}cmd|' /C calc'!A0", "Ben"]
    table = phone.starts("tally", {"points": [1, 2]}, ruling, players=names)

    cells = [cell for line in csv_lines(phone, table) for cell in line]

    numbers = [cell for cell in cells if cell.lstrip("-").isdecimal()]
    assert not [cell for cell in cells if cell[:1] in tuple("=+-@\t\r") and cell not in numbers]
    assert any("cmd|" in cell for cell in cells)
