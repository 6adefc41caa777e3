"""Workbooks (.xlsx) as past results: what spreadsheet programs write, and what none would."""

import io
import random
import zipfile
from collections.abc import Mapping, Sequence
from datetime import date, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st
from openpyxl import Workbook, load_workbook

from scorekeeper.games import games
from scorekeeper.results_file import MOST_ROWS, Past, read
from scorekeeper.results_file.text import MOST_PARTS, MOST_UNPACKED
from scorekeeper.results_file.writing import workbook
from tests.test_results_file import PAIRS, SPADES, a_past_game, plain_faults, without_lines

DAY = date(2025, 12, 31)
HEADS = ["date", "game", "players", "scores"]
LINE = [datetime(2025, 12, 31, 20, 15), "Spades", "Ann & Cat / Ben & Dan", "520 / 340"]


def saved(rows: Sequence[Sequence[object]], *others: str) -> bytes:
    """A workbook of these rows, after empty sheets of these names."""
    made = Workbook()
    assert made.active
    sheet = made.active
    for place, name in enumerate(others):
        made.create_sheet(name, place)
    for row in rows:
        sheet.append(row)
    return _bytes(made)


def _bytes(made: Workbook) -> bytes:
    data = io.BytesIO()
    made.save(data)
    return data.getvalue()


def past(data: bytes) -> Past:
    return read(data, games())


def message(data: bytes) -> str:
    """The only fault."""
    (fault,) = past(data).faults
    return fault.message


def test_dates_and_numbers_are_read_as_meant() -> None:
    rows = [["date", "game", "player1", "score1", "player2", "score2"]]
    days: list[object] = [DAY, datetime(2025, 12, 31, 23, 59), "31.12.2025"]
    found = past(saved([*rows, *([day, "Score pad", "Ann", 10.0, "Ben", -7] for day in days)]))

    assert plain_faults(found) == []
    assert {(game.date, game.points) for game in found.games} == {(DAY, (10, -7))}
    assert found.format.encoding == "a workbook, sheet “Sheet”"


def test_the_first_sheet_with_anything_is_read() -> None:
    found = past(saved([HEADS, LINE], "Cover", "Notes"))

    assert found.games == (SPADES,)


def test_lines_are_those_of_the_sheet() -> None:
    found = past(saved([[], HEADS, [], [*LINE[:2], "Ann\n/ Ben\t/ Cat", "1 / 2"], LINE]))

    assert [game.line for game in found.games] == [5]
    assert {fault.line for fault in found.faults} == {4}
    assert found.allows_part
    assert found.faultless == found.games
    assert past(found.without(found.games).encode()).faults[0].line == 2


SHEET = """<?xml version="1.0" encoding="UTF-8"?>{before}
<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>
<row r="1">{heads}</row><row r="2">{cells}</row></sheetData></worksheet>"""
OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
PACKAGE = "http://schemas.openxmlformats.org/package/2006"
MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
PARTS = {
    "[Content_Types].xml": f'<Types xmlns="{PACKAGE}/content-types"><Default Extension="rels"'
    ' ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override'
    ' PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.'
    'spreadsheetml.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml"'
    ' ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/>'
    "</Types>",
    "_rels/.rels": f'<Relationships xmlns="{PACKAGE}/relationships"><Relationship Id="r1"'
    f' Type="{OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>',
    "xl/workbook.xml": f'<workbook xmlns="{MAIN}" xmlns:r="{OFFICE}"><sheets>'
    '<sheet name="One" sheetId="1" r:id="r1"/></sheets></workbook>',
    "xl/_rels/workbook.xml.rels": f'<Relationships xmlns="{PACKAGE}/relationships"><Relationship'
    f' Id="r1" Type="{OFFICE}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>',
}


def typed(text: str) -> str:
    return f'<c t="inlineStr"><is><t>{text}</t></is></c>'


def by_hand(scores: str, before: str = "", more: Mapping[str, bytes] | None = None) -> bytes:
    """A workbook written by hand, with this cell for the scores."""
    heads = "".join(map(typed, HEADS))
    cells = "".join(map(typed, ["2025-12-31", "Score pad", "Ann"])) + scores
    sheet = SHEET.format(before=before, heads=heads, cells=cells)
    data = io.BytesIO()
    parts: dict[str, str | bytes] = {**PARTS, "xl/worksheets/sheet1.xml": sheet, **(more or {})}
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as made:
        for name, part in parts.items():
            made.writestr(name, part)
    return data.getvalue()


def test_a_formula_counts_as_last_worked_out() -> None:
    found = past(by_hand("<c><f>6*7</f><v>42</v></c>"))

    assert plain_faults(found) == []
    assert found.games[0].points == (42,)
    assert plain_faults(past(by_hand("<c><f>6*7</f></c>"))) != []


BOMB = "<!DOCTYPE bomb [<!ENTITY a 'ha'>" + "".join(
    f"<!ENTITY {chr(98 + n)} '{f'&{chr(97 + n)};' * 10}'>" for n in range(9)
)


@pytest.mark.parametrize(
    ("data", "told"),
    [
        (b"PK\x03\x04 and so on", "This workbook cannot be read."),
        (by_hand("", f"{BOMB}]>"), "This workbook cannot be read."),
        (by_hand("", more={"xl/media.bin": bytes(MOST_UNPACKED)}), "Workbook too large"),
        (
            by_hand("", more={f"x{n}": b"" for n in range(MOST_PARTS)}),
            "Workbook too large",
        ),
        (by_hand("<c><f></c>"), "This workbook cannot be read."),
        (saved([]), "This workbook is empty."),
    ],
)
def test_hostile_workbooks_are_refused(data: bytes, told: str) -> None:
    assert message(data).startswith(told)


@pytest.mark.long
def test_a_sheet_has_so_many_lines_at_most() -> None:
    line = ["2025-12-31", "Score pad", "Ann", 1]
    data = saved([["date", "game", "players", "scores"], *[line] * (MOST_ROWS + 1)])

    assert message(data) == f"At most {MOST_ROWS} lines. Split the file into smaller ones."


def test_a_cell_far_down_costs_nothing() -> None:
    made = Workbook()
    assert made.active
    for place, head in enumerate(HEADS, 1):
        made.active.cell(1, place, head)
        made.active.cell(2, place, LINE[place - 1])
    made.active.cell(1_048_576, 16_384, "far away")

    assert past(_bytes(made)).games == (SPADES,)


@pytest.mark.long
@given(st.lists(a_past_game(), min_size=1, max_size=3))
def test_a_written_workbook_is_read_back(some: list[object]) -> None:
    found = past(workbook(some))  # type: ignore[arg-type]

    assert plain_faults(found) == []
    assert without_lines(found.games) == some


def test_no_name_is_a_formula_in_a_workbook() -> None:
    data = workbook([SPADES._replace(sides=(("=1+1", "@x"), PAIRS[1]))])

    sheet = load_workbook(io.BytesIO(data)).worksheets[0]
    assert {cell.data_type for row in sheet for cell in row} <= {"s", "n", "d", "inlineStr"}
    assert past(data).games[0].sides[0] == ("=1+1", "@x")


def test_a_damaged_workbook_never_raises() -> None:
    whole = saved([HEADS, LINE])
    by_chance = random.Random(7)
    for _ in range(150):
        spoiled = bytearray(whole)
        for _ in range(by_chance.randint(1, 30)):
            spoiled[by_chance.randrange(4, len(whole))] = by_chance.randrange(256)
        found = past(bytes(spoiled))
        assert found.games or found.faults
